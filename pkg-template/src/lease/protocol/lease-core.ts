// Starts the WebAssembly modules of leases. Each entry has modules of its own, and gives them as arguments.

import type { ClaimantCore } from "../../../core/claimant.js";
import type { KeeperCore } from "../../../core/keeper.js";
import type { LeaseCore } from "../../../core/lease.js";
import { type Loading, missing, type Source, startNamed } from "../../bridge/index.js";

export type { ClaimantCore, KeeperCore, LeaseCore };

const LOADING: Loading = {
  _entry: "flakekit/lease/manual",
  _loader: "loadLeases",
  _file: "flakekit/lease.wasm",
  _noWasm: "flakekit/lease/no-wasm",
  _takesInstance: true,
};

/** The module of the protocol: complete, or only what claimants need. Given compiled or as its bytes, or as an instance. */
export function newLeaseCore(source: Source | WebAssembly.Instance): LeaseCore {
  return startNamed(source, "flakekit/lease", LOADING);
}

/** The small module, with the states of keepers only. */
export function newKeeperCore(source: Source): KeeperCore {
  return startNamed(source, "flakekit/keeper", LOADING);
}

/** The module that the user has given. */
let given: LeaseCore | undefined;

/** The place of `newLeaseCore` in the entry whose users load the module. */
export function givenLeaseCore(): LeaseCore {
  if (given === undefined) throw missing(LOADING);
  return given;
}

/** Starts the module, given compiled or as its bytes, or takes an instance, unless it runs already. */
export function loadLeases(source: Source | WebAssembly.Instance): void {
  given ??= newLeaseCore(source);
}
