// The IDs of a column of a table.

import { type Entry, type LikenessOf, MAX_ID_LENGTH } from "./entry.js";
import { announceInput, type Io, notify, quoted, textOfStdin } from "../io/index.js";
import {
  CsvReader,
  type Form,
  formOf,
  isEmptyCell,
  isJson,
  isNoValue,
  plainCell,
  type Limits,
  type Row,
  type RowReader,
} from "../../tables/index.js";
import { type Given, UsageError } from "../words/index.js";

/** The limits of rows. They can be low, because only the cells of the heading and the cell of the ID are used. */
const LIMITS: Limits = { cellLength: MAX_ID_LENGTH, cells: 4096 };

/** The byte order mark, as a row without cells. */
const MARK = "\ufeff";
const markRow: Row = { line: 1, cells: new Map(), count: 0, source: MARK, delimiter: "", end: "" };

/** How many rows tell the delimiter, if the first one leaves a choice. */
const COMPARED = 20;

/** A function that reads the entries of a column. Throws if the options are wrong. */
export function tableEntries(
  io: Io,
  values: Given["values"],
  likenessOf: LikenessOf,
): () => AsyncGenerator<readonly Entry[]> {
  const { column, delimiter } = values;
  const given = delimiter === undefined ? undefined : delimiterNamed(String(delimiter));
  const position = positionOf(String(column));
  const keepsSource = values["add-columns"] !== undefined || values.keepsRows === true;
  return async function* () {
    announceInput(io, "a table such as CSV");
    const table = new Table(io, String(column), position, likenessOf, keepsSource);
    let beginning = "";
    let reader = given === undefined ? undefined : table.reader((limits) => new CsvReader(given, limits));
    let isFirst = true;
    for await (const text of textOfStdin(io, { keepsMark: true })) {
      const hasMark = isFirst && text.startsWith(MARK);
      // The byte order mark is written back with the table, because spreadsheets need it.
      if (hasMark) yield [{ where: "line 1", row: markRow }];
      beginning += hasMark ? text.slice(MARK.length) : text;
      isFirst &&= text === "";
      reader ??= table.readerOf(beginning, false);
      if (reader === undefined) continue;
      yield table.entries(reader.read(beginning));
      beginning = "";
    }
    reader ??= table.readerOf(beginning, true);
    if (reader === undefined) return;
    yield table.entries(reader.read(beginning));
    yield table.entries(reader.end());
  };
}

