import type * as api from "../../types/lease.js";
import { defineValue } from "../define-value.js";
import { lease as openLease } from "./lease.js";
import { leaseInternals } from "./internals.js";
import { LEASE_KEY } from "./lease-key.js";
import * as operator from "./operator.js";

// The sources in types/ declare precise types for users. The implementation has looser ones, hence the casts.
defineValue(openLease, LEASE_KEY, leaseInternals);
export const lease = openLease as unknown as typeof api.lease;
export const listSeats = operator.listSeats as typeof api.listSeats;
export const freeSeat = operator.freeSeat as typeof api.freeSeat;
export const resetSpace = operator.resetSpace as typeof api.resetSpace;
export const migrateSpace = operator.migrateSpace as unknown as typeof api.migrateSpace;

export { memory } from "./memory.js";
