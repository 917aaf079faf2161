// Writes the rows of a table as CSV, JSON, JSON lines, Markdown, and as a table for spreadsheets.

import { type Values, fieldsOf, notesOf } from "./columns.ts";
import { type List, kindOf } from "./list.ts";
import type { Form } from "./messages.ts";

export interface Exported {
  name: string;
  value: Values;
}

/** The columns of the export: the input's own columns, then the contents of the IDs. Programs read them, so kinds have their names in code. */
export function exportedOf(list: List): Exported[] {
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
  return [...own, ...found];
}

/** Numbers names that occur more than once, because a JSON object has each name only once. */
function withUniqueNames(columns: readonly Exported[]): Exported[] {
  const names = new Set<string>();
  return columns.map(({ name, value }) => {
    let unique = name;
    for (let n = 2; names.has(unique); n++) unique = `${name} ${n}`;
    names.add(unique);
    return { name: unique, value };
  });
}

const WRITERS: Record<Form, (columns: readonly Exported[], rows: Uint32Array) => string[]> = {
  CSV: (columns, rows) => delimited(columns, rows, ",", "\r\n"),
  table: (columns, rows) => delimited(columns, rows, "\t", "\n"),
  Markdown: markdown,
  JSON: (columns, rows) => {
    const record = recordsOf(columns, 2);
    return rows.length === 0
      ? ["[]\n"]
      : [...parts(rows, (row, n) => `${n === 0 ? "[" : ","}\n${record(row)}`), "\n]\n"];
  },
  "JSON lines": (columns, rows) => {
    const record = recordsOf(columns);
    return parts(rows, (row) => `${record(row)}\n`);
  },
};

/** Writes rows in this form. Returns the text in parts. */
export const written = (form: Form, columns: readonly Exported[], rows: Uint32Array): string[] =>
  WRITERS[form](withUniqueNames(columns), rows);

/** Writes a header and the rows, with cells in quotes where RFC 4180 asks for them. */
function delimited(columns: readonly Exported[], rows: Uint32Array, delimiter: string, lineEnd: string): string[] {
  const needsQuotes = new RegExp(`["\r\n${delimiter}]`);
  const cell = (value: unknown): string => {
    const text = String(value ?? "");
    return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const line = (values: unknown[]) => values.map(cell).join(delimiter) + lineEnd;
  return [line(columns.map(({ name }) => name)), ...parts(rows, (row) => line(columns.map(({ value }) => value(row))))];
}

/** A table of Markdown, in one line for each row. */
function markdown(columns: readonly Exported[], rows: Uint32Array): string[] {
  const cell = (value: unknown) =>
    String(value ?? "")
      .replace(/[\\|]/g, "\\$&")
      .replace(/\r\n?|\n/g, " ");
  const line = (values: unknown[]) => `| ${values.map(cell).join(" | ")} |\n`;
  const heading = line(columns.map(({ name }) => name)) + line(columns.map(() => "---"));
  return [heading, ...parts(rows, (row) => line(columns.map(({ value }) => value(row))))];
}

/**
 * Returns a function that writes a row as a record. IDs and other integers that `JSON.parse` could round are strings.
 * Columns in which a row has no value are left out.
 */
function recordsOf(columns: readonly Exported[], indent?: number): (row: number) => string {
  return (row) =>
    JSON.stringify(Object.fromEntries(columns.map(({ name, value }) => [name, exact(value(row))])), null, indent);
}

const exact = (value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

/** How many rows are in one part. */
const PART = 1000;

function parts(rows: Uint32Array, write: (row: number, place: number) => string): string[] {
  return Array.from({ length: Math.ceil(rows.length / PART) }, (_, part) => {
    const from = part * PART;
    return Array.from(rows.subarray(from, from + PART), (row, n) => write(row, from + n)).join("");
  });
}