/** The character that divides cells. */
function delimiterNamed(name: string): string {
  const delimiter = name === "tab" || name === "\\t" ? "\t" : name;
  if (delimiter.length === 1 && !/["\r\n]/.test(delimiter)) return delimiter;
  throw new UsageError(`--delimiter is ${quoted(name)}; it must be tab, or one character, as in --delimiter ';'`);
}

/** The position of a column that is given by its number, or `undefined` if it is given by its name. */
function positionOf(column: string): number | undefined {
  if (!/^\d+$/.test(column)) return undefined;
  if (Number(column) > 0) return Number(column) - 1;
  throw new UsageError("--column is 0; the first column is 1");
}

class Table {
  readonly #io: Io;
  readonly #column: string;
  readonly #likenessOf: LikenessOf;
  readonly #limits: Limits;
  #position: number | undefined;
  #reader: RowReader | undefined;
  #isFirst = true;

  readonly #isLikely = (cell: string): boolean => this.#likenessOf(cell) === "likely";

  constructor(io: Io, column: string, position: number | undefined, likenessOf: LikenessOf, keepsSource: boolean) {
    this.#io = io;
    this.#column = column;
    this.#position = position;
    this.#likenessOf = likenessOf;
    this.#limits = { ...LIMITS, keepsSource, isId: (cell) => this.#isLikely(cell.trim()) };
  }

  reader(form: Form): RowReader {
    this.#reader = form(this.#limits);
    this.#reader.only = this.#position;
    return this.#reader;
  }

  /** A reader of the table with this beginning; `undefined` if more of the table must be seen. */
  readerOf(beginning: string, isWhole: boolean): RowReader | undefined {
    const position = this.#position;
    const form = formOf(beginning, isWhole, {
      limits: LIMITS,
      compared: position === undefined ? 1 : COMPARED,
      fitOf: (rows) =>
        position === undefined
          ? Number(positionsOf(rows[0], this.#column).length > 0)
          : rows.reduce((sum, { cells }) => sum + WEIGHT[this.#likenessOf(cells.get(position)?.trim() ?? "")], 0),
    });
    return form === undefined ? undefined : this.reader(form);
  }

  entries(rows: Iterable<Row>): Entry[] {
    return Array.from(rows, (row) => this.#entry(row));
  }

  #entry(row: Row): Entry {
    const { line, cells, count, problem } = row;
    const openQuote = problem === undefined ? row.openQuote : undefined;
    const place = { where: `line ${line}`, line, row, openQuote };
    if (count === 0) return place;
    if (this.#isFirst && this.#isHeading(row)) return { ...place, isHeading: true };
    if (problem !== undefined) return { ...place, problem };
    const position = this.#position as number;
    const cell = cells.get(position);
    if (cell === undefined) return { ...place, problem: `there is no column ${position + 1}; this row has ${count}` };
    const id = plainCell(cell);
    if (isEmptyCell(id, this.#isLikely)) return { ...place, isEmpty: true };
    return { ...place, id };
  }

  /** Whether the first row names the columns. */
  #isHeading(row: Row): boolean {
    this.#isFirst = false;
    if (this.#position === undefined) {
      this.#position = columnNamed(this.#column, row);
      if (this.#reader !== undefined) this.#reader.only = this.#position;
      return true;
    }
    const heading = headingOf(row, this.#position, this.#likenessOf);
    if (heading !== undefined) notify(this.#io, `line ${row.line} is taken for a header: ${quoted(heading)}`);
    return heading !== undefined;
  }
}

/** The weight of a cell as evidence for a delimiter. */
const WEIGHT = { "no ID": 0, unlikely: 1, likely: 2 };

/** The positions of a name in the heading. */
function positionsOf(heading: Row | undefined, name: string): number[] {
  // Cells may be padded, as in psql.
  return [...(heading?.cells ?? [])].filter(([, cell]) => cell.trim() === name).map(([position]) => position);
}

/** The position of the column that the header names. */
function columnNamed(name: string, heading: Row): number {
  const [position, ...others] = positionsOf(heading, name);
  if (position !== undefined && others.length === 0) return position;
  if (position !== undefined) {
    throw new UsageError(`the header has ${quoted(name)} ${others.length + 1} times; give the number of the column`);
  }
  const { cells } = heading;
  const names = [...cells.values()].slice(0, MAX_NAMES).map(quoted).join(", ");
  const remedy = isJson(cells.get(0) ?? "") ? "; for JSON, give --field in place of --column" : "";
  throw new UsageError(
    `the header has no ${quoted(name)}; it has ${names}${cells.size > MAX_NAMES ? ", …" : ""}${remedy}`,
  );
}

/** How many names a message lists. */
const MAX_NAMES = 20;

/** The cell of the first row, if the row is a header; otherwise `undefined`. */
function headingOf({ cells, problem }: Row, position: number, likenessOf: LikenessOf): string | undefined {
  const cell = cells.get(position);
  if (cell === undefined || problem !== undefined || !isName(cell)) return undefined;
  const likeness = likenessOf(cell.trim());
  // Some names can be read as IDs. Such names have no digits, and seldom a likely time.
  const isHeading = likeness === "no ID" || (!/\d/.test(cell) && (likeness === "unlikely" || ID_NAME.test(cell)));
  return isHeading ? cell : undefined;
}

/** Matches names of columns of IDs. These are headers, even if they can be read as IDs with a likely time. */
const ID_NAME = /^[a-z]{0,8}$|(?:ids?|identifiers?|snowflakes?)$/i;

const TRUTH_VALUE = /^(?:undefined|true|false)$/i;

/**
 * Whether a cell can be the name of a column: words of letters, which may end with some digits. A cell with another
 * beginning, or with nine consecutive digits, is an ID that a spreadsheet has damaged.
 */
function isName(cell: string): boolean {
  const text = cell.trim();
  if (!/^[\p{L}_@$]/u.test(text) || !/\p{L}/u.test(text) || /\d{9}/.test(text)) return false;
  if (isNoValue(text) || TRUTH_VALUE.test(text)) return false;
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.every((word) => /^[\p{L}\p{M}]*\d{0,3}$/u.test(word) || /ids?$/i.test(word));
}
