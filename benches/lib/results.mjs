// Reads the committed results.

import { readFileSync } from "node:fs";

/** Returns a section's results: `about` (date, Node, platform) and `rows`. */
export function resultsOf(section) {
  return JSON.parse(readFileSync(new URL(`../results/${section}.json`, import.meta.url), "utf8"));
}

/** Returns the names of the peers that repeated an ID in at least one probe. */
export function repeaters() {
  const repeated = ({ faults }) => Object.values(faults).some(({ repeats }) => repeats > 0);
  return new Set(
    resultsOf("faults")
      .rows.filter(repeated)
      .map(({ name }) => name),
  );
}
