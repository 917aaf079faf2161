// Long work on the page's thread, in slices.

/** How long the page is blocked at a time, in ms. */
const SLICE_MS = 12;

/**
 * Takes the steps of some work, and returns their results. Work that is longer than a slice lets the page answer events
 * in between. The work ends early, with undefined, once `wanted` returns false.
 */
export async function inSlices<T>(steps: Iterable<T>, wanted: () => boolean): Promise<T[] | undefined> {
  const results: T[] = [];
  let until = performance.now() + SLICE_MS;
  for (const result of steps) {
    results.push(result);
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (!wanted()) return undefined;
    until = performance.now() + SLICE_MS;
  }
  return results;
}
