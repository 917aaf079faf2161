// Whether a text is a table, and which of its columns has the IDs.

import type { Found } from "flakekit/inspect";
import {
  type Row,
  type RowReader,
  formsOf,
  isEmptyCell,
  isJson,
  plainCell,
  ObjectReader,
} from "../../../pkg-template/src/tables/index.ts";
import { type Begin, type Entries, type Entry, EMPTY, type Find, withoutId } from "./entry.ts";

type Scan = (text: string) => Found[];

/** How many rows show whether a text is a table, and which column has the IDs. */
const SAMPLE_ROWS = 100;

interface Shape {
  columns: readonly string[];
  idColumn: number;
  idColumns: readonly number[];
  hasHeader: boolean;
  /** The weight of the cells as evidence for the column with the IDs, 0 to 1. */
  share: number;
}

/**
 * Returns a function that begins to read a table like this one; undefined if the text is no table with IDs.
 *
 * @param column - the position of the column with the IDs, if the user has chosen one
 */
export function tableIn(text: string, isWhole: boolean, scan: Scan, column?: number): Begin | undefined {
  let best: { shape: Shape; begin: () => RowReader } | undefined;
  for (const begin of readersFor(text)) {
    const rows = begin();
    const shape = shapeOf(rows, firstRows(rows, text, isWhole), scan);
    if (shape && !(best && best.shape.share >= shape.share)) best = { shape, begin };
  }
  if (!best) return undefined;
  const { shape, begin } = best;
  const idColumn = shape.idColumns.find((at) => at === column) ?? shape.idColumn;
  return (find) => new Table(begin(), { ...shape, idColumn }, find);
}

/** Returns functions that begin to read a text in the ways in which it may be a table. The page holds the whole text, so it sets no limits. */
function readersFor(text: string): (() => RowReader)[] {
  return isJson(text) ? [() => new ObjectReader(text)] : formsOf(text);
}

/** Whether a row has cells, or a problem. Other rows are rules, and lines without text. */
const isRow = ({ count, problem }: Row): boolean => count > 0 || problem !== undefined;

const cellsOf = ({ cells }: Row): string[] => Array.from(cells.values());

function firstRows(rows: RowReader, text: string, isWhole: boolean): Row[] {
  const first: Row[] = [];
  for (const row of rows.read(text)) if (isRow(row) && first.push(row) === SAMPLE_ROWS) return first;
  if (isWhole || first.length === 0) first.push(...Array.from(rows.end()).filter(isRow));
  return first;
}

function shapeOf({ names, leastColumns }: RowReader, rows: readonly Row[], scan: Scan): Shape | undefined {
  const [first] = rows;
  const count = names?.length ?? first?.count ?? 0;
  const isOneColumn = count === 1 && isName(first?.cells.get(0) ?? "");
  if (!first || rows.length < 2 || (count < leastColumns && !isOneColumn)) return undefined;
  const good = rows.filter(({ cells, problem }) => !problem && (names || cells.size === count));
  // One broken object of JSON says nothing about the other objects.
  if (good.length < (names ? rows.length / 2 : rows.length)) return undefined;
  const weights = good.map(({ cells }) =>
    Array.from({ length: count }, (_, at) => weightOf(cells.get(at) ?? "", scan)),
  );
  const hasHeader = !names && !(weights[0] ?? []).some((weight) => weight > 0);
  const others = names ? weights : weights.slice(1);
  const shares = Array.from({ length: count }, (_, at) => {
    return others.reduce((sum, row) => sum + (row[at] ?? 0), 0) / others.length;
  });
  const share = Math.max(...shares);
  // Lines with other words are no column.
  if (isOneColumn && (!hasHeader || share <= ENOUGH)) return undefined;
  // A text whose cells are all IDs is a list with separators.
  if (share < ENOUGH || (!names && !hasHeader && shares.every((share) => share >= ENOUGH))) return undefined;
  const columns = names ?? cellsOf(first).map((name, at) => (hasHeader && name.trim()) || `column ${at + 1}`);
  const best = shares.flatMap((each, at) => (each === share ? [at] : []));
  const idColumn = best.find((at) => /^_?id$/i.test(columns[at] ?? "")) ?? best[0] ?? 0;
  return { columns, hasHeader, share, idColumn, idColumns: shares.flatMap((each, at) => (each > 0 ? [at] : [])) };
}

/** Whether a cell can be the name of the only column of a table, and is no damaged ID. */
const isName = (cell: string): boolean => /^[\p{L}_][\p{L}\d _.#-]{0,40}$/u.test(cell.trim()) && !/\d{3}/.test(cell);

/** The share of cells that are IDs in the column with the IDs. */
const ENOUGH = 0.5;

/** The digits of Unix times in seconds, ms and µs. */
const TIME_LENGTHS = /^\d{10}(?:\d{3}){0,2}$/;

/**
 * The weight of a cell as evidence for a column. A cell with other words may be a part of a longer cell, and Unix times
 * are seldom IDs.
 */
function weightOf(cell: string, scan: Scan): number {
  const found = scan(cell).at(-1);
  if (!found) return 0;
  if (TIME_LENGTHS.test(found.text) && found.candidates[0]?.format === "unix") return ENOUGH / 2;
  return /\s/.test(cell.trim()) ? ENOUGH : 1;
}

/** The rows of a table. */
class Table implements Entries {
  readonly idColumn: number;
  readonly idColumns: readonly number[];
  readonly #rows: RowReader;
  readonly #columns: readonly string[];
  readonly #find: Find;
  #isHeader: boolean;

  constructor(rows: RowReader, { columns, idColumn, idColumns, hasHeader }: Shape, find: Find) {
    this.idColumn = idColumn;
    this.idColumns = idColumns;
    this.#rows = rows;
    this.#columns = columns;
    this.#find = find;
    this.#isHeader = hasHeader;
  }

  get unit(): string {
    return this.#rows.names ? "object" : "line";
  }

  get columns(): readonly string[] {
    return this.#rows.names ?? this.#columns;
  }

  read(text: string): Generator<Entry> {
    return this.#entries(this.#rows.read(text));
  }

  end(): Generator<Entry> {
    return this.#entries(this.#rows.end());
  }

  *#entries(rows: Iterable<Row>): Generator<Entry> {
    for (const row of rows) {
      if (!isRow(row)) continue;
      if (!this.#isHeader) yield this.#entry(row);
      this.#isHeader = false;
    }
  }

  #entry(row: Row): Entry {
    const { length } = this.columns;
    const own = cellsOf(row);
    const cells = own.length === length ? own : Array.from({ length }, (_, at) => own[at] ?? "");
    const cell = plainCell(cells[this.idColumn] ?? "");
    // If there are several IDs, as in a link, the last ID is the most specific ID.
    const id = this.#find(cell).at(-1);
    const problem = this.#problemOf(row, cell);
    const { line } = row;
    if (problem !== undefined) return { id: id?.id || cell || `line ${line}`, cells, problem };
    return id ? { id: id.id, found: id.found, cells, line } : { ...withoutId(cell), cells };
  }

  #problemOf({ line, cells, problem }: Row, cell: string): string | undefined {
    const { length } = this.columns;
    const place = `${this.#rows.names ? "Object" : "Line"} ${line}`;
    if (problem) return `${place}: ${problem}.`;
    if (cells.size > length) return `${place} has ${cells.size} cells, but the table has ${length} columns.`;
    return isEmptyCell(cell, () => false) ? EMPTY : undefined;
  }
}
