/**
 * flakekit without its core, for users who load the core themselves because a bundler, a policy or a size budget asks
 * for it.
 *
 * ```js
 * import { discord, generator, loadCore } from "flakekit/manual";
 *
 * loadCore(await WebAssembly.compileStreaming(fetch("/core.wasm")));
 * generator(discord, { workerId: 1, processId: 0 }).next();
 * ```
 *
 * @packageDocumentation
 */

export * from "./index.js";

/**
 * Starts the core, which is the file `flakekit/core.wasm`. Call it before the first use: until then, everything that
 * needs the core throws `CORE_MISSING`. If a core of this version runs already, the call has no effect.
 *
 * @param source - a `WebAssembly.Module`, a `WebAssembly.Instance` of it, or the bytes of the file. The core imports
 * nothing, so `(await WebAssembly.instantiateStreaming(fetch("/core.wasm"))).instance` is such an instance. A page's
 * main thread in Chromium before 115 needs an instance
 * @throws FlakeError `CORE_FAILED` if `source` is not the core of this version, or if the runtime does not let bytes be
 * compiled, or a module be instantiated: then pass a compiled module, or an instance
 *
 * @example
 * ```js
 * import { readFileSync } from "node:fs";
 * import { createRequire } from "node:module";
 * import { discord, generator, loadCore } from "flakekit/manual";
 *
 * loadCore(readFileSync(createRequire(import.meta.url).resolve("flakekit/core.wasm")));
 * discord.isValid(generator(discord, { workerId: 1, processId: 0 }).next()); // → true
 * ```
 */
export function loadCore(source: object): void;
