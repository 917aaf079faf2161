// Starts the WebAssembly core.

import { type Core, start } from "../core/core.js";
import type { Source } from "./platform.js";
import { sharedValue } from "./shared.js";
import { ownSource, startModule } from "./start.js";

export type { Core };

let running: Core | undefined;

/** The core. The first call starts it, so that importing the package has no effect. */
export function core(): Core {
  return running ?? sharedOrNew(ownSource);
}

/** Starts the core from a module or from its bytes, unless a core of this version runs already. */
export function loadCore(source: Source): void {
  sharedOrNew(() => source);
}

/** The core that another copy of this version has started, or a new one. Copies that share a core repeat no ID. */
function sharedOrNew(source: () => Source): Core {
  const shared = sharedValue(" core", () => startModule(source(), start));
  // Assigned last: if the stack is full before, the next call starts over.
  return (running = shared);
}
