// SQL for IDs that a database holds, for IDs that it makes, and for texts that hide IDs. Holds: the dialects, a row each; the
// expressions of times, fields and texts; the statements around them; the function that makes IDs; the functions that hide IDs. May
// import: `generated`, `ids`, `lease/stores`, `lease/stores/postgres/statements`, `lease/terms`, `types`, `values`. Promises: all texts
// follow from the format and the options, and no option but `at` can end a name or an expression; of an ID, an expression gives what the
// package's own method gives.

export { hiddenSql } from "./hidden-script.js";
export { sql } from "./sql.js";
export { nextSql } from "./next-script.js";
