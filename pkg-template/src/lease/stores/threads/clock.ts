// One clock for all threads that share a memory.
//
// It is the system's clock plus a lead that all threads share, and it never goes back. The lead is 0 until the system's
// clock is set back. Then the thread that notices it first adds what is missing, so the clock goes on as if nothing had
// happened. If the system's clock is set forward, as after the sleep of a computer, the clock follows it.
//
// A thread notices a step by a monotonic clock. Each thread compares its own readings only, because the zero of the
// monotonic clock differs from thread to thread in some runtimes.

import { CLOCK_HIGH, CLOCK_LEAD } from "./memory.js";

/** A smaller step of the system's clock is no reason to change the lead, in ms. Until it is made up, the clock stands still. */
const MAX_STANDSTILL_MS = 500;

/** How far two clocks may drift apart in 1 ms without a step. */
const MAX_DRIFT = 1 / 1_000;

/** What the clock reads. Both in ms. */
export interface Readings {
  readonly wall: () => number;
  readonly monotonic: () => number;
}

// Kept here, because tests of users replace these functions by fake clocks, which other threads do not see.
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

  /** Whole Unix ms. No thread has read a later time before. */
  _now(): number {
    // In this order, because a pause between both must not look like a step back, which would increase the lead.
    const monotonic = this.#readings.monotonic();
    const wall = Math.floor(this.#readings.wall());
    const now = this.#raise(wall + this.#updateLead(wall, monotonic));
    this.#last = { monotonic, now };
    return now;
  }

  /** Adds a step back of the system's clock to the lead. */
  #updateLead(wall: number, monotonic: number): number {
    for (;;) {
      const lead = Number(Atomics.load(this.#words, CLOCK_LEAD));
      const next = Math.max(0, lead + this.#missing(wall + lead, monotonic));
      const word = BigInt(lead);
      if (next === lead || Atomics.compareExchange(this.#words, CLOCK_LEAD, word, BigInt(next)) === word) return next;
    }
  }

  /** How far a reading is from the time that the monotonic clock says it is; 0 if that is no step. */
  #missing(reading: number, monotonic: number): number {
    if (this.#last === undefined) return 0;
    const elapsed = monotonic - this.#last.monotonic;
    const missing = Math.round(this.#last.now + elapsed - reading);
    return Math.abs(missing) > MAX_STANDSTILL_MS + elapsed * MAX_DRIFT ? missing : 0;
  }

  /** The latest reading of all threads, with this one. */
  #raise(reading: number): number {
    const next = BigInt(reading);
    for (;;) {
      const high = Atomics.load(this.#words, CLOCK_HIGH);
      if (high >= next) return Number(high);
      if (Atomics.compareExchange(this.#words, CLOCK_HIGH, high, next) === high) return reading;
    }
  }
}
