// The results that are committed.

import { readFileSync } from "node:fs";

/** A section's results: what they are about, and its rows. */
export function resultsOf(section) {
  return JSON.parse(readFileSync(new URL(`../results/${section}.json`, import.meta.url), "utf8"));
}

/** Whether a peer has repeated an ID in any of the probes. */
export function repeats({ faults }) {
  return Object.values(faults).some(({ repeats }) => repeats > 0);
}
