// A streaming reader of tables as text: CSV, as RFC 4180 defines it, with any delimiter. Lines may also end with LF or CR.
// Beyond RFC 4180, a quote that can't begin or end a quoted cell is text, because programs write files with such
// quotes.

import type { Limits, Row, RowReader } from "./rows.js";

/**
 * The longest cell in quotes, in characters. The first quote of a longer cell counts as text, so that one quote does
 * not take the rest of the input as its cell.
 */
const MAX_QUOTED = 1 << 24;

/** The longest part of a row's source. */
const MAX_SOURCE = 1 << 20;

const LINE_END = /\r\n|\r|\n/;

const isBlank = (text: string): boolean => text.trim() === "";

/** Where the next character is: at the beginning of a cell, in a cell, in quotes, or after a closing quote. */
type Place = "begin" | "plain" | "quoted" | "closed";

export class CsvReader implements RowReader {
  only: number | undefined;
  readonly leastColumns = 2;
  readonly #delimiter: string;
  readonly #limits: Limits & { readonly cellLength: number; readonly cells: number };
  /** Matches quotes, and characters that may end a cell. */
  readonly #marks: RegExp;
  #place: Place = "begin";
  /** The end of the last piece, if its meaning depends on the next character. */
  #rest = "";
  /** The source of the current cell, as far as it is needed. */
  #cell = "";
  /** Whether the parts of the current cell in earlier pieces are only space. */
  #isPadding = true;
  /** The line on which the row begins, and the count of line ends in the row. */
  #line = 1;
  #lineEnds = 0;
  #row = newRow();
  /** How many cells the first row has. */
  #width: number | undefined;

  /** Whether the first row is none of the table. It is there for its source only. */
  #skipsFirst: boolean;

  constructor(delimiter: string, limits: Limits = {}, skipsFirst = false) {
    this.#skipsFirst = skipsFirst;
    this.#delimiter = delimiter;
    this.#limits = { cellLength: Infinity, cells: Infinity, ...limits };
    this.#marks = new RegExp(`["\\r\\n${delimiter.replace(/[\\\]^-]/, "\\$&")}]`, "g");
  }

  /** The rows of a whole text. */
  *all(text: string): Generator<Row> {
    yield* this.read(text);
    yield* this.end();
  }

