// DuckDB. Its `TIMESTAMP` has no time zone: it is UTC here.

import type { Definition, Dialect, Integers } from "./dialect.js";
import { cut, USUAL } from "./usual.js";

const integers = (isWide: boolean): Integers => {
  const type = isWide ? "UBIGINT" : "BIGINT";
  return {
    _type: type,
    _cut: (...given) => `${cut(...given)}::BIGINT`,
    _quotient: (value, by) => `(${value} // ${by})`,
    _remainder: (value, by) => `(${value} % ${by})`,
    _product: (number, by) => `(${number}::${type} * ${by}::${type})`,
    _sum: (value, number) => `(${value} + ${number}::${type})`,
    _ofDecimal: (text, largest) =>
      `CASE WHEN TRY_CAST(${text} AS UBIGINT)::VARCHAR = ${text} AND TRY_CAST(${text} AS UBIGINT) <= ${largest} ` +
      `THEN ${text}::${type} END`,
  };
};

const define = ({ _name, _parameter, _body }: Definition): string =>
  `CREATE OR REPLACE MACRO ${_name}(${_parameter}) AS ${_body};`;

export const duckdb: Dialect = {
  ...USUAL,
  _title: "DuckDB",
  _isWide: true,
  _integers: integers,
  _textType: () => "VARCHAR",
  _timeType: () => "TIMESTAMP",
  _instant: (count, isUs) => (isUs ? `make_timestamp(${count})` : `epoch_ms(${count})`),
  _since: (at, isUs) => `epoch_${isUs ? "us" : "ms"}(${at})`,
  _now: "now()",
  _find: (text, at, known) => `(nullif(instr('${known}', substr(${text}, ${at}, 1)), 0) - 1)`,
  _letter: (alphabet, at) => `substr('${alphabet}', (${at})::BIGINT + 1, 1)`,
  _decimal: (value) => `${value}::VARCHAR`,
  _function: define,
};
