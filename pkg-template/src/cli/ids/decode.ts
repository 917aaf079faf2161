// Reads IDs of a format that the user names.

import {
  type AnyFormatWithEpoch,
  type AnyId,
  decodeColumns,
  FlakeError,
  type PrefixedFormat,
  type TextOptions,
} from "flakekit";
import { FAST_CLOCK_MS } from "../../generated/contract.js";
import {
  COMMANDS,
  findFormat,
  type Given,
  inOwnWords,
  prefixedTexts,
  requiredFormat,
  textOptions,
  textWriter,
  UsageError,
  withEpoch,
} from "../words/index.js";
import { hexDigits } from "../../tables/index.js";
import { AddedColumns } from "./columns.js";
import { Counters } from "./counters.js";
import { entriesOf } from "./entries.js";
import { type Likeness, MAX_ID_LENGTH } from "./entry.js";
import { type Io, jsonOf } from "../io/index.js";
import { type Command, type Id, printEach, Problem } from "./print.js";
import { findIn } from "./find.js";
import { Rows } from "./rows.js";
import { Watch } from "./watch.js";

export async function decodeIds(io: Io, given: Given): Promise<void> {
  const { values, rest } = given;
  const [name, ...ids] = rest;
  if (name !== undefined && findFormat(name) === undefined && /\d/.test(name)) {
    throw new UsageError(`${name} is no format; flakekit inspect ${name} lists the formats that it could be of`);
  }
  const named = requiredFormat(name);
  const format = withEpoch(named, values.epoch);
  const texts = textsOf(format, values);
  const entries = entriesOf(io, given, ids, 2, (text) => likenessOf(texts, text));
  const write = writer(io, texts, given);
  const watch = new Watch();
  const counters = new Counters(format);
  try {
    await printEach(io, entries, {
      read: (batch) => contentsOf(texts, batch),
      write: (entry, content) => {
        const isRead = content !== undefined && !(content instanceof Problem);
        watch.see(entry, content, isRead && counters.has(content));
        return write(entry, content);
      },
    });
  } finally {
    watch.report(io);
  }
}

/** How the texts of a format are read. */
interface Texts {
  readonly format: AnyFormatWithEpoch;
  readonly prefixed: PrefixedFormat | undefined;
  readonly options: TextOptions | undefined;
  /** The ID of a text with a prefix, or of digits in base 16; the format reads all other texts. */
  readonly idOf: (id: Id) => AnyId;
}

function textsOf(format: AnyFormatWithEpoch, values: Given["values"]): Texts {
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

/** What is printed: rows of a table, JSON lines, or the table of the input with more columns. */
function writer(io: Io, { format, prefixed }: Texts, { values }: Given): Command<Content>["write"] {
  if (values["add-columns"] !== undefined) {
    if (values.json) throw new UsageError("--add-columns prints a table and --json prints JSON; give one of them");
    return tableWriter(new AddedColumns(format, values["add-columns"]));
  }
  const rows = new Rows(io);
  const padded = { ...values, padded: true, short: false };
  const width = textWriter(format, padded)(format.zero).length;
  return ({ line, isEmpty }, content) => {
    if (isEmpty === true && values.json === true) return `${jsonOf({ line, id: null })}\n`;
    if (content === undefined || content instanceof Problem) return "";
    const { id, timestamp, fields } = content;
    const date = new Date(timestamp);
    if (!values.json) return rows.row(format, String(id), date, fields, width);
    return `${jsonOf({ line, id, prefix: prefixed?.prefix, format: format.name, timestamp, date, ...fields })}\n`;
  };
}

function tableWriter(columns: AddedColumns): Command<Content>["write"] {
  return ({ row, isHeading, isEmpty }, content) => {
    if (row === undefined) return "";
    if (isHeading === true) return columns.heading(row);
    if (row.isRule === true) return columns.rule(row);
    if (content === undefined && isEmpty !== true) return `${row.source}${row.end}`;
    if (content === undefined || content instanceof Problem) return columns.row(row, undefined, {});
    return columns.row(row, new Date(content.timestamp), content.fields);
  };
}

function likenessOf(texts: Texts, text: string): Likeness {
  if (!isOne(texts, text)) return "no ID";
  const { format, options, idOf } = texts;
  return format.timestamp(idOf(text), options) <= Date.now() + FAST_CLOCK_MS ? "likely" : "unlikely";
}

/** Whether a text is an ID. */
const isOne = ({ format, prefixed, options, idOf }: Texts, text: string): boolean =>
  prefixed === undefined ? format.isValid(idOf(text), options) : prefixed.isValid(text);

interface Content {
  /** The ID, without the text around it. */
  readonly id: Id;
  readonly timestamp: number;
  readonly fields: Record<string, number>;
}

/**
 * A function that gives the content of the ID at a position. All IDs are read at once, or one by one if some can't be
 * read.
 */
function contentsOf(texts: Texts, ids: readonly Id[]): (position: number) => Content | Problem {
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
  const found = isText && !isOne(texts, given) ? findIn(given, format.name, prefixed) : undefined;
  return found instanceof Problem ? found : read(found ?? given);
}

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
