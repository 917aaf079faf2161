// Keepers of seats.
// Holds: the keeper of a seat, for all leases of one space and store, with its timers, its clock, its calls of a store or
// a server; seats in the core; the options of leases.
// May import: `bridge`, `generated`, `generators`, `ids`, `lease/protocol`, `lease/stores`, `lease/terms`, `types`, `values`.
// Promises: a generator makes IDs only within a window that the store has granted; an attempt that was superseded
// changes nothing.

export { type LeaseParts, partsOf } from "./claimants.js";
export { elapsed, monotonic } from "./clock.js";
export {
  type AnyStore,
  type Connection,
  keysOf,
  mayHaveSpace,
  readStore,
  refusedSwaps,
  requiredStore,
  swapInStore,
} from "./connection.js";
export { http } from "./http.js";
export { internalsOf, type LeaseInternals } from "./internals.js";
export { Keeper, type Kept } from "./keeper.js";
export { type Facts, type LeaseSettings, readFacts, readLeaseOptions, readOrder, type SpaceTerms } from "./options.js";
export { type Outcome, perform } from "./perform.js";
export { asFlakeError } from "./reasons.js";
export { LeasedSeat } from "./seat.js";
export { Timers } from "./timers.js";
