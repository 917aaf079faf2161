// SQL that computes the time of an ID.

import type { Reading } from "./readings.ts";

/** PostgreSQL's expression for the time of an ID in a column of integers; undefined if the ID is a text, or holds no time. */
export function sqlOf({ own, date }: Reading): string | undefined {
  if (!own || !date || own.format.native === "string") return undefined;
  const { format, id } = own;
  const at = format.fields.findIndex(({ kind }) => kind === "time");
  const below = format.fields.slice(at + 1).reduce((sum, { bits }) => sum + bits, 0);
  const above = format.fields.slice(0, at).reduce((sum, { bits }) => sum + bits, 0);
  const shifted = below > 0 ? `(id >> ${below})` : "id";
  const time = format.fields[at]?.bits ?? 0;
  const ticks = above > 0 ? `(${shifted} & ${(1n << BigInt(time)) - 1n})` : shifted;
  const ms = format.unit === 1 ? ticks : `${ticks} * ${format.unit}`;
  return [
    `SELECT id, to_timestamp((${ms} + ${format.epoch}) / 1000.0) AS made`,
    "FROM events",
    `WHERE id = ${id};`,
  ].join("\n");
}
