// The entry of leases for edge functions, which takes the module of their protocol from the bundler: see edge-light.ts.

import module from "./lease.wasm?module";
import { once } from "../bridge/index.js";
import { engine } from "./edge-light.js";
import { internalsOf, partsOf } from "../lease/keeper/index.js";
import * as leases from "../lease/index.js";
import { newLeaseCore } from "../lease/protocol/index.js";

const protocol = /* @__PURE__ */ once(() => newLeaseCore(module));

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
