// IDs of rows that exist already. The clock of the generator is the time of the row: docs/past.md

import { FlakeError, generator, resume, snapshot } from "flakekit";

// before: the first ID that the service has made, so that only lower ones are made; saved: what `saved` has returned, to go on
export function past(format, { before, saved, ...options } = {}) {
  let time = 0;
  const policies = { onRollback: "throw", onExhausted: "lead", maxLead: 86_400_000, sequenceStart: "reset" };
  const all = { ...options, ...policies, clock: () => time };
  const ids = saved === undefined ? generator(format, all) : resume(format, saved, all);
  return {
    /** The ID of a row that was made at a time in Unix ms. */
    next(createdAt) {
      time = createdAt;
      const id = ids.next();
      if (before === undefined || format.compare(id, before) < 0) return id;
      throw new FlakeError("INVALID_TIME", `the row of ${new Date(createdAt).toISOString()} is not before ${before}`);
    },
    /** The state after the last ID, to be stored with the rows. Call it after `next`. */
    saved: () => snapshot(ids),
  };
}
