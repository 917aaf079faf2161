// Reads a list of IDs from a text that arrives in pieces.

import { isDamaged } from "./damaged.ts";
import { entriesLike } from "./entries.ts";
import type { Entries, Entry } from "./entry.ts";
import { type Chosen, chooseFormat } from "./formats.ts";
import type { FieldValues, Part } from "./messages.ts";

/** Rows whose IDs have not been read. Their errors are those of rows without an ID. */
type Rows = Pick<Part, "ids" | "cells" | "errors" | "columns" | "idColumn">;

/** How many characters decide how the list is read; more if they contain no ID. */
const SAMPLE_LENGTH = 65_536;
/** How many IDs decide the format of the list. */
const SAMPLE = 100;

const noRows = () => ({ ids: [], cells: [], errors: new Map<number, string>() });

export class ListReader {
  /** How many rows the next part has. */
  count = 0;
  readonly #params: URLSearchParams;
  #beginning = "";
  #needed = SAMPLE_LENGTH;
  #entries: Entries | undefined;
  #chosen: Chosen = {
    format: "",
    formats: [],
    read: (_, errors) => ({ timestamps: new Float64Array(), fields: {}, errors }),
  };
  #rows: Rows = { ...noRows(), columns: [], idColumn: 0 };

  /** Reads IDs with the format, the epoch and the layout of the parameters. */
  constructor(params: URLSearchParams) {
    this.#params = params;
  }

  /** Reads the next piece of the text. Throws a `FlakeError` if the epoch or the layout is invalid. */
  push(text: string): void {
    if (this.#entries) return this.#add(this.#entries.read(text));
    this.#beginning += text;
    if (this.#beginning.length >= this.#needed) this.#begin(false);
  }

  /** Reads what is left. */
  end(): void {
    if (!this.#entries) this.#begin(true);
    if (this.#entries) this.#add(this.#entries.end());
  }

  /** Reads the IDs of the rows that were found since the last call, and returns these rows. */
  take(): Part {
    const { format, formats, read } = this.#chosen;
    const rows = this.#rows;
    const contents = read(rows.ids, rows.errors);
    const lengths = {
      ids: longest(rows.ids),
      fields: Object.fromEntries(Object.entries(contents.fields).map(([name, values]) => [name, longest(values)])),
      cells: rows.cells.map(longest),
    };
    this.#rows = { ...rows, ...noRows(), cells: rows.columns.map(() => []) };
    this.count = 0;
    const damaged = rows.ids.filter(isDamaged).length;
    return { ...rows, ...contents, format, formats, damaged, lengths };
  }

  #begin(isWhole: boolean): void {
    const begin = entriesLike(this.#beginning, isWhole);
    const sample = firstIds(begin(), this.#beginning, isWhole);
    if (sample.length === 0 && !isWhole) {
      this.#needed *= 4;
      return;
    }
    this.#chosen = chooseFormat(sample, this.#params);
    this.#entries = begin();
    const { columns = [], idColumn = 0 } = this.#entries;
    Object.assign(this.#rows, { columns, idColumn, cells: columns.map(() => []) });
    this.#add(this.#entries.read(this.#beginning));
    this.#beginning = "";
  }

  #add(entries: Iterable<Entry>): void {
    const { ids, cells, errors } = this.#rows;
    for (const { id, cells: own = [], problem } of entries) {
      if (problem !== undefined) errors.set(this.count, problem);
      ids.push(id);
      for (const [at, cell] of own.entries()) cells[at]?.push(cell);
      this.count++;
    }
  }
}

/** Returns the length of the longest text. */
function longest(values: FieldValues): number {
  let length = 0;
  for (const value of values) length = Math.max(length, String(value ?? "").length);
  return length;
}

/** Returns the first IDs of a text. */
function firstIds(entries: Entries, text: string, isWhole: boolean): string[] {
  const ids: string[] = [];
  for (const { id } of entries.read(text)) if (ids.push(id) === SAMPLE) return ids;
  if (isWhole) for (const { id } of entries.end()) if (ids.push(id) === SAMPLE) break;
  return ids;
}
