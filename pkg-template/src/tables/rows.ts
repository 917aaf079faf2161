// The rows and cells that a reader of tables makes of a text.

/** Reads the rows of a text that arrives in pieces. */
export interface RowReader {
  /** The position of the only cell to keep. As long as it is `undefined`, all cells are kept. */
  only: number | undefined;
  /** The names of the columns, if they are not the cells of the first row. The next piece may add names. */
  readonly names?: readonly string[];
  /** A text with fewer columns is no table of this form. */
  readonly leastColumns: number;
  /** The rows that end in the next piece of the text. */
  read(text: string): Iterable<Row>;
  /** The last rows, if nothing follows. */
  end(): Iterable<Row>;
}

/** A row, or the problem with it. */
export interface Row {
  /** The number of the row's first line, or of the line with the problem, from 1 on. */
  readonly line: number;
  /** The cells that were kept, by their positions from 0 on. */
  readonly cells: ReadonlyMap<number, string>;
  /** All cells of a row that a client of a database has written in several lines. Its source has the first line only. */
  readonly all?: readonly string[];
  /**
   * How many cells the row has. It is 0 for an empty line and for the beginning of a long row: such rows are there for
   * their source only.
   */
  readonly count: number;
  /** Whether the row is a line between the names of the columns and the cells, or around the table. */
  readonly isRule?: true;
  /** Why the cell at `only` can't be read. */
  readonly problem?: string | undefined;
  /** A quote of another cell that has no end, so that it was read as text. */
  readonly openQuote?: { readonly line: number; readonly sentence: string } | undefined;
  /** The text of the row without its line end, if sources are kept. */
  readonly source: string;
  /** The character that divides the cells of the row. */
  readonly delimiter: string;
  /** The line end after the row; the last row may have none. */
  readonly end: string;
}

/** Limits of the part of a row that is kept, so that memory stays bounded for rows of any length. */
export interface Limits {
  /** The longest cell, in characters. Longer cells are cut. Default: no cell is cut. */
  readonly cellLength?: number;
  /** The largest count of cells. Later cells are not kept. Default: all cells are kept. */
  readonly cells?: number;
  /** Whether the source of rows is kept, with empty lines. Long rows come in parts. */
  readonly keepsSource?: boolean;
  /** Whether a cell at `only` is an ID. It tells lines that are rows from lines of a text in quotes. */
  readonly isId?: (cell: string) => boolean;
}
