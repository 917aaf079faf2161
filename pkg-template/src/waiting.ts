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
  patient(now: number): boolean {
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

/** Something that the core may refuse. */
export interface Request<T> {
  readonly core: Core;
  readonly clock: Clock;
  /** One try at the clock's reading; `undefined` is a refusal. */
  attempt(now: number): T | undefined;
  /** Tells the core that the clock stands still at this reading. */
  stall(now: number): void;
  /** Whom to tell that callers wait for want of sequence numbers. */
  readonly onOverflow?: OnOverflow | undefined;
  /** How many callers of `nextAsync` wait. */
  waiting(): number;
}

/** Tries again until the core grants, after a first refusal at `now`; reads the clock until it moves. */
export function insist<T>(request: Request<T>, now: number): T {
  const watch = new Watch((at) => request.stall(at), now, READINGS);
  for (let at = now, told = false; ;) {
    refusal(); // throws unless it is for a wait
    if (!told) told = notify(request, at, 0);
    const before = at;
    do at = request.clock();
    while (watch.patient(at) && at === before);
    const granted = request.attempt(at);
    if (granted !== undefined) return granted;
  }
}

/** As `insist`, giving the thread back instead of waiting on it. */
export async function insistAsync<T>(request: Request<T>, now: number): Promise<T> {
  const watch = new Watch((at) => request.stall(at), now, SLEEPS);
  for (let at = now, ticks = 0; ; ticks++) {
    const wait = refusal();
    const told = notify(request, at, ticks);
    // Who is to be told wants to know about once a ms.
    await sleep(told ? 1 : wait);
    at = request.clock();
    watch.patient(at);
    const granted = request.attempt(at);
    if (granted !== undefined) return granted;
  }
}

/** Tells of an overflow, if it is one and somebody wants to know. */
function notify({ core, onOverflow, waiting }: Request<unknown>, now: number, ticks: number): boolean {
  if (onOverflow === undefined || core.overflowing() === 0) return false;
  onOverflow({ now: new Date(now), count: Math.max(1, waiting()), ticks });
  return true;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
