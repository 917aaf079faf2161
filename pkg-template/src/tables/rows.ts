// What a reader of tables makes of a text.

/** Reads the rows of a text that arrives in pieces. */
export interface RowReader {
  /** The position of the only cell to keep. As long as it is `undefined`, all are kept. */
  only: number | undefined;
  /** The rows that end in the next piece of the text. */
  read(text: string): Iterable<Row>;
  /** The last rows, if nothing follows. */
  end(): Iterable<Row>;
}

/** A row, or the problem with it. */
export interface Row {
  /** The number of its first line, or of the line with the problem, from 1 on. */
  readonly line: number;
  /** The cells that were kept, by their positions from 0 on. */
  readonly cells: ReadonlyMap<number, string>;
  /** How many cells it has. 0 if it is an empty line or the beginning of a long row: such rows are there for their source only. */
  readonly count: number;
  /** Why the cell at `only` can't be read. */
  readonly problem?: string | undefined;
  /** A quote of another cell that has no end, so that it was read as text. */
  readonly openQuote?: { readonly line: number; readonly sentence: string } | undefined;
  /** Its text without its line end, if sources are kept. */
  readonly source: string;
  /** What divides its cells. */
  readonly delimiter: string;
  /** The line end after it; the last row may have none. */
  readonly end: string;
}

/** Limits of the part of a row that is kept, so that memory stays bounded for rows of any length. */
export interface Limits {
  /** In characters. Longer cells are cut. Default: none is cut. */
  readonly cellLength?: number;
  /** The count of cells. Later ones are not kept. Default: all are kept. */
  readonly cells?: number;
  /** Whether the source of rows is kept, with empty lines. Long rows come in parts. */
  readonly keepsSource?: boolean;
  /** Whether a cell at `only` is an ID: tells lines that are rows from those of a text in quotes. */
  readonly isId?: (cell: string) => boolean;
}
