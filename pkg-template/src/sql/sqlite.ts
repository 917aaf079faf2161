// SQLite 3.31 and newer, which has generated columns. It has no functions of its own, and no unsigned integers.

import type { Dialect, Integers } from "./dialect.js";
import { SIGNED, USUAL } from "./usual.js";

const INTEGER: Integers = {
  ...SIGNED,
  _type: "INTEGER",
  // A text beyond the largest integer is read as the largest integer, so the text of this integer differs.
  _ofDecimal: (text, largest) =>
    `CASE WHEN CAST(CAST(${text} AS INTEGER) AS TEXT) = CAST(${text} AS TEXT) AND CAST(${text} AS INTEGER) ` +
    `BETWEEN 0 AND ${largest} THEN CAST(${text} AS INTEGER) END`,
};

export const sqlite: Dialect = {
  ...USUAL,
  _title: "SQLite",
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
  _isInteger: (value, largest) => `typeof(${value}) = 'integer' AND ${value} BETWEEN 0 AND ${largest}`,
  _find: (text, at, known) => `(nullif(instr('${known}', substr(${text}, ${at}, 1)), 0) - 1)`,
  _letter: (alphabet, at) => `substr('${alphabet}', ${at} + 1, 1)`,
  _decimal: (value) => `CAST(${value} AS TEXT)`,
};
