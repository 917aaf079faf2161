// The errors of a lease that has no window.

import { FlakeError } from "../../values/index.js";
import { LAST_WINDOW_MS } from "../../generated/contract.js";
import { isPermanent } from "../stores/index.js";
import { shown } from "./connection.js";

/** The codes of errors after which another attempt may succeed. */
const TEMPORARY = ["STORE_FAILED", "NO_FREE_SEAT", "INVALID_FIELD"];

/** Whether another attempt may succeed. A lease that has had a seat also waits until somebody corrects a permanent error. */
export function isTemporary(error: FlakeError, hadSeat: boolean): boolean {
  return TEMPORARY.includes(error.code) && (hadSeat || !isPermanent(error));
}

export function noAnswer(ms: number): FlakeError {
  return new FlakeError("STORE_FAILED", `the store has not answered within ${ms} ms: see whether it can be reached`);
}

export function noWindow(ms: number): FlakeError {
  return new FlakeError(
    "LEASE_EXPIRED",
    `no window of the lease had an ID within ${ms} ms: ask again, raise maxWait, or choose a longer window`,
  );
}

export function waitForGrace(space: string, time = 0): FlakeError {
  return new FlakeError(
    "NO_FREE_SEAT",
    `the store may have forgotten who has which seat of space '${space}', because it is new or was restarted: it grants seats from ${new Date(time).toISOString()} on: wait until then, and give lease a longer maxWait if it is shorter`,
  );
}

/** `who`: how many seats there are, and who has them. A server does not tell that. */
export function noFreeSeat(space: string, time: number | undefined, who: string | undefined): FlakeError {
  const when =
    time === undefined || time === LAST_WINDOW_MS ? "" : `; one of them is free at ${new Date(time).toISOString()}`;
  const of = who === undefined ? "" : ` (${who})`;
  return new FlakeError(
    "NO_FREE_SEAT",
    `no seat of space '${space}' is free${of}${when}: wait, end a process that has one, or give more nodes or shares; a process that was killed keeps its seat until its window ends`,
  );
}

export function asFlakeError(error: unknown): FlakeError {
  if (error instanceof FlakeError) return error;
  return new FlakeError("STORE_FAILED", `the lease failed: ${shown(error)}`, { cause: error });
}
