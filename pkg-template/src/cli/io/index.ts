// What the command reads and prints.
// Holds: the interface to the process, standard input by lines, tables, JSON, colours.
// May import: nothing.
// Promises: no other room of the command names `process`, except `main.ts`; results go to standard output, all else
// to standard error.

export { announceInput, InputError, linesOfStdin, textOfStdin } from "./input.js";
export type { Io, Messages } from "./io.js";
export { bold, complain, jsonOf, notify, OutputClosed, OutputError, print, quoted, table, visible } from "./output.js";
