// One clock for all threads that share a memory.
//
// It is the system's clock plus a lead that all threads share, and it never goes back. The lead is 0 until the system's
// clock is set back. Then the thread that notices it first adds the difference to the lead, so the clock goes on as if nothing
// had happened. If the system's clock is set forward, as after the sleep of a computer, the lead shrinks, to 0 at most, and
// the clock follows the rest of the step.
//
// A thread notices a step by a monotonic clock. Each thread compares its own readings only, because the zero of the
// monotonic clock differs from thread to thread in some runtimes.

import { CLOCK_HIGH, CLOCK_LEAD } from "./memory.js";

/** In ms. A smaller step of the system's clock does not change the lead. After a small step back, the clock stands still. */
const MAX_STANDSTILL_MS = 500;

/** How far two clocks may drift apart in 1 ms without a step. */
const MAX_DRIFT = 1 / 1_000;

/** The clocks that are read. Both in ms. */
export interface Readings {
  readonly wall: () => number;
  readonly monotonic: () => number;
}

// The functions are kept here, because tests of users replace them by fake clocks, which other threads do not see.
const { performance } = globalThis;
const system: Readings = { wall: Date.now, monotonic: performance.now.bind(performance) };

export class Clock {
  readonly #words: BigUint64Array;
  readonly #readings: Readings;
  /** The monotonic clock and this clock at this thread's last reading. */
  #last: { readonly monotonic: number; readonly now: number } | undefined;

  constructor(words: BigUint64Array, readings = system) {
    this.#words = words;
    this.#readings = readings;
  }

  /** The clock's reading in whole Unix ms. No thread has got a later reading before. */
  _now(): number {
    // The monotonic clock is read first: with the other order, a pause of the thread between both readings would look like a
    // step back, which would increase the lead.
    const monotonic = this.#readings.monotonic();
    const wall = Math.floor(this.#readings.wall());
    const now = this.#raise(wall + this.#updateLead(wall, monotonic));
    this.#last = { monotonic, now };
    return now;
  }

  /** Balances a step of the system's clock by the lead, which is never less than 0. Returns the lead. */
  #updateLead(wall: number, monotonic: number): number {
    for (;;) {
      const lead = Number(Atomics.load(this.#words, CLOCK_LEAD));
      const next = Math.max(0, lead + this.#missing(wall + lead, monotonic));
      const word = BigInt(lead);
      if (next === lead || Atomics.compareExchange(this.#words, CLOCK_LEAD, word, BigInt(next)) === word) return next;
    }
  }

  /** The time by the monotonic clock minus a reading; 0 if the difference is too small for a step. */
  #missing(reading: number, monotonic: number): number {
    if (this.#last === undefined) return 0;
    const elapsed = monotonic - this.#last.monotonic;
    const missing = Math.round(this.#last.now + elapsed - reading);
    return Math.abs(missing) > MAX_STANDSTILL_MS + elapsed * MAX_DRIFT ? missing : 0;
  }

  /** Records a reading, and returns the latest reading of all threads. */
  #raise(reading: number): number {
    const next = BigInt(reading);
    for (;;) {
      const high = Atomics.load(this.#words, CLOCK_HIGH);
      if (high >= next) return Number(high);
      if (Atomics.compareExchange(this.#words, CLOCK_HIGH, high, next) === high) return reading;
    }
  }
}
