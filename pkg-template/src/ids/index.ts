// Reading, checking and writing IDs.
// Holds: the class of formats with every member that reads, checks and writes IDs; values as words of 32 bits,
// fields, times, encodings, columns.
// May import: `bridge`, `generated`, `types`, `values`.
// Promises: nothing here starts a module; a text that is no ID of the format is refused, never repaired; all code of users
// runs before the value (`value.ts`) is written.

export { GENERATOR_KEY, HIDDEN_KEY } from "./brand.js";
export { decodeColumns } from "./columns.js";
export {
  chosenEncoding,
  type Encoding,
  importedEncoding,
  makeStyle,
  requireStyle,
  type Style,
  type TextForm,
  type TextShape,
} from "./encodings.js";
export {
  describeFields,
  type Field,
  type FieldExtras,
  type FieldRow,
  inRange,
  missing,
  placeField,
  wholeNumber,
  wholeUpTo,
} from "./fields.js";
export {
  type Descriptor,
  type Extras,
  Format,
  format,
  type Id,
  noText,
  readTime,
  requiredIdText,
  requireMaking,
} from "./format.js";
export { layoutOf, nodeNames, nodesIn, readNodes } from "./identity.js";
export { instant } from "./instant.js";
export { jsonSchema } from "./json-schema.js";
export { lost } from "./lost.js";
export { POLICY_NAMES, readPolicies } from "./policies.js";
export { prefixed, type Prefixed, prefixedOf } from "./prefixed.js";
export { requiredBranded, requiredFormat } from "./recognise.js";
export { type IdSchema, type StandardSchema, standardSchema, textSchema } from "./standard.js";
export { sort } from "./sort.js";
export { leadingZero, readDigits, refuseText, whyWrong, writeText } from "./texts.js";
export { outOfTime, requireEpoch, tickAt, Ticks } from "./time.js";
export { flip, highPart, numberAt, placeOf, setValue, Word, words } from "./value.js";
