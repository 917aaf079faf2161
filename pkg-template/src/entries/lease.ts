// The entries of leases. They differ in how they get the module of the protocol: see main.ts. All but `inlined` have the complete
// module for everything. `inlined` has three, of which bundlers leave out what a program does not use: the one for claimants, the
// complete one for servers and operators, and the small one of pages that ask a server.

import { instantiate } from "../../core/lease-translated.js";
import { moduleOf, once } from "../bridge/index.js";
import * as leases from "../lease/index.js";
import { internalsOf, partsOf } from "../lease/keeper/index.js";
import { givenLeaseCore, type KeeperCore, newLeaseCore } from "../lease/protocol/index.js";
import module from "./lease.wasm?module";
import { engine } from "./main.js";

const newComplete =
  FLAVOUR === "inlined"
    ? () => newLeaseCore(() => moduleOf(COMPLETE))
    : FLAVOUR === "script"
      ? () => newLeaseCore(() => moduleOf(CORE))
      : FLAVOUR === "worker"
        ? () => newLeaseCore(() => module)
        : instantiate;

const complete = FLAVOUR === "manual" ? givenLeaseCore : /* @__PURE__ */ once(newComplete);
const claimants = FLAVOUR === "inlined" ? /* @__PURE__ */ once(() => newLeaseCore(() => moduleOf(CORE))) : complete;
const keepers =
  FLAVOUR === "inlined" ? /* @__PURE__ */ once(() => newLeaseCore<KeeperCore>(() => moduleOf(KEEPERS))) : complete;

const parts = /* @__PURE__ */ partsOf(engine, claimants);

export const lease = (format: unknown, options: unknown) => leases.openLease(parts, format, options);
export const lazyLease = (format: unknown, options: unknown, terms: unknown) =>
  leases.lazyLease(parts, format, options, terms);
export const leaseFromServer = (format: unknown, options: unknown) =>
  leases.openLease({ _engine: engine, _keeperCore: keepers }, format, options);
export const listSeats = (store: unknown, space: unknown) => leases.listSeats(complete, store, space);
export const freeSeat = (store: unknown, space: unknown, seat: unknown) =>
  leases.freeSeat(complete, store, space, seat);
export const resetSpace = (store: unknown, space: unknown) => leases.resetSpace(complete, store, space);
export const migrateSpace = (format: unknown, options: unknown) =>
  leases.migrateSpace(engine, complete, format, options);
export const prepareSpace = (format: unknown, options: unknown) =>
  leases.prepareSpace(engine, complete, format, options);
export const internals = /* @__PURE__ */ internalsOf(engine, complete);
export { memory } from "../lease/index.js";
