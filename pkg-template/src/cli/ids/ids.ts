// Reads the IDs for `decode` and `inspect` from arguments, and from standard input as lines, JSON lines or CSV.

import { type CsvLimits, CsvReader, type Row } from "./csv.js";
import {
  announceInput,
  complain,
  type Io,
  linesOfStdin,
  notify,
  OutputClosed,
  print,
  quoted,
  textOfStdin,
} from "../io/index.js";
import { pathOf, sourceAt } from "./json.js";
import { type Given, UsageError } from "../words/index.js";

/** The argument that stands for standard input. */
const STDIN = "-";

/** An ID, or the problem of a line or a row that has none; and its place, for messages. JSON's numbers are bigints. */
export type Entry = { readonly where: string } & (
  { readonly id: string | bigint } | { readonly id?: undefined; readonly problem: string }
);

/** Says whether a text can be read as an ID, and whether its time is a likely one. */
export type LikenessOf = (text: string) => Likeness;
export type Likeness = "no ID" | "unlikely" | "likely";

/** The error if some of the IDs could not be read. They have been reported before. */
export class Unread extends Error {}

/**
 * Prints the IDs of each batch of entries. `show` takes the IDs of a batch, and returns a function that gives the text to print
 * for the ID at a position. Entries without an ID, and IDs that can't be read, are reported; the others still are printed.
 */
export async function printEach(
  io: Io,
  entries: AsyncIterable<readonly Entry[]>,
  show: (ids: readonly (string | bigint)[]) => (position: number) => string | Problem,
): Promise<void> {
  let reported = false;
  try {
    for await (const batch of entries) {
      const shownAt = show(batch.flatMap(({ id }) => id ?? []));
      let position = 0;
      let text = "";
      for (const entry of batch) {
        const shown = entry.id === undefined ? new Problem(entry.problem) : shownAt(position++);
        if (typeof shown === "string") {
          text += shown;
          continue;
        }
        // The IDs before are printed first, so that a reader of both outputs sees them in the order of the input.
        if (text !== "") await print(io, text);
        text = "";
        complain(io, `${entry.where}: ${shown.sentence}`);
        reported = true;
      }
      if (text !== "") await print(io, text);
    }
  } catch (error) {
    // The reader of the output has closed it, which is no error. IDs that were reported before still count.
    if (!(error instanceof OutputClosed)) throw error;
  }
  if (reported) throw new Unread();
}

/** The reason why an ID can't be read. */
export class Problem {
  constructor(readonly sentence: string) {}
}

/** The IDs from arguments and from standard input. `firstNumber` is the position of `ids[0]` among all arguments, from 1 on. */
export async function* entriesOf(
  io: Io,
  { values }: Given,
  ids: readonly string[],
  firstNumber: number,
  likenessOf: LikenessOf,
): AsyncGenerator<readonly Entry[]> {
  const read = readerOf(io, values, likenessOf);
  const inputs = ids.filter((id) => id === STDIN).length;
  if (inputs > 1) throw new UsageError(`${STDIN} is given more than once, but standard input can only be read once`);
  const option = ["field", "column"].find((name) => values[name] !== undefined);
  if (option !== undefined && ids.length > 0 && inputs === 0) {
    throw new UsageError(`--${option} is for standard input, which is not read, because IDs are given; add ${STDIN}`);
  }
  for (const [i, id] of (ids.length > 0 ? ids : [STDIN]).entries()) {
    if (id === STDIN) yield* read();
    else yield [{ id, where: `argument ${firstNumber + i}` }];
  }
}

function readerOf(io: Io, values: Given["values"], likenessOf: LikenessOf): () => AsyncGenerator<readonly Entry[]> {
  const { field, column } = values;
  if (field !== undefined && column !== undefined) {
    throw new UsageError("--field is for JSON lines and --column for CSV; give one of them");
  }
  if (field !== undefined) return () => jsonEntries(io, String(field));
  if (column !== undefined) return () => csvEntries(io, positionOf(String(column)), String(column), likenessOf);
  return () => lineEntries(io);
}

/** In characters. No ID is longer, so a line or a cell that was cut is still no ID. */
const MAX_ID_LENGTH = 4096;

/** The limits of rows, of which only the heading and the cell with the ID are used. */
const CSV_LIMITS: CsvLimits = { cellLength: MAX_ID_LENGTH, cells: 4096 };

async function* lineEntries(io: Io): AsyncGenerator<readonly Entry[]> {
  announceInput(io, "IDs", ", one per line");
  let number = 0;
  for await (const lines of linesOfStdin(io, MAX_ID_LENGTH)) {
    const entries = lines.map((id) => ({ id, where: `line ${++number}` }));
    yield entries.filter(({ id }) => id !== "");
  }
}

/** Bounds the memory of a JSON line, in characters. */
const MAX_JSON_LENGTH = 1 << 22;

async function* jsonEntries(io: Io, field: string): AsyncGenerator<readonly Entry[]> {
  announceInput(io, "JSON", ", one value per line");
  const path = pathOf(field);
  let number = 0;
  for await (const lines of linesOfStdin(io, MAX_JSON_LENGTH + 1)) {
    const entries = lines.map((line) => ({ line, where: `line ${++number}` }));
    yield entries
      .filter(({ line }) => line.trim() !== "")
      .map(({ line, where }) => ({ where, ...jsonEntry(line, field, path) }));
  }
}

