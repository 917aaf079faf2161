// Bounds a wait.

/** A running timer. */
export interface Timer {
  /** Resolves when the time is over; never after `_cancel`. */
  readonly _done: Promise<void>;
  _cancel(): void;
}

/** Starts a timer. */
export function startTimer(ms: number): Timer {
  let handle: ReturnType<typeof setTimeout>;
  const done = new Promise<void>((resolve) => {
    handle = setTimeout(resolve, ms);
  });
  return {
    _done: done,
    _cancel: () => {
      clearTimeout(handle);
    },
  };
}

/** Waits for a promise until a timer is over. Then it calls `late`, which ends the work, and throws or gives the result. */
export async function within<T>(timer: Timer, promise: Promise<T>, late: () => T): Promise<T> {
  try {
    return await Promise.race([promise, timer._done.then(late)]);
  } finally {
    timer._cancel();
  }
}
