// Tables as text: CSV (RFC 4180), and what spreadsheets copy and save, with tabs or semicolons.

import { CsvReader, type Row } from "../../../pkg-template/src/cli/ids/csv.ts";
import { findId } from "../paste/grammar.ts";
import { isId } from "../paste/pasted.ts";
import type { Entries, Entry } from "./entry.ts";
import { looksLikeId } from "./looks.ts";

const DELIMITERS = [",", "\t", ";"] as const;

/** The page holds the whole text anyway, and exports all of it. */
const UNLIMITED = { cellLength: Infinity, cells: Infinity };

/** How many rows show whether a text is a table, and which column has the IDs. */
const SAMPLE_ROWS = 100;

interface Shape {
  delimiter: string;
  columns: string[];
  idColumn: number;
  hasHeader: boolean;
}

/** Returns a function that begins to read a table like this one; undefined if the text is no table with IDs. */
export function tableIn(text: string): (() => Entries) | undefined {
  for (const delimiter of DELIMITERS) {
    const shape = shapeOf(text, delimiter);
    if (shape) return () => new Table(shape);
  }
  return undefined;
}

function shapeOf(text: string, delimiter: string): Shape | undefined {
  const rows: Row[] = [];
  for (const row of rowsOf(text, delimiter)) if (rows.push(row) === SAMPLE_ROWS) break;
  const [first] = rows;
  if (!first || rows.length < 2 || first.count < 2) return undefined;
  if (rows.some(({ count, problem }) => count !== first.count || problem)) return undefined;
  const table = rows.map(({ cells }) => cellsOf(cells, first.count));
  const [names = [], ...others] = table.map((cells) => cells.map((cell) => looksLikeId(idIn(cell))));
  const shares = names.map((_, at) => others.filter((row) => row[at]).length / others.length);
  const share = Math.max(...shares);
  const idColumn = shares.indexOf(share);
  const hasHeader = !names.includes(true);
  // A text whose cells are all IDs is a list with separators.
  if (share < 0.5 || (!hasHeader && shares.every((share) => share >= 0.5))) return undefined;
  const columns = (table[0] ?? []).map((name, at) => (hasHeader && name) || `column ${at + 1}`);
  return { delimiter, columns, idColumn, hasHeader };
}

function* rowsOf(text: string, delimiter: string): Generator<Row> {
  yield* new CsvReader(UNLIMITED, delimiter).all(text);
}

const cellsOf = (cells: Row["cells"], count: number): string[] =>
  Array.from({ length: count }, (_, at) => cells.get(at) ?? "");

const idIn = (cell: string): string => findId(cell, isId).id;

/** The rows of a table. */
class Table implements Entries {
  readonly columns: string[];
  readonly idColumn: number;
  readonly #reader: CsvReader;
  #isHeader: boolean;

  constructor({ delimiter, columns, idColumn, hasHeader }: Shape) {
    this.columns = columns;
    this.idColumn = idColumn;
    this.#reader = new CsvReader(UNLIMITED, delimiter);
    this.#isHeader = hasHeader;
  }

  *read(text: string): Generator<Entry> {
    for (const row of this.#reader.read(text)) yield* this.#entries(row);
  }

  *end(): Generator<Entry> {
    for (const row of this.#reader.end()) yield* this.#entries(row);
  }

  *#entries(row: Row): Generator<Entry> {
    const isHeader = this.#isHeader;
    this.#isHeader = false;
    if (isHeader) return;
    const cells = cellsOf(row.cells, this.columns.length);
    const id = idIn(cells[this.idColumn] ?? "");
    const problem = this.#problemOf(row, id);
    yield problem === undefined ? { id, cells } : { id: id || `line ${row.line}`, cells, problem };
  }

  #problemOf({ line, count, problem }: Row, id: string): string | undefined {
    const { length } = this.columns;
    if (problem) return `Line ${line}: ${problem}.`;
    if (count > length) return `Line ${line} has ${count} cells, but the table has ${length} columns.`;
    return id === "" ? `Line ${line} has no ID.` : undefined;
  }
}
