// Reports that an attempt goes on.
//
// In Workers, timers and calls of a store end with the request that has begun them, without notice: their promises stay
// pending for ever. Then the next request must begin another attempt. So an attempt reports regularly that it goes on.

import { monotonic } from "./clock.js";
import type { Timer } from "../stores/index.js";
import type { Timers } from "./timers.js";

/** The time between two reports, in ms. */
const BEAT_MS = 50;

/** After this many ms without a report, an attempt counts as stopped. A busy thread is silent too, so ask again after a wait. */
export const SILENCE_MS = 250;

export class Pulse {
  readonly #timers: Timers;
  #timer: Timer | undefined;
  #isStopped = false;
  #lastBeat = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
    this.#beat();
  }

  #beat(): void {
    if (this.#isStopped) return;
    this.#lastBeat = monotonic();
    this.#timer = this.#timers._start(BEAT_MS);
    void this.#timer._done.then(() => {
      this.#beat();
    });
  }

  get _isAlive(): boolean {
    return monotonic() - this.#lastBeat < SILENCE_MS;
  }

  _stop(): void {
    this.#isStopped = true;
    this.#timer?._cancel();
  }
}
