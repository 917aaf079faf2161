// Starts WebAssembly modules.

import { FlakeError } from "../values/index.js";

declare const VERSION: string;

/** A compiled module of any realm, or the bytes of one. */
export type Source = WebAssembly.Module | BufferSource;

/** The names that messages need to explain how users load a module themselves. */
export interface Loading {
  /** The entry without the module. */
  readonly _entry: string;
  /** The function that takes the module. */
  readonly _loader: string;
  /** The module's file. */
  readonly _file: string;
  /** The entry that needs no WebAssembly. */
  readonly _noWasm: string;
  /** Whether the module may also be given as an instance. One that imports something may not. */
  readonly _takesInstance: boolean;
}

/** The arguments that the loader takes, in words. */
function accepted({ _file, _takesInstance }: Loading): string {
  return `the module ${_file} of this version${_takesInstance ? ", an instance" : ""}, or its bytes`;
}

/** The error of an entry whose users load the module, if they have not loaded it. */
export function missing(loading: Loading): FlakeError {
  const { _entry, _loader } = loading;
  return new FlakeError("CORE_MISSING", `${_entry} has no module yet: first call ${_loader} with ${accepted(loading)}`);
}

/** A function that makes a value at its first call, and returns it at all calls. If `make` throws, the next call tries again. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/**
 * Starts a module, or takes an instance of it; returns its exports. The module is recognised by an export that the build adds, whose
 * name is `name` and the version. `startWith` starts a module that imports something.
 */
export function startNamed<T>(
  source: Source | WebAssembly.Instance,
  name: string,
  loading: Loading,
  startWith = (module: WebAssembly.Module): unknown => new WebAssembly.Instance(module).exports,
): T {
  const start = (given: WebAssembly.Module | WebAssembly.Instance): T => {
    const exports = (exportsOf(given) ?? startWith(given as WebAssembly.Module)) as object;
    if (`${name} ${VERSION}` in exports) return exports as T;
    throw new TypeError("it is another");
  };
  return startModule(source, start, loading);
}

/** Calls `start` with a module, which is compiled if its bytes are given, or with an instance. Words the error if it throws. */
function startModule<T, S extends Source | WebAssembly.Instance>(
  source: S,
  start: (module: WebAssembly.Module | Exclude<S, BufferSource>) => T,
  loading: Loading,
): T {
  try {
    const isStarted = isModule(source) || exportsOf(source) !== undefined;
    return start(isStarted ? (source as Exclude<S, BufferSource>) : new WebAssembly.Module(source as BufferSource));
  } catch (error) {
    throw startError(error, source as Source, loading);
  }
}

/** The exports of an instance, of this realm or another; `undefined` for other values. */
function exportsOf(source: unknown): WebAssembly.Exports | undefined {
  try {
    // The getter throws for each value that is no instance.
    return Reflect.get(WebAssembly.Instance.prototype, "exports", source) as WebAssembly.Exports;
  } catch {
    return undefined;
  }
}

/** Whether the source is a compiled module, of this realm or another. */
function isModule(source: unknown): boolean {
  try {
    // The call throws for each value that is no module.
    WebAssembly.Module.exports(source as WebAssembly.Module);
    return true;
  } catch {
    return false;
  }
}

/** Whether an error says that the stack or the memory is full. Firefox throws an InternalError if the stack is full. */
export const isExhausted = (error: unknown): boolean =>
  ["RangeError", "InternalError"].includes((error as Error | undefined)?.name as string);

/** The error to throw if a module does not start. */
function startError(error: unknown, source: Source, loading: Loading): unknown {
  const { _entry, _loader, _noWasm, _takesInstance } = loading;
  const reason = String(error);
  // In a page, Chromium before 115 compiles and instantiates at most 4 KB outside of workers. Its error is a RangeError too.
  const isTooLarge = reason.includes("main thread");
  // A full stack or a full memory says nothing about the module.
  if (!isTooLarge && isExhausted(error)) return error;
  const remedy = `import ${_noWasm}, which bundlers choose by the condition 'react-native' or an alias`;
  if (typeof WebAssembly === "undefined") {
    return new FlakeError("CORE_BLOCKED", `there is no WebAssembly here; ${remedy}`);
  }
  // Runtimes that forbid compilation throw a CompileError or an EvalError, but still validate the bytes.
  const isForbidden =
    ["CompileError", "EvalError"].includes((error as Error).name) && WebAssembly.validate(source as BufferSource);
  if (isTooLarge || isForbidden) {
    return new FlakeError(
      "CORE_BLOCKED",
      `WebAssembly can't be compiled here; ${remedy}; or allow it: a Content-Security-Policy needs ` +
        "script-src 'wasm-unsafe-eval', a Worker the bundler's condition 'workerd', a page in Chromium before 115 a Web Worker" +
        (_takesInstance ? `, or WebAssembly.instantiate and ${_loader} of ${_entry}` : "") +
        ` (${reason})`,
    );
  }
  return new FlakeError(
    "CORE_INVALID",
    `this is no module that runs here: ${_loader} takes ${accepted(loading)}, once they are there; ` +
      `or the engine is older than those in PLATFORM.md (${reason})`,
  );
}
