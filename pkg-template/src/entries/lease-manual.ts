// The entry of leases for users who load the module of their protocol themselves.

import type { Source } from "../bridge/index.js";
import { engine } from "./manual.js";
import { internalsOf, partsOf } from "../lease/keeper/index.js";
import * as leases from "../lease/index.js";
import { type LeaseCore, missingLeaseCore, newLeaseCore } from "../lease/protocol/index.js";

/** The module that the user has given. */
let given: LeaseCore | undefined;

const protocol = (): LeaseCore => given ?? missingLeaseCore();

const parts = /* @__PURE__ */ partsOf(engine, protocol);

export const lease = (format: unknown, options: unknown) => leases.openLease(parts, format, options);
export const leaseFromServer = (format: unknown, options: unknown) =>
  leases.openLease({ _engine: engine, _keeperCore: protocol }, format, options);
export const listSeats = (store: unknown, space: unknown) => leases.listSeats(protocol, store, space);
export const freeSeat = (store: unknown, space: unknown, seat: unknown) =>
  leases.freeSeat(protocol, store, space, seat);
export const resetSpace = (store: unknown, space: unknown) => leases.resetSpace(protocol, store, space);
export const migrateSpace = (format: unknown, options: unknown) =>
  leases.migrateSpace(engine, protocol, format, options);
export const internals = /* @__PURE__ */ internalsOf(engine, protocol);
export { memory } from "../lease/index.js";

/** Starts the module, given compiled or as its bytes, or takes an instance, unless it runs already. */
export function loadLeases(source: Source | WebAssembly.Instance): void {
  given ??= newLeaseCore(source);
}
