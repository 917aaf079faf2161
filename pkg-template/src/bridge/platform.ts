// The differences between runtimes.

import type { Core } from "./core.js";
import { FlakeError, quoted } from "../values/index.js";

/** What an entry of generators gives to the functions that make IDs. */
export interface Runtime {
  /** Makes the entry's core. It is called if no copy of this version has started a core. */
  readonly _newCore: () => Core;
  /**
   * The clock of a Worker or an edge function; `undefined` elsewhere. In these, the clock stands still while a request is served. In
   * their global scope, outside of requests, the clock reads 0, and there are no random bits.
   */
  readonly _workerClock: (() => number) | undefined;
}

/** Whether a Worker has read a clock in a request. From then on no code runs in its global scope. */
let serving = false;

/** The system clock in Unix ms, or NaN. `Date.now` is looked up at every call, so that fake timers work. */
export function systemClock(): number {
  const now: unknown = Date.now();
  return typeof now === "number" ? now : Number.NaN;
}

/** The system clock in Unix ms, or 0 if the clock gives no finite number. With 0, no epoch counts as in the future. */
export function systemClockOrZero(): number {
  const now = systemClock();
  return Number.isFinite(now) ? now : 0;
}

/** The system clock of a Worker. Throws in the Worker's global scope, where no IDs can be made. */
export function workerClock(): number {
  const now = systemClock();
  if (!serving) {
    serving = now > 0 && hasRandomBits();
    if (!serving) {
      throw new FlakeError(
        "CLOCK_INVALID",
        "a Worker's global scope has no clock (it reads 0) and no random bits; make IDs in a handler, such as fetch",
      );
    }
  }
  return now;
}

/** A reading of a clock that is a finite number. */
export function finiteReading(reading: number): number {
  if (Number.isFinite(reading)) return reading;
  throw new FlakeError("CLOCK_INVALID", `the clock reads ${quoted(reading)}; it must be finite Unix ms`);
}

/** Whether there are random bits. In the global scope, local emulators of Workers have a clock, but no random bits. */
function hasRandomBits(): boolean {
  try {
    crypto.getRandomValues(new Uint8Array(1));
    return true;
  } catch {
    return false;
  }
}
