// The parts of a list's text that are read as IDs.

import type { Found } from "flakekit/inspect";

/** The text that is read as an ID, and the row of the table that contains it. */
export interface Entry {
  id: string;
  /** The finding of the reader; undefined if the format of the list reads the text. */
  found?: Found | undefined;
  cells?: string[];
  /** The reason why the entry contains no ID. */
  problem?: string;
  /** The position of the ID in the visible text, if it stands among other words. */
  start?: number;
  /** The line of the text, from 1 on; in JSON, the number of the object. */
  line?: number;
}

/** Finds the IDs of a line or a cell. */
export type Find = (text: string) => Pick<Entry, "id" | "found">[];

export interface Entries {
  /** The names of the columns, if the text is a table. JSON may add names while it is read. */
  readonly columns?: readonly string[];
  /** The position of the column whose IDs are read, and the positions of all columns with IDs. */
  readonly idColumn?: number;
  readonly idColumns?: readonly number[];
  /** What entries are, if they are no lines: `object`. */
  readonly unit?: string;
  /** The entries that end in the next piece of the text. */
  read: (text: string) => Iterable<Entry>;
  /** The last entry, if nothing follows it. */
  end: () => Iterable<Entry>;
}

/** Begins to read a text. */
export type Begin = (find: Find) => Entries;

/** The problem of a cell without a value. Such cells are counted, and are no errors. */
export const EMPTY = "This cell is empty.";

const NO_ID = "This is no ID that the page knows.";

/** The longest word that can be an ID. Longer words are not shown as a whole. */
const LONGEST = 2000;

/** An entry for a text without an ID. */
export const withoutId = (text: string): Entry => ({ id: text.slice(0, LONGEST), problem: NO_ID });
