// Leases: `flakekit/lease`.
// Holds: `lease`, whose generators make the IDs of a seat; the calls of operators.
// May import: `bridge`, `generated`, `generators`, `ids`, `lease/keeper`, `lease/protocol`, `lease/stores`, `lease/terms`, `types`,
// `values`.
// Promises: no two leases of a space make the same ID; a lease without a window makes none.

import type * as api from "../../types/lease.js";
import { defineValue } from "../values/index.js";
import { lease as openLease } from "./lease.js";
import { internals, LEASE_KEY } from "./keeper/index.js";
import * as operator from "./operator.js";

// The sources in types/ declare precise types for users. The implementation has looser ones, hence the casts.
defineValue(openLease, LEASE_KEY, internals);
export const lease = openLease as unknown as typeof api.lease;
export const listSeats = operator.listSeats as typeof api.listSeats;
export const freeSeat = operator.freeSeat as typeof api.freeSeat;
export const resetSpace = operator.resetSpace as typeof api.resetSpace;
export const migrateSpace = operator.migrateSpace as unknown as typeof api.migrateSpace;

export { memory } from "./stores/index.js";
