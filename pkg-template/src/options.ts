// Reads a generator's options into the numbers that the core takes.

import { FlakeError } from "./errors.js";
import { inRange, wholeNumber } from "./fields.js";
import type { Format } from "./format.js";
import {
  COMMON_NAMES,
  GENERATOR_NAMES,
  MAX_DURATION_MS,
  MAX_FIELDS,
  OPTIONS,
  SNAPSHOT_NUMBERS,
} from "./generated/contract.js";
import { platform } from "./platform.js";
import { POLICY_NAMES, readPolicies } from "./policies.js";
import { largestOf, newRecord, toRecord } from "./records.js";
import { readSnapshot } from "./snapshots.js";
import {
  asNumber,
  invalid,
  optionalNumber,
  type Options,
  readGuarded,
  readOptions,
  readProperties,
  readRange,
} from "./values.js";
import type { Clock, OnOverflow } from "./waiting.js";

/** A generator's options in the form in which they are used. */
export interface GeneratorSettings {
  /** The record `OPTIONS`. */
  readonly record: readonly number[];
  readonly hasSnapshot: boolean;
  readonly clock: Clock | undefined;
  readonly onOverflow: OnOverflow | undefined;
}

/** Reads a generator's options. */
export function readGeneratorOptions(format: Format, given: unknown): GeneratorSettings {
  const names = [...nodeNames(format), ...POLICY_NAMES, ...COMMON_NAMES, ...GENERATOR_NAMES];
  const options = readOptions(`generator(${format.name})`, given, names);
  options.onExhausted ??= usualOnExhausted(format);
  const { clock } = options;
  return {
    record: optionsRecord(format, options),
    hasSnapshot: options.snapshot !== undefined,
    clock: clock === undefined ? undefined : (toFunction("clock", clock, "give Unix ms, such as Date.now") as Clock),
    onOverflow: readListener("onOverflow", options),
  };
}

/**
 * The policy `onExhausted` if the options name none: in a Worker, whose clock stands still during a request, a wait would be
 * useless. A definition of a format may name another one.
 */
export function usualOnExhausted({ _descriptor: { _policies } }: Format): string | undefined {
  const isDefined = !Number.isNaN(_policies?.[POLICY_NAMES.indexOf("onExhausted")] ?? Number.NaN);
  return platform.worker && !isDefined ? "lead" : undefined;
}

/** An optional function that is called with a notification. */
export function readListener(name: string, options: Options): ((notification: unknown) => void) | undefined {
  const listener = options[name];
  return listener === undefined ? undefined : toFunction(name, listener, "take a notification");
}

/** The options of `batchAsync` in the form in which they are used. */
export interface BatchOptions {
  readonly metadata: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((count: unknown) => void) | undefined;
}

export function readBatchOptions(format: Format, given: unknown): BatchOptions {
  const options = readOptions("batchAsync()", given, ["meta", "signal", "onProgress"]);
  const { meta = 0, signal } = options;
  return {
    metadata: readMetadata(format, meta),
    signal: readSignal(signal),
    onProgress: readListener("onProgress", options),
  };
}

/** An optional `AbortSignal`. */
export function readSignal(given: unknown): AbortSignal | undefined {
  if (given === undefined) return undefined;
  const methods = ["addEventListener", "removeEventListener", "throwIfAborted"] as const;
  return readGuarded("INVALID_OPTION", "signal", () => {
    const signal = given as AbortSignal | null;
    const isSignal =
      typeof signal?.aborted === "boolean" && methods.every((name) => typeof signal[name] === "function");
    if (isSignal) return signal;
    throw new FlakeError("INVALID_OPTION", "signal is no AbortSignal; give the signal of an AbortController");
  });
}

/** The metadata of a call that makes IDs: 0 if the format has none. */
export function readMetadata(format: Format, given: unknown): number {
  if (given === 0) return 0;
  const field = format._fields.find(({ _kind }) => _kind === "metadata");
  const metadata = asNumber(given);
  if (field !== undefined) return inRange(field, wholeNumber(field, field._name, metadata) ?? 0);
  const expected = `omitted: ${format.name} has no metadata field; a callback is () => ids.next()`;
  throw invalid("INVALID_FIELD", "metadata", given, expected);
}

/** The names by which the node fields of a format and their parts are given. */
export const nodeNames = ({ _extras, _fields }: Format): string[] => [
  ..._fields.filter(({ _kind }) => _kind === "node" || _kind === "part").map(({ _name }) => _name),
  ...(_extras._otherNames ?? []),
];

/** The numbers of the node fields and their parts in an options object. Those of other fields are absent. */
const readNodes = (format: Format, options: Options): number[] =>
  toRecord(format._readFields(readProperties(options, nodeNames(format))), MAX_FIELDS);

/** The record `OPTIONS`. What is not in the options is absent. */
export function optionsRecord(format: Format, options: Options): number[] {
  const record = newRecord(OPTIONS.length);
  let nodes = readNodes(format, options);
  if (options.snapshot !== undefined) {
    const saved = readSnapshot(format, options.snapshot);
    const given = nodes;
    record.splice(OPTIONS.snapshot, SNAPSHOT_NUMBERS, ...saved.numbers);
    nodes = readNodes(format, saved.fields);
    // Compared as numbers: a partition may be given as its bytes, but a snapshot contains its number.
    const differing = given.findIndex((node, i) => !Number.isNaN(node) && !Number.isNaN(nodes[i]) && node !== nodes[i]);
    if (differing >= 0) {
      const expected = `${given[differing]}, as given; the snapshot is of another identity`;
      const name = `snapshot: ${format._fields[differing]?._name}`;
      throw invalid("INVALID_SNAPSHOT", name, nodes[differing], expected);
    }
    given.forEach((node, i) => {
      if (Number.isNaN(nodes[i])) nodes[i] = node;
    });
  }
  record.splice(OPTIONS.fields, MAX_FIELDS, ...nodes);
  const policies = readPolicies(options);
  record[OPTIONS.onRollback] = policies.onRollback;
  record[OPTIONS.onExhausted] = policies.onExhausted;
  record[OPTIONS.sequence] = policies.sequence;
  const largest = largestOf(format, "sequence");
  if (options.sequenceRange !== undefined) {
    const [first, last] = readRange("sequenceRange", options.sequenceRange, largest);
    record[OPTIONS.rangeFirst] = first;
    record[OPTIONS.rangeLast] = last;
  }
  const { sequenceResetThreshold, maxLead, maxWait } = options;
  record[OPTIONS.resetThreshold] = optionalNumber("sequenceResetThreshold", sequenceResetThreshold, largest);
  record[OPTIONS.maxLead] = optionalNumber("maxLead", maxLead, MAX_DURATION_MS);
  record[OPTIONS.maxWait] = optionalNumber("maxWait", maxWait, MAX_DURATION_MS);
  return record;
}

function toFunction(name: string, given: unknown, purpose: string): (argument?: unknown) => unknown {
  if (typeof given === "function") return given as () => unknown;
  throw invalid("INVALID_OPTION", name, given, `a function to ${purpose}`);
}
