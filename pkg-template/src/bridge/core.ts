// Starts the WebAssembly core.

import type { Core } from "../../core/core.js";
import type { Source } from "./platform.js";
import { sharedValue } from "./shared.js";
import { type Loading, ownSource, startNamed } from "./start.js";

export type { Core };

const LOADING: Loading = {
  _entry: "flakekit/manual",
  _loader: "loadCore",
  _file: "flakekit/core.wasm",
  _noWasm: "flakekit/no-wasm",
};

let running: Core | undefined;

/** The core. The first call starts it, so that importing the package has no effect. */
export function core(): Core {
  return running ?? sharedOrNew(() => ownSource(LOADING));
}

/**
 * Starts the core from a module or from its bytes, or takes a running instance. Does nothing if a core of this version
 * runs already.
 */
export function loadCore(source: Source | WebAssembly.Instance): void {
  sharedOrNew(() => source);
}

/** The core that another copy of this version has started, or else a new one. Copies that share a core repeat no ID. */
function sharedOrNew(source: () => Source | WebAssembly.Instance): Core {
  const shared = sharedValue(" core", () => startNamed<Core>(source(), "flakekit", LOADING));
  // Assigned last: if the stack was full before, the next call starts over.
  return (running = shared);
}
