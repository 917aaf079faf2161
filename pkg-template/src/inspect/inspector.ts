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

/** Views of the module's memory. They are kept, because to make two views takes a twentieth of a reading. */
let units = /* @__PURE__ */ new Uint16Array();
let doubles = /* @__PURE__ */ new Float64Array();

/** Makes the views anew if the memory has grown, or if another module runs. */
function viewMemory(): void {
  const { buffer } = inspector().memory;
  if (units.buffer === buffer) return;
  units = new Uint16Array(buffer);
  doubles = new Float64Array(buffer);
}

/** Writes a text to the module, for its next call. */
export function writeText(text: string): void {
  // Room is asked for before the memory is viewed, because the memory may grow.
  const first = inspector().text_room(text.length) / units.BYTES_PER_ELEMENT;
  viewMemory();
  for (let at = 0; at < text.length; at += 1) units[first + at] = text.charCodeAt(at);
}

/** A copy of the numbers of the answer to the last reading, because the next call may move the memory. `into` may be longer. */
export function copyAnswer(count: number, into: Float64Array = new Float64Array(count)): Float64Array {
  const first = inspector().answer_address() / doubles.BYTES_PER_ELEMENT;
  viewMemory();
  for (let at = 0; at < count; at += 1) into[at] = doubles[first + at] as number;
  return into;
}

/** How many numbers the answers about most IDs have at most. */
const ROOM = 1024;

/** Room for such an answer, unless one is being read. A new array for each takes a tenth of a reading. */
let room: Float64Array | undefined;

/**
 * Calls `read` with the numbers of the answer to the last reading. `read` must not keep them, because the next answer overwrites them. If
 * `read` itself causes a reading, which it does in a program that has replaced `Date` by such a function, this one has room of its own.
 */
export function readAnswer<T>(count: number, read: (numbers: Float64Array) => T): T {
  const numbers = count > ROOM ? new Float64Array(count) : (room ?? new Float64Array(ROOM));
  room = undefined;
  // An answer without numbers, of a module that has lost its reader, is an empty list.
  numbers[0] = 0;
  const result = read(copyAnswer(count, numbers));
  if (count <= ROOM) room = numbers;
  return result;
}

export { startTranslation } from "../../core/inspect.js";
