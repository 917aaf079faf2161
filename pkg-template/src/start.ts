// Starts WebAssembly modules.

import { FlakeError } from "./errors.js";
import { platform, type Source } from "./platform.js";

/** How users load a module themselves, for messages. */
export interface Loading {
  /** The entry without the module. */
  readonly entry: string;
  /** The function that takes the module. */
  readonly loader: string;
  /** The module's file. */
  readonly file: string;
}

const LOADING_OF_CORE: Loading = { entry: "flakekit/manual", loader: "loadCore", file: "flakekit/core.wasm" };

/** The module that the entry brings. */
export function ownSource({ entry, loader, file } = LOADING_OF_CORE): Source {
  if (platform.source !== undefined) return platform.source();
  throw new FlakeError(
    "CORE_MISSING",
    `${entry} has no module yet; call ${loader} with the module ${file}, or its bytes, first`,
  );
}

/** Starts a module, given compiled or as its bytes. */
export function startModule<T>(
  source: Source,
  start: (module: WebAssembly.Module) => T,
  loading: Loading = LOADING_OF_CORE,
): T {
  try {
    return start(isModule(source) ? source : new WebAssembly.Module(source));
  } catch (error) {
    throw startError(error, source, loading);
  }
}

/** Whether the source is a compiled module, of this realm or another. */
function isModule(source: Source): source is WebAssembly.Module {
  try {
    // Throws for everything but a module.
    WebAssembly.Module.exports(source as WebAssembly.Module);
    return true;
  } catch {
    return false;
  }
}

/** The error to throw if a module does not start. */
function startError(error: unknown, source: Source, { loader, file }: Loading): unknown {
  const { name } = error as Error;
  const reason = String(error);
  // In a page, Chromium before 115 compiles and instantiates at most 4 KB outside of workers. It is a RangeError too.
  const isTooLarge = reason.includes("main thread");
  // The stack or the memory is full, which says nothing about the module.
  if (!isTooLarge && ["RangeError", "InternalError"].includes(name)) return error;
  if (typeof WebAssembly === "undefined") {
    return new FlakeError(
      "CORE_BLOCKED",
      "there is no WebAssembly here (React Native's Hermes and Node with --jitless have none); " +
        "IDs can be read and checked here, but they must be made and inspected elsewhere, such as on a server",
    );
  }
  // Runtimes that forbid compilation throw a CompileError or an EvalError, but still validate the bytes.
  const isForbidden = ["CompileError", "EvalError"].includes(name) && WebAssembly.validate(source as BufferSource);
  if (isTooLarge || isForbidden) {
    return new FlakeError(
      "CORE_BLOCKED",
      "WebAssembly can't be compiled here: a Content-Security-Policy needs script-src 'wasm-unsafe-eval', " +
        `a Worker the bundler's condition 'workerd', a page in Chromium before 115 a Web Worker (${reason})`,
    );
  }
  return new FlakeError(
    "CORE_INVALID",
    `this is no module that runs here: ${loader} takes the module ${file} of this version, or its bytes, ` +
      `once they are there; or the engine is older than those in PLATFORM.md (${reason})`,
  );
}
