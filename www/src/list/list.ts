// A list as the page keeps it: in columns, which grow while the list is read.

import { linkTo } from "../address.ts";
import { isKnown } from "../formats/catalogue.ts";
import { isPublicId } from "../paste/known.ts";
import type { Facts } from "./facts.ts";
import type { Filter } from "./filter.ts";
import type { Part } from "./messages.ts";

/** All rows of a list so far. What each member is: see `Part`. */
export interface List extends Omit<Part, "timestamps" | "fields"> {
  timestamps: number[];
  fields: Record<string, unknown[]>;
}

/** A list as the page shows it. */
export interface Shown {
  /** The text or the file that it is read from, the parameters of the format, and the column with the IDs, if one was chosen. */
  source: string | File;
  params: string;
  column: number | undefined;
  /** Undefined until its first part has been read. */
  list: List | undefined;
  /** How often its IDs were made over time. */
  times: Histogram | undefined;
  /** What the list shows; undefined until it is known. */
  facts: Facts | undefined;
  /** Why it could not be read. */
  error: string | undefined;
  /** The share of the source that has been read, 0 to 1. */
  progress: number;
  /** Reads the list; undefined when it does not. */
  worker: Worker | undefined;
  /** The position of the column by which the rows are sorted. */
  order: { column: number | undefined; descending: boolean };
  /** All rows in their order; undefined if it is that of the input. */
  sorted: Uint32Array | undefined;
  /** Which rows are shown. */
  filter: Filter;
  /** The rows that are shown, in their order; undefined if they are all rows in the order of the input. */
  rows: Uint32Array | undefined;
  /** How far the table is scrolled, in px, and its first row that is drawn. */
  scrolled: number;
  first: number;
}

/** Returns a list of these rows. */
export function listOf(part: Part): List {
  const rows = { ids: [], starts: [], timestamps: [], fields: {}, cells: [] };
  const maps = { errors: new Map(), kinds: new Map(), notes: new Map(), secrets: new Set<number>() };
  const list = { ...part, ...rows, ...maps, damaged: 0 };
  append(list, part);
  return list;
}

/** Adds rows to a list. */
export function append(list: List, part: Part): void {
  const start = list.ids.length;
  const { lengths } = list;
  list.damaged += part.damaged;
  list.columns = part.columns;
  addAll(list.ids, part.ids);
  addAll(list.starts, part.starts);
  addAll(list.timestamps, part.timestamps);
  for (const [name, values] of Object.entries(part.fields)) {
    addAll(filledTo(start, (list.fields[name] ??= []), undefined), values);
    lengths.fields[name] = Math.max(lengths.fields[name] ?? 0, part.lengths.fields[name] ?? 0);
  }
  for (const [at, cells] of part.cells.entries()) {
    addAll(filledTo(start, (list.cells[at] ??= []), ""), cells);
    lengths.cells[at] = Math.max(lengths.cells[at] ?? 0, part.lengths.cells[at] ?? 0);
  }
  lengths.ids = Math.max(lengths.ids, part.lengths.ids);
  for (const at of part.secrets) list.secrets.add(start + at);
  for (const name of ["errors", "kinds", "notes"] as const) {
    const all: Map<number, string> = list[name];
    for (const [at, value] of part[name]) all.set(start + at, value);
  }
}

/** Adds values to an array. A call with thousands of arguments could exceed the stack. */
function addAll<T>(all: T[], values: Iterable<T>): void {
  for (const value of values) all.push(value);
}

/** An array with this value for the rows that have none: those before its column began. */
function filledTo<T>(length: number, values: T[], value: T): T[] {
  while (values.length < length) values.push(value);
  return values;
}

/** The address of the ID of a row. There is none of what may be a secret, or is no ID. */
export function linkOf(list: List, row: number): string | undefined {
  const id = list.ids[row] ?? "";
  const format = kindOf(list, row);
  if (list.secrets.has(row)) return undefined;
  const isRead = isKnown(format) && !list.errors.has(row);
  return isRead || isPublicId(id) ? linkTo("read", { id, format }) : undefined;
}

/** The kind of a row. */
export const kindOf = ({ kinds, format }: List, row: number): string => kinds.get(row) ?? format;

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
  const histogram = { first, last, counts: new Array<number>(spans).fill(0) };
  const { counts } = histogram;
  const spanOf = spansOf(histogram);
  for (const time of times) {
    const span = spanOf(time);
    if (!Number.isNaN(span)) counts[span] = (counts[span] ?? 0) + 1;
  }
  return histogram;
}

/** Returns the position of the span of a time; NaN for no time. */
export function spansOf({ first, last, counts: { length } }: Histogram): (time: number) => number {
  const perMs = length / Math.max(1, last - first);
  return (time) => Math.min(length - 1, Math.floor(perMs * (time - first)));
}

/** The time at which a span begins. */
export const startOf = ({ first, last, counts: { length } }: Histogram, span: number): number =>
  first + (span * (last - first)) / length;
