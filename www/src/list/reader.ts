// Reads a list of IDs from a text that arrives in pieces.

import type { Found, InspectOptions } from "flakekit/inspect";
import { looksDamaged } from "../../../pkg-template/src/tables/index.ts";
import { candidatesOf, scanned } from "../inspection/inspector.ts";
import { inspectOptions } from "../inspection/options.ts";
import { Reading } from "./contents.ts";
import { visible } from "../paste/pasted.ts";
import { entriesLike } from "./entries.ts";
import { EMPTY, type Entries, type Entry, type Find } from "./entry.ts";
import { type Kinds, type Sampled, kindsOf } from "./kinds.ts";
import type { FieldValues, Note, Part } from "./messages.ts";

/** Rows whose IDs have not been read. Their errors are the reasons of rows without an ID. */
interface Rows extends Pick<Part, "ids" | "cells" | "errors" | "secrets" | "starts"> {
  founds: (Found | undefined)[];
}

/** How many characters decide how the list is read. If they contain no ID, more characters decide. */
const SAMPLE_LENGTH = 65_536;
/** How many IDs decide the kind of the list. */
const SAMPLE = 100;

const noRows = (): Rows => ({ ids: [], cells: [], errors: new Map(), secrets: new Set(), starts: [], founds: [] });

export class ListReader {
  /** How many rows the next part has. */
  count = 0;
  readonly #params: URLSearchParams;
  readonly #column: number | undefined;
  readonly #options: InspectOptions;
  #beginning = "";
  #needed = SAMPLE_LENGTH;
  #kinds: Kinds = { format: "", formats: [], isChosen: false, isMixed: false };
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
    this.#reading = new Reading(this.#kinds, params, this.#options);
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
    const { format, formats, isMixed } = this.#kinds;
    const { columns = [], idColumn = 0, idColumns = [] } = this.#entries ?? {};
    const { founds, ...rows } = this.#rows;
    const contents = this.#reading.read(this.#rows);
    const notes = new Map([...contents.notes, ...lossesOf(this.#rows)]);
    const lengths = {
      ids: longest(rows.ids),
      fields: Object.fromEntries(Object.entries(contents.fields).map(([name, values]) => [name, longest(values)])),
      cells: rows.cells.map(longest),
    };
    this.#rows = noRows();
    this.count = 0;
    const damaged = [...notes.values()].filter((note) => note !== "counter").length;
    const empty = [...contents.errors.values()].filter((problem) => problem === EMPTY).length;
    const table = { columns: [...columns], idColumn, idColumns };
    return { ...rows, ...contents, ...table, format, formats, isMixed, notes, damaged, empty, lengths };
  }

  #begin(isWhole: boolean): void {
    const begin = entriesLike(this.#beginning, isWhole, this.#options, this.#column);
    const find: Find = (text) => scanned(visible(text), this.#options).map((found) => ({ id: found.text, found }));
    const sample = this.#firstIds(begin(find), isWhole);
    if (sample.length === 0 && !isWhole) {
      this.#needed *= 4;
      return;
    }
    this.#kinds = kindsOf(sample, this.#params.get("format"));
    const reading = new Reading(this.#kinds, this.#params, this.#options);
    this.#reading = reading;
    this.#entries = begin((text) => (reading.reads(text) ? [{ id: text }] : find(text)));
    this.#add(this.#entries.read(this.#beginning));
    this.#beginning = "";
  }

  #add(entries: Iterable<Entry>): void {
    const { ids, cells, errors, secrets, starts, founds } = this.#rows;
    for (const { id, found, start, cells: own = [], isSecret, problem } of entries) {
      if (problem !== undefined) errors.set(this.count, problem);
      if (isSecret) secrets.add(this.count);
      if (start !== undefined) starts.push(start);
      founds.push(found);
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
      for (const { id, found: known } of found) {
        const candidates = known?.candidates ?? candidatesOf(id, this.#options);
        if (sample.push({ candidates, isFound: known !== undefined }) === SAMPLE) return true;
      }
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
    const warning = found ? found.warning : looksDamaged(ids[n] as string) ? "rounded" : null;
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
