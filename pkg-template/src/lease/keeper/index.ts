// Keepers of seats.
// Holds: the keeper of a seat, for all leases of one space and store, with its timers, its clock, its calls of a store or
// a server; seats in the core; the options of leases.
// May import: `bridge`, `generated`, `generators`, `ids`, `lease/protocol`, `lease/stores`, `lease/terms`, `types`, `values`.
// Promises: a generator makes IDs only within a window that the store has granted; an attempt that was superseded
// changes nothing.

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
export { engine, useEngine } from "./engine.js";
export { http } from "./http.js";
export { internals, type LeaseInternals, useProtocol } from "./internals.js";
export { Keeper, type Kept } from "./keeper.js";
export { LEASE_KEY } from "./lease-key.js";
export { type LeaseSettings, readLeaseOptions, readMigration, type SpaceTerms } from "./options.js";
export type { Outcome } from "./perform.js";
export { LeasedSeat } from "./seat.js";
export { Timers } from "./timers.js";
