// The attempts of a keeper: when it makes the next one, and whether it claims. The module decides that: `src/lease/keeper.rs`.

import { leaseCore } from "./lease-core.js";

/** How an attempt can end, in the order of the module's numbers. */
const ENDS = ["done", "wait", "full", "lost"] as const;

/** The attempts of a keeper. */
export class Attempts {
  /** The state as the module has it: it returns the next one after each change. */
  #state = 0;

  /** Whether the next attempt claims a seat. Otherwise it extends the window of the seat that is held. */
  _claims(holds: boolean): boolean {
    return leaseCore().claims(this.#state, Number(holds)) !== 0;
  }

  /**
   * Takes the end of an attempt, with the time in Unix ms that belongs to it, if it is known. `now` is the reading of the
   * store's clock in Unix ms, `window` the length of windows in ms. Returns the time until the next attempt, in ms.
   */
  _ended(end: (typeof ENDS)[number], time: number | undefined, now: number, window: number): number {
    return this.#changed(
      leaseCore().ended(this.#state, ENDS.indexOf(end), time ?? Number.POSITIVE_INFINITY, now, window),
    );
  }

  /**
   * Takes the failure of an attempt. `isSlow`: the store has refused a swap because it took too long. `took` and `left` are
   * the times in ms that the attempt took, and that the window still runs. Returns the time until the next attempt, in ms.
   */
  _failed(isSlow: boolean, took: number, left: number, window: number): number {
    return this.#changed(leaseCore().failed(this.#state, Number(isSlow), took, left, window));
  }

  #changed(pause: number): number {
    this.#state = leaseCore().keeper_state();
    return pause;
  }
}

/** The time until an attempt in ms, spread, so that many processes do not ask the store at the same time. */
export const spread = (ms: number): number => leaseCore().spread(ms, Math.random());
