// Timers for Hermes's command, which calls all functions of timers at once. React Native has timers of its own.

const timers = new Map();
let last = 0;
let running = false;
const { setTimeout: soon } = globalThis;

/** Calls the due functions, until no timer is left. */
function turn() {
  const now = Date.now();
  for (const [number, { due, call }] of [...timers]) if (due <= now && timers.delete(number)) call();
  running = timers.size > 0;
  if (running) soon(turn, 0);
}

globalThis.setTimeout = (call, ms = 0) => {
  last += 1;
  timers.set(last, { due: Date.now() + ms, call });
  if (!running) soon(turn, 0);
  running = true;
  return last;
};
globalThis.clearTimeout = (number) => void timers.delete(number);
