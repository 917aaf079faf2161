// Starts the WebAssembly module of the protocol of leases.

import type { LeaseCore } from "../../../core/lease.js";
import { type Loading, ownSource, type Source, startNamed } from "../../bridge/index.js";

const LOADING: Loading = {
  _entry: "flakekit/lease/manual",
  _loader: "loadLeases",
  _file: "flakekit/lease.wasm",
  _noWasm: "flakekit/lease/no-wasm",
};

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
