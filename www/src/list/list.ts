// A list as the page keeps it: in columns, which grow while the list is read.

import { linkTo } from "../address.ts";
import { isKnown } from "../formats/catalogue.ts";
import { isPublicId } from "../paste/known.ts";
import { PLACES, type Part } from "./messages.ts";
import { OWN } from "./together.ts";

/** All rows of a list so far. `Part` describes the members. */
export interface List extends Omit<Part, "timestamps" | "fields"> {
  timestamps: number[];
  fields: Record<string, unknown[]>;
}

/** Returns a list of these rows. */
export function listOf(part: Part): List {
  const rows = { ids: [], starts: [], timestamps: [], fields: {}, cells: [] };
  const maps = { errors: new Map(), kinds: new Map(), notes: new Map(), secrets: new Set<number>() };
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

/** An array with this value for the rows before its column began, which have no value. */
function filledTo<T>(length: number, values: T[], value: T): T[] {
  while (values.length < length) values.push(value);
  return values;
}

/** The address of the ID of a row. A text that may be a secret, or is no ID, has no address. Alone, an ID of an own epoch looks like another. */
export function linkOf(list: List, row: number): string | undefined {
  const id = list.ids[row] ?? "";
  const format = kindOf(list, row);
  if (list.secrets.has(row) || format === OWN) return undefined;
  const isRead = isKnown(format) && !list.errors.has(row);
  return isRead || isPublicId(id) ? linkTo("read", { id, format }) : undefined;
}

/** The kind of a row. */
export const kindOf = ({ kinds, format }: List, row: number): string => kinds.get(row) ?? format;
