// The readings of an ID, the most likely first: the candidates of the package's reader, and texts of formats in other
// encodings.

import type { AnyFormatWithEpoch, AnyId } from "flakekit";
import type { Candidate, Found } from "flakekit/inspect";
import { type Drawn, drawnOf, inWords, SHOWN_ENCODINGS } from "../bits.ts";
import { builtIn, formatOf, isKnown, usesCustom } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { foreignId, noteOf } from "../inspection/foreign.ts";
import { candidatesOf } from "../inspection/inspector.ts";
import { inspectOptions } from "../inspection/options.ts";
import { attempt } from "../attempt.ts";

/** One way to read an ID. */
export interface Reading {
  /** The name of the kind, such as `twitter`, `uuid v4` or `unix`. */
  format: string;
  /** The encoding of the ID, such as `base62`, if the reader does not try it. */
  writtenAs: string;
  /** The probability of the reading. */
  score: number;
  fit: Candidate["fit"];
  reasons: readonly string[];
  /** The time; null if the ID holds no time, or if its epoch is not given. */
  date: Date | null;
  /** The integer, if the ID is an integer of a known width. */
  value: bigint | null;
  /** A note for the user on IDs of this kind. */
  note?: string | undefined;
  /** The fields, if the page cannot draw the bits. */
  fields: Candidate["fields"];
  /**
   * Returns the ID as the page draws it; undefined if it has no bits to draw. It is called for the chosen reading only,
   * because it takes long.
   */
  drawn?: (() => Drawn) | undefined;
  /**
   * The format and the ID in its JavaScript type, if the package has the format, and the code of the argument of
   * `decode`.
   */
  own?: { format: AnyFormatWithEpoch; id: AnyId; argument: string } | undefined;
}

/** Names a reading among the readings of one ID. */
export const keyOf = ({ format, writtenAs }: Pick<Reading, "format" | "writtenAs">): string =>
  writtenAs ? `${format} in ${writtenAs}` : format;

/** The readings of IDs that were found, because the title and the view both need them. An ID is found with the same parameters. */
const known = new WeakMap<object, Reading[]>();

/** The readings of an ID that was found: its candidates, and readings as a text of a format in another encoding. */
export function readingsOf(found: Pick<Found, "text" | "candidates">, params: URLSearchParams): Reading[] {
  const { text, candidates } = found;
  const usual = () => candidates.map((candidate) => readingOf(candidate, text, params));
  const all = known.get(found) ?? withOtherForms(usual(), text, params);
  known.set(found, all);
  return all;
}

const withOtherForms = (usual: Reading[], text: string, params: URLSearchParams): Reading[] => [
  ...usual,
  ...inOtherForms(text, params, usual),
];

/** The readings of a text that the reader does not take for an ID. Throws a `FlakeError` if the epoch or the layout is invalid. */
export const nearestReadings = (text: string, params: URLSearchParams): Reading[] =>
  readingsOf({ text, candidates: candidatesOf(text, inspectOptions(params)) }, params);

function readingOf(candidate: Candidate, text: string, params: URLSearchParams): Reading {
  const { format: name, fit, score, reasons, date, value, fields } = candidate;
  const known = { format: name, writtenAs: "", fit, score, reasons, date, value, fields };
  if (!isKnown(name)) {
    const drawn = foreignId(name, text);
    return { ...known, note: noteOf(candidate), drawn: drawn && (() => drawn) };
  }
  const format = formatOf(name, params);
  const id = idOf(candidate, format, text);
  if (id === undefined) return known;
  const isOwnText = attempt(() => format.fromText(text)).result === id;
  const argument = isOwnText ? JSON.stringify(text) : `${id}${typeof id === "bigint" ? "n" : ""}`;
  return { ...known, drawn: () => drawnOf(format, id), own: { format, id, argument } };
}

/** The ID in the format's JavaScript type. The reader has read the ID, so only the form of its text can be unusual. */
function idOf({ value }: Candidate, format: AnyFormatWithEpoch, text: string): AnyId | undefined {
  if (value === null) return attempt(() => format.fromText(text)).result;
  return format.native === "number" ? Number(value) : value;
}

/** The form of uid60's texts without leading zero digits. */
export const SHORT = "its short form";

/**
 * The readings of a text in encodings that are not the usual encoding of a format. The reader does not look for IDs in
 * these encodings.
 */
function inOtherForms(text: string, params: URLSearchParams, usual: readonly Reading[]): Reading[] {
  const names = [...builtIn.map(({ name }) => name), ...(usesCustom(params) ? [CUSTOM] : [])];
  return names.flatMap((name) => {
    const format = formatOf(name, params);
    const forms = SHOWN_ENCODINGS.filter((as) => as !== format.text).map((as) => ({
      writtenAs: inWords(as),
      options: `{ as: "${as}" }`,
      read: () => format.fromText(text, { as }),
    }));
    const short = { writtenAs: SHORT, options: "{ short: true }", read: () => format.fromText(text, { short: true }) };
    return [...forms, short].flatMap(({ writtenAs, options, read }) => {
      const id = attempt(read).result;
      if (id === undefined || usual.some(({ own }) => own?.format.name === name && own.id === id)) return [];
      return [
        { ...inOtherForm(format, id), writtenAs, own: { format, id, argument: `${JSON.stringify(text)}, ${options}` } },
      ];
    });
  });
}

function inOtherForm(format: AnyFormatWithEpoch, id: AnyId): Reading {
  const { name, epoch } = format;
  const { date, timestamp } = format.decode(id);
  const isPlausible = timestamp > epoch && timestamp <= Date.now();
  return {
    format: name,
    writtenAs: "",
    score: 0,
    fit: isPlausible ? "plausible" : "unlikely",
    reasons: [],
    date,
    value: null,
    fields: {},
    drawn: () => drawnOf(format, id),
  };
}
