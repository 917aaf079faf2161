import type { Encoding, ImportedEncodingName } from "./generated/names.js";

/** A `Temporal.Instant` or a `Temporal.ZonedDateTime`, as they are read. No library of TypeScript is needed for this type. */
export interface TemporalTime {
  readonly epochNanoseconds: bigint;
}

/** The members of a `Temporal.Instant` that need no library of TypeScript. */
export interface InstantMembers extends TemporalTime {
  readonly epochMilliseconds: number;
  toString(): string;
  toJSON(): string;
}

/** `Temporal.Instant` where TypeScript's libraries have it; otherwise {@link InstantMembers}. */
export type TemporalInstant = typeof globalThis extends { Temporal: { Instant: { prototype: infer Known } } }
  ? Known
  : InstantMembers;

/**
 * A point in time: a `Date`, a `Temporal.Instant`, a `Temporal.ZonedDateTime`, a text, or Unix ms. A text is a date alone, which means its midnight in UTC, or of the form of
 * RFC 3339, with any count of digits below the second: `2024-01-01T12:00:00.123456Z`. Seconds can be left out. The
 * name of a time zone may follow the offset, as in the text of a `Temporal.ZonedDateTime`; it is not compared with the offset. A time of
 * day needs `Z` or an offset: `+01:00`, `+0100` or `+01`. A leap second and `24:00` are refused. In epochs, ranges, `firstAt` and `now`,
 * numbers from 10^8 to 10^11 are refused, because such numbers are likely to be seconds. Give such ms, of 1970 to 1973,
 * as a `Date` or a text.
 */
export type Instant = Date | TemporalTime | string | number | bigint;

/**
 * An encoding that is imported, because few programs need it: `bwmarrin32`, `bwmarrin58` and `bwmarrin64` are encodings
 * of the Go package [snowflake](https://github.com/bwmarrin/snowflake) by bwmarrin. Give it as it is: `toText(id, { as:
 * bwmarrin58 })`. The package's `Base2` is the encoding `base2`, and its `Base36` is `base36`.
 */
export interface ImportedEncoding<Name extends ImportedEncodingName = ImportedEncodingName> {
  readonly name: Name;
}

/** How to write or read an ID as text. */
export interface TextOptions {
  /** The encoding: a name, or an imported encoding. Default: the format's own. */
  as?: Encoding | ImportedEncoding | undefined;
  /**
   * Whether the text has leading zeros, so that it is as long as the text of the format's largest ID. Padded texts sort
   * by their bytes in the order of their IDs, except texts of `rotatedBase64`, `base64url` and bwmarrin's encodings,
   * whose digits are in another order. Default: `false`.
   */
  padded?: boolean | undefined;
  /**
   * uid60's form without leading zero digits, as in its published example. At least two digits remain. Encodings other
   * than `rotatedBase64` have no short form, and `padded` excludes `short`. Default: `false`.
   */
  short?: boolean | undefined;
}
