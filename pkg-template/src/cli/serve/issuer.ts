// Makes IDs of one format for the requests of a server.

import { type AnyFormatWithEpoch, type AnyId, batchAsync } from "flakekit";
import type { AnyLease } from "flakekit/lease";
import type { AnswerClient } from "./clients.js";
import { isTemporary } from "./error.js";
import type { Lane } from "./turns.js";

/** The most IDs that are made at a time. It is small, so that requests take turns even if a format has few IDs in a ms. */
const CHUNK = 100;

/** A format, and the lease that makes its IDs. */
export class Issuer {
  /** How many IDs were made. */
  made = 0;
  readonly #lane: Lane;

  constructor(
    readonly format: AnyFormatWithEpoch,
    readonly lease: AnyLease,
    /** Answers clients that ask for a seat; `undefined` if clients get no seats. */
    readonly answerClient: AnswerClient | undefined,
    lane: Lane,
  ) {
    this.#lane = lane;
  }

  /**
   * Makes up to `count` IDs, and at least one, after the calls that came before; `undefined` if nobody wants these IDs
   * any more. If no IDs can be made for now, the calls that wait are refused too, because each of them would wait as
   * long as this call in its turn.
   */
  make(count: number, metadata: readonly number[], isWanted: () => boolean): Promise<AnyId[] | undefined> {
    return this.#lane.run(async () => {
      if (!isWanted()) return undefined;
      try {
        // `batchAsync` sleeps until the clock has passed through enough ticks. `batch` would block the thread.
        const ids = await batchAsync(this.lease, Math.min(CHUNK, count), { meta: metadata[0] ?? 0 });
        this.made += ids.length;
        return Array.from(ids as ArrayLike<AnyId>);
      } catch (error) {
        if (isTemporary(error)) this.#lane.refuseAll(error);
        throw error;
      }
    });
  }
}
