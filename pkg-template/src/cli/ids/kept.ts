// What is still true of IDs that have lost their last digits.

import { type AnyFormatWithEpoch, lost, type ReadableFormat } from "flakekit";
import { namesOfFields } from "./rows.js";

/** What is true of IDs whose format nobody knows for sure. */
export const NEARLY = "their times are nearly right, and their other fields are wrong";

/** Compares the IDs that each damaged number can have been. */
export class Kept {
  readonly #format: ReadableFormat<number | bigint>;
  readonly #names: readonly string[];
  /** The largest distance of the times of one number's IDs, in ms. */
  #apart = 0;
  /** The fields in which the IDs of a number differ. */
  readonly #lost = new Set<string>();

  constructor(format: AnyFormatWithEpoch) {
    // An ID of sno is no damaged number, because its texts are no decimal digits.
    this.#format = format as ReadableFormat<number | bigint>;
    this.#names = namesOfFields(format);
  }

  see(digits: string): void {
    const { min, max, timestamp, fields } = lost(this.#format, digits);
    if (timestamp === null) {
      this.#apart = Math.max(this.#apart, this.#format.timestamp(max) - this.#format.timestamp(min));
    }
    for (const name of this.#names) if (!(name in fields)) this.#lost.add(name);
  }

  get sentence(): string {
    const names = this.#names.filter((name) => this.#lost.has(name));
    const times = `their times are right${this.#apart === 0 ? "" : ` to ${this.#apart} ms`}`;
    if (names.length === 0) return times;
    return `${times}, and ${names.join(", ")} ${names.length === 1 ? "is" : "are"} lost`;
  }
}
