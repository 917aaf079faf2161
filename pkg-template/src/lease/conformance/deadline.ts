// Bounds the time that the checks take.

import type * as api from "../../../types/lease/conformance.js";
import { reason } from "../../values/index.js";
import { startTimer, within } from "../stores/index.js";
import { Failure, shown } from "./failure.js";

/** The signal by which the user ends the checks. */
export type Signal = api.ConformanceOptions["signal"];

/** After this many calls without an answer no more are made, so that the checks of a store that hangs do not take hours. */
const MAX_HANGS = 3;

/** Calls a store, each call for a limited time. */
export class Limits {
  readonly #timeout: number;
  readonly #signal: Signal;
  /** Rejects when the user ends the checks. */
  readonly #ended: Promise<never>;
  #end: () => void = () => undefined;
  #hangs = 0;

  constructor(timeout: number, signal: Signal) {
    this.#timeout = timeout;
    this.#signal = signal;
    this.#ended = new Promise((_, reject) => {
      this.#end = () => reject(new Error("ended"));
    });
    this.#ended.catch(() => undefined);
    signal?.addEventListener("abort", this.#end);
  }

  /** Called at the end, so that no listener stays on the signal. */
  _close(): void {
    this.#signal?.removeEventListener("abort", this.#end);
  }

  /** Throws the signal's reason if the user has ended the checks. */
  _throwIfEnded(): void {
    this.#signal?.throwIfAborted();
  }

  /** The answer to a call of the store, as `parse` reads it. */
  async _call<T>(method: string, call: () => unknown, parse: (answer: unknown) => T): Promise<T> {
    this._throwIfEnded();
    if (this.#hangs >= MAX_HANGS) {
      throw new Failure(`not tried, because ${this.#hangs} calls had no answer within ${this.#timeout} ms`);
    }
    // The timer starts before the call, so that the time in which the call blocks counts.
    const timer = startTimer(this.#timeout);
    return within(timer, Promise.race([answerOf(method, call, parse), this.#ended]), () => {
      this.#hangs += 1;
      throw new Failure(`${method} gave no answer within ${this.#timeout} ms`);
    });
  }

  /** Makes attempts, with sleep between them, until one succeeds. Returns whether one did before the time was up. */
  async _retry(attempt: () => Promise<boolean>): Promise<boolean> {
    let isTimeUp = false;
    const timer = setTimeout(() => {
      isTimeUp = true;
    }, this.#timeout);
    try {
      while (!isTimeUp) {
        if (await attempt()) return true;
        await nap();
      }
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The answer to a call. An error that the store throws, or a getter of its answer, becomes a failure. */
async function answerOf<T>(method: string, call: () => unknown, parse: (answer: unknown) => T): Promise<T> {
  let returned: unknown;
  let answer: unknown;
  try {
    returned = call();
    answer = await returned;
  } catch (error) {
    throw new Failure(`${method} threw ${reason(error)}`);
  }
  // A promise never resolves to itself.
  if (answer === returned) throw new Failure(`${method} returned ${shown(returned)}; it must return a promise`);
  try {
    return parse(answer);
  } catch (error) {
    if (Failure._is(error)) throw error;
    throw new Failure(`the answer of ${method} can't be read: it threw ${reason(error)}`);
  }
}

/** Waits until all calls have ended, so that no call outlives its check. If a call has thrown, throws its error. */
export async function all<T extends readonly unknown[] | []>(
  calls: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(calls);
  return Promise.all(calls);
}

/** Waits for 1 ms. */
export function nap(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

/** Lets timers and messages arrive. A loop of calls that need no I/O would keep them waiting for ever. */
export function pause(): Promise<void> {
  const { setImmediate = setTimeout } = globalThis as { setImmediate?: (call: () => void) => unknown };
  return new Promise((resolve) => setImmediate(resolve));
}
