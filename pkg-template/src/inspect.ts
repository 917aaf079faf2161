import type * as api from "../types/index.js";
import { core } from "./core.js";
import { defineValue } from "./define-value.js";
import { defineFormat, readFields } from "./define.js";
import { DESCRIPTION_NAMES, pickDescription, type UncheckedDescription } from "./description.js";
import { FlakeError } from "./errors.js";
import { Format } from "./format.js";
import { TEXT_LENGTH } from "./generated/contract.js";
import { floorToMs, optionalEpoch } from "./instant.js";
import { writeText } from "./memory.js";
import { finiteReading, systemClock } from "./platform.js";
import { formats } from "./registry.js";
import {
  asBigint,
  collect,
  invalid,
  isWholeNumber,
  type Options,
  readGuarded,
  readOptions,
  refuseUnsafe,
} from "./values.js";

const OPTION_NAMES = ["now", "epoch", "formats"];

/** This integer and all larger ones have more digits than any ID's text. */
const TOO_LARGE = 10n ** BigInt(TEXT_LENGTH);

/** The largest count of formats to try. It bounds the work of one call. */
const MAX_FORMATS = 4096;

/** A candidate as the core reports it. */
type ReportedCandidate = Omit<api.Candidate, "date">;

export function inspect(id: unknown, given?: Options): api.Candidate[] {
  const options = readOptions("inspect()", given, OPTION_NAMES);
  const now = options.now === undefined ? finiteReading(systemClock()) : floorToMs("now", options.now, "INVALID_TIME");
  const epoch = optionalEpoch(options);
  const customFormats = options.formats === undefined ? [] : collect("formats", options.formats, formatNumber);
  const text = toText(asBigint(id));
  if (text.length > TEXT_LENGTH) return [];

  const isInteger = Number(typeof id !== "string");
  const reported = core().inspect(writeText(text), isInteger, now, epoch, customFormats) as ReportedCandidate[];
  return reported.map((candidate) => {
    const date = candidate.timestamp === null ? null : new Date(candidate.timestamp);
    const complete = { ...candidate, date };
    // Not enumerable, so that candidates compare as the plain objects that they are.
    defineValue(complete, "toJSON", toJson, false);
    return complete;
  });
}

/** A candidate with its value as decimal text, because JSON has no bigints. */
function toJson(this: api.Candidate): object {
  return { ...this, value: this.value === null ? null : String(this.value) };
}

/**
 * The core's number of a format. A format of another copy of the package is found or defined anew from its description:
 * that copy may have another core, whose numbers mean other formats.
 */
function formatNumber(format: unknown, index: number): number {
  if (index === MAX_FORMATS) throw new FlakeError("INVALID_OPTION", `formats must be up to ${MAX_FORMATS}`);
  const codec = Format._codecOf(format) ?? fromDescription(format, `formats[${index}]`)._codec;
  return codec._format;
}

function fromDescription(given: unknown, name: string): Format {
  const expected = "formats must be what defineFormat makes, in this copy of the package or another";
  if (typeof given !== "object" || given === null) {
    throw invalid("INVALID_OPTION", name, given, `a format; ${expected}`);
  }
  return readGuarded("INVALID_OPTION", name, () => {
    const description = pickDescription((property) => (given as Options)[property]);
    try {
      return findBuiltIn(description) ?? defineFormat(description);
    } catch (error) {
      if (!(error instanceof FlakeError)) throw error;
      throw new FlakeError("INVALID_OPTION", `${name} is no format: ${error.message}; ${expected}`, { cause: error });
    }
  });
}

/** The built-in format with this description. Formats without an epoch and sno can't be defined anew. */
function findBuiltIn(description: UncheckedDescription): Format | undefined {
  const fields = JSON.stringify(readFields(description.fields));
  return formats().find((format) => {
    const same = DESCRIPTION_NAMES.every((name) => name === "fields" || format[name] === description[name]);
    return same && JSON.stringify(readFields(format.fields)) === fields;
  });
}

/** The text of an ID, for which integers are written in decimal. */
function toText(id: unknown): string {
  if (typeof id === "string") return id;
  if (typeof id === "bigint" && id >= 0n) return String(id < TOO_LARGE ? id : TOO_LARGE);
  if (isWholeNumber(id)) return String(id);
  refuseUnsafe(id);
  const expected = "a text, a bigint, a whole number that is not negative, or an object with toBigInt()";
  throw invalid("INVALID_ID", "the ID", id, expected);
}
