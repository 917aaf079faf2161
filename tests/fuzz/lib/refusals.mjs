// Decides which errors of generators are allowed, and which state a failed call may change.

import { MANY_READINGS } from "./clock.mjs";
import { ensure } from "./defect.mjs";

/** For each error code: whether a generator may throw it. */
const ALLOWED = {
  CLOCK_BEHIND: ({ options }) => options.onRollback === "throw",
  SEQUENCE_EXHAUSTED: ({ options }) => options.onExhausted === "throw",
  WAIT_TOO_LONG: () => true,
  // A generator remembers that its clock has stalled, so later calls may throw the error too.
  CLOCK_STALLED: ({ clock }, frame) => clock.wasFrozen || frame.readings >= MANY_READINGS,
  CLOCK_INVALID: (generator, frame) => frame.faulty,
  CLOCK_OUT_OF_RANGE: ({ layout }, frame) => frame.faulty || nearLimits(layout, frame),
  GENERATOR_FREED: ({ freed }) => freed,
};

/** Whether the clock's readings are before the format's first tick, or near or after its last tick. */
function nearLimits({ time, unit, epoch }, { min, max }) {
  return min < epoch || max - epoch >= (Number(time.mask) - 1) * unit - 20_000;
}

/** Asserts that an error of a call is allowed. */
export function checkRefusal(generator, error, frame) {
  const expected = error?.name === "FlakeError" && ALLOWED[error.code]?.(generator, frame);
  ensure(expected, () => `${generator.label} throws an unexpected error: ${error?.stack ?? error}`);
}

/** Asserts that a failed call has used no sequence number. Compares the snapshots before and after it. */
export function checkUnused(before, after, now, call) {
  const same = before.tick === after.tick && before.used === after.used && before.next === after.next;
  // The call may have entered the clock's tick, if it has used no number of it.
  const started = after.tick > before.tick && after.tick <= now && after.used === 0;
  ensure(same || started, () => `${call} throws but uses numbers: ${asText(before)}, then ${asText(after)}`);
}

const asText = ({ tick, next, used }) => `tick ${tick}, next ${next}, used ${used}`;
