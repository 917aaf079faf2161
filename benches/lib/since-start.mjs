// The time that a program has run. The start of the process, which differs more than all the rest, is left out.

import { performance } from "node:perf_hooks";

/** Returns the time since Node was ready to load the program, in ms. */
export function sinceStart() {
  return performance.now() - performance.nodeTiming.bootstrapComplete;
}
