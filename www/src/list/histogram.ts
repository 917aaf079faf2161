// How often IDs were made over time.

/** How often IDs were made in equal spans of time. */
export interface Histogram {
  /** The first and the last time, in Unix ms. */
  first: number;
  last: number;
  counts: number[];
}

/** Counts times in spans; undefined if there is no time. Times that are NaN are left out. */
export function histogramOf(times: readonly number[], spans: number): Histogram | undefined {
  let [first, last] = [Infinity, -Infinity];
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  if (first > last) return undefined;
  const histogram = { first, last, counts: new Array<number>(spans).fill(0) };
  const { counts } = histogram;
  const spanOf = spansOf(histogram);
  for (const time of times) {
    const span = spanOf(time);
    if (!Number.isNaN(span)) counts[span] = (counts[span] ?? 0) + 1;
  }
  return histogram;
}

/** Returns the position of the span of a time; NaN for no time. */
export function spansOf({ first, last, counts: { length } }: Histogram): (time: number) => number {
  const perMs = length / Math.max(1, last - first);
  return (time) => Math.min(length - 1, Math.floor(perMs * (time - first)));
}

/** The time at which a span begins. */
export const startOf = ({ first, last, counts: { length } }: Histogram, span: number): number =>
  first + (span * (last - first)) / length;
