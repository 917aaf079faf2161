// What an ID can be: the formats that can read it, in all of their texts, most likely first.

import { type AnyFormatWithEpoch, type AnyId, type Encoding } from "flakekit";
import type { Candidate, InspectOptions } from "flakekit/inspect";
import { candidatesOf } from "../inspection/candidates.ts";
import { type Drawn, drawnOf, inWords, SHOWN_ENCODINGS } from "../bits.ts";
import { foreignId, uuidOf } from "../inspection/foreign.ts";
import { builtIn, formatOf } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { attempt } from "../parts/attempt.ts";

/** One way to read an ID. */
export interface Reading {
  /** The name of the format, such as `twitter`, `uuid v4` or `Unix ms`. */
  format: string;
  /** How the ID is written, if it is not the usual text of the format: such as `base62`. */
  writtenAs: string;
  /** Whether the time is one at which such IDs were made; `unlikely` readings are folded. */
  fit: Candidate["fit"];
  /** How likely the reading is, 0 to 1. The sum over all readings of an ID is 1. */
  share: number;
  reasons: readonly string[];
  date: Date | null;
  /** What the reader should know of such IDs. */
  note?: string | undefined;
  /** Returns the ID as the page draws it; undefined if it has no fields. Called for the chosen reading only, because it takes long. */
  drawn?: (() => Drawn) | undefined;
  /** The format and the ID in its JavaScript type, if the package makes such IDs, and the code of the argument of `decode`. */
  own?: { format: AnyFormatWithEpoch; id: AnyId; argument: string } | undefined;
}

/** Names a reading among the readings of one ID. */
export const keyOf = ({ format, writtenAs }: Pick<Reading, "format" | "writtenAs">): string =>
  writtenAs ? `${format} in ${writtenAs}` : format;

/**
 * How often an ID is written in a text that is not its format's usual one, compared with the usual one. Links are shortened
 * by base62, and logs and keys are written in hex.
 */
const RARITY: Partial<Record<Encoding, number>> = { decimal: 0.001, hex: 0.1, base62: 0.25, snoUuid: 1 };
const RAREST = 0.02;
/** How much less likely a reading in another text is whose time is unknown, or wrong. */
const FIT: Record<Candidate["fit"], number> = { plausible: 1, unknown: 0.1, unlikely: 0.001 };

/** Returns the readings of an ID. Throws a `FlakeError` if the epoch or the layout of the parameters is invalid. */
export function readingsOf(id: string, params: URLSearchParams): Reading[] {
  const custom = params.has("layout") ? [formatOf(CUSTOM, params)] : [];
  const formats = [...builtIn.map(({ name }) => formatOf(name, params)), ...custom];
  const given = { epoch: params.get("epoch") ?? undefined, formats: custom };
  const candidates = candidatesOf(id, given);
  // The shares of `inspect` are kept among themselves.
  const weight = candidates.reduce((sum, { score, fit }) => sum + score * FIT[fit], 0);
  const usual = candidates.map((candidate) => usualReading(candidate, id, formats, weight));
  const others = inOtherForms(id, formats, given).filter(({ own }) => !usual.some((known) => isSame(known, own)));
  const readings = [...usual, ...asUnixTime(id), ...asUuid(id, usual), ...others];
  const sum = readings.reduce((sum, { share }) => sum + share, 0);
  return readings.map((reading) => ({ ...reading, share: reading.share / sum })).sort((a, b) => b.share - a.share);
}

/** Whether a reading is of this format and ID. */
const isSame = (reading: Reading, own: Reading["own"]): boolean =>
  reading.format === own?.format.name && reading.own?.id === own.id;

/** The reading of a candidate of `inspect`, which reads the usual texts. */
function usualReading(
  candidate: Candidate,
  text: string,
  formats: readonly AnyFormatWithEpoch[],
  weight: number,
): Reading {
  const { format: name, value, fit, score, reasons, date } = candidate;
  const format = formats.find((format) => format.name === name);
  if (!format) {
    const drawn = foreignId(name, text)?.drawn;
    return { format: name, writtenAs: "", fit, share: score * weight, reasons, date, drawn: drawn && (() => drawn) };
  }
  const id = value === null ? format.fromText(text) : format.native === "number" ? Number(value) : value;
  return ownReading(candidate, format, id, { writtenAs: "", argument: quoted(text) }, weight);
}

