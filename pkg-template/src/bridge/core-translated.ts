// Starts the core that was translated to JavaScript. In the bundle of `flakekit/no-wasm`, this file replaces `core.ts`.

import { instantiate } from "../../core/core-translated.js";
import type { Core } from "./core.js";
import { sharedValue } from "./shared.js";

let running: Core | undefined;

/** The core. The first call starts it, unless another copy of this version has started one, translated or not. */
export function core(): Core {
  return running ?? (running = sharedValue(" core", instantiate));
}
