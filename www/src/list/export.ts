// Exports the rows of a list that are shown, as CSV, JSON, JSON lines, Markdown, and as a table for spreadsheets.

import { fieldsOf, notesOf } from "./columns.ts";
import { type List, kindOf } from "./list.ts";
import type { Shown } from "./shown.ts";

/** How many rows are written in one step. */
const STEP = 1000;

interface Column {
  name: string;
  value: (row: number) => unknown;
}

/** The columns of the export: the input's own columns, then the contents of the IDs. */
function columnsOf(list: List): Column[] {
  const { columns, cells, idColumn, ids, timestamps, kinds, errors } = list;
  const hasTime = (row: number) => !Number.isNaN(timestamps[row]);
  const isRead = (row: number) => !errors.has(row);
  // The cells of the input's own column may be links to the IDs.
  const hasIds = columns.length > 0 && ids.every((id, row) => !isRead(row) || id === cells[idColumn]?.[row]);
  const note = notesOf(list);
  const found = [
    ...(hasIds ? [] : [{ name: "id", value: (row: number) => ids[row] }]),
    ...(kinds.size > 0
      ? [{ name: "kind", value: (row: number) => (isRead(row) ? kindOf(list, row) : undefined) }]
      : []),
    { name: "timestamp", value: (row: number) => (hasTime(row) ? timestamps[row] : undefined) },
    {
      name: "date",
      value: (row: number) => (hasTime(row) ? new Date(timestamps[row] as number).toISOString() : undefined),
    },
    ...fieldsOf(list).map(([name, values]) => ({ name, value: (row: number) => values[row] })),
    ...(note ? [{ name: "note", value: note }] : []),
    ...(errors.size > 0 ? [{ name: "error", value: (row: number) => errors.get(row) }] : []),
  ];
  const own = columns.map((name, at) => ({ name, value: (row: number) => cells[at]?.[row] }));
  return withUniqueNames([...own, ...found]);
}

/** Numbers names that occur more than once, because a JSON object has each name only once. */
function withUniqueNames(columns: Column[]): Column[] {
  const names = new Set<string>();
  return columns.map(({ name, value }) => {
    let unique = name;
    for (let n = 2; names.has(unique); n++) unique = `${name} ${n}`;
    names.add(unique);
    return { name: unique, value };
  });
}

/** Returns the rows in the order of the table. */
function* rowsOf({ list, rows }: Shown): Generator<number> {
  const count = rows?.length ?? list?.ids.length ?? 0;
  for (let n = 0; n < count; n++) yield rows?.[n] ?? n;
}

/** Writes a header and the rows, with cells in quotes where RFC 4180 asks for them. */
function* delimited(shown: Shown, delimiter: string, lineEnd: string): Generator<string> {
  if (!shown.list) return;
  const columns = columnsOf(shown.list);
  const needsQuotes = new RegExp(`["\r\n${delimiter}]`);
  const cell = (value: unknown): string => {
    const text = String(value ?? "");
    return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const line = (values: unknown[]) => values.map(cell).join(delimiter) + lineEnd;
  yield line(columns.map(({ name }) => name));
  yield* joined(rowsOf(shown), (row) => line(columns.map(({ value }) => value(row))));
}

export const csvOf = (shown: Shown): Generator<string> => delimited(shown, ",", "\r\n");

export const tableOf = (shown: Shown): string => [...delimited(shown, "\t", "\n")].join("");

/** A table of Markdown, in one line for each row. */
export function markdownOf({ list, ...shown }: Shown): string {
  if (!list) return "";
  const columns = columnsOf(list);
  const cell = (value: unknown) =>
    String(value ?? "")
      .replace(/[\\|]/g, "\\$&")
      .replace(/\r\n?|\n/g, " ");
  const line = (values: unknown[]) => `| ${values.map(cell).join(" | ")} |\n`;
  const heading = line(columns.map(({ name }) => name)) + line(columns.map(() => "---"));
  return [heading, ...joined(rowsOf({ list, ...shown }), (row) => line(columns.map(({ value }) => value(row))))].join(
    "",
  );
}

/**
 * Returns a function that writes a row as a record. IDs and other integers that `JSON.parse` could round are strings.
 * Columns in which a row has no value are left out.
 */
function recordsOf(list: List, indent?: number): (row: number) => string {
  const columns = columnsOf(list);
  return (row) =>
    JSON.stringify(Object.fromEntries(columns.map(({ name, value }) => [name, exact(value(row))])), null, indent);
}

/** An array of records. */
export function* jsonOf(shown: Shown): Generator<string> {
  if (!shown.list) return;
  const record = recordsOf(shown.list, 2);
  let separator = "[\n";
  const write = (row: number) => {
    const text = separator + record(row);
    separator = ",\n";
    return text;
  };
  yield* joined(rowsOf(shown), write);
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

/** A record in each line. */
export function* jsonLinesOf(shown: Shown): Generator<string> {
  if (!shown.list) return;
  const record = recordsOf(shown.list);
  yield* joined(rowsOf(shown), (row) => `${record(row)}\n`);
}

const exact = (value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

/** Writes rows, many in one step. */
function* joined(rows: Iterable<number>, write: (row: number) => string): Generator<string> {
  let texts: string[] = [];
  for (const row of rows) {
    if (texts.push(write(row)) < STEP) continue;
    yield texts.join("");
    texts = [];
  }
  yield texts.join("");
}
