// Reads the parameters of a request.

import type { AnyFormat, AnyId } from "flakekit";
import { kebab, namesOf, textWriter, wholeNumbers } from "../words/index.js";
import { quoted } from "../io/index.js";
import { HttpError } from "./error.js";

/**
 * Reads the parameters. Refuses parameters that are unknown or given twice, because the client may mean something by
 * them.
 */
function readQuery(query: URLSearchParams, names: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    if (!names.includes(name)) {
      throw invalidQuery(`there is no parameter ${quoted(name)}; there are ${names.join(", ") || "none"}`);
    }
    if (values.has(name)) throw invalidQuery(`${quoted(name)} is given more than once`);
    values.set(name, value);
  }
  return values;
}

function invalidQuery(message: string): HttpError {
  return new HttpError(400, "INVALID_QUERY", message);
}

function wholeNumber(name: string, value: string, smallest: number, largest: number): number {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= smallest && number <= largest) return number;
  throw invalidQuery(`${name} is ${quoted(value)}; it must be ${wholeNumbers([smallest, largest])}`);
}

/** The parameters of a request for IDs. */
export interface NextQuery {
  readonly count: number;
  /** The values of the metadata fields. */
  readonly metadata: number[];
  /** Writes an ID as the parameters `as`, `padded` and `short` say. */
  readonly text: (id: AnyId) => string;
  /** Whether `as`, `padded` or `short` is given. JSON then has texts, even for formats whose IDs are numbers. */
  readonly isText: boolean;
}

export function readNextQuery(format: AnyFormat, query: URLSearchParams, maxCount: number): NextQuery {
  const fields = namesOf(format, "metadata");
  const values = readQuery(query, ["n", "as", "padded", "short", ...fields.map(kebab)]);
  const given = fields.filter((name) => values.has(kebab(name)));
  const padded = flag("padded", values);
  const short = flag("short", values);
  return {
    count: wholeNumber("n", values.get("n") ?? "1", 1, maxCount),
    metadata: given.map((name) => wholeNumber(kebab(name), values.get(kebab(name)) ?? "", 0, 2 ** 32 - 1)),
    text: textWriter(format, { as: values.get("as"), padded, short }),
    isText: values.has("as") || padded || short,
  };
}

function flag(name: string, values: ReadonlyMap<string, string>): boolean {
  const given = values.get(name) ?? "false";
  if (given !== "true" && given !== "false") throw invalidQuery(`${name} is ${quoted(given)}; it is true or false`);
  return given === "true";
}

/** The format that a request to decode names, if it names one. */
export function readDecodeQuery(query: URLSearchParams): string | undefined {
  return readQuery(query, ["format"]).get("format");
}

export function refuseQuery(query: URLSearchParams): void {
  readQuery(query, []);
}
