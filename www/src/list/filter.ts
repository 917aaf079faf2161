// Which rows of a list are shown.

import { type Shown, spansOf } from "./list.ts";

export interface Filter {
  /** The first and the last span of the time line that is shown; undefined for all rows, also those without a time. */
  spans: readonly [number, number] | undefined;
  /** Whether only the IDs are shown that are there more than once. */
  onlyRepeated: boolean;
}

export const NO_FILTER: Filter = { spans: undefined, onlyRepeated: false };

/** Sets which rows are shown, and in which order. */
export function show(shown: Shown, change: Partial<Pick<Shown, "filter" | "sorted">>): void {
  Object.assign(shown, change);
  shown.rows = rowsOf(shown);
}

function rowsOf({ list, times, facts, filter: { spans, onlyRepeated }, sorted }: Shown): Uint32Array | undefined {
  if (!list || (!spans && !onlyRepeated)) return sorted;
  const spanOf = times ? spansOf(times) : () => NaN;
  const rows = new Uint32Array(list.ids.length);
  let count = 0;
  for (let n = 0; n < rows.length; n++) {
    const row = sorted?.[n] ?? n;
    if (onlyRepeated && facts?.repeated[row] !== 1) continue;
    if (spans && !isWithin(spans, spanOf(list.timestamps[row] ?? NaN))) continue;
    rows[count++] = row;
  }
  return rows.subarray(0, count);
}

/** A row without a time has the span NaN, which is in none. */
const isWithin = ([from, to]: readonly [number, number], span: number): boolean => span >= from && span <= to;
