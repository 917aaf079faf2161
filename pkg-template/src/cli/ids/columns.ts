// Writes a table back with columns added. Every character of each row is kept.

import type { FormatDescription } from "flakekit";
import { cellsOf, type Row } from "../../tables/index.js";
import { quoted } from "../io/index.js";
import { kebab, UsageError } from "../words/index.js";
import { namesOfFields } from "./rows.js";

const TIME = "time";

/** The column that a user names in the words of the package or of the command: `machineId` or `machine-id`. */
function columnOf(name: string, all: readonly string[]): string {
  const column = all.find((known) => known === name || kebab(known) === name);
  if (column !== undefined) return column;
  throw new UsageError(`--add-columns has ${quoted(name)}; the columns are ${all.join(", ")}`);
}

/** The columns that the IDs of a format add: the time, and the fields. */
export class AddedColumns {
  readonly #names: readonly string[];
  /** How many cells the first row has. Shorter rows are filled up, so that the added cells stand below their names. */
  #width: number | undefined;

  /** `given` is `true` for all columns, or the names of some. */
  constructor(format: FormatDescription, given: unknown) {
    const all = [TIME, ...namesOfFields(format)];
    this.#names =
      given === true
        ? all
        : String(given)
            .split(",")
            .map((name) => columnOf(name.trim(), all));
  }

  /** The heading with the names of the added columns. A name that the heading already has gets a number. */
  heading(row: Row): string {
    const names = new Set(cellsOf(row));
    return this.#joined(
      row,
      this.#names.map((name) => {
        let unique = name;
        for (let n = 2; names.has(unique); n++) unique = `${name} ${n}`;
        return unique;
      }),
    );
  }

  /** A line between rows, which goes on below the added names. */
  rule({ source, delimiter, end }: Row): string {
    return `${source}${this.#names.map(() => `${delimiter}---`).join("")}${end}`;
  }

  /** A row with the cells of its ID; with empty cells if the ID could not be read. */
  row(row: Row, date: Date | undefined, fields: Readonly<Record<string, unknown>>): string {
    return this.#joined(
      row,
      this.#names.map((name) => (name === TIME ? (date?.toISOString() ?? "") : String(fields[name] ?? ""))),
    );
  }

  #joined({ source, count, delimiter, end }: Row, cells: readonly string[]): string {
    this.#width ??= count;
    const missing = delimiter.repeat(Math.max(0, this.#width - count));
    const added = cells.map((cell) => delimiter + (cell.includes(delimiter.trim() || delimiter) ? `"${cell}"` : cell));
    return `${source}${missing}${added.join("")}${end}`;
  }
}
