// What several dialects write in the same way. Their rows begin with it.

import type { Dialect, Integers } from "./dialect.js";

/** Bits of a value by the operators `>>` and `&`. */
export function cut(value: string, below: number, bits: number, hasAbove: boolean): string {
  const shifted = below > 0 ? `(${value} >> ${below})` : value;
  return hasAbove ? `(${shifted} & ${2n ** BigInt(bits) - 1n})` : shifted;
}

/** Signed integers of 64 bits, of which a quotient is a whole number. */
export const SIGNED = {
  _cut: cut,
  _quotient: (value, by) => `(${value} / ${by})`,
  _remainder: (value, by) => `(${value} % ${by})`,
  _product: (number, by) => `(${number} * ${by})`,
  _sum: (value, number) => `(${value} + ${number})`,
} satisfies Partial<Integers>;

/** Names, texts and comparisons. */
export const USUAL = {
  _quote: '"',
  _smaller: "least",
  _larger: "greatest",
  _isInteger: (value, largest) => `${value} BETWEEN 0 AND ${largest}`,
  _join: (parts) => `(${parts.join(" || ")})`,
  _part: (text, from, length) => `substr(${text}, ${from}${length === undefined ? "" : `, ${length}`})`,
  _length: (text) => `length(${text})`,
  _strip: (text, zero) => `ltrim(${text}, '${zero}')`,
  _generated: (expression) => `GENERATED ALWAYS AS (${expression}) VIRTUAL`,
  _index: (name, table, time) => `CREATE INDEX IF NOT EXISTS ${name} ON ${table} ((${time}));`,
} satisfies Partial<Dialect>;
