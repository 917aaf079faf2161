// Listeners of abort signals. Each signal gets one listener, which calls all listeners in `all`, because runtimes warn
// of a leak if a signal has more than ten listeners.

interface Listeners {
  /** The listener of the signal, which calls `all`. */
  readonly callAll: () => void;
  readonly all: Set<() => void>;
}

const known = new WeakMap<AbortSignal, Listeners>();

/** Calls a listener when a signal is aborted. */
export function addAbortListener(signal: AbortSignal, listener: () => void): void {
  const { all } = known.get(signal) ?? listenTo(signal);
  all.add(listener);
}

function listenTo(signal: AbortSignal): Listeners {
  const all = new Set<() => void>();
  const callAll = (): void => {
    for (const one of [...all]) one();
  };
  signal.addEventListener("abort", callAll);
  const listeners = { callAll, all };
  known.set(signal, listeners);
  return listeners;
}

/** Removes a listener. After the last one nothing is left on the signal, which may live long. */
export function removeAbortListener(signal: AbortSignal, listener: () => void): void {
  const listeners = known.get(signal);
  if (listeners === undefined) return;
  listeners.all.delete(listener);
  if (listeners.all.size > 0) return;
  signal.removeEventListener("abort", listeners.callAll);
  known.delete(signal);
}

/**
 * Settles as the promise of `work` does. If the signal is aborted first, it rejects at once with the reason of the signal.
 * After an abort the work goes on, unless it watches the signal itself.
 */
export async function untilAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (signal === undefined) return work();
  signal.throwIfAborted();
  let abort = (): void => undefined;
  const abortion = new Promise<void>((resolve) => {
    abort = resolve;
  });
  addAbortListener(signal, abort);
  try {
    const working = work();
    const aborted = abortion.then(() => {
      signal.throwIfAborted();
      return working;
    });
    return await Promise.race([working, aborted]);
  } finally {
    removeAbortListener(signal, abort);
  }
}
