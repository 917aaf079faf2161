// Starts the core.

import type { Core } from "../../core/core.js";
import { knownValue, sharedValue } from "./shared.js";
import { exportsOf, type Loading, missing, type Source, startGiven, startModule } from "./start.js";

export type { Core };

const LOADING: Loading = {
  _entry: "flakekit",
  _loader: "loadCore",
  _file: "flakekit/core.wasm",
};

let running: Core | undefined;

/** The core that runs. A generator of this copy of the package, or of another copy, has started it. */
export function core(): Core {
  return running ?? (running = knownValue<Core>(" core") as Core);
}

/**
 * The core that another copy of this version has started, or else a new one. Copies that share a core repeat no ID. An entry
 * gives `make` with each call that may be the first, so that importing the package has no effect.
 */
export function startCore(make: () => Core): Core {
  if (running !== undefined) return running;
  const shared = sharedValue(" core", make);
  // `running` is assigned last: if the stack is full earlier, the next call starts from the beginning.
  return (running = shared);
}

/** A new core of a module that an entry has. `compile` returns it. */
export const newCore = (compile: () => WebAssembly.Module): Core => startModule(LOADING, () => exportsOf(compile()));

/** The place of `newCore` in the entry whose users load the core. */
export function missingCore(): never {
  throw missing(LOADING);
}

/**
 * Starts the core from a module or from its bytes, or takes a running instance. Does nothing if a core of this version
 * runs already.
 */
export function loadCore(source: Source | WebAssembly.Instance): void {
  startCore(() => startGiven<Core>(source, LOADING));
}
