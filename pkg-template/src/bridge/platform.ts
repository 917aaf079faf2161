// The differences between runtimes. An entry file sets them before any call; they are read when they are needed.

import { inlinedModule } from "./default-source.js";
import { FlakeError, quoted } from "../values/index.js";

/** A compiled module of any realm, or the bytes of one. */
export type Source = WebAssembly.Module | BufferSource;

export const platform = {
  /** Gives the entry's module. Called when the core starts. `undefined` in entries whose users load the module. */
  source: inlinedModule as (() => Source) | undefined,

  /**
   * Whether this is a Worker or an edge function. There the clock stands still while a request is served. In their
   * global scope, outside of requests, the clock reads 0 and there are no random bits.
   */
  worker: false,
};

/** Whether a Worker has read a clock in a request. From then on no code runs in its global scope. */
let serving = false;

/** The system clock in Unix ms, or NaN. `Date.now` is looked up at every call, so that fake timers work. */
function readDateNow(): number {
  const now: unknown = Date.now();
  return typeof now === "number" ? now : Number.NaN;
}

/** The system clock in Unix ms, or 0 where it gives no finite number: then no epoch counts as in the future. */
export function systemClockOrZero(): number {
  const now = readDateNow();
  return Number.isFinite(now) ? now : 0;
}

/** The system clock in Unix ms, or NaN. Throws in a Worker's global scope, where no IDs can be made. */
export function systemClock(): number {
  const now = readDateNow();
  if (platform.worker && !serving) {
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
  throw new FlakeError("CLOCK_INVALID", `the clock reads ${quoted(reading)}; it must give Unix ms, a finite number`);
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
