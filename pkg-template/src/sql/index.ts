// SQL for IDs that a database holds.
// Holds: the dialects, a row each; the expressions of times, fields and texts; the statements around them.
// May import: `generated`, `ids`, `types`, `values`.
// Promises: all texts follow from the format and the options, and no option but `at` can end a name or an expression; an
// expression gives what the package's own method gives, or NULL where that refuses the ID.

export { sql } from "./sql.js";
