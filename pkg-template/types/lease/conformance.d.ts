import type { Aborting } from "../index.js";
import type { LeaseStore } from "./store.js";

/** Options of {@link conformance}. */
export interface ConformanceOptions {
  /**
   * The beginning of the names of all spaces that the checks write to: 1 to 100 characters, without control characters.
   * A random text follows, so that each run has new spaces. Default: `conformance`.
   */
  readonly space?: string | undefined;
  /**
   * How many ms each call of the store may take, and how long the checks wait for its clock to advance: a whole number
   * from 1 to 600 000. Default: 10 000. A store that takes longer fails the check. After the third call that takes
   * longer, the checks make no more calls, and all remaining checks fail.
   */
  readonly timeout?: number | undefined;
  /** Ends the checks: the promise is rejected with the signal's reason. */
  readonly signal?: Aborting | undefined;
}

/** The result of one check. */
export interface ConformanceResult {
  /** The promise that was checked, such as "a swap applies only if the record is as it was read". */
  readonly check: string;
  readonly passed: boolean;
  /** Only if the check did not pass: what was expected, and what the store did. */
  readonly reason?: string;
}

/**
 * Checks whether a store keeps the promises of {@link LeaseStore}. Use it in the tests of your own store.
 *
 * Give several connections to one store, each as another process would have it. The checks let the connections race,
 * and compare their clocks, their generations and the records that they read. With one connection these checks see
 * little.
 *
 * Errors, wrong answers and missing answers of the store make checks fail. They never make this function throw.
 *
 * The checks make about 2500 calls and write to about 150 new spaces. A store cannot delete records, so the records of
 * the checks stay: use a store for tests, or delete the spaces afterwards.
 *
 * A store that passes all checks may still be wrong. The checks cannot see:
 *
 * - whether confirmed writes survive a crash of the process, of the server or of the machine, a full disk, or a
 *   failover;
 * - whether the generation changes whenever writes may have been forgotten, and only then;
 * - whether the clock is the same after a restart or a failover of the store, and by how much it goes back;
 * - whether a swap is still one step if the process or the server stops between any two of its instructions, or if
 *   the connection breaks;
 * - whether a write that ended in an error is made later, although its guard does not hold any more;
 * - whether `durable` and `location` are true;
 * - a race that did not happen during the run.
 *
 * @param stores - a store, or a list of 1 to 64 connections to one store. Reasons count the connections from 0
 * @returns the results: always the same checks, in the same order
 * @throws FlakeError `INVALID_OPTION`, as a rejection, if an option is invalid or `stores` has no store or no objects
 *
 * @example
 * ```js
 * import { memory } from "flakekit/lease";
 * import { conformance } from "flakekit/lease/conformance";
 *
 * const store = memory(); // or connections to your server
 * const results = await conformance([store, store, store]);
 * results.filter(({ passed }) => !passed); // → []
 * ```
 */
export function conformance(
  stores: LeaseStore | readonly LeaseStore[],
  options?: ConformanceOptions,
): Promise<readonly ConformanceResult[]>;
