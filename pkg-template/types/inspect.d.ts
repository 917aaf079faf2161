import type { FormatDescription } from "./description.js";
import type { Instant } from "./text.js";

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
   * Custom formats to try too, up to 4096. They count as more likely than others, because you have such IDs. A format
   * of another copy of the package is read by its description, which must be the one of a built-in format or one that
   * `defineFormat` accepts.
   */
  formats?: Iterable<FormatDescription> | undefined;
}

/**
 * Lists the formats that could have made an ID, the likeliest first: the formats of this package, UUID versions 1, 6
 * and 7, ULID, KSUID, xid, and MongoDB's ObjectId. The list is empty if no format fits.
 *
 * @param id A text, an integer, or an object with a method `toBigInt`, such as BSON's `Long`
 * @throws FlakeError `INVALID_ID` if the ID is none of these, or no safe integer; `INVALID_OPTION`,
 * `INVALID_TIME` or `INVALID_EPOCH` for the options; `CLOCK_INVALID` if `now` is omitted and there is no usable clock
 */
export function inspect(id: string | bigint | number | { toBigInt(): bigint }, options?: InspectOptions): Candidate[];
