// The entries of inspection. They differ in how they get its module: see main.ts. All but `inlined` have the complete module for
// everything. `inlined` has two, of which bundlers leave out the complete one if a program judges no columns.

import { instantiate } from "../../core/inspect-translated.js";
import { moduleOf, systemClock, workerClock } from "../bridge/index.js";
import {
  inspectAllWith,
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
  FLAVOUR === "inlined" || FLAVOUR === "script"
    ? () => newInspector(() => moduleOf(CORE))
    : FLAVOUR === "worker"
      ? () => newInspector(() => module)
      : FLAVOUR === "no-wasm"
        ? () => startTranslation(instantiate)
        : missingInspector;

const clock = FLAVOUR === "worker" ? workerClock : systemClock;
const runtime: InspectorRuntime = {
  _newInspector: newInspectorHere,
  _isComplete: FLAVOUR !== "inlined",
  _clock: clock,
};

const newComplete = FLAVOUR === "inlined" ? () => newInspector(() => moduleOf(COMPLETE)) : newInspectorHere;
const complete: InspectorRuntime = { _newInspector: newComplete, _isComplete: true, _clock: clock };

export const inspect = (id: unknown, options?: Options) => inspectWith(runtime, id, options);
export const inspectAll = (ids: unknown, options?: Options) => inspectAllWith(complete, ids, options);
export const scan = (text: unknown, options?: Options) => scanWith(runtime, text, options);
export { foreignFormats } from "../inspect/index.js";
