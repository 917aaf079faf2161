// A generator's options, and its snapshots, as the numbers that the core takes.

import type { Format } from "./format.js";
import { choice, items, named, NOTHING, number, type Options, wrong } from "./values.js";
import type { Clock, OnOverflow } from "./waiting.js";

/** The words of each policy, in the core's order. */
const POLICIES = {
  onRollback: ["lead", "wait", "throw", "toggle"],
  onExhausted: ["wait", "lead", "throw"],
  sequence: ["reset", "rolling", "random"],
};

export const POLICY_NAMES = Object.keys(POLICIES);

const NUMBERS = ["maxLead", "maxWait", "sequenceRange", "sequenceResetThreshold", "snapshot"];

const NAMES = [...POLICY_NAMES, ...NUMBERS, "clock", "onOverflow"];

/** A day, in ms: the longest lead, wait or tick. */
export const LONGEST_MS = 86_400_000;

/** The numbers of the policies. */
export function policies(options: Options): number[] {
  return Object.entries(POLICIES).map(([name, words]) => choice(name, options[name], words));
}

/** A generator's options as they are used. */
export interface GeneratorOptions {
  /** What the core takes, with the numbers of the snapshot last. */
  readonly numbers: number[];
  /** Whether there is a snapshot. */
  readonly resumes: boolean;
  readonly clock: Clock | undefined;
  readonly onOverflow: OnOverflow | undefined;
}

/** Reads a generator's options; `onExhausted` is what to do where they don't say it. */
export function generatorOptions(format: Format, given: unknown, onExhausted?: string): GeneratorOptions {
  const nodes = format._names("node");
  const options = named(format.name, given, [...nodes, ...NAMES]);
  if (options.onExhausted === undefined) options.onExhausted = onExhausted;
  const { clock, onOverflow } = options;
  return {
    numbers: generatorNumbers(format, options),
    resumes: options.snapshot !== undefined,
    clock: clock === undefined ? undefined : clockOf(toFunction("clock", clock, "give Unix ms, such as Date.now")),
    onOverflow: onOverflow === undefined ? undefined : toFunction("onOverflow", onOverflow, "take a notification"),
  };
}

function generatorNumbers(format: Format, options: Options): number[] {
  const range = options.sequenceRange === undefined ? [NOTHING, NOTHING] : pair(format, options.sequenceRange);
  let nodeNumbers = format._fieldNumbers(options, "node");
  let saved: number[] = [];
  if (options.snapshot !== undefined) {
    const snapshot = format._readSnapshot(options.snapshot);
    const given = nodeNumbers;
    saved = snapshot.numbers;
    nodeNumbers = format._fieldNumbers({ ...options, ...snapshot.fields }, "node");
    // As numbers: a partition given as bytes is none other than the snapshot's.
    const at = given.findIndex((node, i) => !Number.isNaN(node) && node !== nodeNumbers[i]);
    if (at >= 0) {
      const must = `${given[at]}, as given; the snapshot is of another identity`;
      throw wrong("INVALID_SNAPSHOT", `snapshot: ${format._names()[at - 1]}`, nodeNumbers[at], must);
    }
  }
  return [
    ...nodeNumbers,
    ...policies(options),
    ...range,
    number("sequenceResetThreshold", options.sequenceResetThreshold, format._most("sequence")),
    number("maxLead", options.maxLead, LONGEST_MS),
    number("maxWait", options.maxWait, LONGEST_MS),
    ...saved,
  ];
}

function pair(format: Format, range: unknown): number[] {
  const most = format._most("sequence");
  const ends = items("sequenceRange", range, 2);
  if (ends?.length !== 2) throw wrong("INVALID_OPTION", "sequenceRange", range, `[first, last], from 0 to ${most}`);
  return ends.map((end, i) => number(`sequenceRange[${i}]`, end, most, "INVALID_OPTION", true));
}

function toFunction(name: string, given: unknown, purpose: string): (argument?: unknown) => unknown {
  if (typeof given === "function") return given as () => unknown;
  throw wrong("INVALID_OPTION", name, given, `a function to ${purpose}`);
}

/** A clock of the caller's; what is no number must not be made one on the way into the core. */
function clockOf(read: () => unknown): Clock {
  return () => {
    const now = read();
    return typeof now === "number" ? now : NOTHING;
  };
}

/** What a snapshot says: the node fields, and the numbers that the core takes. */
export interface Saved {
  readonly fields: Options;
  readonly numbers: number[];
}

/** The numbers of a snapshot after its range. */
const STATE = ["tick", "seen", "next", "used", "safe", "drifts"];

/** Reads a snapshot of a format whose layout is described so. */
export function readSnapshot(layout: string, nodes: readonly string[], given: unknown): Saved {
  const snapshot = savedNames(given, ["version", "layout", "fields", "sequenceRange", ...STATE]);
  if (snapshot.version !== 1) throw wrong("INVALID_SNAPSHOT", "snapshot: version", snapshot.version, "1");
  if (snapshot.layout !== layout) {
    throw wrong("INVALID_SNAPSHOT", "snapshot: layout", snapshot.layout, `'${layout}'; it is of another identity`);
  }
  const fields = savedNames(snapshot.fields, nodes);
  savedNumbers(fields, Object.keys(fields));
  const ends = items("snapshot: sequenceRange", snapshot.sequenceRange, 2, "INVALID_SNAPSHOT");
  const [first, last] = ends?.length === 2 ? ends : [];
  return { fields, numbers: savedNumbers({ ...snapshot, first, last }, ["first", "last", ...STATE]) };
}

/** Writes what `readSnapshot` reads. */
export function writeSnapshot(layout: string, fields: Options, [first, last, ...state]: number[]): Options {
  const snapshot: Options = { version: 1, layout, fields, sequenceRange: [first, last] };
  STATE.forEach((name, i) => (snapshot[name] = state[i]));
  return snapshot;
}

/** The names of a snapshot. */
export function savedNames(given: unknown, names: readonly string[]): Options {
  return named("snapshot", given ?? null, names, "INVALID_SNAPSHOT");
}

/** Numbers of a snapshot by name, all of which it must have. */
export function savedNumbers(snapshot: Options, names: readonly string[]): number[] {
  return names.map((name) =>
    number(`snapshot: ${name}`, snapshot[name], Number.MAX_SAFE_INTEGER, "INVALID_SNAPSHOT", true),
  );
}
