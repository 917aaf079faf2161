// The language of the command line.
// Holds: the tables of commands and options, from which the parser, the help and the completions are made; the readers of
// options' values.
// May import: `cli/io`, `generated`, `values`.
// Promises: a wrong argument is a `UsageError` that says what to write.

export { type CommandName, COMMANDS } from "./commands.js";
export { printCompletions } from "./completions.js";
export { commandNamed, help, helpOf, INTRODUCTION } from "./help.js";
export {
  CLIENT_OPTIONS,
  DIALECTS,
  EPOCH_OPTION,
  FIELD_OPTIONS,
  fieldsOf,
  givenFields,
  HIDDEN_SQL_OPTIONS,
  KEY_BYTES,
  LEASE_OPTIONS,
  namesOf,
  NEXT_SQL_OPTIONS,
  SQL_OPTIONS,
  TERM_OPTIONS,
} from "./options.js";
export { type Given, read } from "./parse.js";
export { defaultOf, MAX_LEASE_WAIT, openStore, termsOf } from "./store.js";
export { inOwnWords, kebab, plain, UsageError, wholeNumbers } from "./usage.js";
export {
  fieldNumbers,
  findFormat,
  FOREIGN_NAMES,
  instant,
  numbersOf,
  prefixedTexts,
  refuseForeignFields,
  requiredFormat,
  textOptions,
  textWriter,
  wholeNumber,
  withEpoch,
} from "./values.js";
