// Values that users pass in, and errors.
// Holds: `FlakeError`; readers of options, numbers, instants and lists; listeners of signals; the base class of objects
// that consoles show.
// May import: `generated`, `types`.
// Promises: each property of a user's object is read once; a refusal names the value and the values that are allowed; no
// setter of a prototype is called.

export { append, defineProperty, defineValue, definition, itemAt } from "./define-value.js";
export { FlakeError, type FlakeErrorCode } from "./errors.js";
export { instantToMs, WHOLE, writtenToMs } from "./instant.js";
export { INSPECT, Logged } from "./logs.js";
export { addAbortListener, removeAbortListener, untilAborted } from "./signals.js";
export { readTweak } from "./tweak.js";
export { fromUtf8 } from "./utf8.js";
export {
  ABSENT,
  asNumber,
  bigintOf,
  collect,
  copyList,
  fillBraces,
  invalid,
  isBytes,
  iso,
  isWholeNumber,
  isWithinBuffer,
  LAST_MS,
  optionalChoice,
  optionalFlag,
  optionalWithin,
  type Options,
  partsOfTypedArray,
  quoted,
  readGuarded,
  readOptions,
  readProperties,
  readRange,
  reason,
  refuseUnsafe,
  unsafe,
  requiredChoice,
  requiredList,
  requiredNumber,
  requiredText,
  requiredWithin,
  typedArrayLength,
  typedArrayName,
  wholeFrom,
} from "./values.js";
