// Reads a generator's options into the numbers that the core takes.

import type { Description } from "./description.js";
import type { SnapshotForm } from "./snapshots.js";
import {
  ABSENT,
  copyList,
  invalid,
  optionalChoice,
  optionalNumber,
  type Options,
  readOptions,
  requiredNumber,
} from "./values.js";
import type { Clock, OnOverflow } from "./waiting.js";

/** The words of each policy, in the core's order. */
const POLICIES = {
  onRollback: ["lead", "wait", "throw", "toggle"],
  onExhausted: ["wait", "lead", "throw"],
  sequence: ["reset", "rolling", "random"],
};

export const POLICY_NAMES = Object.keys(POLICIES);

const OPTION_NAMES = [
  ...POLICY_NAMES,
  "maxLead",
  "maxWait",
  "sequenceRange",
  "sequenceResetThreshold",
  "snapshot",
  "clock",
  "onOverflow",
];

/** The longest lead, wait or tick: a day, in ms. */
export const MAX_DURATION_MS = 86_400_000;

/** The core's numbers of the policies. */
export function readPolicies(options: Options): number[] {
  return Object.entries(POLICIES).map(([name, words]) => optionalChoice(name, options[name], words));
}

/** A generator's options in the form in which they are used. */
export interface GeneratorSettings {
  /** What the core reads: fields, policies, limits, and the numbers of the snapshot if there is one. */
  readonly numbers: readonly number[];
  readonly hasSnapshot: boolean;
  readonly clock: Clock | undefined;
  readonly onOverflow: OnOverflow | undefined;
}

/** Reads a generator's options. `onExhausted` is the policy to use if the options name none. */
export function readGeneratorOptions(
  description: Description,
  snapshots: SnapshotForm,
  given: unknown,
  onExhausted: string | undefined,
): GeneratorSettings {
  const options = readOptions(description._public.name, given, [...description._namesOf("node"), ...OPTION_NAMES]);
  if (options.onExhausted === undefined) options.onExhausted = onExhausted;
  const { clock, onOverflow } = options;
  return {
    numbers: coreNumbers(description, snapshots, options),
    hasSnapshot: options.snapshot !== undefined,
    clock: clock === undefined ? undefined : toClock(toFunction("clock", clock, "give Unix ms, such as Date.now")),
    onOverflow: onOverflow === undefined ? undefined : toFunction("onOverflow", onOverflow, "take a notification"),
  };
}

function coreNumbers(description: Description, snapshots: SnapshotForm, options: Options): number[] {
  const range = options.sequenceRange === undefined ? [ABSENT, ABSENT] : readRange(description, options.sequenceRange);
  let nodes = description._readFields(options, "node");
  let state: readonly number[] = [];
  if (options.snapshot !== undefined) {
    const saved = snapshots._read(description, options.snapshot);
    const given = nodes;
    state = saved.numbers;
    nodes = description._readFields({ ...options, ...saved.fields }, "node");
    // Compared as numbers: a partition may be given as its bytes, but a snapshot contains its number.
    const differing = given.findIndex((node, i) => !Number.isNaN(node) && node !== nodes[i]);
    if (differing >= 0) {
      const expected = `${given[differing]}, as given; the snapshot is of another identity`;
      const name = `snapshot: ${description._fieldNames[differing - 1]}`;
      throw invalid("INVALID_SNAPSHOT", name, nodes[differing], expected);
    }
  }
  return [
    ...nodes,
    ...readPolicies(options),
    ...range,
    optionalNumber("sequenceResetThreshold", options.sequenceResetThreshold, description._largestOf("sequence")),
    optionalNumber("maxLead", options.maxLead, MAX_DURATION_MS),
    optionalNumber("maxWait", options.maxWait, MAX_DURATION_MS),
    ...state,
  ];
}

function readRange(description: Description, given: unknown): number[] {
  const largest = description._largestOf("sequence");
  const range = copyList("sequenceRange", given, 2);
  if (range?.length !== 2) {
    throw invalid("INVALID_OPTION", "sequenceRange", given, `[first, last], from 0 to ${largest}`);
  }
  return range.map((number, i) => requiredNumber(`sequenceRange[${i}]`, number, largest));
}

function toFunction(name: string, given: unknown, purpose: string): (argument?: unknown) => unknown {
  if (typeof given === "function") return given as () => unknown;
  throw invalid("INVALID_OPTION", name, given, `a function to ${purpose}`);
}

/** A user's clock. A reading that is no number becomes NaN, so that nothing converts it to a number. */
function toClock(read: () => unknown): Clock {
  return () => {
    const reading = read();
    return typeof reading === "number" ? reading : Number.NaN;
  };
}
