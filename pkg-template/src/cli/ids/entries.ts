// The IDs for `decode` and `inspect` from arguments, and from standard input as lines, JSON or a table.

import { type Entry, type LikenessOf, MAX_ID_LENGTH } from "./entry.js";
import { announceInput, type Io, linesOfStdin, quoted, textOfStdin } from "../io/index.js";
import { tableEntries } from "./tables.js";
import { EXPECTED, type Found, integerOf, isEmptyCell, JsonReader } from "../../tables/index.js";
import { type Given, UsageError } from "../words/index.js";

/** The argument that stands for standard input. */
const STDIN = "-";

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
  const [first] = ids;
  if (option !== undefined && first !== undefined && inputs === 0) {
    const remedy = `for a file, write < before its name; for both, add ${STDIN}`;
    throw new UsageError(
      `--${option} is for standard input, which is not read, because ${quoted(first)} is given; ${remedy}`,
    );
  }
  for (const [i, id] of (ids.length > 0 ? ids : [STDIN]).entries()) {
    if (id === STDIN) yield* read();
    else yield [{ id, argument: id, where: `argument ${firstNumber + i}` }];
  }
}

function readerOf(io: Io, values: Given["values"], likenessOf: LikenessOf): () => AsyncGenerator<readonly Entry[]> {
  const { field, column } = values;
  if (field !== undefined && column !== undefined) {
    throw new UsageError("--field is for JSON and --column for tables such as CSV; give one of them");
  }
  const ofTables = ["delimiter", "add-columns"].find((name) => values[name] !== undefined);
  if (ofTables !== undefined && column === undefined) {
    throw new UsageError(`--${ofTables} is for tables such as CSV; give the column with the IDs, as in --column id`);
  }
  const isLikely = (text: string): boolean => likenessOf(text) === "likely";
  if (field !== undefined) return () => jsonEntries(io, String(field), isLikely, values.keepsRows === true);
  if (column !== undefined) return tableEntries(io, values, likenessOf);
  return () => lineEntries(io, isLikely);
}

/** Whether a text is an ID with a likely time. */
type IsLikely = (text: string) => boolean;

async function* lineEntries(io: Io, isLikely: IsLikely): AsyncGenerator<readonly Entry[]> {
  announceInput(io, "IDs", ", one per line");
  let number = 0;
  for await (const lines of linesOfStdin(io, MAX_ID_LENGTH)) {
    const entries = lines.map((id) => ({ id, line: ++number, where: `line ${number}` }));
    yield entries
      .filter(({ id }) => id !== "")
      .map(({ id, ...place }) => (isEmptyCell(id, isLikely) ? { ...place, isEmpty: true } : { id, ...place }));
  }
}

async function* jsonEntries(
  io: Io,
  field: string,
  isLikely: IsLikely,
  keepsRows: boolean,
): AsyncGenerator<readonly Entry[]> {
  announceInput(io, "JSON");
  const reader = new JsonReader(field, keepsRows);
  const entry = (found: Found): Entry => jsonEntry(found, field, isLikely);
  for await (const text of textOfStdin(io)) yield reader.read(text).map(entry);
  yield reader.end().map(entry);
}

function jsonEntry(
  { line, place: path, source = "", problem, row: object }: Found,
  field: string,
  isLikely: IsLikely,
): Entry {
  const where = path === undefined ? `line ${line}` : `line ${line}, ${path}`;
  const place = { where, line, path, object };
  if (problem !== undefined) return { ...place, problem };
  if (source.startsWith('"')) {
    const id = JSON.parse(source) as string;
    return isEmptyCell(id, isLikely) ? { ...place, isEmpty: true } : { ...place, id };
  }
  if (source === "null") return { ...place, isEmpty: true };
  const digits = integerOf(source);
  if (digits !== undefined) return { ...place, id: BigInt(digits) };
  return { ...place, problem: `${field} is ${quoted(source)}; ${EXPECTED}` };
}
