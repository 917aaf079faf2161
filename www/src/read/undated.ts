// What the reader should know of an ID without a date.

import type { Candidate } from "flakekit/inspect";

/** Returns what a candidate without a date means, and what would tell the date; undefined if the page has nothing to add. */
export function noteOfUndated({ format, fit, date, fields, reasons }: Candidate): string | undefined {
  if (date !== null) return undefined;
  if (format === "own") return noteOfOwn(fields);
  // The version of a UUID, and why its bits are no time.
  return fit === "unlikely" ? reasons[0] : undefined;
}

/** An ID of a maker whose epoch nobody knows. */
function noteOfOwn({ msSinceEpoch, secondsSinceEpoch, machine, sequence }: Candidate["fields"]): string {
  const elapsed = msSinceEpoch === undefined ? `${secondsSinceEpoch} s` : `${msSinceEpoch} ms`;
  return (
    `A snowflake with an epoch of its own: ${elapsed} since its epoch, machine ${machine}, sequence ${sequence}. ` +
    "What would settle it: the epoch of your service (withOptions), or other IDs of the same service."
  );
}
