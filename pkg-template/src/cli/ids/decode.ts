// Reads IDs of a format that the user names.

import { type AnyFormatWithEpoch, decodeColumns, FlakeError, type TextOptions } from "flakekit";
import { FAST_CLOCK_MS } from "../../generated/contract.js";
import {
  COMMANDS,
  findFormat,
  type Given,
  inOwnWords,
  requiredFormat,
  textOptions,
  UsageError,
  withEpoch,
} from "../words/index.js";
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
  const options = textOptions(named, values);
  const format = withEpoch(named, values.epoch);
  const entries = entriesOf(io, given, ids, 2, (text) => likenessOf(format, text, options));
  const write = writer(io, format, given);
  const watch = new Watch();
  const counters = new Counters(format);
  try {
    await printEach(io, entries, {
      read: (batch) => contentsOf(format, batch, options),
      write: (entry, content) => {
        const isRead = content !== undefined && !(content instanceof Problem);
        if (entry.id !== undefined) watch.see(entry.id, entry.where, isRead && counters.has(content));
        return write(entry, content);
      },
    });
  } finally {
    watch.report(io);
  }
}

/** What is printed: rows of a table, JSON lines, or the table of the input with more columns. */
function writer(io: Io, format: AnyFormatWithEpoch, { values }: Given): Command<Content>["write"] {
  if (values["add-columns"] === true) {
    if (values.json) throw new UsageError("--add-columns prints a table and --json prints JSON; give one of them");
    return tableWriter(new AddedColumns(format));
  }
  const rows = new Rows(io);
  const width = format.toText(format.zero, { ...textOptions(format, values), padded: true, short: false }).length;
  return ({ line }, content) => {
    if (content === undefined || content instanceof Problem) return "";
    const { id, timestamp, fields } = content;
    const date = new Date(timestamp);
    if (!values.json) return rows.row(format, String(id), date, fields, width);
    return `${jsonOf({ line, id, format: format.name, timestamp, date, ...fields })}\n`;
  };
}

function tableWriter(columns: AddedColumns): Command<Content>["write"] {
  return ({ row, isHeading }, content) => {
    if (row === undefined) return "";
    if (isHeading === true) return columns.heading(row);
    if (content === undefined) return `${row.source}${row.end}`;
    if (content instanceof Problem) return columns.row(row, undefined, {});
    return columns.row(row, new Date(content.timestamp), content.fields);
  };
}

function likenessOf(format: AnyFormatWithEpoch, text: string, options: TextOptions): Likeness {
  if (!format.isValid(text, options)) return "no ID";
  return format.timestamp(text, options) <= Date.now() + FAST_CLOCK_MS ? "likely" : "unlikely";
}

interface Content {
  /** The ID, without what stands around it. */
  readonly id: Id;
  readonly timestamp: number;
  readonly fields: Record<string, number>;
}

/** A function that gives the content of the ID at a position. All are read at once, or one by one if some can't be read. */
function contentsOf(
  format: AnyFormatWithEpoch,
  ids: readonly Id[],
  options: TextOptions,
): (position: number) => Content | Problem {
  const all = readable(() => decodeColumns(format, ids, options));
  if (all instanceof Problem) return (position) => contentOf(format, ids[position] as Id, options);
  const { timestamp: timestamps, ...others } = all;
  const columns = Object.entries<ArrayLike<number>>(others);
  return (position) => {
    const fields: Record<string, number> = {};
    for (const [name, numbers] of columns) fields[name] = numbers[position] as number;
    return { id: ids[position] as Id, timestamp: timestamps[position] as number, fields };
  };
}

/** The content of an ID, or of the only one in a text, such as a link. */
function contentOf(format: AnyFormatWithEpoch, given: Id, options: TextOptions): Content | Problem {
  const read = (id: Id): Content | Problem =>
    readable(() => {
      const { timestamp, date: _, ...fields } = format.decode(id, options);
      return { id, timestamp, fields: fields as Record<string, number> };
    });
  const content = read(given);
  // Digits are what the format says that they are. A longer text was cut.
  if (!(content instanceof Problem) || typeof given === "bigint" || /^\d+$/.test(given)) return content;
  if (given.length >= MAX_ID_LENGTH) return content;
  const found = findIn(given, format.name);
  if (found instanceof Problem) return found;
  return found === undefined ? content : read(found);
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
