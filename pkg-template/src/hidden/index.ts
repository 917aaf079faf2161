// Hidden IDs: texts that do not show when an ID was made.
// Holds: the class of hidden IDs, its options, and the start and the calls of its module, which has the cipher.
// May import: `bridge`, `generated`, `glue`, `ids`, `types`, `values`.
// Promises: no key is in a message, in a console or in JSON; a text that fails its check is refused; a change of the caller's key after
// the call changes nothing.

export { newHiddenCore, Table } from "./table.js";
export { hiddenWith } from "./hidden.js";
