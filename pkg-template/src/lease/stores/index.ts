// The common parts of all stores of leases. Each folder in it is a store, and the entry `flakekit/lease/<folder>`.
// Holds: checks of the arguments of stores; the error of stores; their retries and time-outs; records that are lost; the
// rows and errors of databases; the texts that they keep; the store in memory.
// May import: `generated`, `types`, `values`.
// Promises: a store knows nothing of the protocol and of keepers: it reads records and replaces one under a guard.

export {
  areAsRead,
  checkGuard,
  checkKey,
  checkKeys,
  checkPrevious,
  checkRecord,
  checkSpace,
  optionalGeneration,
} from "./checks.js";
export { HAS_LOST, LOOK_MS, type Losing, MAKING_MS, recordsLost } from "./lost.js";
export { Again, retry, sleep } from "./retry.js";
export { type Failures, locationOf, retryStatement, type Row, rowsOf } from "./statements.js";
export { storeFailed } from "./store-error.js";
export { memory } from "./memory.js";
export { codesOf, isPermanent } from "./permanent.js";
export { CONTROL, GENERATION, hexOf, joinTexts, MAX_AVOIDED, MAX_NAME_LENGTH, PRINTABLE, randomHex } from "./texts.js";
export { startTimer, type Timer, within } from "./within.js";
