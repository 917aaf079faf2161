import type { LeaseStore } from "./store.js";

/** Options of {@link memory}. */
export interface MemoryOptions {
  /** Gives Unix ms, which are rounded down to whole ms. Default: `Date.now`, looked up at each call. */
  readonly clock?: (() => number) | undefined;
  /**
   * The store's generation: 1 to 1000 printable ASCII characters without spaces. Default: `memory`. The generation is
   * constant, because the store forgets nothing as long as it exists.
   */
  readonly generation?: string | undefined;
}

/**
 * Makes a store in this thread, for tests, examples and development. Each call makes a new store without records.
 *
 * The store ends with the thread. Other threads and processes, and this process after a restart, do not know the
 * store's records and repeat its IDs.
 *
 * Calls of the store reject with a FlakeError `CLOCK_INVALID` if the clock gives no number from 0 to 2^53 - 1, and with
 * the error of the clock if it throws. A rejected call has no effect.
 *
 * @throws FlakeError `INVALID_OPTION`
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { lease, memory } from "flakekit/lease";
 *
 * const ids = await lease(discord, { store: memory() });
 * discord.isValid(ids.next()); // → true
 * ```
 */
export function memory(options?: MemoryOptions): LeaseStore;
