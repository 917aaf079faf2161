// The main entry of leases, which contains the module of their protocol for claimants. What fewer programs need is in files of
// their own, which bundlers leave out: the complete module, and the small one of pages that ask a server.

import { bytesOf, once } from "../bridge/index.js";
import { complete } from "./complete.js";
import { engine } from "./inlined.js";
import { internalsOf, partsOf } from "../lease/keeper/index.js";
import * as leases from "../lease/index.js";
import { newKeeperCore, newLeaseCore } from "../lease/protocol/index.js";
import { keepers } from "./keepers.js";

/** The module's bytes as hex digits. The build adds the declaration to the file. */
declare const CORE: string;

const claimants = /* @__PURE__ */ once(() => newLeaseCore(bytesOf(CORE)));
const protocol = /* @__PURE__ */ once(() => newLeaseCore(bytesOf(complete)));
const ofKeepers = /* @__PURE__ */ once(() => newKeeperCore(bytesOf(keepers)));

const parts = /* @__PURE__ */ partsOf(engine, claimants);

export const lease = (format: unknown, options: unknown) => leases.openLease(parts, format, options);
export const leaseFromServer = (format: unknown, options: unknown) =>
  leases.openLease({ _engine: engine, _keeperCore: ofKeepers }, format, options);
export const listSeats = (store: unknown, space: unknown) => leases.listSeats(protocol, store, space);
export const freeSeat = (store: unknown, space: unknown, seat: unknown) =>
  leases.freeSeat(protocol, store, space, seat);
export const resetSpace = (store: unknown, space: unknown) => leases.resetSpace(protocol, store, space);
export const migrateSpace = (format: unknown, options: unknown) =>
  leases.migrateSpace(engine, protocol, format, options);
export const internals = /* @__PURE__ */ internalsOf(engine, protocol);
export { memory } from "../lease/index.js";
