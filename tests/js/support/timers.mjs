// Timers that a test can replace although the package keeps the timers of the time of its import. Import this file
// before the package.

const { setTimeout } = globalThis;

/** The function that the package's `setTimeout` calls. */
export const timers = { setTimeout };

globalThis.setTimeout = (...args) => timers.setTimeout(...args);
