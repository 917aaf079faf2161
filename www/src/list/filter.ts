// Finds the rows of a list that are shown.

import { spansOf } from "./histogram.ts";
import type { Shown } from "./shown.ts";

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

/** A row without a time has the span NaN, which is within no spans. */
const isWithin = ([from, to]: readonly [number, number], span: number): boolean => span >= from && span <= to;
