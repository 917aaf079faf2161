// The main entry of inspection, which contains its module.

import { systemClock, unpacked } from "../bridge/index.js";
import { type InspectorRuntime, inspectWith, newInspector, scanWith } from "../inspect/index.js";
import type { Options } from "../values/index.js";

/** The module's bytes as a text. The build adds the declaration to the file. */
declare const CORE: string;

const runtime: InspectorRuntime = { _newInspector: () => newInspector(unpacked(CORE)), _clock: systemClock };

export const inspect = (id: unknown, options?: Options) => inspectWith(runtime, id, options);
export const scan = (text: unknown, options?: Options) => scanWith(runtime, text, options);
export { foreignFormats } from "../inspect/index.js";
