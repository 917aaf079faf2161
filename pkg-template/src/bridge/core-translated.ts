// The core in JavaScript: stands for `core.ts` in `flakekit/no-wasm`.

import { instantiate } from "../../core/core-translated.js";
import type { Core } from "./core.js";
import { sharedValue } from "./shared.js";

let running: Core | undefined;

/** The core. The first call starts it, unless another copy of this version has started one: as that of WebAssembly. */
export function core(): Core {
  return running ?? (running = sharedValue(" core", instantiate));
}
