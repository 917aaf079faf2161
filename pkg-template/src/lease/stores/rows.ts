// The rows that clients of databases give.

import { storeFailed } from "./store-error.js";

export type Row = Readonly<Record<string, unknown>>;

/** The rows of a result: a list of objects, or an object with such a list as its `rows`. */
export function rowsOf(result: unknown): readonly Row[] {
  const rows: unknown = Array.isArray(result) ? result : (result as { rows?: unknown } | null | undefined)?.rows;
  if (Array.isArray(rows) && rows.every((row) => typeof row === "object" && row !== null)) return rows as Row[];
  const message = "the client gave no list of rows; give a function (text, values) => rows, whose rows are objects";
  throw storeFailed(message, undefined, true);
}
