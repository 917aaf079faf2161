// Timers that keep the process alive only during `_keepAlive`.

import type { Timer } from "../stores/index.js";

type Handle = ReturnType<typeof setTimeout>;

/** The longest time of a timer, in ms. Runtimes take a longer time for 1 ms. */
const MAX_MS = 2 ** 31 - 1;

export class Timers {
  readonly #running = new Set<Handle>();
  #waiting = 0;

  /** Starts a timer. */
  _start(ms: number): Timer {
    let handle: Handle;
    const done = new Promise<void>((resolve) => {
      handle = setTimeout(
        () => {
          this.#running.delete(handle);
          resolve();
        },
        Math.min(Math.max(0, ms), MAX_MS),
      );
      this.#running.add(handle);
      if (this.#waiting === 0) setRef(handle, false);
    });
    return {
      _done: done,
      _cancel: () => {
        clearTimeout(handle);
        this.#running.delete(handle);
      },
    };
  }

  /** Keeps the process alive until the promise settles. */
  async _keepAlive<T>(promise: Promise<T>): Promise<T> {
    this.#change(1);
    try {
      return await promise;
    } finally {
      this.#change(-1);
    }
  }

  #change(by: number): void {
    const before = this.#waiting > 0;
    this.#waiting += by;
    const after = this.#waiting > 0;
    if (before !== after) for (const handle of this.#running) setRef(handle, after);
  }
}

/** Sets whether a timer keeps the process alive. In browsers a timer is a number, and no timer keeps a page alive. */
function setRef(handle: Handle, isRef: boolean): void {
  const timer = handle as unknown as { ref?: () => void; unref?: () => void } | number;
  if (typeof timer !== "object") return;
  if (isRef) timer.ref?.();
  else timer.unref?.();
}
