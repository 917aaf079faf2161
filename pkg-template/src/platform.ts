// Where the package runs. An entry says so before anything else can happen; nothing is read until it is needed.

import { FlakeError } from "./errors.js";

/** A compiled module, of this realm or another, or its bytes. */
export type Source = WebAssembly.Module | BufferSource;

export const platform = {
  /** Gives the core's module, at the first use. */
  source: (): Source => {
    throw new FlakeError(
      "CORE_MISSING",
      "flakekit/manual has no core yet; call provideCore with the module flakekit/core.wasm, or its bytes, first",
    );
  },

  /**
   * Whether it is a Worker: there the clock stands still while a request is served, and outside of
   * requests, in the global scope, there is neither time nor randomness.
   */
  worker: false,
};

/** Whether a Worker has been seen to serve requests; its global scope is then over. */
let serving = false;

/** Unix ms, or NaN, which is refused. `Date.now` is looked up at every call, so that fake timers are heeded. */
export function readClock(): number {
  const now: unknown = Date.now();
  return typeof now === "number" ? now : Number.NaN;
}

/** Unix ms, where IDs can be made. */
export function systemClock(): number {
  const now = readClock();
  if (platform.worker && !serving) {
    serving = now > 0 && hasRandomness();
    if (!serving) {
      throw new FlakeError(
        "CLOCK_INVALID",
        "a Worker's global scope has no clock (it reads 0) and no random bits; make IDs in a handler, such as fetch",
      );
    }
  }
  return now;
}

/** Workers refuse random bits in their global scope even where, run locally, they let the clock be read. */
function hasRandomness(): boolean {
  try {
    crypto.getRandomValues(new Uint8Array(1));
    return true;
  } catch {
    return false;
  }
}
