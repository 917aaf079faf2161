// Tables of any program: their text, their rows and their cells; and values in JSON.
// Holds: the steps from a file to cells. `textBytes` unpacks a file, `Decoder` makes a text of bytes, a `RowReader` makes rows of a
// text, and a row has cells. `CsvReader` reads rows whose cells are divided by a character, `RuledReader` tables of psql, MySQL
// and Markdown, `ObjectReader` objects of JSON; `formOf` chooses among them. A further form of tables is a further `RowReader`.
// `JsonReader` finds values of JSON by a path. `isClearlyDamaged` tells whether a program has rounded the IDs of a column, and
// `Counters`, which of its IDs hold no time, and `judgeRepeat`, why an ID occurs more than once.
// May import: nothing.
// Promises: input may come in pieces of any size; with `Limits`, memory stays bounded, and cells are cut only by them. It does not
// use Node, because the page uses it, too.

export { NoText, textBytes } from "./bytes.js";
export { Counters } from "./counters.js";
export { cellsOf, CsvReader } from "./csv.js";
export { chanceOf, chancesOf, isClearlyDamaged, isLost, looksDamaged } from "./damage.js";
export { Decoder, type DecoderOptions } from "./decoder.js";
export { isEmptyCell, isNoValue, plainCell } from "./empty.js";
export { type Form, formOf, formsOf } from "./forms.js";
export { hexDigits } from "./hex.js";
export { EXPECTED, type Found, integerOf, JsonReader } from "./json.js";
export { isJson, membersOf, ObjectReader } from "./objects.js";
export { quoted } from "./quoted.js";
export { duration, judgeRepeat, type Judged, type Verdict } from "./repeats.js";
export type { Limits, Row, RowReader } from "./rows.js";
export { isRuled } from "./ruled.js";
