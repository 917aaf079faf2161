// The commands of a trial, as data that fast-check generates and shrinks.

import fc from "fast-check";

const few = fc.nat(7);
const sparse = (record) => fc.record(record, { requiredKeys: [] });

/** Arbitrary options of generators. {@link fitting} adapts them to a format. */
export const options = (toggles) => ({
  onRollback: fc.constantFrom("lead", "wait", "throw", ...(toggles ? ["toggle", "toggle", "toggle"] : [])),
  onExhausted: fc.constantFrom("wait", "lead", "throw"),
  sequenceStart: fc.constantFrom("reset", "rolling", "random"),
  sequenceResetThreshold: fc.nat(9),
  sequenceRange: fc.tuple(fc.nat(12), fc.nat(12)),
  maxLead: fc.constantFrom(0, 1, 4, 20, 10_000),
  maxWait: fc.constantFrom(0, 1, 3, 12, 1000),
});

/** Changes of a clock, in ms. */
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(1, 4, 10) },
  { weight: 3, arbitrary: fc.integer({ min: -12, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: -120, max: 120 }) },
  { weight: 1, arbitrary: fc.constantFrom(0.25, -0.25, 1000, -1000, 3_600_000, -3_600_000) },
);

/**
 * The arbitraries of the commands by name. `target` is the index of a generator, `age` the age of a snapshot (0 is the
 * newest), and `by` a difference in ms.
 */
const arbitraries = (toggles) => ({
  generator: sparse({ format: few, node: fc.constantFrom(0, 0, 1, 1023), ownClock: fc.boolean(), ...options(toggles) }),
  next: fc.record({
    target: few,
    how: fc.constantFrom("next", "nextText", "nextBytes"),
    meta: few,
    times: fc.integer({ min: 1, max: 6 }),
  }),
  batch: fc.record({ target: few, how: fc.constantFrom("batch", "fill", "batchBytes"), meta: few, count: fc.nat(24) }),
  large: fc.record({
    target: few,
    how: fc.constantFrom("batch", "fill", "batchBytes"),
    meta: few,
    count: fc.nat(9000),
  }),
  nextAsync: fc.record({ target: few, meta: few, count: fc.integer({ min: 1, max: 4 }) }),
  snapshot: fc.record({ target: few }),
  merge: fc.record({ age: few, ownClock: fc.boolean(), changed: sparse(options(toggles)) }),
  restart: fc.record({ keep: fc.integer({ min: 1, max: 8 }) }),
  free: fc.record({ target: few }),
  report: fc.record({ target: few }),
  nextWithTime: fc.record({ target: few, meta: few, by: fc.integer({ min: -1e9, max: 1e9 }) }),
  move: fc.record({ target: few, shared: fc.boolean(), by: steps }),
  freeze: fc.record({ target: few, long: fc.boolean() }),
  clockFault: fc.record({
    target: few,
    kind: fc.constantFrom("NaN", "infinite", "far", "long ago", "bigint", "throw", "next", "batch", "free"),
    victim: few,
  }),
});

/** The seed of a trial's random bits. */
export const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

/** Trials on one of the families: one to three generators, then commands with these weights. */
export function trials(families, weights, given = {}) {
  const first = commandsOf({ generator: 1 }, { ...given, least: 1, most: 3 });
  return fc.record({
    seed: seeds,
    family: fc.nat(families.length - 1),
    commands: fc.tuple(first, commandsOf(weights, given)).map((both) => both.flat()),
  });
}

/** The maximum number of identities in a trial of merges, and the last tick of their histories. */
const IDENTITIES = 8;
const TICKS = 24;

/** IDs at some of a few ticks, so that histories overlap. */
const history = (maxLength) => {
  const at = fc.record({ tick: fc.nat(TICKS), times: fc.constantFrom(1, 1, 2) });
  return fc.array(at, { minLength: 4, maxLength, size: "max" });
};

/**
 * Trials of merges. Two generators have the same options, and one of them has its own clock. After both have made IDs,
 * the snapshot of the own-clock generator is restored next to the other generator, which then makes more IDs.
 *
 * @param settlesFirst - whether no numbers are ready for the other generator at the merge
 */
export function merges(families, { settlesFirst }) {
  const identity = fc.tuple(history(8), history(8), history(12));
  return fc.record({
    seed: seeds,
    family: fc.nat(families.length - 1),
    commands: fc
      .array(identity, { minLength: 1, maxLength: IDENTITIES, size: "max" })
      .map((identities) => identities.flatMap((histories, node) => mergeOf(histories, node, settlesFirst))),
  });
}

/** The commands of one merge. `maxWait` is 0, so that no call waits and the clock changes only by commands. */
function mergeOf([one, other, afterwards], node, settlesFirst) {
  // Each merge adds three generators.
  const shared = 3 * node;
  const separate = shared + 1;
  const generator = (ownClock) => ({ do: "generator", node, ownClock, maxWait: 0 });
  const history = (target, steps) => steps.map((step) => ({ do: "nextAtTick", target, ...step }));
  return [
    ...[generator(false), generator(true), ...history(shared, one), ...history(separate, other)],
    // A snapshot takes back the numbers that are ready.
    ...(settlesFirst ? [{ do: "snapshot", target: shared }] : []),
    ...[{ do: "snapshotAndMerge", target: separate }, ...history(shared, afterwards)],
  ];
}

/** A list of commands. The weights are by command name. */
export function commandsOf(weights, { toggles = false, least = 0, most = 40 } = {}) {
  const all = arbitraries(toggles);
  const choices = Object.entries(weights).map(([name, weight]) => ({
    weight,
    arbitrary: all[name].map((given) => ({ do: name, ...given })),
  }));
  return fc.array(fc.oneof(...choices), { minLength: least, maxLength: most, size: "max" });
}

/** Changes arbitrary options so that a format accepts them. */
export function fitting({ layout, format }, { do: _, sequenceRange, sequenceResetThreshold, ...rest }) {
  const most = Number(layout.sequence.mask);
  const least = format.name === "sno" ? 4 : 1;
  if (sequenceRange !== undefined) {
    const [first, last] = sequenceRange.map((number) => Math.min(number, most));
    rest.sequenceRange = Math.abs(last - first) + 1 < least ? [first, first + least - 1] : [first, last];
  }
  const highest = Math.max(...(rest.sequenceRange ?? [most]));
  if (sequenceResetThreshold !== undefined && (rest.sequenceStart ?? "reset") === "reset") {
    rest.sequenceResetThreshold = Math.min(sequenceResetThreshold, highest);
    rest.sequenceStart = "reset";
  }
  return rest;
}
