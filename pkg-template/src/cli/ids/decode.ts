// Reads IDs of a format that the user names.

import { inspect } from "flakekit/inspect";
import { Counters } from "../../tables/index.js";
import { findFormat, type Given, requiredFormat, textWriter, UsageError, withEpoch } from "../words/index.js";
import { AddedColumns } from "./columns.js";
import { entriesOf } from "./entries.js";
import { type Io, jsonOf } from "../io/index.js";
import { type Command, printEach, Problem } from "./print.js";
import { Rows } from "./rows.js";
import { type Content, contentsOf, likenessOf, type Texts, textsOf } from "./texts.js";
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
  const watch = new Watch(format);
  const counters = new Counters(format.epoch, (id) => {
    const [candidate] = inspect(BigInt(id), { epoch: new Date(format.epoch), kinds: [format.name] });
    return candidate?.timestamp === null;
  });
  try {
    await printEach(io, entries, {
      read: (batch) => contentsOf(texts, batch),
      write: (entry, content) => {
        const isRead = content !== undefined && !(content instanceof Problem);
        watch.see(entry, content, isRead && counters.has(String(content.id), content.timestamp));
        return write(entry, content);
      },
    });
  } finally {
    watch.report(io);
  }
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
  return ({ line, path, isEmpty }, content) => {
    if (isEmpty === true && values.json === true) return `${jsonOf({ line, path, id: null })}\n`;
    if (content === undefined || content instanceof Problem) return "";
    const { id, timestamp, fields } = content;
    const date = new Date(timestamp);
    if (!values.json) return rows.row(format, String(id), date, fields, width);
    return `${jsonOf({ line, path, id, prefix: prefixed?.prefix, format: format.name, timestamp, date, ...fields })}\n`;
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
