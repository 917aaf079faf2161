// A list as the page keeps it: in columns, which grow while the list is read.

import type { Part } from "./messages.ts";

/** All rows of a list so far. What each member is: see `Part`. */
export interface List extends Omit<Part, "timestamps" | "fields" | "errors"> {
  timestamps: number[];
  fields: Record<string, unknown[]>;
  errors: Map<number, string>;
}

/** A list as the page shows it. */
export interface Shown {
  /** The text or the file that it is read from, and the parameters of the format. */
  source: string | File;
  params: string;
  /** Undefined until its first part has been read. */
  list: List | undefined;
  /** How often its IDs were made over time. */
  times: Histogram | undefined;
  /** Why it could not be read. */
  error: string | undefined;
  /** The share of the source that has been read, 0 to 1. */
  progress: number;
  /** Reads the list; undefined when it does not. */
  worker: Worker | undefined;
  /** The position of the column by which the rows are sorted. */
  order: { column: number | undefined; descending: boolean };
  /** The rows in their order; undefined if it is that of the input. */
  rows: Uint32Array | undefined;
  /** How far the table is scrolled, in px, and its first row that is drawn. */
  scrolled: number;
  first: number;
}

/** Returns a list of these rows. */
export function listOf(part: Part): List {
  const { timestamps: _, ...columns } = part;
  const rows = { ids: [], timestamps: [], fields: {}, cells: part.cells.map(() => []), errors: new Map() };
  const list = { ...columns, ...rows, damaged: 0 };
  append(list, part);
  return list;
}

/** Adds rows to a list. */
export function append(list: List, part: Part): void {
  const start = list.ids.length;
  const count = part.ids.length;
  const { lengths } = list;
  list.damaged += part.damaged;
  // A call with thousands of arguments could exceed the stack.
  for (let n = 0; n < count; n++) list.ids.push(part.ids[n] as string);
  for (let n = 0; n < count; n++) list.timestamps.push(part.timestamps[n] as number);
  for (const [name, values] of Object.entries(part.fields)) {
    const all = (list.fields[name] ??= []);
    while (all.length < start) all.push(undefined);
    for (let n = 0; n < count; n++) all.push(values[n]);
    lengths.fields[name] = Math.max(lengths.fields[name] ?? 0, part.lengths.fields[name] ?? 0);
  }
  lengths.ids = Math.max(lengths.ids, part.lengths.ids);
  lengths.cells = lengths.cells.map((length, at) => Math.max(length, part.lengths.cells[at] ?? 0));
  for (const [at, cells] of part.cells.entries()) for (const cell of cells) list.cells[at]?.push(cell);
  for (const [at, error] of part.errors) list.errors.set(start + at, error);
}

/** How often IDs were made in equal spans of time. */
export interface Histogram {
  /** The first and the last time, in Unix ms. */
  first: number;
  last: number;
  counts: number[];
}

/** Counts times in spans; undefined if there is no time. Times that are NaN are left out. */
export function histogramOf(times: readonly number[], spans: number): Histogram | undefined {
  let [first, last] = [Infinity, -Infinity];
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  if (first > last) return undefined;
  const counts = new Array<number>(spans).fill(0);
  const perMs = spans / Math.max(1, last - first);
  for (const time of times) {
    if (Number.isNaN(time)) continue;
    const span = Math.min(spans - 1, Math.floor(perMs * (time - first)));
    counts[span] = (counts[span] ?? 0) + 1;
  }
  return { first, last, counts };
}
