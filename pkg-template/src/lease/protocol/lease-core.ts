// Starts the WebAssembly modules of leases. Each entry has modules of its own, and gives them as arguments.

import type { ClaimantCore } from "../../../core/claimant.js";
import type { KeeperCore } from "../../../core/keeper.js";
import type { LeaseCore } from "../../../core/lease.js";
import { exportsOf, type Loading, missing, type Source, startGiven, startModule } from "../../bridge/index.js";

export type { ClaimantCore, KeeperCore, LeaseCore };

const LOADING: Loading = {
  _entry: "flakekit/lease",
  _loader: "loadLeases",
  _file: "flakekit/lease.wasm",
};

/**
 * Starts a module that an entry has. `compile` returns it. It is the protocol: complete, or only what claimants need, or only the states
 * of keepers.
 */
export const newLeaseCore = <T extends KeeperCore = LeaseCore>(compile: () => WebAssembly.Module): T =>
  startModule(LOADING, () => exportsOf(compile()));

/** The module that the user has given. */
let given: LeaseCore | undefined;

/** The place of `newLeaseCore` in the entry whose users load the module. */
export function givenLeaseCore(): LeaseCore {
  if (given === undefined) throw missing(LOADING);
  return given;
}

/** Starts the module, given compiled or as its bytes, or takes an instance, unless it runs already. */
export function loadLeases(source: Source | WebAssembly.Instance): void {
  given ??= startGiven<LeaseCore>(source, LOADING);
}
