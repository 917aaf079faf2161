// Exports a list of IDs as CSV, as JSON, and as a table for spreadsheets.

import type { List, Shown } from "./list.ts";

/** How many rows are written in one step. */
const STEP = 1000;

interface Column {
  name: string;
  value: (row: number) => unknown;
}

/** The columns of the export: the input's own ones, then what the IDs contain. */
function columnsOf({ columns, cells, idColumn, ids, timestamps, fields, errors }: List): Column[] {
  const isRead = (row: number) => !Number.isNaN(timestamps[row]);
  // The cells of the input's own column may be links to the IDs.
  const hasIds = columns.length > 0 && ids.every((id, row) => !isRead(row) || id === cells[idColumn]?.[row]);
  const found = [
    ...(hasIds ? [] : [{ name: "id", value: (row: number) => ids[row] }]),
    { name: "timestamp", value: (row: number) => (isRead(row) ? timestamps[row] : undefined) },
    {
      name: "date",
      value: (row: number) => (isRead(row) ? new Date(timestamps[row] as number).toISOString() : undefined),
    },
    ...Object.entries(fields).map(([name, values]) => ({ name, value: (row: number) => values[row] })),
    ...(errors.size > 0 ? [{ name: "error", value: (row: number) => errors.get(row) }] : []),
  ];
  const own = columns.map((name, at) => ({ name, value: (row: number) => cells[at]?.[row] }));
  return withUniqueNames([...own, ...found]);
}

/** Numbers the names that are there more than once, because a JSON object has each name once. */
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
  const count = list?.ids.length ?? 0;
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

/**
 * An array of records. IDs and other integers that `JSON.parse` could round are strings. What a row has no value for is left
 * out.
 */
export function* jsonOf(shown: Shown): Generator<string> {
  if (!shown.list) return;
  const columns = columnsOf(shown.list);
  const record = (row: number) => Object.fromEntries(columns.map(({ name, value }) => [name, exact(value(row))]));
  let separator = "[\n";
  const write = (row: number) => {
    const text = separator + JSON.stringify(record(row), null, 2);
    separator = ",\n";
    return text;
  };
  yield* joined(rowsOf(shown), write);
  yield "\n]\n";
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
