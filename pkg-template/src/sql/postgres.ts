// PostgreSQL 14 and newer. All expressions are immutable, so that generated columns and indexes can have them.

import type { Definition, Dialect, Integers, Partition } from "./dialect.js";
import { SIGNED, USUAL } from "./usual.js";

const BIGINT: Integers = {
  ...SIGNED,
  _type: "BIGINT",
  _ofDecimal: (text, largest) => `CASE WHEN ${isDecimal(text, largest)} THEN ${text}::bigint END`,
};

const NUMERIC: Integers = {
  _type: "NUMERIC(20)",
  _cut(value, below, bits, hasAbove) {
    const shifted = below > 0 ? `div(${value}, ${2n ** BigInt(below)})` : value;
    return `${hasAbove ? `mod(${shifted}, ${2n ** BigInt(bits)})` : shifted}::bigint`;
  },
  _quotient: (value, by) => `div(${value}, ${by})`,
  _remainder: (value, by) => `mod(${value}, ${by})`,
  _product: (number, by) => `(${number}::numeric * ${by})`,
  _sum: (value, number) => `(${value} + ${number})`,
  _ofDecimal: (text, largest) => `CASE WHEN ${isDecimal(text, largest)} THEN ${text}::numeric END`,
};

/** Texts of the same length are compared by their digits. */
function isDecimal(text: string, largest: bigint): string {
  const { length } = String(largest);
  return (
    `${text} !~ '[^0-9]' AND (${text} = '0' OR ${text} !~ '^0' AND length(${text}) BETWEEN 1 AND ${length} AND ` +
    `(length(${text}) < ${length} OR ${text} COLLATE "C" <= '${largest}'))`
  );
}

const utc = (at: string): string => `(${at} AT TIME ZONE 'UTC')`;

/**
 * A sum of an instant without a time zone and an interval is exact and immutable. `to_timestamp` takes a double, which rounds
 * us from 2106 on; an interval is multiplied by a double, so days are split off where its us may exceed 2^53.
 */
function instant(count: string, isUs: boolean, isLate: boolean): string {
  const [perDay, unit] = isUs ? [86_400_000_000, "microsecond"] : [86_400_000, "millisecond"];
  const since = isLate
    ? `${count} / ${perDay} * interval '1 day' + ${count} % ${perDay} * interval '1 ${unit}'`
    : `${count} * interval '1 ${unit}'`;
  return `((timestamp '1970-01-01' + ${since}) AT TIME ZONE 'UTC')`;
}

function partition({ _table, _path, _at, _first }: Partition): string {
  const schema = _path.length > 1 ? `"${_path[0]}".` : "";
  return `DO $$
DECLARE
  month timestamp := date_trunc('month', ${utc(_at)});
  next timestamp := month + interval '1 month';
BEGIN
  EXECUTE format('CREATE TABLE IF NOT EXISTS ${schema}%I PARTITION OF ${_table} FOR VALUES FROM (%L) TO (%L)',
    '${_path.at(-1)}_' || to_char(month, 'YYYY_MM'),
    ${_first("(month AT TIME ZONE 'UTC')")},
    ${_first("(next AT TIME ZONE 'UTC')")});
END $$;`;
}

const define = ({ _name, _parameter, _takes, _returns, _body }: Definition): string =>
  `CREATE OR REPLACE FUNCTION ${_name}(${_parameter} ${_takes}) RETURNS ${_returns}\n` +
  `  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT ${_body} $$;`;

export const postgres: Dialect = {
  ...USUAL,
  _title: "PostgreSQL",
  _isWide: false,
  _integers: (isWide) => (isWide ? NUMERIC : BIGINT),
  _textType: (length) => `VARCHAR(${length}) COLLATE "C"`,
  _anyText: "TEXT",
  _timeType: () => "TIMESTAMPTZ",
  _instant: instant,
  _since: (at, isUs) => `floor(extract(epoch FROM ${utc(at)}) * ${isUs ? 1_000_000 : 1000})::bigint`,
  _now: "now()",
  _find: (text, at, known) => `(nullif(strpos('${known}' COLLATE "C", substr(${text}, ${at}, 1)), 0) - 1)::bigint`,
  _letter: (alphabet, at) => `substr('${alphabet}', (${at})::int + 1, 1)`,
  _decimal: (value) => `${value}::text`,
  _generated: (expression) => `GENERATED ALWAYS AS (${expression}) STORED`,
  _partition: partition,
  _function: define,
};
