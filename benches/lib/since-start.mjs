// The time that a program has run. The start of the process is left out, because it varies more than the rest.

import { performance } from "node:perf_hooks";

/** Returns the time since Node was ready to load the program, in ms. */
export function sinceStart() {
  return performance.now() - performance.nodeTiming.bootstrapComplete;
}
