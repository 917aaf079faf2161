/**
 * `flakekit/lease` without its WebAssembly module, for users who load it themselves because a bundler, a policy or a size
 * budget asks for it. The core of `flakekit/manual` makes the IDs of its leases.
 *
 * ```js
 * import { discord, loadCore } from "flakekit/manual";
 * import { http } from "flakekit/lease/http";
 * import { lease, loadLeases } from "flakekit/lease/manual";
 *
 * loadCore((await WebAssembly.instantiateStreaming(fetch("/core.wasm"))).instance);
 * loadLeases((await WebAssembly.instantiateStreaming(fetch("/lease.wasm"))).instance);
 * const ids = await lease(discord, { store: http("/ids") });
 * ids.next();
 * ```
 *
 * @packageDocumentation
 */

export * from "../lease.js";

/**
 * Starts the module of leases, which is the file `flakekit/lease.wasm`. Call it before the first use: until then,
 * everything that needs the module throws `CORE_MISSING`. If the module runs already, the call has no effect.
 *
 * @param source - a `WebAssembly.Module`, a `WebAssembly.Instance` of it, or the bytes of the file. The module imports
 * nothing. A page's main thread in Chromium before 115 needs an instance
 * @throws FlakeError `CORE_FAILED` if `source` is not the module of this version, or if the runtime does not let bytes be
 * compiled, or a module be instantiated: then pass a compiled module, or an instance
 *
 * @example
 * ```js
 * import { readFileSync } from "node:fs";
 * import { createRequire } from "node:module";
 * import { discord, loadCore } from "flakekit/manual";
 * import { lease, loadLeases, memory } from "flakekit/lease/manual";
 *
 * const { resolve } = createRequire(import.meta.url);
 * loadCore(readFileSync(resolve("flakekit/core.wasm")));
 * loadLeases(readFileSync(resolve("flakekit/lease.wasm")));
 * const ids = await lease(discord, { store: memory() });
 * discord.isValid(ids.next()); // → true
 * ```
 */
export function loadLeases(source: object): void;
