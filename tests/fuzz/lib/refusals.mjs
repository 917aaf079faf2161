// Which refusals there may be, and what they may change.

import { MANY_READINGS } from "./clock.mjs";
import { promise } from "./defect.mjs";

/** For each code: whether a generator may refuse with it. */
const ALLOWED = {
  CLOCK_BEHIND: ({ options }) => options.onRollback === "throw",
  SEQUENCE_EXHAUSTED: ({ options }) => options.onExhausted === "throw",
  WAIT_TOO_LONG: () => true,
  // A reading at which the clock was seen to stand still is remembered.
  CLOCK_STALLED: ({ clock }, frame) => clock.wasFrozen || frame.readings >= MANY_READINGS,
  CLOCK_INVALID: (generator, frame) => frame.tricked,
  CLOCK_OUT_OF_RANGE: ({ layout }, frame) => frame.tricked || nearTheEnd(layout, frame),
  GENERATOR_FREED: ({ freed }) => freed,
};

/** Whether the last tick of the format, or the first, may be needed for the clock's readings. */
function nearTheEnd({ time, unit, epoch }, { min, max }) {
  return min < epoch || max - epoch >= (Number(time.mask) - 1) * unit - 20_000;
}

/** Asserts that a call was refused for a reason that there is. */
export function checkRefusal(generator, error, frame) {
  const expected = error?.name === "FlakeError" && ALLOWED[error.code]?.(generator, frame);
  promise(expected, () => `${generator.label} throws what it should not: ${error?.stack ?? error}`);
}

/** Asserts that a refused call has used up nothing, from the snapshots before and after it. */
export function checkUnused(before, after, now, call) {
  const same = before.tick === after.tick && before.used === after.used && before.next === after.next;
  // That the clock's tick was begun is no loss, if nothing of it is used.
  const begun = after.tick > before.tick && after.tick <= now && after.used === 0;
  promise(same || begun, () => `${call} is refused, and has used up numbers: ${asText(before)}, then ${asText(after)}`);
}

const asText = ({ tick, next, used }) => `tick ${tick}, next ${next}, used ${used}`;
