// What the commands read: an ID, or why there is none.

import type { Row } from "../../tables/index.js";

/**
 * An ID, or the problem of a line, a row or a value that has none; and its place, for messages. JSON's numbers are bigints. A row
 * without both, such as a heading, is there to be printed.
 */
export interface Entry {
  readonly where: string;
  /** The number of its line, from 1 on, if it is from standard input. */
  readonly line?: number;
  readonly id?: string | bigint;
  readonly problem?: string;
  /** The argument that the ID is: perhaps the user means a file of that name. */
  readonly argument?: string;
  /** The row of the table that it is from, and whether that is the heading. */
  readonly row?: Row;
  readonly isHeading?: boolean;
  /** The quote in another cell of the row that has no end, if there is one. */
  readonly openQuote?: Row["openQuote"];
}

/** Says whether a text can be read as an ID, and whether its time is a likely one. */
export type LikenessOf = (text: string) => Likeness;
export type Likeness = "no ID" | "unlikely" | "likely";

/** In characters. No ID is longer, so a line or a cell that was cut is still no ID. */
export const MAX_ID_LENGTH = 4096;
