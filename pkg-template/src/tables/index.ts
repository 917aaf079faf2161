// Tables, in the forms in which people have them.
// Holds: the steps from a file to cells, and the loss of digits on the way. Bytes become text (`Decoder`), a text becomes rows, and
// a row has cells (`RowReader`, of which `CsvReader` is one). `delimiterOf` tells what divides the cells of a text. The functions of
// damage.ts tell whether a program has rounded the IDs of a column.
// May import: nothing.
// Promises: input may come in pieces of any size; as long as there are limits, memory stays bounded; no cell is changed. It
// does not use Node, because the page uses it, too.

export { CsvReader } from "./csv.js";
export { isClearlyDamaged, isLost, mayBeDamaged } from "./damage.js";
export { Decoder, type DecoderOptions } from "./decoder.js";
export { type DelimiterOptions, DELIMITERS, delimiterOf } from "./delimiter.js";
export type { Limits, Row, RowReader } from "./rows.js";
