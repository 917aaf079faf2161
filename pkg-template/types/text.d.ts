import type { Encoding } from "./generated/names.js";

/**
 * A point in time: a `Date`, an ISO 8601 text, or Unix ms. A text with a time of day needs `Z` or an offset, as in
 * `2024-01-01T12:00:00Z`; a date alone means its midnight in UTC.
 */
export type Instant = Date | string | number;

/** How to write or read an ID as text. */
export interface TextOptions {
  /** The encoding. Default: the format's own. */
  as?: Encoding | undefined;
  /**
   * Whether the text has leading zeros, so that it is as long as the text of the format's largest ID. Padded texts sort
   * by their bytes in the order of their IDs, except those of `rotatedBase64`. Default: `false`.
   */
  padded?: boolean | undefined;
  /**
   * uid60's form without leading zero digits, as in its published example. At least two digits remain. Other encodings
   * than `rotatedBase64` have no such form, and `padded` excludes it. Default: `false`.
   */
  short?: boolean | undefined;
}
