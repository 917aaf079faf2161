// MySQL 8 and MariaDB 10.5 and newer. Bits are those of unsigned integers of 64 bits, whatever the column is.

import type { Definition, Dialect, Integers, Partition } from "./dialect.js";
import { USUAL } from "./usual.js";

const integers = (isWide: boolean): Integers => ({
  _type: isWide ? "BIGINT UNSIGNED" : "BIGINT",
  _cut(value, below, bits, hasAbove) {
    const shifted = below > 0 ? `${value} >> ${below}` : value;
    return `CAST(${hasAbove ? `${below > 0 ? `(${shifted})` : value} & ${2n ** BigInt(bits) - 1n}` : shifted} AS SIGNED)`;
  },
  _quotient: (value, by) => `(${value} DIV ${by})`,
  _remainder: (value, by) => `(${value} % ${by})`,
  _product: (number, by) => `(CAST(${number} AS UNSIGNED) * ${by})`,
  _sum: (value, number) => `(${value} + CAST(${number} AS UNSIGNED))`,
  _ofDecimal: (text, largest) =>
    `CASE WHEN ${isDecimal(text, largest)} THEN CAST(${text} AS ${isWide ? "UNSIGNED" : "SIGNED"}) END`,
});

/** Texts of the same length are compared by their digits, because a cast of another text is an error where rows are written. */
function isDecimal(text: string, largest: bigint): string {
  const { length } = String(largest);
  return (
    `${text} NOT REGEXP '[^0-9]' AND (${text} = '0' OR ${text} NOT LIKE '0%' AND CHAR_LENGTH(${text}) BETWEEN 1 AND ${length} AND ` +
    `(CHAR_LENGTH(${text}) < ${length} OR CAST(${text} AS BINARY) <= CAST('${largest}' AS BINARY)))`
  );
}

function partition({ _table, _path, _at, _first, _isText }: Partition): string | null {
  if (_isText) return null;
  const name = `DATE_FORMAT(${_at}, 'p%Y_%m')`;
  const schema = _path.length > 1 ? `'${_path[0]}'` : "DATABASE()";
  const next = `DATE_ADD(DATE_FORMAT(${_at}, '%Y-%m-01'), INTERVAL 1 MONTH)`;
  return `SET @flakekit = IF(EXISTS(SELECT 1 FROM information_schema.partitions
  WHERE table_schema = ${schema} AND table_name = '${_path.at(-1)}' AND partition_name = ${name}), 'DO 0',
  CONCAT('ALTER TABLE ${_table} ADD PARTITION (PARTITION ', ${name}, ' VALUES LESS THAN (',
    ${_first(next)}, '))'));
PREPARE flakekit FROM @flakekit;
EXECUTE flakekit;
DEALLOCATE PREPARE flakekit;`;
}

// MySQL cannot replace a function; MariaDB can.
const define = ({ _name, _parameter, _takes, _returns, _body }: Definition): string =>
  `DROP FUNCTION IF EXISTS ${_name};\n` +
  `CREATE FUNCTION ${_name}(${_parameter} ${_takes}) RETURNS ${_returns} DETERMINISTIC NO SQL\n  RETURN ${_body};`;

export const mysql: Dialect = {
  ...USUAL,
  _title: "MySQL and MariaDB",
  _quote: "`",
  _isWide: true,
  _integers: integers,
  _textType: (length) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`,
  _anyText: "TEXT CHARACTER SET utf8mb4",
  // With fewer digits, MariaDB could round, or not, as the session says, and so makes no index on the column.
  _timeType: () => "DATETIME(6)",
  _instant: (count, isUs) =>
    `TIMESTAMPADD(MICROSECOND, ${count}${isUs ? "" : " * 1000"}, TIMESTAMP'1970-01-01 00:00:00.000000')`,
  _since: (at, isUs) =>
    `TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00.000000', ${at})${isUs ? "" : " DIV 1000"}`,
  _now: "UTC_TIMESTAMP(3)",
  // Bytes are compared, because collations of languages do not tell capitals from small letters.
  _find: (text, at, known) =>
    `(NULLIF(LOCATE(CAST(SUBSTR(${text}, ${at}, 1) AS BINARY), CAST('${known}' AS BINARY)), 0) - 1)`,
  _letter: (alphabet, at) => `SUBSTR('${alphabet}', ${at} + 1, 1)`,
  _join: (parts) => `CONCAT(${parts.join(", ")})`,
  _length: (text) => `CHAR_LENGTH(${text})`,
  _decimal: (value) => `CAST(${value} AS CHAR)`,
  _strip: (text, zero) => `TRIM(LEADING '${zero}' FROM ${text})`,
  _index: (name, table, _time, column) => `CREATE INDEX ${name} ON ${table} (${column});`,
  _partition: partition,
  _function: define,
};
