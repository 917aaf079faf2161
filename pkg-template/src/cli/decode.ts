// Reads IDs of a format that the user names.

import { FlakeError } from "flakekit";
import { entriesOf, printEach, Problem } from "./ids.js";
import { jsonOf } from "./output.js";
import type { Given } from "./parse.js";
import { Rows } from "./rows.js";
import { UsageError } from "./usage.js";
import { findFormat, requiredFormat, textOptions, withEpoch } from "./values.js";

export async function decodeIds(given: Given): Promise<void> {
  const { values, rest } = given;
  const [name, ...ids] = rest;
  if (name !== undefined && findFormat(name) === undefined && /\d/.test(name)) {
    throw new UsageError(`${name} is no format; flakekit inspect ${name} lists the formats that it could be of`);
  }
  const named = requiredFormat(name);
  const options = textOptions(named, values);
  const format = withEpoch(named, values.epoch);
  const width = format.toText(format.zero, { ...options, padded: true, short: false }).length;
  const rows = new Rows();
  await printEach(
    entriesOf(given, ids, 2, (text) => format.isValid(text, options)),
    (id) => {
      try {
        const { timestamp, date, ...fields } = format.decode(id, options);
        if (!values.json) return rows.row(format, String(id), date, fields, width);
        return `${jsonOf({ id, format: format.name, timestamp, date, ...fields })}\n`;
      } catch (error) {
        if (error instanceof FlakeError && UNREADABLE.includes(error.code)) return new Problem(error.message);
        throw error;
      }
    },
  );
}

/** The error codes of IDs that can't be read. */
const UNREADABLE = ["INVALID_ID", "INVALID_TEXT"];
