// Tables of any program: their text, their rows and their cells.
// Holds: the steps from a file to cells. `textBytes` unpacks a file, `Decoder` makes a text of bytes, a `RowReader` makes rows of a text, and a row has cells.
// `CsvReader` reads rows whose cells are divided by a character, which `delimiterOf` finds. A further form of tables is a further
// `RowReader`. `isClearlyDamaged` tells whether a program has rounded the IDs of a column.
// May import: nothing.
// Promises: input may come in pieces of any size; with `Limits`, memory stays bounded, and cells are cut only by them. It does not
// use Node, because the page uses it, too.

export { NoText, textBytes } from "./bytes.js";
export { CsvReader } from "./csv.js";
export { isClearlyDamaged, isLost, mayBeDamaged } from "./damage.js";
export { Decoder, type DecoderOptions } from "./decoder.js";
export { isEmptyCell, isNoValue } from "./empty.js";
export { type DelimiterOptions, DELIMITERS, delimiterOf } from "./delimiter.js";
export { hexDigits } from "./hex.js";
export type { Limits, Row, RowReader } from "./rows.js";
