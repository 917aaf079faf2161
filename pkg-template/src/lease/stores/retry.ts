// Repeats calls that other calls have prevented at the same moment.

/** Thrown by an attempt that has changed nothing and must be made again. */
export class Again extends Error {}

export interface Retries<T> {
  /** Whether no further attempt is made, after so many attempts. */
  readonly _isOver: (tries: number) => boolean;
  /**
   * The longest wait for the next attempt after so many attempts, in ms; 0 for no wait. Waits are random, so that two callers
   * do not keep step.
   */
  readonly _maxDelay: (tries: number) => number;
  /** Waits, such as `sleep`. */
  readonly _wait: (ms: number) => Promise<unknown>;
  /** Throws an error in words if it does not go away by itself. It is not called for `Again`. */
  readonly _mayPass: (error: unknown) => void;
  /** Called after the last attempt, with its error. Its result is that of the call. */
  readonly _giveUp: (cause: unknown) => T;
}

/** Makes attempts until one has a result. */
export async function retry<T>(
  attempt: () => T | Promise<T>,
  { _isOver, _maxDelay, _wait, _mayPass, _giveUp }: Retries<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Again)) _mayPass(error);
      if (_isOver(tries)) return _giveUp(error);
    }
    const longest = _maxDelay(tries);
    if (longest > 0) await _wait(Math.random() * longest);
  }
}

/** Waits by the global timers. */
export function sleep(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
