// The input and the output of the command.
// Holds: the interface to the process, standard input by lines, aligned tables, JSON, colours.
// May import: `tables`.
// Promises: of all files of the command, only `main.ts` names `process`; results go to standard output, and all other
// texts to standard error.

export { quoted } from "../../tables/index.js";
export { announceInput, InputError, inputOf, linesOfStdin, textOfStdin } from "./input.js";
export type { Io, Messages } from "./io.js";
export { bold, complain, dim, jsonOf, notify, OutputClosed, OutputError, print, table, visible } from "./output.js";
