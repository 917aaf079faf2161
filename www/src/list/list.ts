// A list as the page keeps it: in columns, which grow while the list is read.

import { linkTo } from "../address.ts";
import { isKnown } from "../formats/catalogue.ts";
import { isSecret } from "../paste/tokens.ts";

/** The kind of IDs whose maker has an epoch of its own. */
export const OWN = "own";

/** The values of a field. Values that `inspect` gives may be texts. */
export type FieldValues = unknown[] | Float64Array | Uint32Array;

/** The note of the reader on an ID: see `Found.warning`. */
export type Note = "counter" | "exponent" | "rounded";

/** What the IDs of a list have lost with their last digits. */
export interface Loss {
  /** The fields that are lost. */
  fields: readonly string[];
  /** How far the times can be off, in ms; undefined if the IDs have no times. */
  ms: number | undefined;
}

/** How many places of damaged IDs are named. */
export const PLACES = 3;

/** Some rows of a list in columns. */
export interface Part {
  /** The kind of the IDs, or of most of them; "" if no kind is known. */
  format: string;
  /** The names of the possible kinds, most likely first. */
  formats: string[];
  /** Whether the IDs are of several kinds. */
  isMixed: boolean;
  /** The names of the input's own columns; empty if it is not a table. */
  columns: readonly string[];
  /** The position of the column whose IDs are read, and the positions of all columns with IDs. */
  idColumn: number;
  idColumns: readonly number[];
  ids: string[];
  /** The positions of the IDs in the visible text; empty if each has a line or a row of its own. */
  starts: number[];
  /** The times of the IDs in Unix ms; NaN for an ID without a time. */
  timestamps: Float64Array;
  /**
   * The fields of the IDs besides the time, by name. For an ID without the field, the value is `undefined` or missing.
   */
  fields: Record<string, FieldValues>;
  /** The lines of the text in which the IDs are, from 1 on; in JSON, the numbers of the objects. */
  lines: (number | undefined)[];
  /** What has these numbers: `line`, `object`. */
  unit: string;
  /** The cells of the input's own columns. */
  cells: string[][];
  /** Why texts could not be read, by their positions in the part. */
  errors: Map<number, string>;
  /** How many of these texts are cells without a value. */
  empty: number;
  /** The kinds of the IDs that are of another kind than `format`. */
  kinds: Map<number, string>;
  notes: Map<number, Note>;
  /**
   * How many IDs have lost their last digits, as in spreadsheets, which round long numbers, or look rounded by chance.
   */
  damaged: number;
  /** Where the first of them are, such as `line 2`; empty if a line has many IDs. */
  places: string[];
  /** What the IDs have lost, if together they are those of which all have lost their last digits. */
  loss: Loss | undefined;
  /** The lengths of the longest texts. */
  lengths: { ids: number; fields: Record<string, number>; cells: number[] };
}

/** All rows of a list so far. `Part` describes the members. */
export interface List extends Omit<Part, "timestamps" | "fields"> {
  timestamps: number[];
  fields: Record<string, unknown[]>;
}

/** Returns a list of these rows. */
export function listOf(part: Part): List {
  const rows = { ids: [], starts: [], lines: [], timestamps: [], fields: {}, cells: [] };
  const maps = { errors: new Map(), kinds: new Map(), notes: new Map() };
  const list = { ...part, ...rows, ...maps, places: [], damaged: 0, empty: 0 };
  append(list, part);
  return list;
}

/** Adds rows to a list. */
export function append(list: List, part: Part): void {
  const start = list.ids.length;
  const { lengths } = list;
  list.damaged += part.damaged;
  list.places.push(...part.places.slice(0, PLACES - list.places.length));
  list.empty += part.empty;
  list.columns = part.columns;
  addAll(list.ids, part.ids);
  addAll(list.starts, part.starts);
  addAll(list.lines, part.lines);
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
  for (const name of ["errors", "kinds", "notes"] as const) {
    const all: Map<number, string> = list[name];
    for (const [at, value] of part[name]) all.set(start + at, value);
  }
}

/** Adds values to an array. A call with thousands of arguments could exceed the stack. */
function addAll<T>(all: T[], values: Iterable<T>): void {
  for (const value of values) all.push(value);
}

/** An array with this value for the rows before its column began, which have no value. */
function filledTo<T>(length: number, values: T[], value: T): T[] {
  while (values.length < length) values.push(value);
  return values;
}

/**
 * The address of the ID of a row. Of the IDs without a time, only those of known formats and UUIDs have one: others may be tokens. Alone, an ID of an
 * own epoch looks like another.
 */
export function linkOf(list: List, row: number): string | undefined {
  const { ids, timestamps, errors, columns, cells, idColumn } = list;
  const id = ids[row] ?? "";
  const format = kindOf(list, row);
  const isPublic = isKnown(format) || !Number.isNaN(timestamps[row]) || format.startsWith("uuid");
  const named = `${columns[idColumn] ?? ""}: ${cells[idColumn]?.[row] ?? id}`;
  if (!isPublic || errors.has(row) || format === OWN || isSecret(named)) return undefined;
  return linkTo("read", { id, format });
}

/** The kind of a row. */
export const kindOf = ({ kinds, format }: List, row: number): string => kinds.get(row) ?? format;
