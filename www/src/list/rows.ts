// The rows of a table as text.

/** A row of a table. */
export interface Row {
  /** The number of its line, or of the object that it is, from 1 on. */
  line: number;
  cells: string[];
  /** Why it cannot be read. */
  problem?: string | undefined;
}

/** Reads the rows of a text that arrives in pieces. */
export interface Rows {
  /** The names of the columns, if they are not the cells of the first row. There may be more after the next piece. */
  readonly names?: readonly string[];
  /** A text with fewer columns is no such table. */
  readonly leastColumns: number;
  read: (text: string) => Iterable<Row>;
  end: () => Iterable<Row>;
}
