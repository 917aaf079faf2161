// A list as the view "Read" shows it.

import type { Facts } from "./facts.ts";
import type { Histogram } from "./histogram.ts";
import type { List } from "./list.ts";

/** Which rows are shown. */
export interface Filter {
  /**
   * The first and the last span of the time line that is shown; undefined for all rows, also for rows without a time.
   */
  spans: readonly [number, number] | undefined;
  /** Whether only IDs that occur more than once are shown. */
  onlyRepeated: boolean;
}

export const NO_FILTER: Filter = { spans: undefined, onlyRepeated: false };

/** A list as the page shows it. */
export interface Shown {
  /**
   * The text or the file from which the list is read, the parameters of the format, and the column with the IDs, if one
   * was chosen.
   */
  source: string | File;
  params: string;
  column: number | undefined;
  /** The list; undefined until its first part has been read. */
  list: List | undefined;
  /** Whether lines of the file were read as windows-1252. */
  isRecoded: boolean;
  /** How often the list's IDs were made over time. */
  times: Histogram | undefined;
  /** The facts about the list; undefined until they are known. */
  facts: Facts | undefined;
  /** The reason why the list could not be read. */
  error: string | undefined;
  /** The share of the source that has been read, 0 to 1. */
  progress: number;
  /** The worker that reads the list; undefined if no worker reads it. */
  worker: Worker | undefined;
  /** The position of the column by which the rows are sorted. */
  order: { column: number | undefined; descending: boolean };
  /** All rows in their order; undefined if they have the order of the input. */
  sorted: Uint32Array | undefined;
  /** Which rows are shown. */
  filter: Filter;
  /** The rows that are shown, in their order; undefined if they are all rows in the order of the input. */
  rows: Uint32Array | undefined;
  /** How far the table is scrolled, in px, and its first row that is drawn. */
  scrolled: number;
  first: number;
}

declare module "../state.ts" {
  interface State {
    /** The list of the view "Read". */
    list?: Shown | undefined;
  }
}
