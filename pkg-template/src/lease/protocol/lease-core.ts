// Starts the WebAssembly module of the protocol of leases.

import type { LeaseCore } from "../../../core/lease.js";
import { ownSource, type Source, startNamed } from "../../bridge/index.js";
import { LOADING } from "./loading.js";

let running: LeaseCore | undefined;

/** The module. The first call starts it. */
export function leaseCore(): LeaseCore {
  return (running ??= start(ownSource(LOADING)));
}

/** Starts the module, given compiled or as its bytes, or takes an instance, unless it runs already. */
export function loadLeases(source: Source | WebAssembly.Instance): void {
  running ??= start(source);
}

function start(source: Source | WebAssembly.Instance): LeaseCore {
  return startNamed(source, "flakekit/lease", LOADING);
}
