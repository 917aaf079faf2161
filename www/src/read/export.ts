// Exports a list of IDs as CSV and JSON.

import type { ReadRow } from "./list.ts";

const record = ({ id, timestamp, fields }: ReadRow): Record<string, unknown> => ({
  id,
  timestamp,
  date: new Date(timestamp).toISOString(),
  ...fields,
});

/** IDs are exported as strings because JavaScript's `JSON.parse` rounds 64-bit integers. */
export const toJson = (rows: ReadRow[]): string => JSON.stringify(rows.map(record), null, 2);

/** CSV with a header (RFC 4180). No value contains a character that needs quotes. */
export function toCsv(rows: ReadRow[]): string {
  const records = rows.map(record);
  const lines = [Object.keys(records[0] ?? {}), ...records.map((record) => Object.values(record))];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}
