// The state of a keeper of a seat. The module changes it: `src/lease/keeper.rs` has the rules.

import { KEEPER_DEMANDS, KEEPER_LENGTH, KEEPER_STATES, LEASE_WORDS } from "../../generated/contract.js";
import type { KeeperCore } from "../../../core/keeper.js";

/** How an attempt can end. */
type End = "done" | "wait" | "full" | "lost";

/** A seat that was granted, as it makes IDs, and its window in Unix ms of the store's clock. */
export interface Granted {
  readonly node: number;
  /** The first and the last sequence number. */
  readonly range: readonly [first: number, last: number];
  readonly from: number;
  readonly until: number;
}

/** The readings that decide when the next attempt begins, in ms. */
export interface Moment {
  /** The length of windows. */
  readonly window: number;
  /** The monotonic clock. */
  readonly now: number;
  /** The store's clock. */
  readonly clock: number;
}

export class KeeperState {
  /** The state between calls. The module does not keep it, because a full stack of the engine loses what the module keeps. */
  readonly #numbers = new Float64Array(KEEPER_LENGTH);
  readonly #core: KeeperCore;

  constructor(core: KeeperCore) {
    this.#core = core;
  }

  #ask<T>(call: (core: KeeperCore) => T): T {
    const core = this.#core;
    const exchanged = new Float64Array(core.memory.buffer, core.numbers_address(), KEEPER_LENGTH);
    exchanged.set(this.#numbers);
    const answer = call(core);
    this.#numbers.set(exchanged);
    return answer;
  }

  /** Whether the next attempt claims a seat. Otherwise it extends the window of the seat that is held. */
  get _claims(): boolean {
    return this.#ask((core) => core.keeper_claims()) !== 0;
  }

  /** The state at a reading of the store's clock. */
  _at(clock: number): (typeof KEEPER_STATES)[number] {
    return KEEPER_STATES[this.#ask((core) => core.keeper_state(clock))] as (typeof KEEPER_STATES)[number];
  }

  /** The end of the window in Unix ms of the store's clock; 0 without a seat. */
  get _until(): number {
    return this.#ask((core) => core.keeper_until());
  }

  /** Whether leases must move to a seat that was granted, because they make IDs of another one, or of none. */
  _movesTo({ node, range }: Granted): boolean {
    return this.#ask((core) => core.keeper_moves_to(node, ...range)) !== 0;
  }

  /** Takes over a window, when leases have moved to its seat. Returns the time at which it begins for them. */
  _take({ node, range, from, until }: Granted): number {
    return this.#ask((core) => core.keeper_take(node, ...range, from, until));
  }

  /**
   * The seat is given up. It was used up to this Unix ms. Returns the Unix ms up to which this seat and earlier seats
   * were used.
   */
  _leave(usedUntil: number): number {
    return this.#ask((core) => core.keeper_leave(usedUntil));
  }

  /**
   * Takes the end of an attempt, with the time in Unix ms that belongs to it, if it is known. Returns the ms until the next
   * attempt.
   */
  _ended(end: End, time: number | undefined, { window, now, clock }: Moment): number {
    const number = LEASE_WORDS.indexOf(end);
    return this.#ask((core) =>
      core.keeper_ended(number, time ?? Number.POSITIVE_INFINITY, window, now, clock, Math.random()),
    );
  }

  /**
   * Takes the failure of an attempt, which took so many ms. `isSlow`: the store has refused a swap because it took too long.
   * Returns the ms until the next attempt.
   */
  _failed(isSlow: boolean, took: number, { window, now, clock }: Moment): number {
    return this.#ask((core) => core.keeper_failed(Number(isSlow), took, window, now, clock, Math.random()));
  }

  /** The reading of the monotonic clock from which on an attempt is so late that whoever wants an ID begins one. */
  get _due(): number {
    return this.#ask((core) => core.keeper_due());
  }

  /** An ID is wanted, or an attempt has failed. `isDoubtful`: nobody knows whether the window holds. Returns the keeper's action. */
  _demand(now: number, isDoubtful: boolean): (typeof KEEPER_DEMANDS)[number] {
    const demand = this.#ask((core) => core.keeper_demand(now, Number(isDoubtful)));
    return KEEPER_DEMANDS[demand] as (typeof KEEPER_DEMANDS)[number];
  }

  /** Whether a call that could make its ID now waits for an attempt, which is due. */
  _isWorthWaiting(now: number): boolean {
    return this.#ask((core) => core.keeper_is_worth_waiting(now)) !== 0;
  }
}
