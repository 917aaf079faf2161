// How well the times of samples agree with a tick: the delays until rows were written.

/** When the ticks of samples end at the latest, as the time of each sample has it. */
export interface Ends {
  /** The time of the sample, less its count of ticks, plus its precision: tick 0 began before, in ms from any instant on. */
  ends: Float64Array;
  /** The precisions of the times, in ms. */
  precisions: Float64Array;
  tick: number;
}

/** The usual delays of which the real ones are a mixture: 0.25 ms to 9 minutes. */
const DELAYS = Array.from({ length: 8 }, (_, n) => 8 ** n / 4);
/** The density of outliers, for each ms. */
const OUTLIER = 1e-9;
const ROUNDS = 10;

/** The integral of the integral of the density of delays that are `usual` on average (an exponential distribution). */
const doubled = (x: number, usual: number): number => (x <= 0 ? 0 : x - usual * (1 - Math.exp(-x / usual)));

/** Intervals that are a smaller share of a delay than this would be lost in the errors of calculation. */
const NARROWEST = 1e-4;
/** Delays of more than so many times the usual one do not happen. */
const LONGEST = 40;

/**
 * The density of an instant within a tick, plus a delay, less what the precision cuts off: of the sum of two numbers that are
 * anywhere in two intervals, and a delay.
 */
function densityAt(x: number, tick: number, precision: number, usual: number): number {
  const one = Math.max(tick, NARROWEST * usual);
  const other = Math.max(precision, NARROWEST * usual);
  if (x <= 0 || x > one + other + LONGEST * usual) return 0;
  const sum = doubled(x, usual) - doubled(x - one, usual) - doubled(x - other, usual) + doubled(x - one - other, usual);
  return Math.max(0, sum / (one * other));
}

/** The places in the sorted samples from which delays are counted: they may have any distribution. */
const STARTS = [0, 0.02, 0.1, 0.3, 0.5, 0.7];

/** Short delays from the places of some samples would explain just these. So they are no smaller share of the spread than this. */
const NARROW = 1 / 64;

/** The logarithm of how probable the times are, for the best mixture of delays, by expectation and maximization. */
export function probabilityOf({ ends, precisions, tick }: Ends): number {
  const sorted = ends.slice().sort();
  const count = ends.length;
  const precision = precisions[0] as number;
  // Of many ticks with their delays, the first is about so early. If ticks begin when the last digit of times changes, each
  // time is that of the beginning of its tick, plus the delay.
  const early = [(tick + precision) / count, precision];
  const starts = STARTS.flatMap((share) => early.map((by) => (sorted[Math.floor(share * count)] as number) - by));
  const narrowest =
    ((sorted[Math.floor(0.9 * count)] as number) - (sorted[Math.floor(0.1 * count)] as number)) * NARROW;
  const densities = starts.flatMap((start, n) =>
    DELAYS.filter((usual) => n < early.length || usual >= narrowest).map((usual) =>
      ends.map((end, n) => densityAt(end - start, tick, precisions[n] as number, usual)),
    ),
  );
  return mixed([...densities, new Float64Array(count).fill(OUTLIER)]);
}

/** The logarithm of the probability of numbers whose density is a mixture of some densities, by the best weights that are found. */
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
