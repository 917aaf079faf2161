// Reads a generator's options into the numbers that the core takes.

import {
  asNumber,
  FlakeError,
  invalid,
  itemAt,
  type Options,
  readGuarded,
  readOptions,
  readRange,
} from "../values/index.js";
import { type Format, inRange, nodeNames, POLICY_NAMES, readNodes, wholeNumber } from "../ids/index.js";
import { COMMON_NAMES, GENERATOR_NAMES, OPENING } from "../generated/contract.js";
import { largestOf, leastOf, newOpening, type Opening, setNode, setSettings } from "./opening.js";
import type { Clock, OnOverflow } from "./waiting.js";
import type { Rows } from "./refusals.js";

/** A generator's options in the form in which they are used. */
export interface GeneratorSettings {
  readonly frame: Opening;
  readonly maxWait: number;
  readonly clock: Clock | undefined;
  readonly onOverflow: OnOverflow | undefined;
}

/** The content of a snapshot. */
export interface SavedState {
  readonly _range: readonly [first: number, last: number];
  readonly _refusals: Rows;
  /** Writes the state and the node fields into a frame. Throws if a given node field differs from the snapshot's. */
  readonly _write: (frame: Opening, given: readonly (number | undefined)[]) => void;
}

/** Reads a generator's options. `what` is the user's call, for messages. */
export function readGeneratorOptions(
  format: Format,
  given: unknown,
  what: string,
  saved: SavedState | undefined,
  isWorker: boolean,
): GeneratorSettings {
  const names = [...nodeNames(format), ...POLICY_NAMES, ...COMMON_NAMES, ...GENERATOR_NAMES];
  const options = readOptions(what, given, names);
  if (options.onExhausted === undefined) options.onExhausted = usualOnExhausted(format, isWorker);
  const { clock } = options;
  return {
    ...openingOf(format, options, saved),
    clock: clock === undefined ? undefined : (toFunction("clock", clock, "give Unix ms, such as Date.now") as Clock),
    onOverflow: readListener("onOverflow", options),
  };
}

/**
 * The policy `onExhausted` if the options name none: `lead` in a Worker, whose clock stands still during a request, so that a
 * wait would be useless. Otherwise, or if the definition of the format names one, `undefined`: the policy of the format.
 */
export function usualOnExhausted({ _descriptor: { _policies } }: Format, isWorker: boolean): string | undefined {
  const isDefined = !Number.isNaN(itemAt(_policies ?? [], POLICY_NAMES.indexOf("onExhausted")) ?? Number.NaN);
  return isWorker && !isDefined ? "lead" : undefined;
}

/** An optional function that is called with a notification. */
export function readListener(name: string, options: Options): ((notification: unknown) => void) | undefined {
  const listener = options[name];
  return listener === undefined ? undefined : toFunction(name, listener, "take a notification");
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
    throw invalid("INVALID_OPTION", "signal", given, "an AbortSignal");
  });
}

/** The metadata of a call that makes IDs: 0 if the format has no metadata. */
export function readMetadata(format: Format, given: unknown): number {
  if (given === 0) return 0;
  const field = format._fields.find(({ _kind }) => _kind === "metadata");
  const metadata = asNumber(given);
  if (field !== undefined) return inRange(field, wholeNumber(field, field._name, metadata) ?? 0);
  const expected = `omitted: ${format._called} has no metadata field; in a callback, write () => ids.next()`;
  throw invalid("INVALID_FIELD", "metadata", given, expected);
}

/** The frame `OPENING`, and `maxWait`. */
function openingOf(
  format: Format,
  options: Options,
  saved: SavedState | undefined,
): { readonly frame: Opening; readonly maxWait: number } {
  const nodes = readNodes(format, options);
  const [first, last] = readSequenceRange(format, options.sequenceRange, saved?._range);
  const frame = newOpening(format);
  frame[OPENING.first] = first;
  frame[OPENING.last] = last;
  if (saved === undefined) setNode(frame, format, nodes);
  else saved._write(frame, nodes);
  return { frame, maxWait: setSettings(frame, format, options, last) };
}

/** The given range of sequence numbers, or the range of the snapshot, or the whole range. */
function readSequenceRange(format: Format, given: unknown, saved: SavedState["_range"] | undefined): [number, number] {
  const largest = largestOf(format, "sequence");
  const [one, other] = given === undefined ? (saved ?? [0, largest]) : readRange("sequenceRange", given, largest);
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  const least = leastOf(format);
  if (last - first + 1 < least) {
    throw new FlakeError(
      "INVALID_OPTION",
      `sequenceRange is [${first}, ${last}]; it must have at least ${least} numbers`,
    );
  }
  return [first, last];
}

function toFunction(name: string, given: unknown, purpose: string): (argument?: unknown) => unknown {
  if (typeof given === "function") return given as () => unknown;
  throw invalid("INVALID_OPTION", name, given, `a function to ${purpose}`);
}
