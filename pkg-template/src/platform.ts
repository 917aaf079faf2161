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

  /** Whether it is a Worker: there the clock stands still while a request is served, and reads 0 outside of one. */
  worker: false,
};

/** Unix ms. `Date.now` is looked up at every call, so that fake timers are heeded. */
export function systemClock(): number {
  const now = Date.now();
  if (now === 0 && platform.worker) {
    throw new FlakeError(
      "CLOCK_INVALID",
      "the clock reads 0, as it does in a Worker's global scope; make IDs inside a handler, such as fetch",
    );
  }
  return now;
}
