// Writes the frame `OPENING`: the numbers from which the core makes a generator or takes a seat. The core trusts them.

import { ABSENT, FlakeError, itemAt, optionalWithin, type Options, requiredChoice } from "../values/index.js";
import { type Field, flip, type Format, highPart, POLICY_NAMES, setValue, words } from "../ids/index.js";
import {
  DEFAULT_LEAD_MS,
  DEFAULT_WAIT_MS,
  type Kind,
  MAX_DURATION_MS,
  OPENING,
  POLICIES,
} from "../generated/contract.js";

export type Opening = number[];

/** The kinds of fields whose places follow the place of the time in the frame. */
const PLACED: readonly Kind[] = ["node", "sequence", "random", "metadata", "toggle"];

/** A frame with the numbers of a format. All other numbers are absent. */
export function newOpening({ _descriptor, _fields, _time }: Format): Opening {
  const time = _descriptor._fields.find(([kind]) => kind === "time") as readonly [unknown, unknown, number];
  const places = PLACED.flatMap((kind) => {
    const field = _fields.find(({ _kind }) => _kind === kind);
    return field === undefined ? [0, 0] : [field._below, field._bits];
  });
  const numbers = [_time._epoch, _time._unit, _descriptor._per, _time._below, time[2], ...places];
  // Unlike `fill`, `from` calls no setter of `Array.prototype`.
  return Array.from({ length: OPENING.length }, (_, i) => itemAt(numbers, i) ?? ABSENT);
}

/** The largest number that the field of a kind can have; 0 if the format has no such field. */
export const largestOf = ({ _fields }: Format, kind: Kind): number =>
  Math.max(0, ..._fields.filter(({ _kind }) => _kind === kind).map(({ _bits }) => 2 ** _bits - 1));

/** The smallest count of sequence numbers of a generator. */
export const leastOf = ({ _descriptor: { _leastNumbers = 1 } }: Format): number => _leastNumbers;

/** Writes the node fields, unless the core is to choose the node. `numbers` are those of all fields and parts, in order. */
export function setNode(frame: Opening, format: Format, numbers: readonly (number | undefined)[]): void {
  if (format._descriptor._choosesNode === true && numbers.every((number) => number === undefined)) return;
  const fields = format._fields.filter(({ _kind }) => _kind === "node");
  const nodes = fields.map((field) => format._numberOf(field, format._fields.indexOf(field), numbers, false));
  // From here on no built-in function is called: a user's replacement could overwrite the value.
  setValue(0, 0);
  for (let i = 0; i < fields.length; i++) flip((fields[i] as Field)._below, nodes[i] as number);
  frame[OPENING.nodeHigh] = highPart();
  frame[OPENING.nodeLow] = words[0] as number;
}

/** Writes the policies and durations, and returns `maxWait`. The threshold of the sequence may be at most `last`. */
export function setSettings(frame: Opening, format: Format, options: Options, last: number): number {
  const { _policies, _waitsInStalls } = format._descriptor;
  const [onRollback, onExhausted, sequenceStart] = POLICY_NAMES.map((name, i) => {
    const word = options[name];
    // If the format names no policy, its number is NaN or absent, and 0 is the default.
    return word === undefined ? itemAt(_policies ?? [], i) || 0 : requiredChoice(name, word, POLICIES[name]);
  }) as [number, number, number];
  const lead = optionalWithin("maxLead", options.maxLead, MAX_DURATION_MS, DEFAULT_LEAD_MS);
  if (POLICIES.onRollback[onRollback] === "toggle" && largestOf(format, "toggle") === 0) {
    throw new FlakeError("INVALID_OPTION", `onRollback is 'toggle', but ${format._called} has no toggle field`);
  }
  const threshold = optionalWithin("sequenceResetThreshold", options.sequenceResetThreshold, last, 0);
  if (options.sequenceResetThreshold !== undefined && POLICIES.sequenceStart[sequenceStart] !== "reset") {
    throw new FlakeError("INVALID_OPTION", `sequenceResetThreshold is ${threshold}; it needs sequenceStart: 'reset'`);
  }
  frame[OPENING.onRollback] = onRollback;
  frame[OPENING.onExhausted] = onExhausted;
  frame[OPENING.sequenceStart] = sequenceStart;
  frame[OPENING.resetThreshold] = threshold;
  frame[OPENING.leadsWhenStalled] = Number(_waitsInStalls !== true);
  frame[OPENING.maxLead] = frame[OPENING.maxLag] = Math.floor(lead / format.unit);
  return optionalWithin("maxWait", options.maxWait, MAX_DURATION_MS, DEFAULT_WAIT_MS);
}

/** The policies of a frame in one number, as the calls that make IDs take it: see `Policy::number` of the crate. */
export function policyOf(frame: Opening): number {
  const [rollback, exhausted, leads, lead] = [
    OPENING.onRollback,
    OPENING.onExhausted,
    OPENING.leadsWhenStalled,
    OPENING.maxLead,
  ].map((at) => frame[at] as number) as [number, number, number, number];
  const count = (name: "onRollback" | "onExhausted"): number => POLICIES[name].length;
  return ((lead * 2 + leads) * count("onExhausted") + exhausted) * count("onRollback") + rollback;
}
