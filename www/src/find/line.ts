// The straight line that most samples are near: how many ms of their times one step of the IDs is.

/** IDs and times, relative to the first sample. All lists are as long. */
export interface Points {
  /** The IDs, in steps. */
  ids: Float64Array;
  /** The earliest instants that the samples allow, in ms. */
  times: Float64Array;
  /** The lengths of the intervals from there on, in ms. */
  precisions: Float64Array;
}

export interface Line {
  /** ms for each step of an ID. */
  slope: number;
  /** The standard error of the slope. */
  error: number;
  /** How far away from the slope the real one may be. */
  away: number;
  /** The samples near the line, in the order of their IDs. */
  near: number[];
  /** How far they are from it: the standard deviation in ms. */
  deviation: number;
  /** How much a residual is like the one before it, -1 to 1. */
  likeness: number;
  /** The time from the first to the last of them, in ms. */
  span: number;
}

export const medianOf = (values: ArrayLike<number>): number => quantileOf(values, 0.5);

export function quantileOf(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
}

/** Residuals beyond so many standard deviations are those of outliers. */
const FAR = 4;
/** The ratio of a standard deviation to the median of absolute deviations. */
const DEVIATIONS = 1.4826;
/** So few samples tell little about how far others are: their delays may be like each other by chance. */
const FEW = 10;
const FAR_OF_FEW_MS = 10_000;
/** A row is written so many ms after its ID was made, about, as long as the samples do not say otherwise. */
const USUAL_DELAY_MS = 100;

/** The real slope is within so many standard errors, and so many ms from the first sample to the last: delays may grow. */
const ERRORS = 6;
const DRIFT_MS = 2000;

/** The share of pairs of samples whose times have the order of their IDs. `order`: the samples by their IDs. */
export function agreementOf({ times, precisions }: Points, order: readonly number[]): number {
  let [agree, all] = [0, 0];
  for (const step of stepsOf(order.length)) {
    for (let at = step; at < order.length; at++) {
      const [one, other] = [order[at - step] as number, order[at] as number];
      const later = (times[other] as number) - (times[one] as number);
      if (Math.abs(later) < (precisions[one] as number)) continue;
      all += 1;
      if (later > 0) agree += 1;
    }
  }
  return all === 0 ? NaN : agree / all;
}

/** Distances in a sorted list. All pairs of a short one, and far ones of a long one. */
const stepsOf = (count: number): number[] =>
  count <= 60
    ? Array.from({ length: count - 1 }, (_, n) => n + 1)
    : [Math.floor(count / 2), Math.floor(count / 3), Math.floor((2 * count) / 3)];

/** Finds the line by the median of slopes, which outliers hardly change, then by the least squares of what is near it. */
export function lineOf(points: Points, order: readonly number[]): Line {
  const { ids, times, precisions } = points;
  const middle = (n: number): number => (times[n] as number) + (precisions[n] as number) / 2;
  let slope = medianSlope(order, ids, middle);
  let near = [...order];
  for (let round = 0; round < 4; round++) {
    const away = (n: number): number => middle(n) - slope * (ids[n] as number);
    const centre = medianOf(order.map(away));
    const spread = DEVIATIONS * medianOf(order.map((n) => Math.abs(away(n) - centre)));
    const far = FAR * spread + (order.length < FEW ? FAR_OF_FEW_MS : USUAL_DELAY_MS);
    near = order.filter((n) => Math.abs(away(n) - centre) <= far + (precisions[n] as number));
    slope = leastSquares(near, ids, middle);
  }
  return { slope, near, ...errorsOf(near, points, middle, slope) };
}

function medianSlope(order: readonly number[], ids: Float64Array, middle: (n: number) => number): number {
  const slopes: number[] = [];
  for (const step of stepsOf(order.length)) {
    for (let at = step; at < order.length; at++) {
      const [one, other] = [order[at - step] as number, order[at] as number];
      const along = (ids[other] as number) - (ids[one] as number);
      if (along > 0) slopes.push((middle(other) - middle(one)) / along);
    }
  }
  return medianOf(slopes);
}

const meanOf = (near: readonly number[], value: (n: number) => number): number =>
  near.reduce((sum, n) => sum + value(n), 0) / near.length;

function leastSquares(near: readonly number[], ids: Float64Array, middle: (n: number) => number): number {
  const [x0, y0] = [meanOf(near, (n) => ids[n] as number), meanOf(near, middle)];
  let [xy, xx] = [0, 0];
  for (const n of near) {
    const x = (ids[n] as number) - x0;
    xy += x * (middle(n) - y0);
    xx += x * x;
  }
  return xy / xx;
}

function errorsOf(
  near: readonly number[],
  { ids, times, precisions }: Points,
  middle: (n: number) => number,
  slope: number,
): Omit<Line, "slope" | "near"> {
  const away = (n: number): number => middle(n) - slope * (ids[n] as number);
  const [x0, r0] = [meanOf(near, (n) => ids[n] as number), meanOf(near, away)];
  let [squares, xx, products, before] = [0, 0, 0, 0];
  for (const n of near) {
    const residual = away(n) - r0;
    squares += residual ** 2;
    products += residual * before;
    before = residual;
    xx += ((ids[n] as number) - x0) ** 2;
  }
  // Few samples may be near the line by chance. So what is usual counts as two more.
  const usual = USUAL_DELAY_MS ** 2 + meanOf(near, (n) => (precisions[n] as number) ** 2 / 12);
  // And samples with the same time have the same error of rounding, so together they tell as much as one.
  const different = new Set(near.map((n) => times[n])).size;
  const variance = (squares + 2 * usual) / different;
  const [first, last] = [near[0] as number, near.at(-1) as number];
  const [error, span] = [Math.sqrt(variance / xx), middle(last) - middle(first)];
  return {
    error,
    away: ERRORS * error + ((near.length < FEW ? FAR_OF_FEW_MS : DRIFT_MS) / span) * slope,
    deviation: Math.sqrt(squares / near.length),
    likeness: squares > 0 ? products / squares : 0,
    span,
  };
}
