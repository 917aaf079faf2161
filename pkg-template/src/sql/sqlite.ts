// SQLite 3.31 and newer, which has generated columns. It has no functions of its own, and no unsigned integers.

import type { Dialect, Integers } from "./dialect.js";

const INTEGER: Integers = {
  _type: "INTEGER",
  _cut(value, below, bits, hasAbove) {
    const shifted = below > 0 ? `(${value} >> ${below})` : value;
    return hasAbove ? `(${shifted} & ${2n ** BigInt(bits) - 1n})` : shifted;
  },
  _quotient: (value, by) => `(${value} / ${by})`,
  _remainder: (value, by) => `(${value} % ${by})`,
  _product: (number, by) => `(${number} * ${by})`,
  _sum: (value, number) => `(${value} + ${number})`,
  // A text beyond the largest integer is read as the largest one, so its text differs.
  _ofDecimal: (text, largest) =>
    `CASE WHEN CAST(CAST(${text} AS INTEGER) AS TEXT) = CAST(${text} AS TEXT) AND CAST(${text} AS INTEGER) ` +
    `BETWEEN 0 AND ${largest} THEN CAST(${text} AS INTEGER) END`,
};

export const sqlite: Dialect = {
  _title: "SQLite",
  _quote: '"',
  _isWide: null,
  _integers: () => INTEGER,
  _textType: () => "TEXT",
  _timeType: () => "TEXT",
  _instant: (count, isUs) =>
    `strftime('%Y-%m-%dT%H:%M:%fZ', ${isUs ? `${count} / 1000 / 1000.0` : `${count} / 1000.0`}, 'unixepoch')`,
  // SQLite has ms only.
  _since: (at, isUs) => `(strftime('%s', ${at}) * 1000 + substr(strftime('%f', ${at}), 4))${isUs ? " * 1000" : ""}`,
  _now: "'now'",
  _smaller: "min",
  _larger: "max",
  _nullIf: "nullif",
  _isInteger: (value, largest) => `typeof(${value}) = 'integer' AND ${value} BETWEEN 0 AND ${largest}`,
  _find: (text, at, known) => `(nullif(instr('${known}', substr(${text}, ${at}, 1)), 0) - 1)`,
  _letter: (alphabet, at) => `substr('${alphabet}', ${at} + 1, 1)`,
  _join: (parts) => `(${parts.join(" || ")})`,
  _part: (text, from, length) => `substr(${text}, ${from}${length === undefined ? "" : `, ${length}`})`,
  _length: (text) => `length(${text})`,
  _decimal: (value) => `CAST(${value} AS TEXT)`,
  _strip: (text, zero) => `ltrim(${text}, '${zero}')`,
  _generated: (expression) => `GENERATED ALWAYS AS (${expression}) VIRTUAL`,
  _index: (name, table, time) => `CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${time});`,
};
