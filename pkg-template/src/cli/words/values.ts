// Reads the values of options.

import * as flakekit from "flakekit";
import { bwmarrin32, bwmarrin58, bwmarrin64 } from "flakekit";
import type { AnyFormat, AnyFormatWithEpoch, AnyId } from "flakekit";
import { FOREIGN_FORMATS } from "../../generated/contract.js";
import { CHARACTER_FIELDS, FIELD_OPTIONS, givenFields } from "./options.js";
import { quoted } from "../io/index.js";
import { kebab, plain, suggestion, UsageError, wholeNumbers } from "./usage.js";

/**
 * The names of foreign formats in `inspect`, and their first words. Several names can have a first word in common, such
 * as `uuid`.
 */
export const FOREIGN_NAMES = [...new Set(FOREIGN_FORMATS.flatMap((name) => [name.split(" ")[0] as string, name]))];

/**
 * The format with a name, if there is one. Letter case and hyphens do not matter, as in `snowflake-si`. The name is looked up
 * among the exports of the package, which include other names, such as `x`.
 */
export function findFormat(name: string): AnyFormat | undefined {
  const named = Object.entries(flakekit).filter(([exported]) => plain(exported) === plain(name));
  return flakekit.formats().find((format) => named.some(([, value]) => value === format));
}

/** The format with a name. Throws if there is none. */
export function requiredFormat(name: string | undefined): AnyFormat {
  const names = flakekit.formats().map((format) => format.name);
  const listed = `there are ${names.join(", ")}`;
  if (name === undefined) throw new UsageError(`no format was given; ${listed}`);
  const found = findFormat(name);
  if (found !== undefined) return found;
  throw new UsageError(`no format is named ${quoted(name)}${suggestion(name, names) ?? `; ${listed}`}`);
}

/** The format with the given epoch, or with its own. */
export function withEpoch(format: AnyFormat, epoch: unknown): AnyFormatWithEpoch {
  if (epoch !== undefined) return flakekit.withOptions(format, { epoch: instant(epoch) });
  if (format.epoch !== null) return format;
  throw new UsageError(`${format.name} has no epoch of its own; give one, as in --epoch 2024-01-01`);
}

/**
 * An instant from the command line, where all values are texts. A text of Unix ms becomes a number; the package reads
 * all other texts.
 */
export function instant(given: unknown): string | number {
  const text = String(given);
  if (!/^-?\d+$/.test(text)) return text;
  const day = text.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  // Eight digits can be a date. Engines read 02-31 as a day of March, so the day is compared.
  if (day === text || !new Date(day).toJSON()?.startsWith(day)) return Number(text);
  throw new UsageError(`${text} is a date or Unix ms; write ${day} or ${new Date(Number(text)).toISOString()}`);
}

/** The encodings that the package exports. */
const IMPORTED: readonly flakekit.ImportedEncoding[] = [bwmarrin32, bwmarrin58, bwmarrin64];

/** The encoding with a name; the name, if there is no such encoding, so that the package refuses it. */
const encodingOf = (name: unknown): NonNullable<flakekit.TextOptions["as"]> =>
  IMPORTED.find((encoding) => encoding.name === name) ?? (name as flakekit.Encoding);

/** The options of texts from `--as`, `--padded` and `--short`. Throws if the format has no texts for these options. */
export function textOptions(format: AnyFormat, values: Readonly<Record<string, unknown>>): flakekit.TextOptions {
  const options: flakekit.TextOptions = { padded: values.padded === true, short: values.short === true };
  if (values.as !== undefined && values.as !== "text") options.as = encodingOf(values.as);
  format.toText(format.zero, options);
  return options;
}

/** The texts with the prefix of `--prefix`, in the encoding of `--as`; `undefined` without a prefix. */
export function prefixedTexts(
  format: AnyFormat,
  { as, prefix, short }: Readonly<Record<string, unknown>>,
): flakekit.PrefixedFormat | undefined {
  if (prefix === undefined) return undefined;
  if (short === true) throw new UsageError("texts with --prefix have all their digits; leave out --short");
  const encoding = as === undefined || as === "text" ? undefined : (encodingOf(as) as flakekit.PrefixedEncoding);
  return flakekit.prefixed(format, prefix as string, { as: encoding });
}

/** A function that writes an ID as the options of texts say. */
export function textWriter(format: AnyFormat, values: Readonly<Record<string, unknown>>): (id: AnyId) => string {
  const texts = prefixedTexts(format, values);
  if (texts !== undefined) return texts.toText;
  const options = textOptions(format, values);
  return (id) => format.toText(id, options);
}

/** Reads a whole number. Without a range, the range is checked where the number is used. */
export function wholeNumber(
  flag: string,
  given: unknown,
  range?: readonly [smallest: number, largest: number],
): number {
  const text = String(given);
  const number = /^(\d+|0x[\da-f]+)$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isNaN(number) && (range === undefined || (number >= range[0] && number <= range[1]))) return number;
  const remedy = text.startsWith("=") ? `, as in ${flag} ${text.slice(1) || "3"}` : "";
  const said = Number.isNaN(number) ? quoted(text) : text;
  throw new UsageError(`${flag} is ${said}; it must be ${wholeNumbers(range)}${remedy}`);
}

/** Reads two numbers with a separator between them. */
export function numbersOf(flag: string, given: unknown, separator: string, example: string): [number, number] {
  const parts = String(given).split(separator);
  const [first, second] = parts.map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));
  if (parts.length === 2 && first !== undefined && second !== undefined && first >= 0 && second >= 0) {
    return [first, second];
  }
  throw new UsageError(`${flag} is ${quoted(String(given))}; it must be two whole numbers, as in ${flag} ${example}`);
}

/** The numbers of the fields that are given, by the API's names. */
export function fieldNumbers(
  fields: readonly { name: string; bits: number }[],
  values: Readonly<Record<string, unknown>>,
): Record<string, number> {
  const given = fields.filter(({ name }) => values[kebab(name)] !== undefined);
  return Object.fromEntries(
    given.map(({ name, bits }) => [name, fieldNumber(name, String(values[kebab(name)]), 2 ** bits - 1)]),
  );
}

function fieldNumber(name: string, text: string, largest: number): number {
  if (!CHARACTER_FIELDS.includes(name)) return wholeNumber(`--${kebab(name)}`, text, [0, largest]);
  // Two characters that are a number, such as -1 or .5, are read as a number.
  if (/^[!-~]{2}$/.test(text) && Number.isNaN(Number(text))) return Buffer.from(text).readUInt16BE();
  try {
    return wholeNumber(`--${kebab(name)}`, text, [0, largest]);
  } catch (error) {
    throw new UsageError(`${(error as Error).message}, or two ASCII characters, such as P0`);
  }
}

/** Refuses options of fields that a format does not have. */
export function refuseForeignFields(format: AnyFormat, values: Readonly<Record<string, unknown>>): void {
  const allowed = givenFields(format).map(({ name }) => kebab(name));
  const foreign = FIELD_OPTIONS.find(({ name }) => values[name] !== undefined && !allowed.includes(name));
  if (foreign === undefined) return;
  const options = allowed.map((option) => `--${option}`).join(", ") || "no fields to give";
  throw new UsageError(`--${foreign.name} is no option of ${format.name}, which has ${options}`);
}
