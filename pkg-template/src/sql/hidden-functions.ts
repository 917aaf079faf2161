// The functions of PostgreSQL that hide IDs and show them again.

import type { Style } from "../ids/index.js";
import { constant } from "./block.js";
import { Column } from "./column.js";
import { checkOf, ff1Of, halvesOf, maskOf } from "./hidden-cipher.js";
import type { HiddenChoice } from "./hidden-options.js";
import type { Returned, Stored } from "./options.js";
import { postgres } from "./postgres.js";

/** A function: the type of its first parameter, and the rest of its definition after its name. */
export interface HiddenFunction {
  readonly _takes: string;
  readonly _definition: string;
}

/** How many characters of a hidden text are its check. */
const CHECK_LENGTH = 4;

/** The last digits of a number are read and written by themselves, so that no bigint overflows. */
const LOW_DIGITS = 4;

/** A type of IDs. */
interface Type {
  readonly _stored: Stored;
  /** The SQLSTATE of the error for a value that is no ID. */
  readonly _code: string;
  /** The condition of values before that of IDs. */
  readonly _first: string;
  /** The statements that make `id` of the halves `a` and `b`. */
  readonly _join: (low: number, style: Style) => string[];
}

const TYPES: Record<Returned, Type> = {
  bigint: { _stored: "signed", _code: "22003", _first: "", _join: (low) => [`id := a << ${low} | b;`] },
  numeric: {
    _stored: "unsigned",
    _code: "22003",
    _first: "id = trunc(id) AND ",
    _join: (low) => [`id := a::numeric * ${2n ** BigInt(low)} + b;`],
  },
  text: {
    _stored: "text",
    _code: "22P02",
    _first: "",
    _join: (_, style) => [
      "id := '';",
      ...write("b", "id", style, style._max / 2),
      ...write("a", "id", style, style._max / 2),
    ],
  },
};

/** What both functions have in common. */
interface Common {
  readonly _style: Style;
  readonly _column: Column;
  readonly _type: Type;
  /** The format, in messages. */
  readonly _called: string;
  /** The condition that `id` is no ID. */
  readonly _isWrong: string;
  /** What IDs must be, in messages. */
  readonly _range: string;
  /** How many numbers the last digits have. */
  readonly _lowNumbers: number;
  /** The statement that refuses keys of other lengths, which pgcrypto would fill up or cut. */
  readonly _checkKey: string;
}

export function functionsOf(choice: HiddenChoice): readonly [hide: HiddenFunction, show: HiddenFunction] {
  const { _format, _returned } = choice;
  const { bits } = _format;
  const type = TYPES[_returned];
  const column = new Column(_format, postgres, type._stored);
  const style = _format._style("base36", true);
  const isShort = bits === 64 && _returned === "bigint";
  const larger = isShort ? "; for larger IDs, give hiddenSql() stored: 'unsigned'" : "";
  const common: Common = {
    _style: style,
    _column: column,
    _type: type,
    _called: constant(_format.name),
    _isWrong: `NOT (${type._first}${column._isOne("id")})`,
    _range: _returned === "text" ? "" : `: it must be a whole number from 0 to ${maskOf(isShort ? 63 : bits)}${larger}`,
    _lowNumbers: style._base ** LOW_DIGITS,
    _checkKey: refuse(
      "octet_length(key) NOT IN (16, 24, 32)",
      "22023",
      "the key has %s bytes; it must have 16, 24 or 32",
      "octet_length(key)",
    ),
  };
  return [
    define(`id ${_returned}`, "text", ...hideOf(choice, common)),
    define("written text", _returned, ...showOf(choice, common)),
  ];
}

function define(
  parameter: string,
  returns: string,
  variables: readonly string[],
  statements: readonly string[],
): HiddenFunction {
  const [, _takes = ""] = parameter.split(" ");
  const indented = (lines: readonly string[]): string =>
    lines.map((line) => `  ${line.replaceAll("\n", "\n  ")}\n`).join("");
  return {
    _takes,
    _definition: `(${parameter}, key bytea) RETURNS ${returns}
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $function$
DECLARE
${indented(variables)}BEGIN
${indented(statements)}END $function$;`,
  };
}

type Body = [variables: string[], statements: string[]];

