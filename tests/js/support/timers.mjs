// Timers that a test replaces although the package keeps those of its import. Import this file before the package.

const { setTimeout } = globalThis;

/** What `setTimeout` of the package's import calls. */
export const timers = { setTimeout };

globalThis.setTimeout = (...args) => timers.setTimeout(...args);
