// ClickHouse. A `DateTime64` holds the years from 1900 to 2299.

import type { Definition, Dialect, Integers } from "./dialect.js";
import { USUAL } from "./usual.js";

const integers = (isWide: boolean): Integers => {
  const type = isWide ? "UInt64" : "Int64";
  return {
    _type: type,
    _cut(value, below, bits, hasAbove) {
      const shifted = below > 0 ? `bitShiftRight(${value}, ${below})` : value;
      return `toInt64(${hasAbove ? `bitAnd(${shifted}, ${2n ** BigInt(bits) - 1n})` : shifted})`;
    },
    _quotient: (value, by) => `intDiv(${value}, ${by})`,
    _remainder: (value, by) => `(${value} % ${by})`,
    _product: (number, by) => `to${type}(${number}) * to${type}(${by})`,
    _sum: (value, number) => `(${value} + to${type}(${number}))`,
    _ofDecimal: (text, largest) =>
      `if(toString(toUInt64OrNull(${text})) = ${text} AND toUInt64OrNull(${text}) <= ${largest}, ` +
      `to${type}OrNull(${text}), NULL)`,
  };
};

const define = ({ _name, _parameter, _body }: Definition): string =>
  `CREATE OR REPLACE FUNCTION ${_name} AS (${_parameter}) -> ${_body};`;

export const clickhouse: Dialect = {
  ...USUAL,
  _title: "ClickHouse",
  _isWide: true,
  _integers: integers,
  _textType: () => "String",
  _timeType: (isUs) => `DateTime64(${isUs ? 6 : 3}, 'UTC')`,
  _instant: (count, isUs) => `fromUnixTimestamp64${isUs ? "Micro" : "Milli"}(${count}, 'UTC')`,
  _since: (at, isUs) =>
    isUs
      ? `toUnixTimestamp64Micro(toDateTime64(${at}, 6, 'UTC'))`
      : `toUnixTimestamp64Milli(toDateTime64(${at}, 3, 'UTC'))`,
  _now: "now64(3, 'UTC')",
  _find: (text, at, known) => `(nullIf(position('${known}', substring(${text}, ${at}, 1)), 0) - 1)`,
  _letter: (alphabet, at) => `substring('${alphabet}', ${at} + 1, 1)`,
  _join: (parts) => `concat(${parts.join(", ")})`,
  _decimal: (value) => `toString(${value})`,
  _strip: (text, zero) => `trim(LEADING '${zero}' FROM ${text})`,
  _generated: (expression) => `ALIAS ${expression}`,
  _index: (name, table, time) =>
    `ALTER TABLE ${table} ADD INDEX IF NOT EXISTS ${name} ${time} TYPE minmax GRANULARITY 1;`,
  _partition: ({ _time }) => `PARTITION BY toYYYYMM(${_time})`,
  _function: define,
};
