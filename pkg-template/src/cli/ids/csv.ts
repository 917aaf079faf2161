// A streaming reader of CSV, as RFC 4180 defines it. Lines may also end with LF or CR.

/** A row, or the problem with it. */
export interface Row {
  /** The number of its first line, or of the line with the problem, from 1 on. */
  readonly line: number;
  /** The cells that were kept, by their positions from 0 on. */
  readonly cells: ReadonlyMap<number, string>;
  /** How many cells it has. */
  readonly count: number;
  readonly problem?: string;
}

/** Limits of the part of a row that is kept, so that memory stays bounded for rows of any length. */
export interface CsvLimits {
  /** In characters. Longer cells are cut. */
  readonly cellLength: number;
  /** The count of cells. Later ones are not kept. */
  readonly cells: number;
}

const COMMA = 0x2c;
const CR = 0x0d;
const LF = 0x0a;
const QUOTE = 0x22;

/** Where the next character is: at the beginning of a cell, in a cell, in quotes, after a quote in quotes, or in a bad row. */
type Place = "begin" | "plain" | "quoted" | "quote" | "bad";

export class CsvReader {
  /** The position of the only cell to keep. As long as it is `undefined`, all are kept. */
  only: number | undefined;
  readonly #limits: CsvLimits;
  #place: Place = "begin";
  #line = 1;
  #afterCr = false;
  #row = { line: 1, cells: new Map<number, string>(), count: 0, cell: "", quoteLine: 0, isEmpty: true };
  #problem: Pick<Row, "line" | "problem"> | undefined;

  constructor(limits: CsvLimits) {
    this.#limits = limits;
  }

  /** The rows that end in the next piece of the text. */
  *read(text: string): Generator<Row> {
    let start = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const isLf = code === LF;
      const endsCrLf = isLf && this.#afterCr;
      const isEnd = isLf || code === CR;
      this.#afterCr = code === CR;
      if (this.#place === "quoted") {
        if (isEnd && !endsCrLf) this.#line += 1;
        if (code === QUOTE) {
          this.#keep(text.slice(start, i));
          this.#place = "quote";
        }
        continue;
      }
      if (endsCrLf) {
        start = i + 1;
        continue;
      }
      if (code === QUOTE && (this.#place === "begin" || this.#place === "quote")) {
        // In quotes, two quotes are one of the text. The second one is kept, as the first character of the next piece.
        start = this.#place === "quote" ? i : i + 1;
        if (this.#place === "begin") this.#row.quoteLine = this.#line;
        this.#row.isEmpty = false;
        this.#place = "quoted";
      } else if (isEnd || (code === COMMA && this.#place !== "bad")) {
        if (this.#place === "plain") this.#keep(text.slice(start, i));
        this.#endCell();
        start = i + 1;
        if (isEnd) {
          this.#line += 1;
          yield* this.#endRow();
        }
      } else if (this.#place === "quote") {
        this.#fail("text follows a closing quote; quotes in a quoted cell must be doubled");
      } else if (code === QUOTE && this.#place === "plain") {
        this.#fail("a quote is in a cell without quotes; such a cell must be in quotes, and its quotes doubled");
      } else if (this.#place === "begin") {
        start = i;
        this.#row.isEmpty = false;
        this.#place = "plain";
      }
    }
    if (this.#place === "plain" || this.#place === "quoted") this.#keep(text.slice(start));
  }

  /** The last row, if it has no line end. */
  *end(): Generator<Row> {
    if (this.#place === "quoted") {
      this.#line = this.#row.quoteLine;
      this.#fail("a quoted cell begins here, and has no closing quote");
    }
    this.#endCell();
    yield* this.#endRow();
  }

  #keep(text: string): void {
    const { cell, count } = this.#row;
    if (this.only === undefined ? count >= this.#limits.cells : count !== this.only) return;
    this.#row.cell = cell + text.slice(0, this.#limits.cellLength - cell.length);
  }

  #fail(problem: string): void {
    this.#problem = { line: this.#line, problem };
    this.#place = "bad";
  }

  #endCell(): void {
    if (this.#place === "bad") return;
    const { cells, cell, count } = this.#row;
    if (this.only === undefined ? count < this.#limits.cells : count === this.only) cells.set(count, cell);
    this.#row.count += 1;
    this.#row.cell = "";
    this.#place = "begin";
  }

  *#endRow(): Generator<Row> {
    const { line, cells, count, isEmpty } = this.#row;
    const row = { line, cells, count, ...this.#problem };
    this.#row = { line: this.#line, cells: new Map(), count: 0, cell: "", quoteLine: 0, isEmpty: true };
    this.#problem = undefined;
    this.#place = "begin";
    // A line without any character is no row.
    if (!isEmpty || count > 1) yield row;
  }
}
