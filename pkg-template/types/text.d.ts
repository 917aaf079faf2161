/**
 * A point in time: a `Date`, an ISO 8601 text, or Unix ms. A text with a time of day needs `Z` or an offset, as in
 * `2024-01-01T12:00:00Z`; a date alone means its midnight in UTC.
 */
export type Instant = Date | string | number;

/**
 * An encoding of IDs as text.
 *
 * - `decimal`: digits `0-9`
 * - `hex`: digits `0-9a-f`
 * - `base36`: digits `0-9a-z`; upper case is read too
 * - `base62`: digits `0-9A-Za-z`
 * - `rotatedBase64`: the 10 characters of uid60; for 60-bit formats only
 * - `sno`: 16 characters `2-9a-x`; for 80-bit formats only
 * - `snoUuid`: those 16 characters as the 16 bytes of a UUID; hex digits of either case are read
 */
export type Encoding = "decimal" | "hex" | "base36" | "base62" | "rotatedBase64" | "sno" | "snoUuid";

/** How to write or read an ID as text. */
export interface TextOptions {
  /** The encoding. Default: the format's own. */
  as?: Encoding | undefined;
  /**
   * Whether the text has leading zeros, so that it is as long as the text of the format's largest ID. Padded texts sort
   * in the order of their IDs. Default: `false`.
   */
  padded?: boolean | undefined;
}
