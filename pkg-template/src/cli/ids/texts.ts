// Reads the texts of a format that the user names: as a whole, in base 16, with a prefix, or in another text.

import {
  type AnyFormatWithEpoch,
  type AnyId,
  decodeColumns,
  FlakeError,
  lost,
  type PrefixedFormat,
  type ReadableFormat,
  type TextOptions,
} from "flakekit";
import { FAST_CLOCK_MS } from "../../generated/contract.js";
import { COMMANDS, type Given, inOwnWords, prefixedTexts, textOptions } from "../words/index.js";
import { hexDigits } from "../../tables/index.js";
import { type Likeness, MAX_ID_LENGTH } from "./entry.js";
import { findIn, lossIn } from "./find.js";
import { type Id, Problem } from "./print.js";

/** How the texts of a format are read. */
export interface Texts {
  readonly format: AnyFormatWithEpoch;
  readonly prefixed: PrefixedFormat | undefined;
  readonly options: TextOptions | undefined;
  /** The ID of a text with a prefix, or of digits in base 16; the format reads all other texts. */
  readonly idOf: (id: Id) => AnyId;
}

export function textsOf(format: AnyFormatWithEpoch, values: Given["values"]): Texts {
  const prefixed = prefixedTexts(format, values);
  if (prefixed === undefined) {
    const options = textOptions(format, values);
    return { format, prefixed, options, idOf: values.as === "hex" ? hexReader(format, options) : (id) => id };
  }
  // IDs that are integers in JSON have no prefix, so their digits are refused.
  return { format, prefixed, options: undefined, idOf: (id) => prefixed.fromText(String(id)) };
}

/**
 * Reads digits in base 16 as people have them: with a prefix, in bytes, with zeros before them. Without `--padded`, any
 * count of zeros is read.
 */
function hexReader(format: AnyFormatWithEpoch, options: TextOptions): (id: Id) => Id {
  return (id) => {
    if (typeof id === "bigint") return id;
    const digits = hexDigits(id);
    const short = options.padded === true ? digits : digits.replace(/^0+(?=.)/, "");
    // A text that is no number in base 16 is refused as the user wrote it.
    return format.isValid(short, options) ? short : id;
  };
}

export function likenessOf(texts: Texts, text: string): Likeness {
  if (!isOne(texts, text)) return "no ID";
  const { format, options, idOf } = texts;
  return format.timestamp(idOf(text), options) <= Date.now() + FAST_CLOCK_MS ? "likely" : "unlikely";
}

/** Whether a text is an ID. */
const isOne = ({ format, prefixed, options, idOf }: Texts, text: string): boolean =>
  prefixed === undefined ? format.isValid(idOf(text), options) : prefixed.isValid(text);

export interface Content {
  /** The ID, without the text around it. */
  readonly id: Id;
  readonly timestamp: number;
  readonly fields: Record<string, number>;
}

/**
 * A function that gives the content of the ID at a position. All IDs are read at once, or one by one if some can't be
 * read.
 */
export function contentsOf(texts: Texts, ids: readonly Id[]): (position: number) => Content | Problem {
  const { format, options, idOf } = texts;
  const all = readable(() => decodeColumns(format, ids.map(idOf), options));
  if (all instanceof Problem) return (position) => contentOf(texts, ids[position] as Id);
  const { timestamp: timestamps, missing: _, ...others } = all;
  const columns = Object.entries<ArrayLike<number>>(others);
  return (position) => {
    const fields: Record<string, number> = {};
    for (const [name, numbers] of columns) fields[name] = numbers[position] as number;
    return { id: ids[position] as Id, timestamp: timestamps[position] as number, fields };
  };
}

/** The content of an ID, or of the only ID in a text, such as a link. */
function contentOf(texts: Texts, given: Id): Content | Problem {
  const { format, prefixed, options, idOf } = texts;
  const read = (id: Id): Content | Problem =>
    readable(() => {
      const { timestamp, date: _, ...fields } = format.decode(idOf(id), options);
      return { id, timestamp, fields: fields as Record<string, number> };
    });
  // A text of digits is not scanned, because the format alone decides what the digits are. A text of `MAX_ID_LENGTH`
  // characters was cut. An ID is looked for before the text is refused, because making the error takes longer than
  // scanning a line.
  const isText = typeof given === "string" && !/^\d+$/.test(given) && given.length < MAX_ID_LENGTH;
  if (!isText || isOne(texts, given)) return read(given);
  // A column of such numbers would be scanned for long.
  if (isShortened(texts, given)) return lossIn(given);
  const found = findIn(given, format.name, (one) => isOne(texts, one), prefixed);
  return found instanceof Problem ? found : read(found ?? given);
}

/** Whether a text is an ID that a spreadsheet has written with an exponent, such as `1.54182E+18`. */
const isShortened = ({ format, prefixed }: Texts, text: string): boolean =>
  prefixed === undefined &&
  SHORTENED.test(text) &&
  !(readable(() => lost(format as ReadableFormat<number | bigint>, text)) instanceof Problem);

const SHORTENED = /^\d\.\d{2,}E\+\d\d$/;

/** The result of `read`, or the problem if it can't read an ID. */
function readable<T>(read: () => T): T | Problem {
  try {
    return read();
  } catch (error) {
    if (error instanceof FlakeError && UNREADABLE.includes(error.code)) {
      return new Problem(inOwnWords(error.message, COMMANDS.decode.options));
    }
    throw error;
  }
}

/** The error codes of IDs that can't be read. */
const UNREADABLE = ["INVALID_ID", "INVALID_TEXT"];
