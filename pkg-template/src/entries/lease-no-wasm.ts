// The entry of leases for engines without WebAssembly, which contains the protocol in JavaScript.

import { instantiate } from "../../core/lease-translated.js";
import { once } from "../bridge/index.js";
import { engine } from "./no-wasm.js";
import { internalsOf, partsOf } from "../lease/keeper/index.js";
import * as leases from "../lease/index.js";

const protocol = /* @__PURE__ */ once(instantiate);

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
