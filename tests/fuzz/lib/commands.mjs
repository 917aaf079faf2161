// What a trial can do, as data that fast-check makes and shrinks.

import fc from "fast-check";

const few = fc.nat(7);
const sparse = (record) => fc.record(record, { requiredKeys: [] });

/** Options of generators; `sequenceRange` is made to fit when it is used. */
export const options = (toggles) => ({
  onRollback: fc.constantFrom("lead", "wait", "throw", ...(toggles ? ["toggle", "toggle", "toggle"] : [])),
  onExhausted: fc.constantFrom("wait", "lead", "throw"),
  sequence: fc.constantFrom("reset", "rolling", "random"),
  sequenceResetThreshold: fc.nat(9),
  sequenceRange: fc.tuple(fc.nat(12), fc.nat(12)),
  maxLead: fc.constantFrom(0, 1, 4, 20, 10_000),
  maxWait: fc.constantFrom(0, 1, 3, 12, 1000),
});

/** The steps of a clock, in ms. */
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(1, 4, 10) },
  { weight: 3, arbitrary: fc.integer({ min: -12, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: -120, max: 120 }) },
  { weight: 1, arbitrary: fc.constantFrom(0.25, -0.25, 1000, -1000, 3_600_000, -3_600_000) },
);

/** The arbitraries of commands, by name. */
const arbitraries = (toggles) => ({
  generator: sparse({ format: few, node: fc.constantFrom(0, 0, 1, 1023), own: fc.boolean(), ...options(toggles) }),
  next: fc.record({
    on: few,
    how: fc.constantFrom("next", "nextText", "nextBytes"),
    meta: few,
    times: fc.integer({ min: 1, max: 6 }),
  }),
  batch: fc.record({ on: few, how: fc.constantFrom("batch", "fill", "batchBytes"), meta: few, count: fc.nat(24) }),
  large: fc.record({ on: few, how: fc.constantFrom("batch", "fill", "batchBytes"), meta: few, count: fc.nat(9000) }),
  nextAsync: fc.record({ on: few, meta: few, count: fc.integer({ min: 1, max: 4 }) }),
  snapshot: fc.record({ on: few }),
  merge: fc.record({ of: few, own: fc.boolean(), changed: sparse(options(toggles)) }),
  restart: fc.record({ keep: fc.integer({ min: 1, max: 8 }) }),
  free: fc.record({ on: few }),
  report: fc.record({ on: few }),
  atTime: fc.record({ on: few, meta: few, by: fc.integer({ min: -1e9, max: 1e9 }) }),
  move: fc.record({ on: few, shared: fc.boolean(), by: steps }),
  freeze: fc.record({ on: few, long: fc.boolean() }),
  trick: fc.record({
    on: few,
    kind: fc.constantFrom("NaN", "infinite", "bigint", "throw", "next", "batch", "free"),
    with: few,
  }),
});

/** A seed of random bits. */
export const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

/** Trials over some families: commands of these weights, after one to three generators. */
export function trials(families, weights, given = {}) {
  const first = commandsOf({ generator: 1 }, { ...given, least: 1, most: 3 });
  return fc.record({
    seed: seeds,
    family: fc.nat(families.length - 1),
    commands: fc.tuple(first, commandsOf(weights, given)).map((both) => both.flat()),
  });
}

/** How many identities a trial of merges has, one after the other, and how many ticks their histories are within. */
const IDENTITIES = 8;
const TICKS = 24;

/** IDs at some of a few ticks, so that histories meet. */
const history = (maxLength) => {
  const at = fc.record({ tick: fc.nat(TICKS), times: fc.constantFrom(1, 1, 2) });
  return fc.array(at, { minLength: 4, maxLength, size: "max" });
};

/**
 * Trials in which two generators of one identity have histories of their own, one of them with a clock of its own; then
 * what was granted to that one is restored beside the other, which goes on.
 *
 * @param settled - whether the other one gives back the numbers that it holds before that
 */
export function merges(families, { settled }) {
  const identity = fc.tuple(history(8), history(8), history(12));
  return fc.record({
    seed: seeds,
    family: fc.nat(families.length - 1),
    commands: fc
      .array(identity, { minLength: 1, maxLength: IDENTITIES, size: "max" })
      .map((identities) => identities.flatMap((histories, node) => mergeOf(histories, node, settled))),
  });
}

/** Where there is no wait, the clock stays where it is. */
function mergeOf([one, other, afterwards], node, settled) {
  // Each adds three generators.
  const on = 3 * node;
  const equal = (own) => ({ do: "generator", node, own, maxWait: 0 });
  const history = (place, ats) => ats.map((at) => ({ do: "at", on: place, ...at }));
  const both = [...history(on, one), ...history(on + 1, other)];
  // A snapshot is taken of what has been handed out, so the rest is given back.
  const settling = settled ? [{ do: "snapshot", on }] : [];
  return [equal(false), equal(true), ...both, ...settling, { do: "join", on: on + 1 }, ...history(on, afterwards)];
}

/** A list of commands; the weights say which there are. */
export function commandsOf(weights, { toggles = false, least = 0, most = 40 } = {}) {
  const all = arbitraries(toggles);
  const choices = Object.entries(weights).map(([name, weight]) => ({
    weight,
    arbitrary: all[name].map((given) => ({ do: name, ...given })),
  }));
  return fc.array(fc.oneof(...choices), { minLength: least, maxLength: most, size: "max" });
}

/** Options that fit a format. */
export function fitting({ layout, format }, { do: _, sequenceRange, sequenceResetThreshold, ...rest }) {
  const most = Number(layout.sequence.mask);
  const least = format.name === "sno" ? 4 : 1;
  if (sequenceRange !== undefined) {
    const [first, last] = sequenceRange.map((number) => Math.min(number, most));
    rest.sequenceRange = Math.abs(last - first) + 1 < least ? [first, first + least - 1] : [first, last];
  }
  const highest = Math.max(...(rest.sequenceRange ?? [most]));
  if (sequenceResetThreshold !== undefined && (rest.sequence ?? "reset") === "reset") {
    rest.sequenceResetThreshold = Math.min(sequenceResetThreshold, highest);
    rest.sequence = "reset";
  }
  return rest;
}
