// Listeners of signals: one for each signal, because runtimes warn of a leak if a signal has more than ten.

const listeners = new WeakMap<AbortSignal, Set<() => void>>();
const removers = new WeakMap<AbortSignal, () => void>();

/** Calls a listener when a signal is aborted. */
export function addAbortListener(signal: AbortSignal, listener: () => void): void {
  const all = listeners.get(signal) ?? new Set();
  if (all.size === 0) {
    const callAll = (): void => {
      for (const one of [...all]) one();
    };
    signal.addEventListener("abort", callAll);
    removers.set(signal, () => {
      signal.removeEventListener("abort", callAll);
    });
  }
  listeners.set(signal, all.add(listener));
}

/** Removes a listener. Nothing is left on a signal without listeners, because it may live longer than they. */
export function removeAbortListener(signal: AbortSignal, listener: () => void): void {
  const all = listeners.get(signal);
  if (all?.delete(listener) === true && all.size === 0) removers.get(signal)?.();
}
