// IDs that are counters, from before the IDs of their format held a time.

import type { AnyFormatWithEpoch } from "flakekit";
import type { InspectOptions } from "flakekit/inspect";
import { candidatesOf } from "../inspection/inspector.ts";

/** A counter that is read as an ID has a time of the first day of the format's epoch, so no later ID is a counter. */
const DAY_MS = 86_400_000;

/**
 * Asks the reader, which knows the counters of each format, as seldom as possible: all IDs up to some number are
 * counters, and no larger ID is one.
 */
export class Counters {
  readonly #options: InspectOptions;
  /**
   * By format: the largest number that is known to be a counter, and the smallest number that is known to be no
   * counter.
   */
  readonly #known = new Map<string, { largest: bigint; next: bigint | undefined }>();

  constructor(options: InspectOptions) {
    this.#options = options;
  }

  /** Whether the time that a format reads is so early that the ID may be a counter. */
  mayHave({ epoch }: AnyFormatWithEpoch, timestamp: number): boolean {
    return timestamp < epoch + DAY_MS;
  }

  has(format: AnyFormatWithEpoch, id: string, timestamp: number): boolean {
    if (!this.mayHave(format, timestamp) || !/^\d+$/.test(id)) return false;
    const value = BigInt(id);
    const known = this.#known.get(format.name) ?? { largest: -1n, next: undefined };
    this.#known.set(format.name, known);
    if (value > known.largest && (known.next === undefined || value < known.next)) {
      const candidate = candidatesOf(id, this.#options).find(({ format: name }) => name === format.name);
      if (candidate?.timestamp === null) known.largest = value;
      else known.next = value;
    }
    return value <= known.largest;
  }
}
