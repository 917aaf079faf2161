// The lengths of ticks that formats have, and how usual each is.

/** The logarithms of how usual lengths in ms are, in comparison with 1 ms. */
const USUAL = new Map([
  [1, 0],
  [1000, -0.7],
  [10, -1],
  [0.001, -1.5],
  [100, -2],
  ...[2, 4, 5, 8, 16, 20, 25, 32, 40, 50, 64, 125, 128, 200, 250, 256, 500, 512, 1024, 2000, 5000, 10_000, 60_000].map(
    (ms): [number, number] => [ms, -3],
  ),
  // 100 ns, 1 ns, and 2^20 ns.
  ...[0.0001, 0.000001, 1.048576].map((ms): [number, number] => [ms, -4]),
]);
const WHOLE = -6;
const DEFINABLE = -8;

/** The shortest and the longest tick that `defineFormat` takes, in ms. */
const SHORTEST = 0.001;
const LONGEST = 86_400_000;

/** Whether `defineFormat` takes a tick. */
export const isDefinable = (tick: number): boolean =>
  tick >= SHORTEST && tick <= LONGEST && Math.abs(tick / SHORTEST - Math.round(tick / SHORTEST)) < 1e-6;

/** The logarithm of how usual a tick is; undefined if no format has it. */
export function usualness(tick: number): number | undefined {
  const usual = USUAL.get(tick);
  if (usual !== undefined) return usual;
  if (!isDefinable(tick)) return undefined;
  return Number.isInteger(tick) ? WHOLE : DEFINABLE;
}

/** A tick without the last digits, which calculation has changed. */
export const rounded = (tick: number): number => Number(tick.toPrecision(12));

/**
 * Ticks whose lengths differ by a power of two give one line: 2 ms for each 2^23 is 1 ms for each 2^22. So the list has
 * one entry for each odd part: powers of five, to 1 ns, and their small multiples.
 */
const ODD_PARTS = [1, 3, 9, 7, 11, 13, 15, 17].flatMap((odd) =>
  (odd === 1 ? [-6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5] : [0, 1, 2, 3, 4, 5]).map((power) => odd * 5 ** power),
);

/** The slopes of usual ticks that differ from a slope by at most `away`, in ms for each step. */
export function slopesNear(slope: number, away: number): number[] {
  const found = ODD_PARTS.map((part) => part * 2 ** Math.round(Math.log2(slope / part)));
  return [...new Set(found)].filter((near) => Math.abs(near - slope) <= away);
}
