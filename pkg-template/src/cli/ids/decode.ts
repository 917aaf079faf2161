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
import { entriesOf, type Likeness, printEach, Problem } from "./ids.js";
import { type Io, jsonOf } from "../io/index.js";
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
  const width = format.toText(format.zero, { ...options, padded: true, short: false }).length;
  const rows = new Rows(io);
  await printEach(
    io,
    entriesOf(io, given, ids, 2, (text) => likenessOf(format, text, options)),
    (batch) => {
      const contentAt = contentsOf(format, batch, options);
      return (position) => {
        const id = batch[position] as string | bigint;
        const content = contentAt(position);
        if (content instanceof Problem) return content;
        const { timestamp, fields } = content;
        const date = new Date(timestamp);
        if (!values.json) return rows.row(format, String(id), date, fields, width);
        return `${jsonOf({ id, format: format.name, timestamp, date, ...fields })}\n`;
      };
    },
  );
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
  ids: readonly (string | bigint)[],
  options: TextOptions,
): (position: number) => Content | Problem {
  const all = readable(() => decodeColumns(format, ids, options));
  if (all instanceof Problem) {
    return (position) =>
      readable(() => {
        const { timestamp, date: _, ...fields } = format.decode(ids[position] as string | bigint, options);
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
