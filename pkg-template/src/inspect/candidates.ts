// The candidates of an ID: the module's judgement as objects and sentences.

import type * as api from "../../types/inspect.js";
import { defineValue, fillBraces, iso, LAST_MS } from "../values/index.js";
import { CANDIDATE, FITS, GIVEN_KINDS, MAX_INSPECTED, REASON, REASONS } from "../generated/contract.js";
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
  const names = namesOf(reader, at(numbers, start + CANDIDATE.kind));
  const time = at(numbers, start + CANDIDATE.time);
  const high = at(numbers, start + CANDIDATE.high);
  const count = at(numbers, start + CANDIDATE.fields);
  let end = start + CANDIDATE.length;
  let fields: api.Candidate["fields"] = {};
  for (let n = 1; n <= count; n += 1) {
    const number = at(numbers, end);
    const first = end + 1;
    end = number < 0 ? first - number : first;
    fields = { ...fields, [at(names, n)]: number < 0 ? String.fromCharCode(...numbers.subarray(first, end)) : number };
  }
  // For a few reasons, a new list takes less than a tenth of the time of `append`.
  let reasons: string[] = [];
  const last = end + at(numbers, end);
  for (let place = end + 1, figures = last + 1; place <= last; place += 1, figures += 2) {
    const reason = at(numbers, place);
    if (reason !== leavesOut) reasons = [...reasons, say(reader, names, reason, numbers, figures)];
  }
  return dated({
    format: at(names, 0),
    fit: at<api.Candidate["fit"]>(FITS, at(numbers, start + CANDIDATE.fit)),
    score: at(numbers, start + CANDIDATE.score),
    reasons,
    value: Number.isNaN(high) ? null : (BigInt(high) << 32n) | BigInt(at(numbers, start + CANDIDATE.low)),
    timestamp: Number.isNaN(time) ? null : time,
    date: null,
    fields,
  });
}

/** The names of the kinds that are not the caller's and of their fields, by the numbers of the kinds. */
const known = new Map<number, readonly string[]>();

/** The name of a kind, and the names of its fields. */
function namesOf(reader: Reader, kind: number): readonly string[] {
  const given = kind < GIVEN_KINDS ? undefined : reader.formats[kind - GIVEN_KINDS];
  if (given !== undefined) {
    const fields = given._descriptor._fields.filter(([kind]) => kind !== "time");
    return [given._descriptor._ownName ?? given._descriptor._name, ...fields.map(([, name]) => name)];
  }
  const names = known.get(kind);
  if (names !== undefined) return names;
  // Another reading may have lost the reader since the kind was judged.
  open(reader);
  const asked = takeObject(inspector().names_of(kind)) as readonly string[];
  known.set(kind, asked);
  return asked;
}

/** A reason in words, of a candidate with these names. Its figures begin at a position of an answer. */
const say = (
  reader: Reader,
  names: readonly string[],
  reason: number,
  numbers: Float64Array,
  figures: number,
): string =>
  fillBraces(REASONS[reason] as string, (key) => {
    const figure = at(numbers, figures + Number(key.slice(-1)));
    switch (key.charAt(0)) {
      case "f":
        return names[1 + figure];
      case "k":
        return namesOf(reader, figure)[0];
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
  // `toJSON` is not enumerable, so that tests which compare candidates with plain objects find them equal.
  defineValue(candidate, "toJSON", toJson, false);
  return candidate;
}

/** A candidate with its value as decimal text, because JSON has no bigints. */
function toJson(this: api.Candidate): object {
  return { ...this, value: this.value === null ? null : String(this.value) };
}
