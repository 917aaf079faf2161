// What to do when the core says "not yet": wait for the clock, but never for ever.

import { type Core, refusal } from "./core.js";

/** Gives the time in Unix ms. */
export type Clock = () => number;

/** Is told while the sequence of a tick is used up and callers wait. */
export type OnOverflow = (notification: { now: Date; count: number; ticks: number }) => void;

/**
 * After so many readings without a later one, the clock counts as standing still: some 50 ms of
 * `Date.now()`. It is no harm if it was only coarse: the IDs then lead it a little.
 */
const READINGS = 1 << 20;

/** The same for a caller that sleeps a ms or more between readings. */
const SLEEPS = 32;

/** Watches a clock, and tells the core when it stands still. */
class Watch {
  readonly #stall: (now: number) => void;
  readonly #patience: number;
  #latest: number;
  #left: number;

  constructor(stall: (now: number) => void, now: number, patience: number) {
    this.#stall = stall;
    this.#patience = patience;
    this.#latest = now;
    this.#left = patience;
  }

  /** Whether it is worth reading the clock again; going round in circles is standing still too. */
  _patient(now: number): boolean {
    if (now > this.#latest) {
      this.#latest = now;
      this.#left = this.#patience;
      return true;
    }
    this.#left -= 1;
    if (this.#left > 0) return true;
    this.#stall(now);
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
}

/** One try at the clock's reading; `undefined` is a refusal. */
export type Attempt<T> = (now: number) => T | undefined;

/** Tries again until the core grants, after a first refusal at `now`; reads the clock until it moves. */
export function insist<T>(caller: Caller, attempt: Attempt<T>, now: number): T {
  const watch = watchOf(caller, now, READINGS);
  for (let at = now, told = false; ;) {
    refusal(); // throws unless it is for a wait
    if (!told) told = notify(caller, at, 0);
    const before = at;
    do at = caller._clock();
    while (watch._patient(at) && at === before);
    const granted = attempt(at);
    if (granted !== undefined) return granted;
  }
}

/** As `insist`, giving the thread back instead of waiting on it. */
export async function insistAsync<T>(caller: Caller, attempt: Attempt<T>, now: number): Promise<T> {
  const watch = watchOf(caller, now, SLEEPS);
  for (let at = now, ticks = 0; ; ticks++) {
    const wait = refusal();
    const told = notify(caller, at, ticks);
    // Who is to be told wants to know about once a ms.
    await sleep(told ? 1 : wait);
    at = caller._clock();
    watch._patient(at);
    const granted = attempt(at);
    if (granted !== undefined) return granted;
  }
}

function watchOf({ _core, _number }: Caller, now: number, patience: number): Watch {
  return new Watch((at) => _core.stall(_number, at), now, patience);
}

/** Tells of an overflow, if it is one and somebody wants to know. */
function notify({ _core, _onOverflow, _waiting }: Caller, now: number, ticks: number): boolean {
  if (_onOverflow === undefined || _core.overflowing() === 0) return false;
  _onOverflow({ now: new Date(now), count: Math.max(1, _waiting), ticks });
  return true;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
