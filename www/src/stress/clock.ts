// Clocks with faults. They replace the worker's `Date.now`, which flakekit reads in every call.

import type { Clock } from "./messages.ts";

const real = Date.now.bind(Date);

/**
 * The clock alternates between the right time and `STEP_BACK_MS` before it, for `PERIOD_MS` each. So it shows each time
 * twice.
 */
const PERIOD_MS = 250;
const STEP_BACK_MS = PERIOD_MS;

export function setClock(clock: Clock): void {
  const start = real();
  const clocks: Record<Clock, () => number> = {
    real,
    back: () => real() - (Math.floor((real() - start) / PERIOD_MS) % 2) * STEP_BACK_MS,
    still: () => start,
  };
  Date.now = clocks[clock];
}
