// The results that are committed.

import { readFileSync } from "node:fs";

/** A section's results: what they are about, and its rows. */
export function resultsOf(section) {
  return JSON.parse(readFileSync(new URL(`../results/${section}.json`, import.meta.url), "utf8"));
}

/** The names of those that have repeated an ID in any of the probes. */
export function repeaters() {
  const repeated = ({ faults }) => Object.values(faults).some(({ repeats }) => repeats > 0);
  return new Set(
    resultsOf("faults")
      .rows.filter(repeated)
      .map(({ name }) => name),
  );
}
