// The entry of inspection for users who load its module themselves.

import { systemClock } from "../bridge/index.js";
import { type InspectorRuntime, inspectWith, missingInspector, scanWith } from "../inspect/index.js";
import type { Options } from "../values/index.js";

const runtime: InspectorRuntime = { _newInspector: missingInspector, _clock: systemClock };

export const inspect = (id: unknown, options?: Options) => inspectWith(runtime, id, options);
export const scan = (text: unknown, options?: Options) => scanWith(runtime, text, options);
export { foreignFormats } from "../inspect/index.js";
export { loadInspector } from "../inspect/index.js";
