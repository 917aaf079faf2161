/**
 * Which format an ID of unknown origin could be of.
 *
 * ```js
 * import { inspect } from "flakekit/inspect";
 *
 * inspect("1541815603606036480")[0].format; // → "twitter"
 * ```
 *
 * @packageDocumentation
 */

import type { AnyFormat, FieldKind, Instant } from "./index.js";

/** A format that could have made an ID. In JSON, `value` is written as decimal text. */
export interface Candidate {
  /** The format's name, such as `twitter`, `uuid v7` or `ulid`. */
  format: string;
  /**
   * - `plausible`: the ID's time is one at which such IDs were made
   * - `unknown`: the time depends on an epoch that was not given
   * - `unlikely`: the ID's time is before such IDs existed, more than a minute in the future, or the very first tick, which any small
   *   number has
   */
  fit: "plausible" | "unknown" | "unlikely";
  /**
   * How likely it is that this format has made the ID, if one of the candidates has: 0 to 1. The scores of all
   * candidates have the sum 1. It is an estimate from what is known of each service.
   */
  score: number;
  /**
   * What the score depends on, in words: when the ID was made, and which of its numbers are usual or unusual in such
   * IDs. A candidate that is more than half as likely as the first one has a reason such as `discord is also likely`,
   * which names the first one. The reason of the first one names the second.
   */
  reasons: string[];
  /** The ID as an integer, for formats of up to 64 bits. */
  value: bigint | null;
  /** The time of the ID in Unix ms; `null` if the epoch is unknown. */
  timestamp: number | null;
  /** The same instant as a `Date`. */
  date: Date | null;
  /** The other fields. Bytes are written in hex. */
  fields: Record<string, number | string>;
}

/** Options of {@link inspect}. */
export interface InspectOptions {
  /** The time with which the time of an ID is compared. Default: now. */
  now?: Instant | undefined;
  /** The epoch of the formats that have none of their own, Snowflake-SI and Nanoflake: a whole number of ms. */
  epoch?: Instant | undefined;
  /**
   * Custom formats to try too, up to 4096, of any copy of this version of the package. They count as more likely than
   * others, because you have such IDs.
   */
  formats?: Iterable<AnyFormat> | undefined;
}

/** A format of another family: how its IDs are cut and written. */
export interface ForeignFormat {
  /** The name, as {@link Candidate.format} has it, such as `uuid v7` or `ulid`. */
  name: string;
  /** The width of an ID in bits. */
  bits: number;
  /**
   * The fields from high bits to low bits; the sum of their widths is `bits`. A field that others interrupt is listed in
   * pieces, which have its name.
   */
  fields: ForeignField[];
  /** How IDs are written. */
  text: ForeignText;
}

/** A field of a {@link ForeignFormat}, or a piece of one. */
export interface ForeignField {
  /** The name. The pieces of a field share it. */
  name: string;
  /** What the bits mean. Hashes and what the maker of an ID chooses count as `random`. */
  kind: FieldKind;
  /** The width in bits. */
  bits: number;
  /** How many bits of the field are below this piece: in its other pieces. */
  shift: number;
  /** The value that it has in all IDs, such as the version of a UUID; else `null`. */
  value: number | null;
}

/** How the IDs of a {@link ForeignFormat} are written: as a number in a base. */
export interface ForeignText {
  /** The digits in the order of their values, in the usual case. */
  digits: string;
  /** The count of digits of a text. */
  length: number;
  /** Whether letters of the other case are read too. */
  anyCase: boolean;
  /** Whether it is usually written with the hyphens of a UUID, before the digits 9, 13, 17 and 21. */
  hyphens: boolean;
  /** How many bits of the number are below the ID. They are 0. */
  padding: number;
}

/**
 * Lists the formats of other families: those that {@link inspect} reads, and the versions of UUIDs that hold no time. No ID
 * of the latter is a candidate.
 *
 * ```js
 * import { foreignFormats } from "flakekit/inspect";
 *
 * const ulid = foreignFormats().find(({ name }) => name === "ulid");
 * ulid.fields.map(({ name, bits }) => `${name} ${bits}`); // → ["timestamp 48", "random 80"]
 * ```
 */
export function foreignFormats(): ForeignFormat[];

/**
 * Lists the formats that could have made an ID, the likeliest first: the formats of this package, UUID versions 1, 6
 * and 7, ULID, KSUID, xid, and MongoDB's ObjectId. The list is empty if no format fits.
 *
 * @param id A text, an integer, or an object with a method `toBigInt`, such as BSON's `Long`
 * @throws FlakeError `INVALID_ID` if the ID is none of these, or no safe integer; `INVALID_OPTION`,
 * `INVALID_TIME` or `INVALID_EPOCH` for the options; `CLOCK_INVALID` if `now` is omitted and there is no usable clock
 */
export function inspect(id: string | bigint | number | { toBigInt(): bigint }, options?: InspectOptions): Candidate[];
