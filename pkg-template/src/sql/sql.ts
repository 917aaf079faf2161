// SQL for the IDs of a format.

import type * as api from "../../types/sql.js";
import { requireEpoch, requiredFormat } from "../ids/index.js";
import { requiredChoice } from "../values/index.js";
import { Column } from "./column.js";
import type { Dialect } from "./dialect.js";
import { clickhouse } from "./clickhouse.js";
import { duckdb } from "./duckdb.js";
import { mysql } from "./mysql.js";
import { postgres } from "./postgres.js";
import { sqlite } from "./sqlite.js";
import { quoted, readChoice, snakeCase, storedAs } from "./options.js";
import { scriptOf } from "./script.js";

/** The dialects by their names. */
const dialects = (): Record<api.SqlDialect, Dialect> => ({ postgres, mysql, sqlite, clickhouse, duckdb });

export function sql(givenFormat: unknown, givenDialect: unknown, options?: unknown): api.Sql {
  const format = requiredFormat(givenFormat);
  const all = dialects();
  const names = Object.keys(all) as api.SqlDialect[];
  const dialect = all[names[requiredChoice("the dialect", givenDialect, names)] as api.SqlDialect];
  const choice = readChoice(options, dialect, format._descriptor._name);
  requireEpoch(format._time);
  const stored = storedAs(choice, dialect, format);
  const column = new Column(format, dialect, stored);
  const { _column: id, _columnName, _path, _table } = choice;
  const at = choice._at === undefined ? dialect._now : `(${choice._at})`;
  const time = column._time(id);
  const first = (at: string): string => column._first(at);
  const computed = quoted(dialect, `${_columnName}_time`);
  const isSorted = format.fields[0]?.kind === "time";
  const partition = { _table, _path, _at: at, _time: time, _first: first, _isText: stored === "text" };
  return {
    type: column._type,
    time,
    fields: Object.fromEntries(
      format._fields.map(({ _name, _below, _bits }) => [_name, column._number(id, _below, _bits)]),
    ),
    first: first(at),
    toText: column._toText(id),
    fromText: column._fromText(id),
    column: `${computed} ${column._timeType} ${dialect._generated(time)}`,
    index: dialect._index(quoted(dialect, `${_path.at(-1)}_${_columnName}_time`), _table, time, computed),
    partition: isSorted ? (dialect._partition?.(partition) ?? null) : null,
    check: `CONSTRAINT ${quoted(dialect, `${_columnName}_is_${snakeCase(format._descriptor._name)}`)} CHECK (${column._isOne(id)})`,
    script: scriptOf(format, dialect, column, choice),
  };
}
