// Starts the WebAssembly module of the protocol of leases.

import type { ClaimantCore } from "../../../core/claimant.js";
import type { LeaseCore } from "../../../core/lease.js";
import { bytesOf, ownSource, type Source, startNamed } from "../../bridge/index.js";
import { LOADING } from "./loading.js";

/** The module of the entry. In bundles it has only what claimants need. */
let running: ClaimantCore | undefined;

/** The module with the calls of servers and operators, as hex digits, if that of the entry lacks them; and once it is started. */
let complete: string | undefined;
let completed: LeaseCore | undefined;

/** The module for claimants. The first call starts it. */
export function claimantCore(): ClaimantCore {
  return (running ??= start(ownSource(LOADING)));
}

/** The module for servers and operators. The first call starts it. */
export function leaseCore(): LeaseCore {
  return (completed ??= complete === undefined ? (claimantCore() as LeaseCore) : start(bytesOf(complete)));
}

/** Takes the module for servers and operators. Who uses neither does not have it in a bundle. */
export function useComplete(hex: string): void {
  complete = hex;
}

/** Starts the module, given compiled or as its bytes, or takes an instance, unless it runs already. */
export function loadLeases(source: Source | WebAssembly.Instance): void {
  running ??= start(source);
}

function start(source: Source | WebAssembly.Instance): LeaseCore {
  return startNamed(source, "flakekit/lease", LOADING);
}
