// Repeats what others have prevented at the same moment.

/** Thrown by an attempt that has changed nothing and must be made again. */
export class Again extends Error {}

export interface Retries<T> {
  /** Whether no further attempt is made, after so many. */
  readonly _isOver: (tries: number) => boolean;
  /** The longest wait between two attempts, in ms. Waits are random, so that two callers do not keep step. */
  readonly _maxDelay: number;
  /** Whether an error goes away by itself. Throws the error in words if it does not. */
  readonly _mayPass: (error: unknown) => void;
  /** Called after the last attempt, with its error if it was no `Again`. Its result is that of the call. */
  readonly _giveUp: (cause: unknown) => T;
}

/** Makes attempts until one has a result. */
export async function retry<T>(
  attempt: () => T | Promise<T>,
  { _isOver, _maxDelay, _mayPass, _giveUp }: Retries<T>,
): Promise<T> {
  let cause: unknown;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Again)) {
        _mayPass(error);
        cause = error;
      }
    }
    if (_isOver(tries)) return _giveUp(cause);
    const delay = Math.random() * Math.min(2 ** tries, _maxDelay);
    if (_maxDelay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  }
}
