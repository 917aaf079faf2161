// The rows of a table as text.

/** A row of a table. */
export interface Row {
  /** The number of the row's line or object, from 1 on. */
  line: number;
  cells: string[];
  /** The reason why the row cannot be read. */
  problem?: string | undefined;
}

/** Reads the rows of a text that arrives in pieces. */
export interface Rows {
  /** The names of the columns, if they are not the cells of the first row. The next piece may add names. */
  readonly names?: readonly string[];
  /** A text with fewer columns is no table of this form. */
  readonly leastColumns: number;
  read: (text: string) => Iterable<Row>;
  end: () => Iterable<Row>;
}
