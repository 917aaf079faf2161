// A generator's options, and its snapshots, as the numbers that the core takes.

import type { Format } from "./format.js";
import { choice, named, NOTHING, number, type Options, wrong } from "./values.js";

/** The words of each policy, in the core's order. */
const POLICIES = {
  onRollback: ["lead", "wait", "throw", "toggle"],
  onExhausted: ["wait", "lead", "throw"],
  sequence: ["reset", "rolling", "random"],
};

export const POLICY_NAMES = Object.keys(POLICIES);

const NAMES = [...POLICY_NAMES, "maxLead", "maxWait", "sequenceRange", "sequenceResetThreshold", "snapshot"];

/** A day, in ms: the longest lead, wait or tick. */
export const LONGEST_MS = 86_400_000;

/** The numbers of the policies. */
export function policies(options: Options): number[] {
  return Object.entries(POLICIES).map(([name, words]) => choice(name, options[name], words));
}

/** The numbers of a generator's options, with those of its snapshot last, if there is one. */
export function generatorNumbers(format: Format, given: unknown): number[] {
  const nodes = format._names("node");
  const options = named(format.name, given, [...nodes, ...NAMES]);
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
  if (!Array.isArray(range) || range.length !== 2) {
    throw wrong("INVALID_OPTION", "sequenceRange", range, `[first, last], from 0 to ${most}`);
  }
  return range.map((end, i) => number(`sequenceRange[${i}]`, end, most, "INVALID_OPTION", true));
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
  const range = snapshot.sequenceRange;
  const [first, last]: unknown[] = Array.isArray(range) && range.length === 2 ? range : [];
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
