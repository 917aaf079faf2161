// Clocks that misbehave, in place of the worker's own: flakekit reads Date.now at every call.

import type { Clock } from "./order.ts";

const real = Date.now.bind(Date);

/** Every so many ms the clock goes back by so much, and as long after that it is right again. */
const PERIOD = 250;
const STEP = 5000;

export function setClock(clock: Clock): void {
  const start = real();
  const clocks: Record<Clock, () => number> = {
    real,
    back: () => real() - (Math.floor((real() - start) / PERIOD) % 2) * STEP,
    still: () => start,
  };
  Date.now = clocks[clock];
}
