// The messages between the page and the workers of the view "Leases".

import type { LeaseStore } from "flakekit/lease";

/**
 * The first message of the page. All other messages pass through the port, which keeps them until the worker listens.
 */
export interface Start {
  port: MessagePort;
  /** How many IDs to make in a second. */
  rate: number;
}

/** A message that the page sends through the port. */
export type Order =
  | { rate: number }
  /** The thread blocks itself until this URL of a blob is revoked. */
  | { blockedBy: string };

/** A message that a worker sends through the port. */
export type Report =
  /** A call of the store. A second port, which comes with the message, takes the answer. */
  | { read: Parameters<LeaseStore["read"]> }
  | { swap: Parameters<LeaseStore["swap"]> }
  /** New IDs. */
  | { ids: Float64Array<ArrayBuffer> }
  /** There is no seat for the worker now. */
  | { waits: true };
