// Reads a list of IDs from a text that arrives in pieces.

import type { Found, InspectOptions } from "flakekit/inspect";
import { isLost } from "../../../pkg-template/src/tables/index.ts";
import { scanned } from "../inspection/inspector.ts";
import { inspectOptions } from "../inspection/options.ts";
import { type Contents, Reading } from "./contents.ts";
import { visible } from "../paste/pasted.ts";
import { entriesLike } from "./entries.ts";
import { EMPTY, type Entries, type Entry, type Find } from "./entry.ts";
import { type Kinds, type Sampled, kindsOf } from "./kinds.ts";
import { type FieldValues, type Loss, type Note, PLACES, type Part } from "./list.ts";
import { isRounded } from "./rounded.ts";

/** Rows whose IDs have not been read. Their errors are the reasons of rows without an ID. */
interface Rows extends Pick<Part, "ids" | "lines" | "cells" | "errors" | "starts"> {
  founds: (Found | undefined)[];
}

/** How many characters decide how the list is read. If they contain no ID, more characters decide. */
const SAMPLE_LENGTH = 65_536;
/** How many IDs decide the kind of the list. */
const SAMPLE = 256;

const noRows = (): Rows => ({
  ids: [],
  cells: [],
  errors: new Map(),
  starts: [],
  founds: [],
  lines: [],
});

export class ListReader {
  /** How many rows the next part has. */
  count = 0;
  readonly #params: URLSearchParams;
  readonly #column: number | undefined;
  readonly #options: InspectOptions;
  #beginning = "";
  #needed = SAMPLE_LENGTH;
  #kinds: Kinds | undefined;
  #loss: Loss | undefined;
  #reading: Reading;
  #entries: Entries | undefined;
  #rows = noRows();

  /**
   * Reads IDs with the format, the epoch and the layout of the parameters. Throws a `FlakeError` if the epoch or the layout is invalid.
   *
   * @param column - the position of the column with the IDs, if the user has chosen one
   */
  constructor(params: URLSearchParams, column?: number) {
    this.#params = params;
    this.#column = column;
    this.#options = inspectOptions(params);
    this.#reading = new Reading(undefined, params, this.#options);
  }

  /** Reads the next piece of the text. */
  push(text: string): void {
    if (this.#entries) return this.#add(this.#entries.read(text));
    this.#beginning += text;
    if (this.#beginning.length >= this.#needed) this.#begin(false);
  }

  /** Reads the rest of the text. */
  end(): void {
    if (!this.#entries) this.#begin(true);
    if (this.#entries) this.#add(this.#entries.end());
  }

  /** Reads the IDs of the rows that were found since the last call, and returns these rows. */
  take(): Part {
    const { format = "", formats = [], isMixed = false } = this.#kinds ?? {};
    const { columns = [], idColumn = 0, idColumns = [] } = this.#entries ?? {};
    const { unit = "line" } = this.#entries ?? {};
    const { founds: _, ...rows } = this.#rows;
    const contents = this.#reading.read(this.#rows);
    const damage = this.#damageIn(contents);
    const lengths = {
      ids: longest(rows.ids),
      fields: Object.fromEntries(Object.entries(contents.fields).map(([name, values]) => [name, longest(values)])),
      cells: rows.cells.map(longest),
    };
    this.#rows = noRows();
    this.count = 0;
    const empty = [...contents.errors.values()].filter((problem) => problem === EMPTY).length;
    const table = { columns: [...columns], idColumn, idColumns };
    return { ...rows, ...contents, ...table, unit, format, formats, isMixed, ...damage, empty, lengths };
  }

  /** Which IDs have lost their last digits: all of the kind of the list, if they have lost them together. */
  #damageIn({ errors, kinds, notes: given }: Contents): Pick<Part, "notes" | "damaged" | "places" | "loss"> {
    const { ids, lines } = this.#rows;
    const loss = this.#loss;
    const notes = loss ? given : new Map([...given, ...lossesOf(this.#rows)]);
    const isDamaged = (at: number): boolean => (loss ? !errors.has(at) && !kinds.has(at) : isLost(notes.get(at)));
    const { unit = "line" } = this.#entries ?? {};
    const places: string[] = [];
    let damaged = 0;
    for (let at = 0; (loss || notes.size > 0) && at < ids.length; at++) {
      if (!isDamaged(at)) continue;
      damaged++;
      const line = lines[at];
      if (places.length < PLACES && line !== undefined) places.push(`${unit} ${line}`);
    }
    return { notes, damaged, places, loss };
  }

  #begin(isWhole: boolean): void {
    const begin = entriesLike(this.#beginning, isWhole, this.#options, this.#column);
    const find: Find = (text) => scanned(visible(text), this.#options).map((found) => ({ id: found.text, found }));
    const sample = this.#firstIds(begin(find), isWhole);
    if (sample.length === 0 && !isWhole) {
      this.#needed *= 4;
      return;
    }
    const kinds = kindsOf(sample, this.#params.get("format"), this.#options);
    const reading = new Reading(kinds, this.#params, this.#options);
    this.#kinds = kinds;
    this.#loss = kinds.together.lossOf(kinds.format, this.#params);
    this.#reading = reading;
    this.#entries = begin((text) => (reading.reads(text) ? [{ id: text }] : find(text)));
    this.#add(this.#entries.read(this.#beginning));
    this.#beginning = "";
  }

  #add(entries: Iterable<Entry>): void {
    const { ids, cells, errors, starts, founds, lines } = this.#rows;
    for (const { id, found, start, line, cells: own = [], problem } of entries) {
      if (problem !== undefined) errors.set(this.count, problem);
      if (start !== undefined) starts.push(start);
      founds.push(found);
      lines.push(line);
      ids.push(id);
      for (let at = 0; at < own.length; at++) {
        const column = (cells[at] ??= new Array<string>(this.count).fill(""));
        column.push(own[at] as string);
      }
      this.count++;
    }
  }

  /** Returns the first IDs of the text. */
  #firstIds(entries: Entries, isWhole: boolean): Sampled[] {
    const sample: Sampled[] = [];
    const add = (found: Iterable<Entry>): boolean => {
      for (const { id, found: known } of found) if (sample.push({ id, found: known }) === SAMPLE) return true;
      return false;
    };
    if (!add(entries.read(this.#beginning)) && isWhole) add(entries.end());
    return sample;
  }
}

/** Which IDs have lost their last digits, and how. */
function lossesOf({ ids, founds }: Rows): Map<number, Note> {
  const losses = new Map<number, Note>();
  for (let n = 0; n < ids.length; n++) {
    const found = founds[n];
    const warning = found ? found.warning : isRounded(ids[n] as string) ? "rounded" : null;
    if (warning) losses.set(n, warning);
  }
  return losses;
}

/** Returns the length of the longest text. */
function longest(values: FieldValues): number {
  // The largest of several whole numbers has the longest text.
  if (!Array.isArray(values)) return String(largest(values)).length;
  let length = 0;
  for (const value of values) length = Math.max(length, String(value ?? "").length);
  return length;
}

function largest(values: Float64Array | Uint32Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}
