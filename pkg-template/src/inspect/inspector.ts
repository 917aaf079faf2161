// Starts the WebAssembly module of inspection.

import { type Inspector, start } from "../../core/inspect.js";
import { type Loading, missing, type Source, startGiven, startModule } from "../bridge/index.js";

const LOADING: Loading = {
  _entry: "flakekit/inspect",
  _loader: "loadInspector",
  _file: "flakekit/inspect.wasm",
};

/** The values that an entry of inspection gives to the functions of inspection. */
export interface InspectorRuntime {
  /** Makes the entry's module. It is called if no module runs. */
  readonly _newInspector: () => Inspector;
  /** Whether this module judges columns, too. It takes the place of a running module that does not. */
  readonly _isComplete: boolean;
  /** The system clock in Unix ms. */
  readonly _clock: () => number;
}

let running: Inspector | undefined;

/** Whether the running module judges columns. */
let isComplete = false;

/** The running module, which `startInspector` has started. */
export function inspector(): Inspector {
  return running as Inspector;
}

/** Starts the module, unless one runs that does as much. */
export function startInspector({ _newInspector, _isComplete }: Omit<InspectorRuntime, "_clock">): void {
  if (running !== undefined && (isComplete || !_isComplete)) return;
  running = _newInspector();
  isComplete = _isComplete;
}

/** Starts a module that an entry has. `compile` returns it. */
export const newInspector = (compile: () => WebAssembly.Module): Inspector =>
  startModule(LOADING, () => start(compile()));

/** The place of `newInspector` in the entry whose users load the module. */
export function missingInspector(): never {
  throw missing(LOADING);
}

/** Starts the complete module, given compiled or as its bytes, unless it runs already. */
export function loadInspector(source: Source): void {
  startInspector({
    _newInspector: () => startGiven<Inspector>(source, LOADING, start),
    _isComplete: true,
  });
}

/** Writes a text to the module, for its next call. */
export function writeText(text: string): void {
  // Room is asked for before the view of the memory is made, because the memory may grow.
  const address = inspector().text_room(text.length);
  const units = new Uint16Array(inspector().memory.buffer, address, text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
}

/** The numbers of the answer to the last reading: a copy, because the next call may overwrite them, and move the memory. */
export const answer = (count: number): Float64Array =>
  new Float64Array(inspector().memory.buffer, inspector().answer_address(), count).slice();

export { startTranslation } from "../../core/inspect.js";