/** The numbers that can be IDs. JavaScript takes long to read numbers of millions of digits. */
const INTEGER = /^\d{1,40}$/;

function jsonEntry(
  line: string,
  field: string,
  path: readonly string[],
): { id: string | bigint } | { problem: string } {
  if (line.length > MAX_JSON_LENGTH) return { problem: `this line is longer than ${MAX_JSON_LENGTH} characters` };
  try {
    JSON.parse(line);
  } catch {
    return { problem: `${quoted(line)} is no JSON; each line must be one JSON value` };
  }
  const source = sourceAt(line, path);
  if (source === undefined) return { problem: `there is no property ${field}` };
  if (source.startsWith('"')) return { id: JSON.parse(source) as string };
  if (INTEGER.test(source)) return { id: BigInt(source) };
  const expected = "a text, or a whole number of up to 40 digits that is not negative";
  return { problem: `${field} is ${quoted(source)}; it must be ${expected}` };
}

/** The position of a column that is given by its number, or `undefined` if it is given by its name. */
function positionOf(column: string): number | undefined {
  if (!/^\d+$/.test(column)) return undefined;
  if (Number(column) > 0) return Number(column) - 1;
  throw new UsageError("--column is 0; the first column is 1");
}

async function* csvEntries(
  io: Io,
  given: number | undefined,
  column: string,
  likenessOf: LikenessOf,
): AsyncGenerator<readonly Entry[]> {
  announceInput(io, "CSV");
  const reader = new CsvReader(CSV_LIMITS);
  let position = given;
  let isFirst = true;
  const entriesIn = (rows: Iterable<Row>): Entry[] => {
    const entries: Entry[] = [];
    for (const row of rows) {
      const heading = isFirst && position !== undefined ? headingOf(row, position, likenessOf) : undefined;
      if (heading !== undefined) notify(io, `line ${row.line} is taken for a header: ${quoted(heading)}`);
      const isHeader = position === undefined || heading !== undefined;
      position ??= columnNamed(column, row);
      reader.only = position;
      isFirst = false;
      if (!isHeader) entries.push(csvEntry(row, position));
    }
    return entries;
  };
  reader.only = position;
  for await (const text of textOfStdin(io)) yield entriesIn(reader.read(text));
  yield entriesIn(reader.end());
}

/** The cell of the first row, if the row is a header; otherwise `undefined`. */
function headingOf({ cells, problem }: Row, position: number, likenessOf: LikenessOf): string | undefined {
  const cell = cells.get(position);
  if (cell === undefined || problem !== undefined || !isName(cell)) return undefined;
  const likeness = likenessOf(cell);
  // Some names can be read as IDs. They have no digits, and seldom a likely time.
  const isHeading = likeness === "no ID" || (!/\d/.test(cell) && (likeness === "unlikely" || ID_NAME.test(cell)));
  return isHeading ? cell : undefined;
}

/** Names of columns of IDs. They are headers, even if they can be read as IDs with a likely time. */
const ID_NAME = /^[a-z]{0,8}$|(?:ids?|identifiers?|snowflakes?)$/i;

/** Words that programs write where there is no value, and truth values. */
const NO_VALUE = /^(?:null|none|nil|nan|na|n\/a|undefined|true|false)$/i;

/**
 * Whether a cell can be the name of a column: words of letters, which may end with some digits. A cell that begins otherwise,
 * or has nine digits in a row, is an ID that a spreadsheet has damaged.
 */
function isName(cell: string): boolean {
  const text = cell.trim();
  if (!/^[\p{L}_@$]/u.test(text) || !/\p{L}/u.test(text) || /\d{9}/.test(text) || NO_VALUE.test(text)) return false;
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.every((word) => /^[\p{L}\p{M}]*\d{0,3}$/u.test(word) || /ids?$/i.test(word));
}

/** The position of the column that the header names. */
function columnNamed(name: string, { cells, problem }: Row): number {
  if (problem !== undefined) throw new UsageError(`the header can't be read: ${problem}`);
  const positions = [...cells].filter(([, cell]) => cell === name).map(([position]) => position);
  const [position] = positions;
  if (position !== undefined && positions.length === 1) return position;
  if (position !== undefined) {
    throw new UsageError(`the header has ${quoted(name)} ${positions.length} times; give the number of the column`);
  }
  const names = [...cells.values()].slice(0, MAX_NAMES).map(quoted).join(", ");
  throw new UsageError(`the header has no ${quoted(name)}; it has ${names}${cells.size > MAX_NAMES ? ", …" : ""}`);
}

/** How many names a message lists. */
const MAX_NAMES = 20;

function csvEntry({ line, cells, count, problem }: Row, position: number): Entry {
  const where = `line ${line}`;
  if (problem !== undefined) return { where, problem };
  const id = cells.get(position);
  if (id === undefined) return { where, problem: `there is no column ${position + 1}; this row has ${count}` };
  if (id === "") return { where, problem: `column ${position + 1} is empty` };
  return { where, id };
}
