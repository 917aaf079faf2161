/**
 * `flakekit/inspect` without its WebAssembly module, for users who load it themselves because a bundler, a policy or a
 * size budget asks for it.
 *
 * ```js
 * import { inspect, loadInspector } from "flakekit/inspect/manual";
 *
 * loadInspector(await WebAssembly.compileStreaming(fetch("/inspect.wasm")));
 * inspect("1541815603606036480")[0].format; // → "twitter"
 * ```
 *
 * @packageDocumentation
 */

export * from "../inspect.js";

/**
 * Starts the module of inspection, which is the file `flakekit/inspect.wasm`. Call it before the first use: until then,
 * everything that needs the module throws `CORE_MISSING`. If the module runs already, the call has no effect.
 *
 * @param source - a `WebAssembly.Module`, or the bytes of the file
 * @throws FlakeError `CORE_FAILED` if `source` is not the module of this version, or if the runtime does not let bytes be
 * compiled: then pass a compiled module
 *
 * @example
 * ```js
 * import { readFileSync } from "node:fs";
 * import { createRequire } from "node:module";
 * import { inspect, loadInspector } from "flakekit/inspect/manual";
 *
 * loadInspector(readFileSync(createRequire(import.meta.url).resolve("flakekit/inspect.wasm")));
 * inspect("1541815603606036480")[0]?.format; // → "twitter"
 * ```
 */
export function loadInspector(source: object): void;