  *read(text: string): Generator<Row> {
    yield* this.#read(this.#rest + text, false);
    if (this.#place === "quoted" && this.#cell.length > MAX_QUOTED) yield* this.#read(this.#unquoted(), false, 1);
    if (this.#row.source.length > MAX_SOURCE) yield this.#partOfRow();
  }

  *end(): Generator<Row> {
    yield* this.#read(this.#rest, true);
    // Each quote that is text may be followed by another quote that is text.
    while (this.#place === "quoted") yield* this.#read(this.#unquoted(), true, 1);
    this.#endCell();
    yield* this.#endRow("");
  }

  /** Reads from a position on. The cell that contains this position begins before `text`, or where `text` begins. */
  *#read(text: string, isEnd: boolean, at = 0): Generator<Row> {
    /** The position from which on the cell is not kept yet. */
    let from = 0;
    this.#rest = "";
    while (at < text.length) {
      if (this.#place === "begin" && text[at] === '"') {
        this.#place = "quoted";
        at += 1;
      } else if (this.#place === "quoted") {
        const quote = text.indexOf('"', at);
        const next = text[quote + 1];
        if (quote < 0) {
          at = text.length;
        } else if (next === undefined && !isEnd) {
          this.#rest = '"';
          text = text.slice(0, quote);
          at = quote;
        } else if (next === '"') {
          at = quote + 2;
        } else if (this.#isTextFrom(this.#cell + text.slice(from, quote), next)) {
          this.#keep(text.slice(from));
          [text, from, at] = [this.#unquoted(), 0, 1];
        } else if (next === undefined || this.#endsCell(next)) {
          this.#place = "closed";
          at = quote + 1;
        } else {
          this.#misquote("text follows a closing quote; quotes in a quoted cell must be doubled");
          at = quote + 1;
        }
      } else {
        this.#marks.lastIndex = at;
        const mark = this.#marks.exec(text)?.index ?? text.length;
        const character = text[mark];
        if (mark > at && this.#place === "begin") this.#place = "plain";
        at = mark;
        if (character === undefined) continue;
        if (character === '"' && this.#isPadding && isBlank(text.slice(from, mark))) {
          // Space may stand before a quoted cell. It is no part of the cell.
          this.#keepSource(text.slice(from, mark));
          this.#cell = "";
          this.#place = "begin";
          from = mark;
          continue;
        }
        if (character === '"') {
          this.#misquote("a quote is in a cell without quotes; such a cell must be in quotes, and its quotes doubled");
          at += 1;
          continue;
        }
        if (character === "\r" && mark + 1 === text.length && !isEnd) {
          this.#rest = "\r";
          text = text.slice(0, mark);
          continue;
        }
        this.#keep(text.slice(from, mark));
        this.#endCell();
        const end = character === "\r" && text[mark + 1] === "\n" ? "\r\n" : character;
        at = from = mark + end.length;
        if (end === this.#delimiter) this.#keepSource(end);
        else yield* this.#endRow(end);
      }
    }
    this.#isPadding &&= isBlank(text.slice(from));
    this.#keep(text.slice(from));
  }

  #endsCell(character: string): boolean {
    return character === this.#delimiter || character === "\r" || character === "\n";
  }

  /**
   * Whether the first quote of a cell that spans lines is text, as the second quote shows: because a character follows
   * the second quote, because no ID spans lines, or because each line is a row.
   */
  #isTextFrom(cell: string, next: string | undefined): boolean {
    if (!LINE_END.test(cell)) return false;
    const [first = "", ...others] = cell.split(LINE_END).map((line) => line.split(this.#delimiter));
    const last = others.pop() ?? [];
    if (next !== undefined && !this.#endsCell(next)) return true;
    const { only } = this;
    const { count } = this.#row;
    if (only === undefined || count === only) return only !== undefined;
    const areRows = others.every((cells) => cells.length === this.#width && this.#isId(cells[only] ?? ""));
    // The row of the last line goes on after the quote.
    const isLast = last.length > only ? last.length > only + 1 && this.#isId(last[only] ?? "") : others.length > 0;
    return count + first.length === this.#width && areRows && isLast;
  }

  #isId(cell: string): boolean {
    return this.#limits.isId?.(cell) === true;
  }

  /** A cell in quotes is kept as a whole until it ends, because its first quote may turn out to be text. */
  #keep(text: string): void {
    if (this.#place === "quoted" || this.#place === "closed") {
      this.#cell += text;
      return;
    }
    if (this.#isKept()) this.#cell += text.slice(0, this.#limits.cellLength - this.#cell.length);
    this.#keepSource(text);
  }

  #keepSource(text: string): void {
    if (this.#limits.keepsSource === true) this.#row.source += text;
  }

  #isKept(): boolean {
    const { count } = this.#row;
    return this.only === undefined ? count < this.#limits.cells : count === this.only;
  }

  /** A quote is text. This is a problem only in the cell that is asked for. */
  #misquote(problem: string): void {
    if (this.#place === "quoted") this.#keepSource(this.#cell);
    this.#place = "plain";
    if (this.#row.count === this.only) this.#row.problem ??= { line: this.#line + this.#lineEnds, problem };
  }

  /** The kept source of a cell. It is read again from its first quote on, and this quote is text. */
  #unquoted(): string {
    const text = this.#cell;
    this.#cell = "";
    this.#place = "begin";
    const line = this.#line + this.#lineEnds;
    this.#misquote("a quoted cell begins here, and has no closing quote");
    const sentence = `a quote begins cell ${this.#row.count + 1}, and none ends it; the quote is read as text`;
    this.#row.openQuote = { line, sentence };
    return text;
  }

  #endCell(): void {
    const { cells, count } = this.#row;
    const source = this.#cell;
    const isClosed = this.#place === "closed";
    if (this.#isKept()) {
      const text = isClosed ? source.slice(1, -1).replaceAll('""', '"').slice(0, this.#limits.cellLength) : source;
      cells.set(count, text);
    }
    if (isClosed) {
      this.#keepSource(source);
      this.#lineEnds += source.split(LINE_END).length - 1;
    }
    this.#row.isEmpty &&= this.#place === "begin";
    this.#row.count += 1;
    this.#isPadding = true;
    this.#cell = "";
    this.#place = "begin";
  }

  *#endRow(end: string): Generator<Row> {
    const { cells, count, isEmpty, openQuote, problem, source } = this.#row;
    const delimiter = this.#delimiter;
    const line = this.#line;
    this.#line += this.#lineEnds + 1;
    this.#lineEnds = 0;
    this.#row = newRow();
    // A line without any character is no row.
    if (this.#skipsFirst) {
      this.#skipsFirst = false;
      yield { line, cells: new Map(), count: 0, source, delimiter, end };
    } else if (!isEmpty || count > 1) {
      this.#width ??= count;
      yield { line, cells, count, openQuote, source, delimiter, end, ...problem };
    } else if (this.#limits.keepsSource === true) {
      yield { line, cells, count: 0, source, delimiter, end };
    }
  }

  #partOfRow(): Row {
    const { source } = this.#row;
    this.#row.source = "";
    return { line: this.#line, cells: new Map(), count: 0, source, delimiter: this.#delimiter, end: "" };
  }
}

function newRow() {
  return {
    cells: new Map<number, string>(),
    count: 0,
    isEmpty: true,
    openQuote: undefined as Row["openQuote"],
    problem: undefined as Pick<Row, "line" | "problem"> | undefined,
    source: "",
  };
}

/**
 * All cells of a row whose source is kept, without the space around them. The delimiter of a table with rules has spaces
 * around it.
 */
export function cellsOf({ delimiter, source }: Pick<Row, "delimiter" | "source">): string[] {
  const [row] = new CsvReader(delimiter.trim() || delimiter).all(source);
  return Array.from(row?.cells.values() ?? [], (cell) => cell.trim());
}
