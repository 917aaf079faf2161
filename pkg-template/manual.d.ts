/**
 * flakekit for those who bring the core themselves: where a bundler, a policy or a budget asks for it.
 *
 * ```js
 * import { discord, provideCore } from "flakekit/manual";
 *
 * provideCore(await WebAssembly.compileStreaming(fetch("/core.wasm")));
 * discord.generator({ workerId: 1, processId: 0 }).next();
 * ```
 *
 * @packageDocumentation
 */

export * from "./index.js";

/**
 * Gives the package its core, before the first use; the file is `flakekit/core.wasm`. Where this version's
 * core runs already, it goes on and nothing happens. Until then, everything that needs it throws `CORE_MISSING`.
 *
 * @param source - a `WebAssembly.Module`, or its bytes
 * @throws FlakeError `CORE_INVALID` where it is not this version's core; `CORE_BLOCKED` where the runtime
 * does not let bytes be compiled: compile them elsewhere and give the module
 */
export function provideCore(source: object): void;
