// Which IDs of a format are counters from before its IDs held a time.

import type { AnyFormatWithEpoch } from "flakekit";
import { inspect } from "flakekit/inspect";
import type { Id } from "./print.js";

/** A counter that is read as an ID has a time of the first day of the format's epoch, so no later ID is a counter. */
const DAY_MS = 86_400_000;

/**
 * Asks `inspect`, which knows the counters of each format, as seldom as possible: all IDs up to some number are
 * counters, and no larger ID is one.
 */
export class Counters {
  readonly #format: AnyFormatWithEpoch;
  /** The largest number that is known to be a counter, and the smallest number that is known to be no counter. */
  #largest = -1n;
  #next: bigint | undefined;

  constructor(format: AnyFormatWithEpoch) {
    this.#format = format;
  }

  /** Whether an ID is a counter. */
  has({ id, timestamp }: { readonly id: Id; readonly timestamp: number }): boolean {
    const { epoch, name } = this.#format;
    if (timestamp >= epoch + DAY_MS || !/^\d+$/.test(String(id))) return false;
    const value = BigInt(id);
    if (value > this.#largest && (this.#next === undefined || value < this.#next)) {
      const [candidate] = inspect(value, { epoch: new Date(epoch), kinds: [name] });
      if (candidate?.timestamp === null) this.#largest = value;
      else this.#next = value;
    }
    return value <= this.#largest;
  }
}
