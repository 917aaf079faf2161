// Calls that wait until `_wake` is called.

import { SILENCE_MS } from "./pulse.js";
import type { Timers } from "./timers.js";

/** How often calls that wait in a Worker look whether they may go on, in ms. */
const LOOK_MS = 5;

export class Waiting {
  readonly #timers: Timers;
  readonly #resolvers = new Set<() => void>();
  readonly #isWorker: boolean;
  #wakes = 0;

  constructor(timers: Timers, isWorker: boolean) {
    this.#isWorker = isWorker;
    this.#timers = timers;
  }

  _wake(): void {
    this.#wakes += 1;
    for (const resolve of [...this.#resolvers]) resolve();
  }

  /**
   * Waits for `_wake`; at most until `given`, and not longer than work may be silent (see pulse.ts). Returns whether it
   * was called.
   */
  async _whenWoken(given?: Promise<void>): Promise<boolean> {
    const before = this.#wakes;
    const timer = this.#timers._start(this.#isWorker ? LOOK_MS : SILENCE_MS);
    let resolver = (): void => undefined;
    const woken = new Promise<void>((resolve) => (resolver = resolve));
    // In Workers, code that awaits a promise which another request resolves goes on in that request, or ends with it. So
    // there, each call waits for its own timers only.
    if (!this.#isWorker) this.#resolvers.add(resolver);
    await Promise.race([timer._done, given ?? timer._done, this.#isWorker ? timer._done : woken]);
    this.#resolvers.delete(resolver);
    timer._cancel();
    return this.#wakes !== before;
  }
}
