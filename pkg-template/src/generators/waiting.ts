// Waits for the clock when the core cannot grant an ID yet. No wait is endless.

import { type Core, finiteReading } from "../bridge/index.js";
import { type Asker, refusal, type Wait } from "./refusals.js";
import { addAbortListener, removeAbortListener } from "../values/index.js";

/** Gives the time in Unix ms. */
export type Clock = () => number;

/** Is called when all sequence numbers of a tick are used and callers wait. */
export type OnOverflow = (notification: { now: Date; count: number; ticks: number }) => void;

/** The timers as they are when the package is loaded, so that calls settle although a test replaces them later. */
const startTimer = typeof setTimeout === "undefined" ? undefined : setTimeout;
const stopTimer = typeof clearTimeout === "undefined" ? undefined : clearTimeout;

/**
 * A clock that gains less than 1 ms in this many readings counts as stalled. With `Date.now()` they take about 50 ms. If
 * the clock was only coarse, IDs lead it by a little, which does no harm.
 */
const STALL_READINGS = 1 << 20;

/** In a wait that sleeps between readings, a clock that gains less than 1 ms in this many ms of sleep counts as stalled. */
const STALL_SLEEP_MS = 50;

/** Watches a clock during a wait, and tells the core if it stalls. */
class StallDetector {
  readonly #caller: Caller;
  readonly #patience: number;
  #latest: number;
  #remaining: number;
  #hasGoneBack = false;

  constructor(caller: Caller, now: number, patience: number) {
    this.#caller = caller;
    this.#patience = patience;
    this.#latest = now;
    this.#remaining = patience;
  }

  /**
   * Compares a reading of the clock with the earlier ones. Returns false if the clock has gained less than 1 ms since the
   * `cost` of its readings has reached `patience`: 1 for each reading, or the ms of sleep before it. So a clock that creeps or
   * repeats its readings in a cycle stalls too. But a clock that is set back once goes on from there.
   */
  _observe(now: number, cost: number): boolean {
    const goesBack = now <= this.#latest - 1 && !this.#hasGoneBack;
    this.#hasGoneBack ||= goesBack;
    if (goesBack || now >= this.#latest + 1) {
      this.#latest = now;
      this.#remaining = this.#patience;
      return true;
    }
    this.#remaining -= cost;
    if (this.#remaining > 0) return true;
    // The number is read now, because the generator may have been freed during the wait, and its number given to another.
    this.#caller._core.stall(this.#caller._number, now);
    return false;
  }
}

/** The members of a generator that waits use. */
export interface Caller extends Asker {
  readonly _core: Core;
  /** The core's number of the generator. */
  readonly _number: number;
  /** `undefined` is `Date.now`. */
  readonly _clock: Clock | undefined;
  readonly _onOverflow: OnOverflow | undefined;
  readonly _overflow: Overflow;
  /**
   * Handles an error that refuses an ID to a call of `nextAsync`: rejects, or resolves when the core is to be asked again. The
   * call has waited since the clock's reading `since`. The time of this further wait is added to `_sleptMs`. Only leases have
   * this function.
   */
  readonly _onRefusal?: (error: unknown, since: number) => Promise<void>;
  /** How many calls of `nextAsync` are pending. */
  readonly _pending: number;
  /** The ms for which all calls of `nextAsync` together have slept. One call sleeps at a time, except in Workers. */
  _sleptMs: number;
}

/** One attempt at a reading of the clock; `undefined` is a refusal. */
export type Attempt<T> = (now: number) => T | undefined;

/** A reading of the clock. Throws if it is no finite number. */
export function readClock({ _clock }: Caller): number {
  return finiteReading(_clock === undefined ? Date.now() : _clock());
}

/** Repeats an attempt that was refused at `now` until the core grants it. Reads the clock until it moves. */
export function retryUntilGranted<T>(caller: Caller, attempt: Attempt<T>, now: number): T {
  const detector = new StallDetector(caller, now, STALL_READINGS);
  let notified = false;
  for (let reading = now, waited = 0; ;) {
    const wait = refusal(caller, waited);
    if (wait !== undefined) {
      notified ||= notifyOverflow(caller, wait, reading);
      const before = reading;
      do reading = readClock(caller);
      while (detector._observe(reading, 1) && reading === before);
      waited = Math.max(waited, reading - now);
    }
    const granted = attempt(reading);
    if (granted !== undefined) return granted;
  }
}

/**
 * As `retryUntilGranted`, but it sleeps between the attempts. The wait counts from the time when the caller's
 * `_sleptMs` was `since`. An aborted signal ends the sleep, and the promise is rejected with its reason.
 */
export async function retryUntilGrantedAsync<T>(
  caller: Caller,
  attempt: Attempt<T>,
  now: number,
  since: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  const detector = new StallDetector(caller, now, STALL_SLEEP_MS);
  const began = now - (caller._sleptMs - since);
  for (let reading = now, early = 0; ;) {
    const wait = await waitOrHandle(caller, began, caller._sleptMs - since - early);
    if (wait !== undefined) {
      // `onOverflow` is called about once per ms.
      const ms = notifyOverflow(caller, wait, reading) ? 1 : wait._ms;
      const slept = caller._sleptMs + ms;
      await sleep(ms, signal);
      // An aborted sleep is not added to `_sleptMs`: it was shorter.
      signal?.throwIfAborted();
      reading = readClock(caller);
      // In Workers, several calls may sleep at a time, so their sleeps are not added up.
      caller._sleptMs = Math.max(caller._sleptMs, slept);
      detector._observe(reading, ms);
      // Timers may fire up to 1 ms early.
      early = 1;
    } else {
      reading = readClock(caller);
    }
    const granted = attempt(reading);
    if (granted !== undefined) return granted;
  }
}

/** Resolves after this many ms, or when the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      if (signal !== undefined) {
        removeAbortListener(signal, end);
        stopTimer?.(timer);
      }
      resolve();
    };
    const timer = (startTimer as typeof setTimeout)(end, ms);
    if (signal !== undefined) addAbortListener(signal, end);
  });
}

/** As `refusal`, but an error goes to the caller's `_onRefusal`, if it has one. */
async function waitOrHandle(caller: Caller, since: number, waited: number): Promise<Wait | undefined> {
  try {
    return refusal(caller, waited);
  } catch (error) {
    if (caller._onRefusal === undefined) throw error;
    await caller._onRefusal(error, since);
    return undefined;
  }
}

/** An overflow: ticks one after the other whose sequence numbers are all used, while callers wait for the next tick. */
export interface Overflow {
  /** The clock's reading when it began, and the reading up to which it lasts if no further tick is used up. */
  _began: number;
  _end: number;
}

export const newOverflow = (): Overflow => ({ _began: Infinity, _end: -Infinity });

/** Calls `onOverflow` if there is one and the sequence numbers of the tick are used up. Returns whether it did. */
function notifyOverflow(caller: Caller, { _isUsedUp, _ms }: Wait, now: number): boolean {
  const { _onOverflow, _overflow, _pending, format } = caller;
  if (_onOverflow === undefined || !_isUsedUp) return false;
  // A clock that goes back begins another overflow.
  if (now < _overflow._began || now >= _overflow._end) _overflow._began = now;
  // The tick for which the callers wait belongs to the overflow if it is used up too.
  _overflow._end = now + _ms + format.unit;
  const ticks = Math.floor(now - _overflow._began);
  _onOverflow({ now: new Date(now), count: Math.max(1, _pending), ticks });
  return true;
}
