// The options of SQL: names, which are quoted, and the column's type.

import { FlakeError, invalid, readOptions, requiredChoice, requiredText } from "../values/index.js";
import type { Format } from "../ids/index.js";
import type { Dialect } from "./dialect.js";

/** How a column holds IDs. */
export const STORED = ["signed", "unsigned", "text"] as const;
export type Stored = (typeof STORED)[number];

/** The options, as they were read. Names are quoted, except in `_names` and `_path`. */
export interface Choice {
  readonly _table: string;
  /** The parts of the table's name. */
  readonly _path: readonly string[];
  readonly _column: string;
  /** The last part of the column's name. */
  readonly _columnName: string;
  readonly _names: string;
  readonly _at: string | undefined;
  readonly _stored: Stored | undefined;
}

export function readChoice(given: unknown, dialect: Dialect, formatName: string): Choice {
  const options = readOptions("sql()", given, ["table", "column", "names", "at", "stored"]);
  const _path = readPath("table", options.table === undefined ? "ids" : options.table);
  const column = readPath("column", options.column === undefined ? "id" : options.column);
  return {
    _path,
    _table: quoted(dialect, ..._path),
    _column: quoted(dialect, ...column),
    _columnName: column.at(-1) as string,
    _names: options.names === undefined ? snakeCase(formatName) : readNames(options.names),
    _at: options.at === undefined ? undefined : requiredText("at", options.at),
    _stored: options.stored === undefined ? undefined : STORED[requiredChoice("stored", options.stored, STORED)],
  };
}

/** A name between quotes: of a schema and a table, for example. A name that is made of others is cut, as PostgreSQL would cut it. */
export const quoted = ({ _quote }: Dialect, ...path: readonly string[]): string =>
  path.map((part) => `${_quote}${part.slice(0, MAX_NAME)}${_quote}`).join(".");

/** The longest name that all systems take. */
const MAX_NAME = 63;

const isLetter = (character: string): boolean => (character >= "a" && character <= "z") || character === "_";
const isDigit = (character: string): boolean => character >= "0" && character <= "9";

/** The parts of a name, such as a schema and a table. No character of it ends a quoted name. */
function readPath(name: string, given: unknown): string[] {
  const path = requiredText(name, given).split(".");
  const isName = (part: string): boolean =>
    part !== "" &&
    part.length <= MAX_NAME &&
    Array.from(part).every((character) => isLetter(character.toLowerCase()) || isDigit(character));
  if (path.length <= 2 && path.every(isName)) return path;
  const expected = `a name of up to ${MAX_NAME} letters, digits and '_', or two with a dot between`;
  throw invalid("INVALID_OPTION", name, given, expected);
}

/** Refuses the name of a function that a system would cut, because two functions could have the same one then. */
export function checkLength(name: string): string {
  const { length } = name.split(".").at(-1) as string;
  if (length <= MAX_NAME) return name;
  throw new FlakeError(
    "INVALID_OPTION",
    `the function ${name} would have a name of ${length} characters, and the most are ${MAX_NAME}; give shorter names`,
  );
}

/** The beginning of the names of functions, which are not quoted. */
export function readNames(given: unknown): string {
  const path = readPath("names", given);
  const isPlain = (part: string): boolean => isLetter(part.charAt(0)) && part === part.toLowerCase();
  if (path.every(isPlain)) return path.join(".");
  throw invalid("INVALID_OPTION", "names", given, "small letters, digits and '_', with a letter first");
}

/**
 * The names of the functions of a script: a schema, if one is given, and the beginning of the names. `suffix` is the end of the longest
 * name.
 */
export function readOwnNames(given: unknown, { _descriptor: { _name } }: Format, suffix: string): string[] {
  const path = (given === undefined ? snakeCase(_name) : readNames(given)).split(".");
  const longest = MAX_NAME - suffix.length;
  if ((path.at(-1) as string).length <= longest) return path;
  throw invalid("INVALID_OPTION", "names", given ?? _name, `a name of up to ${longest} characters`);
}

/** The type of IDs in the functions of a script, by the names of PostgreSQL. */
export type Returned = "bigint" | "numeric" | "text";

export function returnedAs({ _called, bits, native }: Format, stored: unknown): Returned {
  if (native === "string") {
    if (stored === undefined || stored === "text") return "text";
    throw invalid("INVALID_OPTION", "stored", stored, `"text", or omitted: IDs of ${_called} are texts`);
  }
  const words = ["signed", "unsigned"];
  const isWide = words[requiredChoice("stored", stored ?? "signed", words)] === "unsigned" && bits === 64;
  return isWide ? "numeric" : "bigint";
}

/** A name of JavaScript as one of SQL: `workerId` as `worker_id`. Other characters become `_`. */
export function snakeCase(name: string): string {
  let snake = "";
  let previous = "";
  for (const character of name) {
    const small = character.toLowerCase();
    const isWord = isLetter(small) || isDigit(small);
    // A capital begins a word, unless it follows another capital, as in `snowflakeSI`.
    if (isWord && small !== character && previous !== "" && previous === previous.toLowerCase()) snake += "_";
    snake += isWord ? small : "_";
    previous = character;
  }
  return isDigit(snake.charAt(0)) ? `_${snake}` : snake;
}

/** How the column holds IDs. Refuses types that the format or the dialect does not have. */
export function storedAs({ _stored }: Choice, dialect: Dialect, { bits, name, native }: Format): Stored {
  const wrong =
    native === "string" && _stored !== undefined && _stored !== "text"
      ? `IDs of ${name} are texts; leave it out`
      : _stored === "unsigned" && dialect._isWide === null
        ? `${dialect._title} has no unsigned integers: give 'signed' or 'text'`
        : undefined;
  if (wrong !== undefined) throw new FlakeError("INVALID_OPTION", `stored is '${_stored}', but ${wrong}`);
  return _stored ?? (native === "string" ? "text" : bits === 64 && dialect._isWide ? "unsigned" : "signed");
}
