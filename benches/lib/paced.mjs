// Bursts of calls with pauses, as a server makes IDs.

import { performance } from "node:perf_hooks";
import { median } from "./stats.mjs";

/** Bursts of `size` calls at an interval in ms. No format exhausts its tick at this pace. */
const PACE = { size: 64, interval: 10 };
/** Bursts for warming up. There are many ticks, so that the code that runs once per tick is compiled too: 1000 are too few. */
const WARM_UP = { bursts: 8000, size: 16, interval: 1 };

/** Returns the median time of a call in ns. Each burst starts at the beginning of an interval. */
export function paced(bursts, work, { size, interval } = PACE) {
  const times = [];
  const tick = () => Math.floor(Date.now() / interval);
  for (let burst = 0; burst < bursts; burst++) {
    const before = tick();
    while (tick() === before);
    const start = performance.now();
    for (let i = 0; i < size; i++) work();
    times.push(((performance.now() - start) * 1e6) / size);
  }
  return median(times);
}

/** Makes enough calls, in enough ticks, for the engine to compile the code. */
export function warmUp(work) {
  for (let i = 0; i < 20_000; i++) work();
  paced(WARM_UP.bursts, work, WARM_UP);
}
