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
import { entriesOf } from "./entries.js";
import type { Likeness } from "./entry.js";
import { type Io, jsonOf } from "../io/index.js";
import { type Command, type Id, printEach, Problem } from "./print.js";
import { Rows } from "./rows.js";

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
  await printEach(io, entries, {
    read: (batch) => contentsOf(format, batch, options),
    write: writer(io, format, given),
  });
}

/** What is printed: rows of a table, JSON lines, or the table of the input with more columns. */
function writer(io: Io, format: AnyFormatWithEpoch, { values }: Given): Command<Content>["write"] {
  if (values["add-columns"] === true) {
    if (values.json) throw new UsageError("--add-columns prints a table and --json prints JSON; give one of them");
    return tableWriter(new AddedColumns(format));
  }
  const rows = new Rows(io);
  const width = format.toText(format.zero, { ...textOptions(format, values), padded: true, short: false }).length;
  return ({ id, line }, content) => {
    if (content === undefined || content instanceof Problem) return "";
    const { timestamp, fields } = content;
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
  if (all instanceof Problem) {
    return (position) =>
      readable(() => {
        const { timestamp, date: _, ...fields } = format.decode(ids[position] as Id, options);
        return { timestamp, fields: fields as Record<string, number> };
      });
  }
  const { timestamp: timestamps, ...others } = all;
  const columns = Object.entries<ArrayLike<number>>(others);
  return (position) => {
    const fields: Record<string, number> = {};
    for (const [name, numbers] of columns) fields[name] = numbers[position] as number;
    return { timestamp: timestamps[position] as number, fields };
  };
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
