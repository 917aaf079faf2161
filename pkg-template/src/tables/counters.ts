// Which IDs of a format are counters from before its IDs held a time.

/** A counter that is read as an ID has a time of the first day of the format's epoch, so no later ID is a counter. */
const DAY_MS = 86_400_000;

/**
 * Asks the package's reader, which knows the counters of each format, as seldom as possible: all IDs up to some number are
 * counters, and no larger ID is one.
 */
export class Counters {
  readonly #epoch: number;
  readonly #isCounter: (id: string) => boolean;
  /** The largest number that is known to be a counter, and the smallest number that is known to be no counter. */
  #largest = -1n;
  #next: bigint | undefined;

  constructor(epoch: number, isCounter: (id: string) => boolean) {
    this.#epoch = epoch;
    this.#isCounter = isCounter;
  }

  /** Whether the time that the format reads is so early that the ID may be a counter. */
  mayHave(timestamp: number): boolean {
    return timestamp < this.#epoch + DAY_MS;
  }

  has(id: string, timestamp: number): boolean {
    if (!this.mayHave(timestamp) || !/^\d+$/.test(id)) return false;
    const value = BigInt(id);
    if (value > this.#largest && (this.#next === undefined || value < this.#next)) {
      if (this.#isCounter(id)) this.#largest = value;
      else this.#next = value;
    }
    return value <= this.#largest;
  }
}
