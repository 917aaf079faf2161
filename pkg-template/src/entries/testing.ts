// The entry for tests of users. It contains no core: it finds the one that runs, whichever entry has started it.

import type { Core } from "../core.js";
import { FlakeError } from "../errors.js";
import { recallRuns } from "../holders.js";
import { knownValue } from "../shared.js";

export function resetGenerators(): void {
  const core = knownValue<Core>("");
  if (core === undefined) return;
  // A generator that holds a run makes its IDs without a call of the core.
  recallRuns();
  if (core.reset_generators() === 0) {
    throw new FlakeError("INVALID_OPTION", "resetGenerators: a lease is open in this realm; close all leases first");
  }
}
