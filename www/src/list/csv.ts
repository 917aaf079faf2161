// CSV (RFC 4180), and what spreadsheets copy and save, with tabs or semicolons.

import { CsvReader, type Row as CsvRow } from "../../../pkg-template/src/cli/ids/csv.ts";
import type { Row, Rows } from "./rows.ts";

const DELIMITERS = [",", "\t", ";"] as const;

/** The page holds the whole text anyway, and exports all of it. */
const UNLIMITED = { cellLength: Infinity, cells: Infinity };

export class Csv implements Rows {
  readonly leastColumns = 2;
  readonly #reader: CsvReader;

  constructor(delimiter: string) {
    this.#reader = new CsvReader(UNLIMITED, delimiter);
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
