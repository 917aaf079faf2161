// How well the times of samples agree with a tick: the delays until rows were written.

/** When the ticks of samples end at the latest, by the time of each sample. */
export interface Ends {
  /**
   * The time of the sample, less its count of ticks, plus its precision, in ms from any instant on. Tick 0 began before
   * this time.
   */
  ends: Float64Array;
  /** The precisions of the times, in ms. */
  precisions: Float64Array;
  tick: number;
}

/** A distribution of delays. */
interface Delays {
  /** Delays of about this length are usual, in ms. */
  usual: number;
  /** Longer delays do not happen. */
  longest: number;
  /** The integral of the integral of the density. */
  doubled(x: number): number;
}

/** Short delays are more likely than long ones (an exponential distribution). */
const falling = (usual: number): Delays => ({
  usual,
  longest: 40 * usual,
  doubled: (x) => (x <= 0 ? 0 : x - usual * (1 - Math.exp(-x / usual))),
});

/** All delays up to the longest delay are equally likely. */
const even = (longest: number): Delays => ({
  usual: longest,
  longest,
  doubled: (x) => (x <= 0 ? 0 : x < longest ? x ** 2 / (2 * longest) : x - longest / 2),
});

const NONE = falling(0);
/** No delay, and usual delays of 0.25 ms to 9 minutes. */
const FALLING = [NONE, ...Array.from({ length: 8 }, (_, n) => falling(8 ** n / 4))];
/** The density of outliers, for each ms. */
const OUTLIER = 1e-9;
const ROUNDS = 10;

/** Intervals that are a smaller share of a delay than this would be lost in the errors of calculation. */
const NARROWEST = 1e-4;

/**
 * The density of an instant within a tick, plus a delay, less the part that the precision cuts off. It is the density
 * of the sum of two numbers, each anywhere in an interval, and a delay.
 */
function densityAt(x: number, tick: number, precision: number, { usual, longest, doubled }: Delays): number {
  const one = Math.max(tick, NARROWEST * usual);
  const other = Math.max(precision, NARROWEST * usual);
  if (x <= 0 || x > one + other + longest) return 0;
  const sum = doubled(x) - doubled(x - one) - doubled(x - other) + doubled(x - one - other);
  return Math.max(0, sum / (one * other));
}

/** The places in the sorted samples from which delays are counted. A few samples may be much earlier than the rest. */
const STARTS = [0, 0.02];
/** Further places, at which samples without any spread may be. */
const SPIKES = [0.1, 0.3, 0.5, 0.7, 0.9, 1];
/**
 * Samples are at these places if each step of the precision has at least this many samples: then there are few
 * different delays.
 */
const FEWEST_IN_STEP = 2;

/**
 * The logarithm of how probable the times are, for the best mixture of delays, by expectation and maximization. Delays
 * may have any distribution. With fewer distributions, a wrong tick would be chosen to explain delays that no
 * distribution explains.
 */
export function probabilityOf({ ends, precisions, tick }: Ends): number {
  const sorted = ends.slice().sort();
  const count = ends.length;
  const at = (share: number) => sorted[Math.floor(share * (count - 1))] as number;
  const precision = precisions[0] as number;
  const densities = (start: number, delays: Delays) =>
    ends.map((end, n) => densityAt(end - start, tick, precisions[n] as number, delays));
  // The earliest of many ticks with their delays is about this early. If ticks and the last digit of times change
  // together, each time is the beginning of its tick plus the delay.
  const [early, together] = [(tick + precision) / count, Math.min(tick, precision)];
  const starts = STARTS.flatMap((share) => [at(share) - early, at(share) - together]);
  const isDense = count * precision > FEWEST_IN_STEP * (at(0.9) - at(0.1));
  const spikes = isDense ? SPIKES.map((share) => at(share) - together) : [];
  return mixed([
    ...starts.flatMap((start) => FALLING.map((delays) => densities(start, delays))),
    ...spikes.map((start) => densities(start, NONE)),
    ...partsOf(at, count, tick + precision).map(([from, to]) => densities(from - early, even(to - from))),
    new Float64Array(count).fill(OUTLIER),
  ]);
}

/**
 * Divides the span of the delays in two ways: into parts of equal length, and into parts with equal counts of samples.
 */
function partsOf(at: (share: number) => number, count: number, width: number): [from: number, to: number][] {
  const [first, span] = [at(0), at(1) - at(0)];
  // The latest sample is late by its delay, its tick and its precision.
  const delays = Math.max(0, span - width);
  // Rice's rule for the parts of a histogram.
  const parts = Math.round(2 * Math.cbrt(count));
  const ways = [(share: number) => share, (share: number) => (at(share) - first) / (span || 1)];
  return ways.flatMap((way) =>
    Array.from({ length: parts }, (_, n): [number, number] => [
      first + delays * way(n / parts),
      first + delays * way((n + 1) / parts),
    ]),
  );
}

/**
 * The logarithm of the probability of numbers whose density is a mixture of densities, with the best weights that are
 * found.
 */
function mixed(densities: readonly Float64Array[]): number {
  let weights = densities.map(() => 1 / densities.length);
  let sums = new Float64Array(0);
  for (let round = 0; round < ROUNDS; round++) {
    sums = new Float64Array(densities[0]?.length ?? 0);
    for (const [k, density] of densities.entries()) {
      const weight = weights[k] as number;
      for (let n = 0; n < sums.length; n++) sums[n] = (sums[n] as number) + weight * (density[n] as number);
    }
    weights = densities.map((density, k) => {
      let share = 0;
      for (let n = 0; n < sums.length; n++) share += (density[n] as number) / (sums[n] as number);
      return ((weights[k] as number) * share + 1 / densities.length) / (sums.length + 1);
    });
  }
  return sums.reduce((sum, density) => sum + Math.log(density), 0);
}
