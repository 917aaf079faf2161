// Bounds the count of requests that a handler works on at a time: in all, and for each caller.

import { type Answer, refusal } from "./answers.js";

export class Limits {
  readonly #most: number;
  readonly #mostOfCaller: number;
  #running = 0;
  readonly #ofCallers = new Map<string, number>();

  constructor(most: number, mostOfCaller: number) {
    this.#most = most;
    this.#mostOfCaller = mostOfCaller;
  }

  /** Runs a function, or returns a refusal if too many run. */
  async _run<T>(run: () => Promise<T>): Promise<T | Answer> {
    if (this.#running >= this.#most) return tooMany("");
    this.#running += 1;
    try {
      return await run();
    } finally {
      this.#running -= 1;
    }
  }

  /** As `_run`, with a bound for each caller too, so that no caller takes the place of all others. */
  async _runFor<T>(caller: string, run: () => Promise<T>): Promise<T | Answer> {
    const running = this.#ofCallers.get(caller) ?? 0;
    if (running >= this.#mostOfCaller) return tooMany(" of this caller");
    this.#ofCallers.set(caller, running + 1);
    try {
      return await this._run(run);
    } finally {
      const left = (this.#ofCallers.get(caller) ?? 1) - 1;
      if (left > 0) this.#ofCallers.set(caller, left);
      else this.#ofCallers.delete(caller);
    }
  }
}

function tooMany(whose: string): Answer {
  return refusal(503, "STORE_FAILED", `too many requests${whose} at once: try later`);
}
