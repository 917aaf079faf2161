// The candidates of an ID: the module's judgement as objects and sentences.

import type * as api from "../../types/inspect.js";
import { definition, defineProperty, fillBraces, iso, LAST_MS } from "../values/index.js";
import { CANDIDATE, FITS, GIVEN_KINDS, MAX_INSPECTED, REASON, REASONS } from "../generated/contract.js";
import type { Format } from "../ids/index.js";
import { open, type Reader } from "./reader.js";
import { takeObject } from "../../core/inspect.js";
import { inspector, readAnswer, writeText } from "./inspector.js";

/** The candidates of a text. `leavesOut` is the number of a reason that is not reported. */
export function candidatesIn(reader: Reader, text: string, isInteger: boolean, leavesOut?: REASON): api.Candidate[] {
  open(reader);
  if (text.length > MAX_INSPECTED) return [];
  writeText(text);
  return readAnswer(inspector().inspect(Number(isInteger)), (numbers) => listed(reader, numbers, 0, leavesOut));
}

/** The list of candidates that begins at a position of an answer: see `push_list` of the crate `flakekit-inspect-wasm`. */
export const listed = (reader: Reader, numbers: Float64Array, start: number, leavesOut?: REASON): api.Candidate[] =>
  // `Array.from` takes three times as long for few candidates.
  [...Array<undefined>(at(numbers, start))].map((_, n) =>
    candidate(reader, numbers, at(numbers, start + 1 + n), leavesOut),
  );

const at = <T>(list: ArrayLike<T>, index: number): T => list[index] as T;

/** Reads the candidate that begins at a position: see `push_candidate` of the same crate. */
function candidate(reader: Reader, numbers: Float64Array, start: number, leavesOut: REASON | undefined): api.Candidate {
  const kind = kindOf(reader, at(numbers, start + CANDIDATE.kind));
  const time = at(numbers, start + CANDIDATE.time);
  const high = at(numbers, start + CANDIDATE.high);
  const count = at(numbers, start + CANDIDATE.fields);
  let end = start + CANDIDATE.length;
  // An answer has all fields or none. The copy has all fields already, so the assignments call no setters. Adding the fields one by one would
  // make a reading a tenth longer.
  const fields = count === 0 ? {} : { ...kind._blank };
  for (let n = 1; n <= count; n += 1) {
    const number = at(numbers, end);
    const first = end + 1;
    end = number < 0 ? first - number : first;
    fields[at(kind._names, n)] = number < 0 ? String.fromCharCode(...numbers.subarray(first, end)) : number;
  }
  // For a few reasons, a new list takes less than a tenth of the time of `append`.
  let reasons: string[] = [];
  const last = end + at(numbers, end);
  for (let place = end + 1, figures = last + 1; place <= last; place += 1, figures += 2) {
    const reason = at(numbers, place);
    if (reason !== leavesOut) reasons = [...reasons, say(reader, kind, reason, numbers, figures)];
  }
  return dated({
    format: at(kind._names, 0),
    fit: at<api.Candidate["fit"]>(FITS, at(numbers, start + CANDIDATE.fit)),
    score: at(numbers, start + CANDIDATE.score),
    reasons,
    value: Number.isNaN(high) ? null : (BigInt(high) << 32n) | BigInt(at(numbers, start + CANDIDATE.low)),
    timestamp: Number.isNaN(time) ? null : time,
    date: null,
    fields,
  });
}

/** The common part of a kind's candidates. */
interface Kind {
  /** The name of the kind, and the names of its fields. */
  readonly _names: readonly string[];
  /** An object in which each field is 0. */
  readonly _blank: api.Candidate["fields"];
}

/** The kinds that are not the caller's, by their numbers. */
const builtIn = new Map<number, Kind>();

/** The kinds of the caller's formats. */
const ofFormats = new WeakMap<Format, Kind>();

/** The kind with a number, of which the reader has judged a candidate. */
function kindOf(reader: Reader, number: number): Kind {
  const format = number < GIVEN_KINDS ? undefined : reader.formats[number - GIVEN_KINDS];
  const known = format === undefined ? builtIn.get(number) : ofFormats.get(format);
  if (known !== undefined) return known;
  const _names = format === undefined ? builtInNames(reader, number) : namesOfFormat(format);
  const kind = { _names, _blank: Object.fromEntries(_names.slice(1).map((name) => [name, 0])) };
  if (format === undefined) builtIn.set(number, kind);
  else ofFormats.set(format, kind);
  return kind;
}

function builtInNames(reader: Reader, number: number): readonly string[] {
  // Another reading may have lost the reader since the kind was judged.
  open(reader);
  return takeObject(inspector().names_of(number)) as readonly string[];
}

const namesOfFormat = ({ _descriptor: { _fields, _name, _ownName = _name } }: Format): readonly string[] => [
  _ownName,
  ..._fields.filter(([kind]) => kind !== "time").map(([, name]) => name),
];

/** A reason in words, of a candidate of this kind. Its figures begin at a position of an answer. */
const say = (reader: Reader, kind: Kind, reason: number, numbers: Float64Array, figures: number): string =>
  fillBraces(REASONS[reason] as string, (key) => {
    const figure = at(numbers, figures + Number(key.slice(-1)));
    switch (key.charAt(0)) {
      case "f":
        return kind._names[1 + figure];
      case "k":
        return kindOf(reader, figure)._names[0];
      case "i":
        return instant(figure);
      case "d":
        return dayOf(figure);
      default:
        return figure;
    }
  });

/** A `Date` cannot hold all times of IDs. */
const instant = (ms: number): string => (Math.abs(ms) <= LAST_MS ? iso(ms) : `${ms} ms`);

/** The texts of days, by the numbers of the days since 1970: to write a day takes longer than to weigh a kind. */
const days = new Map<number, string | undefined>();

/** The largest count of texts of days that are kept. */
const MAX_DAYS = 1000;

function dayOf(ms: number): string | undefined {
  const number = Math.floor(ms / 864e5);
  if (!days.has(number)) {
    if (days.size === MAX_DAYS) days.clear();
    days.set(number, instant(ms).split("T")[0]);
  }
  return days.get(number);
}

/** Gives a candidate its date, and its form in JSON. */
export function dated(candidate: api.Candidate): api.Candidate {
  if (candidate.timestamp !== null) candidate.date = new Date(candidate.timestamp);
  defineProperty(candidate, "toJSON", TO_JSON);
  return candidate;
}

/** A candidate with its value as decimal text, because JSON has no bigints. */
function toJson(this: api.Candidate): object {
  return { ...this, value: this.value === null ? null : String(this.value) };
}

/**
 * The definition of `toJSON`. The property is not enumerable, so that tests which compare candidates with plain objects find them equal. The
 * definition is made once, because making it takes a twentieth of a reading.
 */
const TO_JSON = /* @__PURE__ */ definition(toJson, false);
