// Reads a list of IDs from a text that arrives in pieces.

import { entriesLike } from "./entries.ts";
import type { Entries, Entry } from "./entry.ts";
import { type Chosen, chooseFormat } from "./formats.ts";
import type { Part } from "./messages.ts";

/** How many characters decide how the list is read; more if they contain no ID. */
const SAMPLE_LENGTH = 65_536;
/** How many IDs decide the format of the list. */
const SAMPLE = 100;

const noRows = () => ({ ids: [], fields: {}, cells: [], errors: new Map<number, string>() });

export class ListReader {
  /** How many rows the next part has. */
  count = 0;
  readonly #params: URLSearchParams;
  #beginning = "";
  #needed = SAMPLE_LENGTH;
  #entries: Entries | undefined;
  #chosen: Chosen = { format: "", formats: [], read: () => ({ error: "" }) };
  #timestamps: number[] = [];
  #part: Omit<Part, "timestamps" | "lengths" | keyof Chosen> = { ...noRows(), columns: [], idColumn: 0 };

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

  /** Returns the rows that have been read since the last call. */
  take(): Part {
    const { format, formats } = this.#chosen;
    const { ids, fields, cells } = this.#part;
    const lengths = {
      ids: longest(ids),
      fields: Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, longest(values)])),
      cells: cells.map(longest),
    };
    const part = { ...this.#part, format, formats, timestamps: Float64Array.from(this.#timestamps), lengths };
    this.#part = { ...this.#part, ...noRows() };
    this.#part.cells = part.columns.map(() => []);
    this.#timestamps = [];
    this.count = 0;
    return part;
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
    Object.assign(this.#part, { columns, idColumn, cells: columns.map(() => []) });
    this.#add(this.#entries.read(this.#beginning));
    this.#beginning = "";
  }

  #add(entries: Iterable<Entry>): void {
    const { ids, fields, cells, errors } = this.#part;
    for (const { id, cells: own = [], problem } of entries) {
      const result = problem === undefined ? this.#chosen.read(id) : { error: problem };
      if ("error" in result) {
        errors.set(this.count, result.error);
        this.#timestamps.push(NaN);
      } else {
        this.#timestamps.push(result.timestamp);
        for (const name in result.fields) (fields[name] ??= [])[this.count] = result.fields[name];
      }
      ids.push(id);
      for (const [at, cell] of own.entries()) cells[at]?.push(cell);
      this.count++;
    }
  }
}

/** Returns the length of the longest text. */
const longest = (values: unknown[]): number =>
  values.reduce((length: number, value) => Math.max(length, String(value ?? "").length), 0);

/** Returns the first IDs of a text. */
function firstIds(entries: Entries, text: string, isWhole: boolean): string[] {
  const ids: string[] = [];
  for (const { id } of entries.read(text)) if (ids.push(id) === SAMPLE) return ids;
  if (isWhole) for (const { id } of entries.end()) if (ids.push(id) === SAMPLE) break;
  return ids;
}
