// mitata's measuring loop, on the terms that all programs here share.

import { do_not_optimize, measure } from "mitata";
import { median } from "./stats.mjs";

export { do_not_optimize };

/** How long each of the alternating measurements takes, in ns. */
const SLICE = 40e6;

/** The clock: what every ratio is to. */
export const clock = () => do_not_optimize(Date.now());

/** The median time of a call in ns. */
export async function timeOf(work, options = {}) {
  const { p50 } = await measure(work, { min_cpu_time: SLICE, ...options });
  return p50;
}

/**
 * The median times of two calls, measured in turn so that the machine's moods meet both, and the median
 * ratio of the one to the other.
 */
export async function compare(work, base, { rounds = 5, workOptions, baseOptions } = {}) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    times.push({ base: await timeOf(base, baseOptions), work: await timeOf(work, workOptions) });
  }
  return {
    ns: median(times.map(({ work }) => work)),
    baseNs: median(times.map(({ base }) => base)),
    ratio: median(times.map(({ work, base }) => work / base)),
  };
}
