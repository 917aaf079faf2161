// What to do when the core says "not yet": wait for the clock, but never for ever.

import { type Core, refusal } from "./core.js";

/** Gives the time in Unix ms. */
export type Clock = () => number;

/** Is told while the sequence of a tick is used up and callers wait. */
export type OnOverflow = (notification: { now: Date; count: number; ticks: number }) => void;

/**
 * After so many readings without a gain of a ms, the clock counts as standing still: some 50 ms of
 * `Date.now()`. It is no harm if it was only coarse: the IDs then lead it a little.
 */
const READINGS = 1 << 20;

/** The same for a caller that sleeps between readings, in ms of sleep. */
const SLEPT_MS = 50;

/** Watches a clock, and tells the core when it stands still. */
class Watch {
  readonly #caller: Caller;
  readonly #patience: number;
  #latest: number;
  #left: number;

  constructor(caller: Caller, now: number, patience: number) {
    this.#caller = caller;
    this.#patience = patience;
    this.#latest = now;
    this.#left = patience;
  }

  /**
   * Whether it is worth reading the clock again, after a reading that took so much patience. A clock that goes round
   * in circles stands still too, and so does one that creeps.
   */
  _patient(now: number, taken: number): boolean {
    if (now >= this.#latest + 1) {
      this.#latest = now;
      this.#left = this.#patience;
      return true;
    }
    this.#left -= taken;
    if (this.#left > 0) return true;
    // A generator that was freed during the wait has no number: its old one may be another's by now.
    this.#caller._core.stall(this.#caller._number, now);
    return false;
  }
}

/** Who asks the core for something that it may refuse. */
export interface Caller {
  readonly _core: Core;
  /** The number by which the core knows it. */
  readonly _number: number;
  readonly _clock: Clock;
  /** Whom to tell that callers wait for want of sequence numbers. */
  readonly _onOverflow: OnOverflow | undefined;
  /** How many callers of `nextAsync` wait. */
  readonly _waiting: number;
  /** How many ms callers of `nextAsync` have waited, all together: one waits at a time. */
  _waited: number;
}

/** One try at the clock's reading; `undefined` is a refusal. */
export type Attempt<T> = (now: number) => T | undefined;

/** Tries again until the core grants, after a first refusal at `now`; reads the clock until it moves. */
export function retryUntilGranted<T>(caller: Caller, attempt: Attempt<T>, now: number): T {
  const watch = new Watch(caller, now, READINGS);
  let told = false;
  for (let at = now, waited = 0; ;) {
    // A refusal that is not for a wait throws.
    if (refusal() > 0) {
      told ||= notify(caller, at, 0);
      const before = at;
      do at = caller._clock();
      while (watch._patient(at, 1) && at === before);
      waited = Math.max(waited, gained(now, at));
      caller._core.waited(caller._number, waited);
    }
    const granted = attempt(at);
    if (granted !== undefined) return granted;
  }
}

/**
 * As `retryUntilGranted`, giving the thread back instead of waiting on it. The wait counts from where the generator's
 * `_waited` was at `since`.
 */
export async function retryUntilGrantedAsync<T>(
  caller: Caller,
  attempt: Attempt<T>,
  now: number,
  since: number,
): Promise<T> {
  const watch = new Watch(caller, now, SLEPT_MS);
  for (let at = now, ticks = 0; ; ticks++) {
    const wait = refusal();
    if (wait > 0) {
      // Who is to be told wants to know about once a ms.
      const ms = notify(caller, at, ticks) ? 1 : wait;
      await new Promise((resolve) => setTimeout(resolve, ms));
      at = caller._clock();
      caller._waited += ms;
      watch._patient(at, ms);
      // Timers may fire up to a ms early.
      caller._core.waited(caller._number, caller._waited - since - 1);
    }
    const granted = attempt(at);
    if (granted !== undefined) return granted;
  }
}

/** How many ms the clock has moved on. */
function gained(before: number, now: number): number {
  return now > before ? now - before : 0;
}

/** Tells of an overflow, if it is one and somebody wants to know. */
function notify({ _core, _onOverflow, _waiting }: Caller, now: number, ticks: number): boolean {
  if (_onOverflow === undefined || _core.overflowing() === 0) return false;
  _onOverflow({ now: new Date(now), count: Math.max(1, _waiting), ticks });
  return true;
}
