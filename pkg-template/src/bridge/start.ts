// Starts WebAssembly modules.

import { FlakeError } from "../values/index.js";

declare const VERSION: string;

/** A compiled module of any realm, or the bytes of one. */
export type Source = WebAssembly.Module | BufferSource;

/** The names that messages need to explain how users load a module themselves. */
export interface Loading {
  /** The entry. The names of those without the module and without WebAssembly begin with it, and so does that of the module's export. */
  readonly _entry: string;
  /** The function that takes the module, if there is one. */
  readonly _loader?: string;
  /** The module's file. */
  readonly _file: string;
}

/** The remedy that all errors of a module have in common. */
const loadIt = ({ _entry, _loader }: Loading): string => `load it by ${_loader} of ${_entry}/manual`;

/** The error of an entry whose users load the module, if they have not loaded it. */
export const missing = (loading: Loading): FlakeError =>
  new FlakeError("CORE_MISSING", `${loading._file} of this version is missing: ${loadIt(loading)}`);

/** A function that makes a value at its first call, and returns it at all calls. If `make` throws, the next call tries again. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The exports of a started module that imports nothing. */
export const exportsOf = (module: WebAssembly.Module): unknown => new WebAssembly.Instance(module).exports;

/** Calls `start`, which starts a module and returns its exports. Words the error if it throws. */
export function startModule<T>(loading: Loading, start: () => unknown): T {
  try {
    return start() as T;
  } catch (error) {
    throw startError(error, loading);
  }
}

/**
 * Starts a module that a user gives, or takes an instance of it; returns its exports. The module is recognised by an export that the
 * build adds, whose name is that of the entry and the version. `startWith` starts a compiled module.
 */
export function startGiven<T>(source: Source | WebAssembly.Instance, loading: Loading, startWith = exportsOf): T {
  return startModule(loading, () => {
    const compiled = (): WebAssembly.Module =>
      isModule(source) ? (source as WebAssembly.Module) : new WebAssembly.Module(source as BufferSource);
    const exports = (exportsOfInstance(source) ?? startWith(compiled())) as object;
    if (`${loading._entry} ${VERSION}` in exports) return exports;
    throw new TypeError("it is another module");
  });
}

/** The exports of an instance, of this realm or another; `undefined` for other values. */
function exportsOfInstance(source: unknown): WebAssembly.Exports | undefined {
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
function startError(error: unknown, loading: Loading): unknown {
  const reason = String(error);
  // A full stack or a full memory says nothing about the module. But in a page, Chromium before 115 compiles and instantiates at most
  // 4 KB outside of workers, and its error is a RangeError too.
  if (isExhausted(error) && !reason.includes("main thread")) return error;
  const remedy = loading._loader ? `${loadIt(loading)}, or` : "or";
  return new FlakeError(
    "CORE_FAILED",
    `${loading._file} of this version did not start (${reason}): allow WebAssembly (a Content-Security-Policy needs ` +
      `script-src 'wasm-unsafe-eval', a Worker the condition 'workerd'), ${remedy} import ${loading._entry}/no-wasm`,
  );
}
