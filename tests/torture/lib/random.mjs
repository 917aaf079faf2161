// Random choices from a seed.

/** A generator of random numbers: mulberry32. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed | 0;
  }

  /** A number from 0 to 1, without 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A number of a range, without its end. */
  between(first, end) {
    return first + this.next() * (end - first);
  }

  /** A whole number of a range, without its end. */
  below(end) {
    return Math.floor(this.next() * end);
  }

  /** An item of a list. Its probability is proportional to its weight, if items have weights. */
  pick(list) {
    let rest = this.next() * list.reduce((sum, { weight = 1 }) => sum + weight, 0);
    return list.find(({ weight = 1 }) => (rest -= weight) < 0) ?? list.at(-1);
  }
}
