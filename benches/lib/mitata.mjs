// mitata's measuring loop with the settings that all programs share.

import { do_not_optimize, measure } from "mitata";
import { median } from "./stats.mjs";

export { do_not_optimize };

/**
 * The minimum duration of each of the alternating measurements, in ns. mitata compiles its loop anew for each, and on Node 26 up to 25 ms
 * run code that is not optimised yet. Samples of such code must be few, so that they do not change the median.
 */
const SLICE = 160e6;

/** Reads the clock: the base of the ratios. */
export const clock = () => do_not_optimize(Date.now());

/** Returns the median time of a call in ns. */
export async function timeOf(work, options = {}) {
  const { p50 } = await measure(work, { min_cpu_time: SLICE, ...options });
  return p50;
}

/**
 * Measures two calls alternately, so that changes in the machine's speed affect both. Returns the median times in ns
 * and the median of the ratios.
 */
export async function compare(work, base, { rounds = 5, workOptions, baseOptions } = {}) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    times.push({ base: await timeOf(base, baseOptions), work: await timeOf(work, workOptions) });
  }
  return middle(times);
}

/** The medians of pairs of times, and of their ratios. */
export function middle(times) {
  return {
    ns: median(times.map(({ work }) => work)),
    baseNs: median(times.map(({ base }) => base)),
    ratio: median(times.map(({ work, base }) => work / base)),
  };
}
