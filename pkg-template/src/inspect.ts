import type * as api from "../index.js";
import { floats, putText, reported, TEXT_LENGTH, theCore, VALUES_LENGTH } from "./core.js";
import { allFields, defineFormat } from "./define.js";
import { FlakeError } from "./errors.js";
import { epochOf, Format, formats } from "./format.js";
import { toMs } from "./instant.js";
import { systemClock } from "./platform.js";
import { collected, guarded, named, type Options, wrong } from "./values.js";

const OPTIONS = ["now", "epoch", "formats"];

/** What describes a format. */
const DESCRIPTION = ["name", "bits", "unit", "epoch", "native", "text", "fields"];

/** No integer from here on is an ID: its digits are more than any text has. */
const TOO_LARGE = 10n ** BigInt(TEXT_LENGTH);

/** What the core reports of a candidate. */
interface Reported extends Omit<api.Candidate, "date" | "value"> {
  timestamp: number | null;
  value: string;
}

export function inspect(id: unknown, given?: Options): api.Candidate[] {
  const options = named("inspect", given, OPTIONS);
  const now = options.now === undefined ? systemClock() : toMs("now", options.now, "INVALID_TIME");
  const epoch = epochOf(options);
  const own = options.formats === undefined ? [] : collected("formats", options.formats, numberOf);
  const text = textOf(id);
  if (text.length > TEXT_LENGTH) return [];

  floats().set(own);
  const found = theCore().inspect(putText(text), Number(typeof id !== "string"), now, epoch, own.length);
  return (reported(found) as Reported[]).map((candidate) => ({
    ...candidate,
    value: candidate.value === "" ? null : BigInt(candidate.value),
    date: candidate.timestamp === null ? null : new Date(candidate.timestamp),
  }));
}

/**
 * The number of a format. One of another copy of the package, which may be another version with a core of its own, is
 * known by its description alone: its number could be that of another format here.
 */
function numberOf(format: unknown, place: number): number {
  if (place === VALUES_LENGTH) throw new FlakeError("INVALID_OPTION", `formats must be up to ${VALUES_LENGTH}`);
  return Format._numberOf(format) ?? described(format, `formats[${place}]`)._number;
}

function described(given: unknown, name: string): Format {
  const must = "formats must be what defineFormat makes, in this copy of the package or another";
  if (typeof given !== "object" || given === null) throw wrong("INVALID_OPTION", name, given, `a format; ${must}`);
  return guarded("INVALID_OPTION", name, () => {
    const description = Object.fromEntries(DESCRIPTION.map((part) => [part, (given as Options)[part]]));
    try {
      return builtInLike(description) ?? defineFormat(description);
    } catch (error) {
      if (!(error instanceof FlakeError)) throw error;
      throw new FlakeError("INVALID_OPTION", `${name} is no format: ${error.message}; ${must}`, { cause: error });
    }
  });
}

/** The built-in format that is described so: those without an epoch, and sno, can't be defined. */
function builtInLike(description: Options): Format | undefined {
  const fields = JSON.stringify(allFields(description.fields));
  return formats().find((format) => {
    const own = format as unknown as Options;
    const same = DESCRIPTION.every((part) => part === "fields" || own[part] === description[part]);
    return same && JSON.stringify(allFields(own.fields)) === fields;
  });
}

function textOf(id: unknown): string {
  if (typeof id === "string") return id;
  if (typeof id === "bigint" && id >= 0n) return String(id < TOO_LARGE ? id : TOO_LARGE);
  if (typeof id === "number" && Number.isSafeInteger(id) && id >= 0) return String(id);
  throw wrong("INVALID_ID", "the ID", id, "a text, a bigint or a safe integer");
}
