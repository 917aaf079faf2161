// The statements that make functions, or a view.

import type { Field, Format } from "../ids/index.js";
import type { Column } from "./column.js";
import type { Definition, Dialect } from "./dialect.js";
import { checkLength, type Choice, quoted, snakeCase } from "./options.js";

declare const VERSION: string;

export function scriptOf(format: Format, dialect: Dialect, column: Column, choice: Choice): string {
  const head = `-- The IDs of ${snakeCase(format._descriptor._name)} in ${dialect._title}, by flakekit ${VERSION}. It can run again.`;
  const { _function } = dialect;
  const statements =
    _function === undefined
      ? [viewOf(format, dialect, column, choice)]
      : definitions(format, dialect, column, choice).map(_function);
  return `${[head, ...statements].join("\n\n")}\n`;
}

function definitions(format: Format, { _anyText = "" }: Dialect, column: Column, { _names }: Choice): Definition[] {
  const { _type, _textType, _timeType } = column;
  const ids = _type === _textType ? _anyText : _type;
  const define = (
    name: string,
    parameter: string,
    takes: string,
    returns: string,
    body: string | null,
  ): Definition[] =>
    body === null
      ? []
      : [
          {
            _name: checkLength(`${_names}_${name}`),
            _parameter: parameter,
            _takes: takes,
            _returns: returns === _textType ? _anyText : returns,
            _body: body,
          },
        ];
  return [
    ...define("time", "id", ids, _timeType, column._time("id")),
    ...namedFields(format).flatMap(([name, { _below, _bits }]) =>
      define(name, "id", ids, "BIGINT", column._number("id", _below, _bits)),
    ),
    // greatest() of some databases ignores NULL, and would give ID 0.
    ...define(
      "first",
      "instant",
      _timeType,
      _type,
      `CASE WHEN instant IS NOT NULL THEN ${column._first("instant")} END`,
    ),
    ...define("to_text", "id", ids, _textType, column._toText("id")),
    ...define("from_text", "written", _anyText, _type, column._fromText("written")),
  ];
}

/**
 * The fields with the ends of their functions' names, which differ from each other and from the names of the other
 * functions.
 */
function namedFields({ _fields }: Format): [name: string, field: Field][] {
  const used = new Set(["time", "first", "to_text", "from_text"]);
  return _fields.map((field) => {
    let name = snakeCase(field._name);
    while (used.has(name)) name += "_";
    used.add(name);
    return [name, field];
  });
}

/** A view of the table, with what its IDs contain. */
function viewOf(format: Format, dialect: Dialect, column: Column, { _path, _columnName, _table }: Choice): string {
  const id = quoted(dialect, _columnName);
  const view = quoted(dialect, ..._path.slice(0, -1), `${_path.at(-1)}_decoded`);
  const columns = [
    ["time", column._time(id)],
    ...namedFields(format).map(([name, { _below, _bits }]) => [name, column._number(id, _below, _bits)]),
  ].map(([name, expression]) => `${expression} AS ${quoted(dialect, `${_columnName}_${name}`)}`);
  return `DROP VIEW IF EXISTS ${view};\nCREATE VIEW ${view} AS SELECT *,\n  ${columns.join(",\n  ")}\nFROM ${_table};`;
}
