// IDs as the rows of a table. The widths of its columns follow from the format, so that rows are printed as IDs come.

import type { FormatDescription } from "flakekit";
import { bold, type Io } from "../io/index.js";

/** A column, with the length of its longest text. */
type Column = readonly [name: string, length: number];

/** Writes rows, and a heading above the first row and above each row that follows rows of another format. */
export class Rows {
  readonly #io: Io;
  readonly #more: (format: FormatDescription) => Column[];
  #format: string | undefined;
  #columns: Column[] = [];

  /** `more` are columns that follow those of a format's fields. */
  constructor(io: Io, more: (format: FormatDescription) => Column[] = () => []) {
    this.#io = io;
    this.#more = more;
  }

  /** The row of an ID, with a heading before it if needed. `width` is the smallest width of the column of IDs. */
  row(format: FormatDescription, id: string, date: Date | null, fields: Record<string, unknown>, width = 0): string {
    const isFirst = this.#format !== format.name;
    this.#format = format.name;
    if (isFirst) this.#columns = [...columnsOf(format), ...this.#more(format)];
    const idWidth = Math.max(width, id.length, format.name.length);
    const line = (first: string, time: string, cells: (name: string) => string): string => {
      const padded = this.#columns.map(([name, digits]) => cells(name).padStart(Math.max(name.length, digits)));
      return [first.padEnd(idWidth), time.padEnd(24), ...padded].join("  ").trimEnd();
    };
    const row = `${line(id, date?.toISOString() ?? "-", (name) => String(fields[name]))}\n`;
    if (!isFirst) return row;
    const heading = line(format.name, "time", (name) => name);
    return `${bold(this.#io, heading)}\n${row}`;
  }

  /** This is called when a text that is no row was printed: the next row gets a heading. */
  interrupt(): void {
    this.#format = undefined;
  }
}

/** The columns of a format's fields, with the number of digits of the largest number. */
function columnsOf(format: FormatDescription): Column[] {
  return fieldsOf(format).map(({ name, bits }) => [name, String(2 ** bits - 1).length]);
}

/** The names of a format's fields and their parts in the order of columns. */
export function namesOfFields(format: FormatDescription): string[] {
  return fieldsOf(format).map(({ name }) => name);
}

/** The fields and their parts, without the time; the toggle comes last. */
function fieldsOf({ fields }: FormatDescription): { name: string; bits: number }[] {
  const shown = fields.filter(({ kind }) => kind !== "time");
  const ordered = [...shown.filter(({ kind }) => kind !== "toggle"), ...shown.filter(({ kind }) => kind === "toggle")];
  return ordered.flatMap((field) => [field, ...field.parts]);
}
