// The commands that make and read IDs.
// Holds: `new`, `decode`, `check`, `inspect`, `scan`, `layout`, `formats`, `range`, `sql`; IDs out of lines, tables and JSON; rows of tables.
// May import: `cli/io`, `cli/words`, `generated`, `layout`, `tables`.
// Promises: input is read and printed as it comes, and the digits of an ID are never rounded.

export { checkIds } from "./check.js";
export { decodeIds } from "./decode.js";
export { formats } from "./formats.js";
export { inspectIds } from "./inspect.js";
export { findLayout } from "./layout.js";
export { makeChunk, makeIds } from "./new.js";
export { Unread } from "./print.js";
export { printRange } from "./range.js";
export { scanStdin } from "./scan.js";
export { printSql } from "./sql.js";