function ownReading(
  { fit, score, reasons }: Candidate,
  format: AnyFormatWithEpoch,
  id: AnyId,
  { writtenAs, argument }: Pick<Form, "writtenAs"> & { argument: string },
  weight: number,
): Reading {
  const own = { format, id, argument };
  const { date } = format.decode(id);
  return {
    format: format.name,
    writtenAs,
    fit,
    share: score * weight,
    reasons,
    date,
    drawn: () => drawnOf(format, id),
    own,
  };
}

const quoted = (text: string): string => JSON.stringify(text);

/** The form of uid60's texts without leading zero digits. */
export const SHORT = "its short form";

/** A way to write the IDs of a format. */
interface Form {
  writtenAs: string;
  rarity: number;
  read: (text: string) => AnyId;
  /** The code of the argument of `decode` that reads a text. */
  argument: (text: string) => string;
}

/** The ways to write the IDs of a format, apart from its usual text. */
function otherFormsOf(format: AnyFormatWithEpoch): Form[] {
  const encodings = SHOWN_ENCODINGS.filter((as) => as !== format.text).map((as) => ({
    writtenAs: inWords(as),
    rarity: RARITY[as] ?? RAREST,
    read: (text: string) => format.fromText(text, { as }),
    argument: (text: string) => `${quoted(text)}, { as: "${as}" }`,
  }));
  const short = {
    writtenAs: SHORT,
    rarity: 1,
    read: (text: string) => format.fromText(text, { short: true }),
    argument: (text: string) => `${quoted(text)}, { short: true }`,
  };
  return [...encodings, short];
}

/**
 * The share of the time since a format's epoch that had passed when an ID was made, at most 1. IDs are made at all times since
 * then, so one of the first hours is rare: more often, the text is shorter than the texts of this format.
 */
function ageShare(format: AnyFormatWithEpoch, id: AnyId): number {
  return Math.min(1, (format.timestamp(id) - format.epoch) / (Date.now() - format.epoch));
}

/** The readings of a text that is not the usual one of a format. */
function inOtherForms(text: string, formats: readonly AnyFormatWithEpoch[], given: InspectOptions): Reading[] {
  return formats.flatMap((format) => {
    const isUsual = format.isValid(text);
    // Digits alone are a decimal number.
    const isDecimal = /^\d+$/.test(text);
    return otherFormsOf(format).flatMap(({ writtenAs, rarity, read, argument }) => {
      if ((isDecimal && writtenAs !== "decimal") || (isUsual && writtenAs === SHORT)) return [];
      const id = attempt(() => read(text)).result;
      if (id === undefined) return [];
      const candidate = candidatesOf(format.toText(id), given).find((candidate) => candidate.format === format.name);
      if (!candidate) return [];
      const form = { writtenAs, argument: argument(text) };
      return [ownReading(candidate, format, id, form, rarity * FIT[candidate.fit] * ageShare(format, id))];
    });
  });
}

/** The numbers of digits of the Unix times of our age, and their units in ms. */
const UNIX_TIMES = [
  { format: "Unix s", digits: 10, unit: 1000 },
  { format: "Unix ms", digits: 13, unit: 1 },
];
/** How much more often such a number is a time than an ID. */
const MORE_OFTEN = 2;

function asUnixTime(text: string): Reading[] {
  return UNIX_TIMES.filter(({ digits }) => text.length === digits && /^\d+$/.test(text)).map(({ format, unit }) => ({
    format,
    writtenAs: "",
    fit: "plausible",
    share: MORE_OFTEN,
    reasons: [`a number of ${text.length} digits is more often a time than an ID`],
    date: new Date(Number(text) * unit),
  }));
}

/** The reading of a UUID whose version has no time. */
function asUuid(text: string, usual: readonly Reading[]): Reading[] {
  const uuid = uuidOf(text);
  if (!uuid || usual.some(({ format }) => format === uuid.name)) return [];
  const { name, drawn, note } = uuid;
  return [
    { format: name, writtenAs: "", fit: "plausible", share: 1, reasons: [], date: null, note, drawn: () => drawn },
  ];
}
