// What the commands read: an ID, or why there is none.

import type { Row } from "../../tables/index.js";

/**
 * An ID, or the problem of a line, a row or a value without an ID; and its place, for messages. JSON's numbers are
 * bigints. An entry with neither an ID nor a problem is a heading, a row that is only printed, or an empty cell.
 */
export interface Entry {
  readonly where: string;
  /** The number of the entry's line, from 1 on, if the entry is from standard input. */
  readonly line?: number;
  /** The way to the value in JSON, such as `messages.3.id`, if one value has several IDs. `--field` takes it. */
  readonly path?: string | undefined;
  readonly id?: string | bigint;
  readonly problem?: string;
  /** Whether there is no value where the ID should be, such as NULL. */
  readonly isEmpty?: boolean;
  /** The argument, if the ID is one: perhaps the user means a file of that name. */
  readonly argument?: string;
  /** The entry's row, if it is from a table, and whether that row is the heading. */
  readonly row?: Row;
  readonly isHeading?: boolean;
  /** The source of the entry's object in JSON, if rows are kept. */
  readonly object?: string | undefined;
  /** The quote in another cell of the row that has no end, if there is one. */
  readonly openQuote?: Row["openQuote"];
}

/** Says whether a text can be read as an ID, and whether its time is a likely one. */
export type LikenessOf = (text: string) => Likeness;
export type Likeness = "no ID" | "unlikely" | "likely";

/**
 * The length, in characters, at which lines and cells are cut. No ID is longer, so a line or a cell that was cut is
 * still no ID.
 */
export const MAX_ID_LENGTH = 4096;
