// A streaming reader of tables whose columns are divided by |: Markdown, and tables that psql, MySQL and other clients of
// databases print.

import type { Limits, Row, RowReader } from "./rows.js";

/** The characters of a line below or above the names of the columns, or around the table. */
const RULE = /^[|│+┼├┤┌┐┬└┘┴=:\s─-]*$/;
const isRule = (line: string): boolean => RULE.test(line) && /[-─=]{2}/.test(line);

/** The lines that clients print after a table; DuckDB prints its line between bars. */
const COUNT = /^(?:\(\d+ rows?\)|\d+ rows? in set.*|Time: .*|│\s*\d+ rows?\b.*│)$/;

/** DuckDB prints such cells in place of rows that it leaves out. */
const LEFT_OUT = "·";

/** The longest line, in characters, so that memory stays bounded. A longer line is cut. */
const MAX_LINE = 1 << 24;

/** Whether one of the first two lines of a text is a rule. */
export const isRuled = (text: string): boolean => text.trimStart().split("\n", 2).some(isRule);

/** Whether more of a text must be seen to know whether it is ruled. A line with another delimiter and no | is not ruled. */
export function mayBeRuled(text: string): boolean {
  const [first = "", ...others] = text.split("\n", 3);
  return others.length < 2 && (/[|│]/.test(first) || !/[,;\t]/.test(first));
}

export class RuledReader implements RowReader {
  only: number | undefined;
  readonly leastColumns = 1;
  readonly #limits: Limits;
  #rest = "";
  #line = 0;
  /** Whether lines begin and end with a bar, as the first line does. A cell of psql may be empty, and then a bar is first, too. */
  #hasBars: boolean | undefined;

  /** A row of which psql may have written more in the next lines, and these lines. */
  #held: Row[] = [];
  /** All cells of the row that is held. */
  #open: readonly string[] = [];
  /** All cells of the last row. */
  #cells: readonly string[] = [];
  /** How many rows with cells and rules there were. */
  #rows = 0;
  #rules = 0;

  constructor(limits: Limits = {}) {
    this.#limits = limits;
  }

  *read(text: string): Generator<Row> {
    const end = text.lastIndexOf("\n") + 1;
    if (end === 0) {
      this.#rest = (this.#rest + text).slice(0, MAX_LINE);
      return;
    }
    const whole = this.#rest + text.slice(0, end);
    this.#rest = text.slice(end);
    for (const [line] of whole.matchAll(/[^\n]*\n/g)) yield* this.#add(this.#row(line));
  }

  *end(): Generator<Row> {
    if (this.#rest !== "") yield* this.#add(this.#row(this.#rest));
    yield* this.#held;
  }

  /** Yields the rows that are complete. A row whose cell goes on in this one gets the rest of the cell. */
  *#add(row: Row): Generator<Row> {
    const [first] = this.#held;
    const cells = this.#cells;
    if (first !== undefined && goesOn(this.#open, cells) && row.isRule !== true) {
      this.#open = this.#open.map((cell, at) => joined(cell, cells[at]));
      const kept = Array.from(first.cells.keys(), (at) => [at, this.#open[at] ?? ""] as const);
      this.#held[0] = { ...first, cells: new Map(kept), all: this.#open };
      this.#held.push({ ...row, cells: new Map(), count: 0, source: `${row.source}${row.end}`, end: "" });
      return;
    }
    yield* this.#held;
    this.#held = cells.some(isOpen) ? [row] : [];
    this.#open = cells;
    if (this.#held.length === 0) yield row;
  }

  #row(line: string): Row {
    const text = line.trim();
    this.#line += 1;
    if (text !== "") this.#hasBars ??= /^[|│+├┌]/.test(text);
    const place = { ...this.#ends(line), line: this.#line, delimiter: ` ${barOf(line)} ` };
    const none = { cells: new Map<number, string>(), count: 0 };
    this.#cells = [];
    if (isRule(text)) {
      this.#rules += 1;
      return { ...place, ...none, isRule: true };
    }
    const cells = cellsOf(this.#hasBars === true ? text.replace(/^[|│]|[|│]$/g, "") : text);
    const isOfClient = text === "" || COUNT.test(text) || cells.every((cell) => cell === LEFT_OUT);
    if (isOfClient || this.#areTypes(text)) return { ...place, ...none, source: line, end: "" };
    this.#rows += 1;
    this.#cells = cells;
    const kept = cells.map((cell, at) => [at, cell.slice(0, this.#limits.cellLength)] as const);
    const isKept = (at: number): boolean =>
      this.only === undefined ? at < (this.#limits.cells ?? Infinity) : at === this.only;
    return { ...place, cells: new Map(kept.filter(([at]) => isKept(at))), count: cells.length };
  }

  /** Whether a line has the types of the columns, which DuckDB prints between their names and a rule. */
  #areTypes(line: string): boolean {
    return this.#rows === 1 && this.#rules === 1 && line.startsWith("│");
  }

  /** The source of a row, and its end. The bar that closes a line is a part of the end, so that cells can be added. */
  #ends(line: string): Pick<Row, "source" | "end"> {
    const [, source = "", end = ""] = /^(.*?)(\r?\n?)$/.exec(line) ?? [];
    const closed = this.#hasBars === true ? source.replace(/\s*[|│+┤┐┘]\s*$/, "") : source;
    return closed === source ? { source, end } : { source: closed, end: ` ${barOf(line)}${end}` };
  }
}

/** In place of the space after a cell that goes on in the next line, psql writes this sign. */
const MORE = "+";
const isOpen = (cell: string): boolean => cell.endsWith(MORE);

/** Whether a row has only more of cells that go on: an ID of its own makes it another row. */
const goesOn = (cells: readonly string[], next: readonly string[]): boolean =>
  cells.some(isOpen) &&
  next.length === cells.length &&
  next.every((cell, at) => cell === "" || isOpen(cells[at] as string));

const joined = (cell: string, more = ""): string =>
  isOpen(cell) ? `${cell.slice(0, -MORE.length).trimEnd()}\n${more}` : cell;

/** The bar of a line: DuckDB draws its tables with │. */
const barOf = (line: string): string => (line.includes("│") ? "│" : "|");

/** Stands for an escaped | while a line is cut. */
const ESCAPED = "\0";

function cellsOf(line: string): string[] {
  const cells = line.replaceAll("\\|", ESCAPED).split(/[|│]/);
  return cells.map((cell) => cell.trim().replaceAll(ESCAPED, "|"));
}
