// Starts the WebAssembly core.

import { type Core, start as startCore } from "../core/core.js";
import { FlakeError } from "./errors.js";
import { allHolders } from "./holders.js";
import { platform, type Source } from "./platform.js";
import { sharedValue } from "./shared.js";

export type { Core };

let running: Core | undefined;

/** The core. The first call starts it, so that importing the package has no effect. */
export function core(): Core {
  return running ?? sharedOrNew(platform.source);
}

/** Starts the core from a module or from its bytes, unless a core of this version runs already. */
export function loadCore(source: Source): void {
  sharedOrNew(() => source);
}

/** Uses the core of another copy of this version, whose formats this copy works on. */
export function adoptCore(core: Core): void {
  running = core;
}

/** The core that another copy of this version has started, or a new one. Copies that share a core repeat no ID. */
function sharedOrNew(source: () => Source): Core {
  const shared = sharedValue("", () => start(source()));
  // Copies that share the core must share the holders too. Share them now: the global objects may be frozen later.
  allHolders();
  // Assigned last: if the stack is full before, the next call starts over.
  return (running = shared);
}

function start(source: Source): Core {
  return startModule(source, startCore);
}

/** Starts a module, given compiled or as its bytes. */
export function startModule<T>(source: Source, start: (module: WebAssembly.Module) => T): T {
  try {
    return start(isModule(source) ? source : new WebAssembly.Module(source));
  } catch (error) {
    throw startError(error, source);
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

/** The error to throw if the core does not start. */
function startError(error: unknown, source: Source): unknown {
  const { name } = error as Error;
  const reason = String(error);
  // In a page, Chromium before 115 compiles and instantiates at most 4 KB outside of workers. It is a RangeError too.
  const isTooLarge = reason.includes("main thread");
  // The stack or the memory is full, which says nothing about the core.
  if (!isTooLarge && ["RangeError", "InternalError"].includes(name)) return error;
  if (typeof WebAssembly === "undefined") {
    return new FlakeError(
      "CORE_BLOCKED",
      "there is no WebAssembly here (React Native's Hermes and Node with --jitless have none); " +
        "make and read IDs elsewhere, such as on a server",
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
    "this is no core that runs here: loadCore takes the module flakekit/core.wasm of this version, or its bytes, " +
      `once they are there; or the engine is older than those in PLATFORM.md (${reason})`,
  );
}
