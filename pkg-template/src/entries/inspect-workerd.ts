// The entry of inspection for Workers, which takes its module from the bundler: see workerd.ts.

import module from "./inspect.wasm";
import { workerClock } from "../bridge/index.js";
import { type InspectorRuntime, inspectWith, newInspector, scanWith } from "../inspect/index.js";
import type { Options } from "../values/index.js";

const runtime: InspectorRuntime = { _newInspector: () => newInspector(module), _clock: workerClock };

export const inspect = (id: unknown, options?: Options) => inspectWith(runtime, id, options);
export const scan = (text: unknown, options?: Options) => scanWith(runtime, text, options);
export { foreignFormats } from "../inspect/index.js";
