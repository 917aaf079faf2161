// The entry `flakekit/testing`. It contains no core: it finds the running one, whichever entry has started it.

import { type Core, knownValue } from "../bridge/index.js";
import { FlakeError } from "../values/index.js";

export function resetGenerators(): void {
  const core = knownValue<Core>(" core");
  if (core === undefined) return;
  if (core.reset_generators() === 0) {
    throw new FlakeError("INVALID_OPTION", "resetGenerators: a lease is open in this realm; close all leases first");
  }
}
