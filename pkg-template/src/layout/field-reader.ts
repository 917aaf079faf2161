// Reads the IDs that a way in JSON leads to, each with the members of its object.

import { JsonReader, membersOf, type Row, type RowReader } from "../tables/index.js";

/** The most members of an object. */
const MOST = 100;

/** The values of JSON that a way leads to, each with the members of its object. */
export class FieldReader implements RowReader {
  only: number | undefined;
  readonly leastColumns = 1;
  /** The IDs are the first column. */
  readonly names: string[];
  readonly #reader: JsonReader;

  constructor(field: string) {
    this.names = [field];
    this.#reader = new JsonReader(field, true);
  }

  read = (text: string): Iterable<Row> => this.#rows(this.#reader.read(text));
  end = (): Iterable<Row> => this.#rows(this.#reader.end());

  *#rows(all: ReturnType<JsonReader["read"]>): Generator<Row> {
    for (const { line, source = "", problem, row = "" } of all) {
      const members = membersOf(row) ?? new Map<string, string>();
      for (const name of members.keys()) {
        if (this.names.length < MOST && !this.names.includes(name, 1)) this.names.push(name);
      }
      const id = source.startsWith('"') ? (JSON.parse(source) as string) : source;
      const cells = new Map(this.names.map((name, at) => [at, at === 0 ? id : (members.get(name) ?? "")]));
      yield { line, cells, count: cells.size, problem, source: "", delimiter: "", end: "" };
    }
  }
}
