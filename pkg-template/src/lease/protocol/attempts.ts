// The attempts of a keeper: when it makes the next one, and whether it claims. The module decides it: `src/lease/keeper.rs`.

import { leaseCore } from "./lease-core.js";

/** How an attempt can end, in the order of the module's numbers. */
const ENDS = ["done", "wait", "full", "lost", "failed", "slow"] as const;

export type End = (typeof ENDS)[number];

/** The attempts of a keeper. */
export class Attempts {
  /** The state as the module has it: it returns the next one after each change. */
  #state = 0;

  /** Whether the next attempt claims a seat. Otherwise it extends the window of the seat that is held. */
  _claims(holds: boolean): boolean {
    return leaseCore().claims(this.#state, Number(holds)) !== 0;
  }

  /**
   * Takes the end of an attempt, and returns the time until the next one, in ms. `now` is the reading of the store's clock, and
   * `time` the time that belongs to the end, both in Unix ms. If the attempt has failed, or failed because the store is slow,
   * they are the times in ms that the window still runs, and that the attempt took. `window` is the length of windows in ms.
   */
  _ended(end: End, now: number, time: number, window: number): number {
    const pause = leaseCore().ended(this.#state, ENDS.indexOf(end), now, time, window);
    this.#state = leaseCore().keeper_state();
    return pause;
  }
}

/** The time until an attempt in ms, spread, so that many processes do not ask the store at the same time. */
export const spread = (ms: number): number => leaseCore().spread(ms, Math.random());
