// Sorts the rows of a list in steps, so that the page stays responsive.

import type { Values } from "./columns.ts";

type Compare = (a: number, b: number) => number;

/** How many rows are sorted or merged in one step. */
const STEP = 4096;

/**
 * Returns the order of rows by their values. Rows without a value come last in both directions.
 *
 * @param areIds - whether the values are texts of IDs, which are ordered by their lengths and then by their characters
 */
export function orderBy(value: Values, descending: boolean, areIds: boolean): Compare {
  const sign = descending ? -1 : 1;
  return (a, b) => {
    const [x, y] = [value(a) as string, value(b) as string];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    if (areIds && x.length !== y.length) return sign * (x.length - y.length);
    return sign * (Number(x > y) - Number(x < y));
  };
}

/** Sorts rows in place: sorts short runs, and merges them. Rows that are equal keep their order. */
export function* sorting(rows: Uint32Array, compare: Compare): Generator<undefined> {
  const { length } = rows;
  for (let low = 0; low < length; low += STEP) {
    rows.subarray(low, low + STEP).sort(compare);
    yield;
  }
  const merged = new Uint32Array(length);
  for (let width = STEP; width < length; width *= 2) {
    for (let low = 0; low < length; low += 2 * width) yield* merging(rows, merged, low, width, compare);
    rows.set(merged);
  }
}

/** Merges two neighbouring runs of sorted rows. */
function* merging(
  from: Uint32Array,
  to: Uint32Array,
  low: number,
  width: number,
  compare: Compare,
): Generator<undefined> {
  const middle = Math.min(low + width, from.length);
  const high = Math.min(middle + width, from.length);
  let [left, right] = [low, middle];
  for (let at = low; at < high; at++) {
    const [a, b] = [from[left] as number, from[right] as number];
    const isLeft = right >= high || (left < middle && compare(a, b) <= 0);
    to[at] = isLeft ? a : b;
    if (isLeft) left++;
    else right++;
    if (at % STEP === 0) yield;
  }
}
