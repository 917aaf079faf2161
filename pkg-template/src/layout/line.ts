// The straight line that most samples are near: how many ms of their times one step of the IDs is.

import type { Sample } from "./samples.js";

/** IDs and times, relative to the first sample. All lists have one length. */
export interface Points {
  /** The IDs, in steps. */
  ids: Float64Array;
  /** The earliest instants that the samples allow, in ms. */
  times: Float64Array;
  /** The lengths of the intervals that begin at `times`, in ms. */
  precisions: Float64Array;
}

/** The points of samples, the least ID, and the positions of the samples by their IDs. */
export function pointsOf(samples: readonly Sample[]): { points: Points; order: number[]; least: bigint } {
  const least = samples.reduce((least, { id }) => (id < least ? id : least), (samples[0] as Sample).id);
  const ids = Float64Array.from(samples, ({ id }) => Number(id - least));
  const times = Float64Array.from(samples, ({ time }) => time);
  const precisions = Float64Array.from(samples, ({ precision }) => precision);
  const order = samples.map((_, n) => n).sort((one, other) => (ids[one] as number) - (ids[other] as number));
  return { points: { ids, times, precisions }, order, least };
}

export interface Line {
  /** ms for each step of an ID. */
  slope: number;
  /** The standard error of the slope. */
  error: number;
  /** How far the real slope may be from `slope`. */
  away: number;
  /** The samples near the line, in the order of their IDs. */
  near: number[];
  /** The standard deviation of the samples near the line from it, in ms. */
  deviation: number;
  /** How much a residual is like the residual before it, -1 to 1. */
  likeness: number;
  /** The time from the first to the last sample near the line, in ms. */
  span: number;
}

export const medianOf = (values: ArrayLike<number>): number => quantileOf(values, 0.5);

export function quantileOf(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
}

/** Residuals beyond this many standard deviations belong to outliers. */
const FAR = 4;
/** The ratio of a standard deviation to the median of absolute deviations. */
const DEVIATIONS = 1.4826;
/**
 * Up to this count, samples tell little about the deviation of further samples: their delays may be similar by chance.
 */
const FEW = 10;
const FAR_OF_FEW_MS = 10_000;
/** About how many ms after its ID a row is written, as long as the samples do not show another delay. */
const USUAL_DELAY_MS = 100;

/**
 * The real slope is within this many standard errors, and within this many ms from the first sample to the last,
 * because delays may grow.
 */
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

/** Distances of pairs in a sorted list: all pairs of a short list, and only distant pairs of a long list. */
const stepsOf = (count: number): number[] =>
  count <= 60
    ? Array.from({ length: count - 1 }, (_, n) => n + 1)
    : [Math.floor(count / 2), Math.floor(count / 3), Math.floor((2 * count) / 3)];

/**
 * Finds the line by the median of slopes, which outliers hardly change, then by the least squares of the samples near
 * it.
 */
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
  // Few samples may be near the line by chance. So the usual deviation counts as two further samples.
  const usual = USUAL_DELAY_MS ** 2 + meanOf(near, (n) => (precisions[n] as number) ** 2 / 12);
  // Samples with equal times have equal errors of rounding, so together they tell as much as one sample.
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
