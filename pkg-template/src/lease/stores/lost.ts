// Records that are lost under leases: their files are deleted or replaced.
//
// A store that forgets nothing has no other generation then, so a process that finds no records takes seats at once, although
// windows of the lost records run. So a keeper closes its window when it learns of the loss: by the error of an attempt, or by
// a look at the store before an ID is made, if the last look was made LOOK_MS ago or earlier. A store waits for MAKING_MS
// before it makes records anew. So the looks of all other processes have found the loss when the store grants the first
// window.

import { type FlakeError, defineValue } from "../../values/index.js";
import { storeFailed } from "./store-error.js";

/**
 * The key of a store's method that tells whether it has lost the records of a space that this thread has used. The method is called
 * while an ID is made, so it is quick, and throws nothing. An error with this key is the error of a loss. All bundles of the
 * package share it.
 */
export const HAS_LOST = Symbol.for("flakekit lost");

/** A store, or an error, that can tell of a loss. */
export interface Losing {
  readonly [HAS_LOST]?: ((space: string) => boolean) | true;
}

/** How long the last look counts, in ms. A look at a directory costs 2.4 us in Node 20. */
export const LOOK_MS = 10;

/** How long a store waits before it makes records, in ms: a look, and the differences of clocks and timers. */
export const MAKING_MS = 3 * LOOK_MS;

/** The error of a call that has found records lost. */
export function recordsLost(message: string, cause?: unknown): FlakeError {
  const error = storeFailed(message, cause);
  defineValue(error, HAS_LOST, true, false);
  return error;
}
