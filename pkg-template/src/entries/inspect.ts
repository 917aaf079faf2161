// The entries of inspection. They differ in how they get its module: see main.ts. `inlined` contains it as a text.

import { instantiate } from "../../core/inspect-translated.js";
import { systemClock, unpacked, workerClock } from "../bridge/index.js";
import {
  type InspectorRuntime,
  inspectWith,
  missingInspector,
  newInspector,
  scanWith,
  startTranslation,
} from "../inspect/index.js";
import type { Options } from "../values/index.js";
import module from "./inspect.wasm?module";

const newInspectorHere =
  FLAVOUR === "inlined"
    ? () => newInspector(unpacked(CORE))
    : FLAVOUR === "worker"
      ? () => newInspector(module)
      : FLAVOUR === "no-wasm"
        ? () => startTranslation(instantiate)
        : missingInspector;

const runtime: InspectorRuntime = {
  _newInspector: newInspectorHere,
  _clock: FLAVOUR === "worker" ? workerClock : systemClock,
};

export const inspect = (id: unknown, options?: Options) => inspectWith(runtime, id, options);
export const scan = (text: unknown, options?: Options) => scanWith(runtime, text, options);
export { foreignFormats } from "../inspect/index.js";