function hideOf(choice: HiddenChoice, common: Common): Body {
  const { _format, _hasCheck, _letter } = choice;
  const { _called, _checkKey, _column, _isWrong, _lowNumbers, _range, _style, _type } = common;
  const [high, low] = halvesOf(_format.bits);
  const ff1 = ff1Of(choice);
  const check = checkOf(choice);
  return [
    [
      "a bigint; -- the halves of the ID, and then of the hidden number",
      "b bigint;",
      ...ff1._variables,
      ...check._variables,
      "upper bigint; -- the hidden number without its last digits",
      "lower bigint; -- these digits",
      "written text := '';",
    ],
    [
      _checkKey,
      refuse(_isWrong, _type._code, `'%s' is no ID of %s${_range}`, "left(id::text, 40)", _called),
      `a := ${_column._number("id", low, high)};`,
      `b := ${_column._number("id", 0, low)};`,
      ...ff1._statements,
      ...check._statements,
      ...loop("0..4", ff1._encrypt),
      `lower := a % ${_lowNumbers} << ${low} | b;`,
      `upper := (a / ${_lowNumbers} << ${low}) + lower / ${_lowNumbers};`,
      `lower := lower % ${_lowNumbers};`,
      ...(_hasCheck ? write("code", "written", _style, CHECK_LENGTH) : []),
      ...write("lower", "written", _style, LOW_DIGITS),
      ...write("upper", "written", _style, _style._max - LOW_DIGITS),
      `RETURN ${_letter === "" ? "" : `'${_letter}' || `}written;`,
    ],
  ];
}

function showOf(choice: HiddenChoice, common: Common): Body {
  const { _format, _hasCheck, _letter, _returned } = choice;
  const { _called, _checkKey, _isWrong, _lowNumbers, _range, _style, _type } = common;
  const { bits } = _format;
  const [high, low] = halvesOf(bits);
  const ff1 = ff1Of(choice);
  const check = checkOf(choice);
  const start = _letter.length + 1;
  const end = start + _style._max;
  const length = end - 1 + (_hasCheck ? CHECK_LENGTH : 0);
  const refuseText = (condition: string, message: string, ...values: readonly string[]): string =>
    refuse(condition, "22P02", `'%s' ${message}`, "left(written, 40)", ...values);
  return [
    [
      'plain text COLLATE "C"; -- without capitals',
      "upper bigint := 0; -- the hidden number without its last digits",
      "lower bigint := 0; -- these digits",
      ...(_hasCheck ? ["given bigint := 0; -- the check that was read"] : []),
      "a bigint; -- the halves of the hidden number, and then of the ID",
      "b bigint;",
      ...ff1._variables,
      ...check._variables,
      `id ${_returned};`,
    ],
    [
      _checkKey,
      refuseText(
        `length(written) <> ${length}`,
        `has %s characters; a hidden ID of %s has ${length}`,
        "length(written)",
        _called,
      ),
      "plain := translate(written, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');",
      refuseText(
        `translate(plain, ${alphabetOf(_style)}, '') <> ''`,
        "has other characters than digits 0-9 and letters a-z",
      ),
      ...(_letter === ""
        ? []
        : [refuseText(`left(plain, 1) <> '${_letter}'`, `does not begin with ${_letter}, the letter of the key`)]),
      ...read("upper", _style, start, end - LOW_DIGITS),
      ...read("lower", _style, end - LOW_DIGITS, end),
      ...(_hasCheck ? read("given", _style, end, end + CHECK_LENGTH) : []),
      `lower := (upper & ${maskOf(low)}) * ${_lowNumbers} + lower;`,
      `a := (upper >> ${low}) * ${_lowNumbers} + (lower >> ${low});`,
      `b := lower & ${maskOf(low)};`,
      refuseText(`a > ${maskOf(high)}`, `has a number of more than ${bits} bits`),
      ...ff1._statements,
      ...loop("REVERSE 4..0", ff1._decrypt),
      ...check._statements,
      ...(_hasCheck
        ? [
            refuseText(
              "given <> code",
              "is no hidden ID of %s: it is mistyped or invented, or has another key, tweak or format",
              _called,
            ),
          ]
        : []),
      ..._type._join(low, _format._ownStyle),
      refuse(_isWrong, "22003", `'%s' hides no ID of %s${_range}`, "left(written, 40)", _called),
      "RETURN id;",
    ],
  ];
}

/** The statement that raises an error under a condition. The message has `%s` for each value. */
const refuse = (condition: string, code: string, message: string, ...values: readonly string[]): string =>
  `IF ${condition} THEN
  RAISE EXCEPTION USING ERRCODE = '${code}', MESSAGE = format(${[constant(message), ...values].join(", ")});
END IF;`;

const loop = (range: string, statements: readonly string[]): string[] => [
  `FOR i IN ${range} LOOP`,
  ...statements.map((statement) => `  ${statement}`),
  "END LOOP;",
];

const alphabetOf = ({ _base, _codes }: Style): string => constant(String.fromCharCode(..._codes.subarray(0, _base)));

/** The statements that write a number as so many digits before a text. The number is used up. */
const write = (number: string, text: string, style: Style, count: number): string[] =>
  loop(`1..${count}`, [
    `${text} := substr(${alphabetOf(style)}, (${number} % ${style._base})::int + 1, 1) || ${text};`,
    `${number} := ${number} / ${style._base};`,
  ]);

/** The statements that read the digits from one position of `plain` up to another. */
const read = (number: string, style: Style, from: number, end: number): string[] =>
  loop(`${from}..${end - 1}`, [
    `${number} := ${number} * ${style._base} + strpos(${alphabetOf(style)}, substr(plain, i, 1)) - 1;`,
  ]);
