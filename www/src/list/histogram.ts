// How often IDs were made over time.

export const BARS = 60;

/** How often IDs were made in equal spans of time. */
export interface Histogram {
  /** The first time in Unix ms, and the time at which the last span ends. */
  first: number;
  end: number;
  counts: number[];
}

/** The first of some times, and the ms after the last one; undefined if there is no time. */
export function spanOf(times: Iterable<number>): readonly [number, number] | undefined {
  let [first, last] = [Infinity, -Infinity];
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return first > last ? undefined : [first, last + 1];
}

/** Counts times in spans. Times that are NaN or not within the bounds are left out. */
export function histogramOf(times: Iterable<number>, [first, end]: readonly [number, number]): Histogram {
  const counts = new Array<number>(BARS).fill(0);
  const perMs = BARS / (end - first);
  for (const time of times) {
    if (!(time >= first && time < end)) continue;
    const bar = Math.min(BARS - 1, Math.floor(perMs * (time - first)));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  return { first, end, counts };
}

/** The time at which a bar begins. */
export const startOf = ({ first, end }: Omit<Histogram, "counts">, bar: number): number =>
  first + (bar * (end - first)) / BARS;
