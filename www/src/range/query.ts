// Queries for the IDs of a range.

import type { Bounds, Dialect, Kind } from "./kinds.ts";

/** The names of the table and of its column, as the parameters have them. */
export const NAMES = { table: "events", column: "id" };

type Write = (bounds: Bounds, kind: Kind, params: URLSearchParams) => string;

const WRITE: Record<Dialect, Write> = {
  SQL: ({ min, end }, { isText }, params) => {
    const literal = (id: string) => (isText ? `'${id}'` : id);
    const { table, column } = Object.fromEntries(
      Object.entries(NAMES).map(([name, otherwise]) => [name, params.get(name) ?? otherwise]),
    );
    const before = end === null ? "" : ` AND ${column} < ${literal(end)}`;
    return `SELECT * FROM ${table}\nWHERE ${column} >= ${literal(min)}${before};`;
  },
  MongoDB: ({ min, end }) => {
    const literal = (id: string) => `ObjectId("${id}")`;
    return `{ _id: { $gte: ${literal(min)}${end === null ? "" : `, $lt: ${literal(end)}`} } }`;
  },
};

/** Writes a query. Its range is half-open, so that the queries of neighbouring ranges find each ID once. */
export const queryOf: Write = (bounds, kind, params) => WRITE[kind.dialect](bounds, kind, params);
