// CSV (RFC 4180), and the tables with tabs or semicolons that spreadsheets copy and save.

import { CsvReader, DELIMITERS, type Row as CsvRow } from "../../../pkg-template/src/tables/index.ts";
import type { Row, Rows } from "./rows.ts";

export class Csv implements Rows {
  readonly leastColumns = 2;
  readonly #reader: CsvReader;

  constructor(delimiter: string) {
    // The reader has no limits, because the page holds the whole text and exports all of it.
    this.#reader = new CsvReader(delimiter);
  }

  *read(text: string): Generator<Row> {
    for (const row of this.#reader.read(text)) yield rowOf(row);
  }

  *end(): Generator<Row> {
    for (const row of this.#reader.end()) yield rowOf(row);
  }
}

const rowOf = ({ line, cells, problem }: CsvRow): Row => ({ line, cells: Array.from(cells.values()), problem });

/** Returns functions that begin to read a text, one for each delimiter. */
export const csvReaders = (): (() => Rows)[] => DELIMITERS.map((delimiter) => () => new Csv(delimiter));
