// Reads a generator's options into the numbers that the core takes.

import type { Description } from "./description.js";
import { FlakeError } from "./errors.js";
import {
  COMMON_NAMES,
  GENERATOR_NAMES,
  MAX_DURATION_MS,
  MAX_FIELDS,
  OPTIONS,
  POLICIES,
  SNAPSHOT_NUMBERS,
} from "./generated/contract.js";
import { newRecord } from "./memory.js";
import type { ReadSnapshot } from "./snapshots.js";
import {
  invalid,
  optionalChoice,
  optionalNumber,
  type Options,
  quoted,
  readGuarded,
  readOptions,
  readRange,
} from "./values.js";
import type { Clock, OnOverflow } from "./waiting.js";

export const POLICY_NAMES = Object.keys(POLICIES);

/** The core's numbers of the policies. */
export function readPolicies(options: Options): Record<keyof typeof POLICIES, number> {
  const read = (name: keyof typeof POLICIES): number => optionalChoice(name, options[name], POLICIES[name]);
  return { onRollback: read("onRollback"), onExhausted: read("onExhausted"), sequence: read("sequence") };
}

/** A generator's options in the form in which they are used. */
export interface GeneratorSettings {
  /** The record `OPTIONS`. */
  readonly record: readonly number[];
  readonly hasSnapshot: boolean;
  readonly clock: Clock | undefined;
  readonly onOverflow: OnOverflow | undefined;
}

/** Reads a generator's options. `onExhausted` is the policy to use if the options name none. */
export function readGeneratorOptions(
  description: Description,
  readSnapshot: ReadSnapshot,
  given: unknown,
  onExhausted: string | undefined,
): GeneratorSettings {
  const names = [...description._namesOf("node"), ...POLICY_NAMES, ...COMMON_NAMES, ...GENERATOR_NAMES];
  const options = readOptions(`${description._public.name}.generator()`, given, names);
  if (options.onExhausted === undefined) options.onExhausted = onExhausted;
  const { clock } = options;
  return {
    record: optionsRecord(description, options, readSnapshot),
    hasSnapshot: options.snapshot !== undefined,
    clock: clock === undefined ? undefined : toClock(toFunction("clock", clock, "give Unix ms, such as Date.now")),
    onOverflow: readListener("onOverflow", options),
  };
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

export function readBatchOptions(description: Description, given: unknown): BatchOptions {
  const options = readOptions("batchAsync()", given, ["meta", "signal", "onProgress"]);
  const { meta = 0, signal } = options;
  return {
    metadata: description._readMetadata(meta),
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

/** The record `OPTIONS`. What is not in the options is absent. */
export function optionsRecord(description: Description, options: Options, readSnapshot?: ReadSnapshot): number[] {
  const record = newRecord(OPTIONS.length);
  let nodes = description._readFields(options, "node");
  if (options.snapshot !== undefined && readSnapshot !== undefined) {
    const saved = readSnapshot(description, options.snapshot);
    const given = nodes;
    record.splice(OPTIONS.snapshot, SNAPSHOT_NUMBERS, ...saved.numbers);
    // Assigned, because a spread would inherit properties of `Object.prototype`, which the copy of the options does not.
    nodes = description._readFields(Object.assign(options, saved.fields), "node");
    // Compared as numbers: a partition may be given as its bytes, but a snapshot contains its number.
    const differing = given.findIndex((node, i) => !Number.isNaN(node) && node !== nodes[i]);
    if (differing >= 0) {
      const expected = `${given[differing]}, as given; the snapshot is of another identity`;
      const name = `snapshot: ${description._fieldNames[differing]}`;
      throw invalid("INVALID_SNAPSHOT", name, nodes[differing], expected);
    }
  }
  record.splice(OPTIONS.fields, MAX_FIELDS, ...nodes);
  const policies = readPolicies(options);
  record[OPTIONS.onRollback] = policies.onRollback;
  record[OPTIONS.onExhausted] = policies.onExhausted;
  record[OPTIONS.sequence] = policies.sequence;
  const largest = description._largestOf("sequence");
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

/**
 * A user's clock. A reading that is no number is refused, so that nothing converts it to a number: `LentRun._move` relies on it,
 * because a conversion is a call of the user, which may free the generator.
 */
function toClock(read: () => unknown): Clock {
  return () => {
    const reading = read();
    if (typeof reading === "number") return reading;
    throw new FlakeError("CLOCK_INVALID", `the clock reads ${quoted(reading)}; it must give Unix ms, a finite number`);
  };
}
