/**
 * Finds the kinds that an ID of unknown origin could be of, and the IDs in a text.
 *
 * ```js
 * import { inspect, scan } from "flakekit/inspect";
 *
 * inspect("1541815603606036480")[0].format; // → "twitter"
 *
 * const [found] = scan("see https://discord.com/channels/81384788765712384/381887113391505410");
 * found.text; // → "81384788765712384"
 * found.candidates[0].date.toISOString(); // → "2015-08-13T13:54:05.698Z"
 * ```
 *
 * @packageDocumentation
 */

import type { AnyFormat, FieldKind, Instant, PrefixedFormat } from "./index.js";

/** A kind of IDs that an ID could be of. In JSON, `value` is written as decimal text. */
export interface Candidate {
  /**
   * The name of the kind: the name of a format, or another name, such as `uuid v7`, `ulid` or `tiktok`. `own` is a
   * snowflake whose epoch only its maker knows. It has no date, and its fields are `msSinceEpoch` (or
   * `secondsSinceEpoch`), `machine` and `sequence`. It is listed only where it is 30 times as likely as each other kind.
   */
  format: string;
  /**
   * - `plausible`: IDs of this kind were made at the ID's time
   * - `unknown`: the ID holds no time, or its time depends on an epoch that was not given
   * - `unlikely`: the ID's time is before IDs of this kind existed, more than a minute in the future, or in the first
   *   tick, where the time of any small number is
   */
  fit: "plausible" | "unknown" | "unlikely";
  /**
   * The probability that an ID of this kind was meant: 0 to 1. The scores of all candidates add up to at most 1. The
   * rest to 1 is the probability that the ID is of none of these kinds: a counter, a word, a random text, an ID of
   * another kind, or an ID of a service with an epoch of its own. Scores are estimates from what is known of each kind.
   */
  score: number;
  /**
   * The reasons for the score, in words: when the ID was made, and which of its numbers are usual or unusual in IDs of
   * this kind. If a candidate is more than half as likely as the first candidate, it has a reason such as `discord is
   * also likely`, which names the first candidate. The reason of the first candidate names the second candidate.
   */
  reasons: string[];
  /** The ID as an integer, for formats of up to 64 bits. */
  value: bigint | null;
  /** The time of the ID in Unix ms; `null` if the ID holds no time, if the epoch is unknown, or if no UUID was made then. */
  timestamp: number | null;
  /** The time of the ID as a `Date`. */
  date: Date | null;
  /**
   * The fields besides the time. Bytes are written in hex. The object is empty if the digits that hold the fields are
   * lost.
   */
  fields: Record<string, number | string>;
}

/** An ID in a text. */
export interface Found {
  /** The ID as it is written, without the text around it. */
  text: string;
  /** The position of the ID's first UTF-16 unit in the text, from 0 on. */
  start: number;
  /** The position after the ID's last UTF-16 unit. */
  end: number;
  /**
   * A warning that the ID lost digits or holds no time, or `null`:
   *
   * - `rounded`: a spreadsheet or JSON.parse has rounded the last digits. The ID has 17 digits or more, and all digits
   *   after the 15th are 0, or the ID is the text of a double; and that the ID was rounded is likelier than that it
   *   looks rounded by chance.
   * - `exponent`: the ID is written with an exponent, as in `1.54182E+18`, so its last digits are missing
   * - `counter`: the ID is a counter from before IDs of its kind held times, as the numbers of tweets were until
   *   2010-11-04
   *
   * `lost` of `flakekit` returns all IDs of a format that a text with the warning `rounded` or `exponent` can have been:
   * `lost(formatNamed("twitter"), found.text)`.
   */
  warning: "rounded" | "exponent" | "counter" | null;
  /**
   * The candidates, as {@link inspect} lists them. The scores also depend on the text around the ID: the site of a
   * link, the mark of a mention, or another ID that is close. The sum of the scores, and of the probability of an epoch
   * of its own, is at least 0.5, unless `kinds` or `minScore` leaves candidates out. The array is made when it
   * is first read.
   */
  candidates: Candidate[];
}

/** What a column of IDs holds, as {@link inspectAll} judges it. */
export interface Column {
  /** The count of IDs: of the values that are not empty. */
  count: number;
  /**
   * The kinds that the IDs could be of, the likeliest first. A score is the probability that an ID of the column is of the kind, so a
   * column of two kinds has two candidates, each with its share of the IDs. `value`, `timestamp` and `date` are `null` and `fields` is
   * empty, because each ID has its own. `reasons` say when the first ID and the last ID were made.
   */
  candidates: Candidate[];
  /** `rounded` or `exponent` if the column's IDs have lost their last digits; told from 3 IDs on. See {@link Found}. */
  warning: "rounded" | "exponent" | null;
  /** The probability that the IDs have lost their last digits: 0 to 1. */
  warningScore: number;
  /**
   * The positions of the values that are no IDs of the first candidate's kind, from 0 on. The list is empty if its score is below 0.5, and
   * if the IDs of two kinds are mixed.
   */
  misfits: number[];
}

/** Options of {@link inspect} and {@link scan}. */
export interface InspectOptions {
  /** The time with which the time of an ID is compared. Default: now. */
  now?: Instant | undefined;
  /** The epoch of the formats without an epoch of their own, Snowflake-SI and Nanoflake: a whole number of ms. */
  epoch?: Instant | undefined;
  /**
   * Custom formats to try too, up to 4096, of any copy of this version of the package. Custom formats count as more
   * likely than built-in formats, because you have IDs of them. Formats with a prefix ({@link PrefixedFormat}) read
   * texts such as `order_0bz0ak19otlvk`, whose kind is certain. If the format with a prefix is not given, the prefix is
   * no part of the found ID.
   */
  formats?: Iterable<AnyFormat | PrefixedFormat> | undefined;
  /**
   * The names ({@link Candidate.format}) of the kinds to list, such as `["twitter", "uuid v7"]`; up to 4096. The option
   * changes neither scores nor the IDs that {@link scan} finds. It saves time: most of the time of a call goes into the
   * objects of candidates. Default: all kinds.
   */
  kinds?: Iterable<string> | undefined;
  /** The smallest score of candidates to list: 0 to 1. Default: 0.001, or 0 with `kinds`. */
  minScore?: number | undefined;
}

/** A kind of another family: the fields of its IDs, and how IDs are written. */
export interface ForeignFormat {
  /** The name, as {@link Candidate.format} has it, such as `uuid v7` or `ulid`. */
  name: string;
  /** The width of an ID in bits. */
  bits: number;
  /**
   * The fields from high bits to low bits; the sum of their widths is `bits`. A field that is interrupted by another
   * field is listed in pieces, which have the name of the field.
   */
  fields: ForeignField[];
  /** How IDs are written. */
  text: ForeignText;
}

/** A field of a {@link ForeignFormat}, or a piece of a field. */
export interface ForeignField {
  /** The name. The pieces of a field share it. */
  name: string;
  /** The meaning of the bits. Hashes, and bits that the maker of an ID chooses, count as `random`. */
  kind: FieldKind;
  /** The width in bits. */
  bits: number;
  /** How many bits of the field are below this piece: in its other pieces. */
  shift: number;
  /** The value that the field has in all IDs, such as the version of a UUID; otherwise `null`. */
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
  /** Whether an ID is usually written with the hyphens of a UUID, before the digits 9, 13, 17 and 21. */
  hyphens: boolean;
  /** How many bits of the number are below the ID. These bits are 0. */
  padding: number;
}

/**
 * Lists the kinds of other families whose texts are one number in a base, with their fields.
 *
 * @example
 * ```js
 * import { foreignFormats } from "flakekit/inspect";
 *
 * const ulid = foreignFormats().find(({ name }) => name === "ulid");
 * ulid?.fields.map(({ name, bits }) => `${name} ${bits}`); // → ["timestamp 48", "random 80"]
 * ```
 */
export function foreignFormats(): ForeignFormat[];

/**
 * Lists the kinds that an ID could be of, the likeliest first: the formats of this package, and kinds of many services
 * and libraries. The list is empty if no kind fits. A text that is no ID as a whole, such as a link, is scanned, and
 * the only ID in it is read. Texts of more than 4096 UTF-16 units are not scanned.
 *
 * @param id A text, an integer, or an object with a method `toBigInt`, such as BSON's `Long`
 * @throws FlakeError `INVALID_ID` if `id` is a value of another type, or no safe integer; `INVALID_OPTION`,
 * `INVALID_TIME` or `INVALID_EPOCH` for the options; `CLOCK_INVALID` if `now` is omitted and there is no usable clock
 *
 * @example
 * ```js
 * import { inspect } from "flakekit/inspect";
 *
 * const [best] = inspect("1541815603606036480");
 * best?.format; // → "twitter"
 * best?.date?.toISOString(); // → "2022-06-28T16:07:40.105Z"
 * ```
 */
export function inspect(id: string | bigint | number | { toBigInt(): bigint }, options?: InspectOptions): Candidate[];

/**
 * Judges the IDs of a column together: they are of one kind, and all of them have lost their last digits or none has. Many IDs tell
 * much more than one: those of makers with an epoch of their own share it, and random digits fill their range. Of a long column, 256 IDs
 * are judged, and each other ID is compared with them.
 *
 * @param ids - Texts, bigints, safe integers, or objects with `toBigInt()`; `null`, `undefined` and empty texts are empty cells.
 * @param options - As for {@link inspect}. Texts with a prefix count as IDs of their format.
 * @throws FlakeError `INVALID_ID` if `ids` is no iterable, or one of them is a value of another type or no safe integer; errors of the
 *   options as for {@link inspect}
 *
 * @example
 * ```js
 * import { inspectAll } from "flakekit/inspect";
 *
 * const { candidates, warning } = inspectAll(["1541815603606036500", "1541934469743640600", "1545831557906829300"]);
 * warning; // → "rounded"
 * ```
 */
export function inspectAll(ids: Iterable<unknown>, options?: InspectOptions): Column;

/**
 * Finds the IDs of a text, in order: in links, mentions, SQL, JSON, CSV, logs, code and prose. An ID that occurs
 * several times is listed several times. Words and numbers of no known kind are left out. IDs of less than 10
 * characters are left out too, unless a link or a mark tells their kind.
 *
 * The time is linear in the length. A text of more than 65 536 UTF-16 units is read in pieces that end where lines do.
 *
 * @param text Any string; lone surrogates and control characters count as spaces
 * @throws FlakeError `INVALID_ID` if the text is no string; errors of the options as for {@link inspect}
 *
 * @example
 * ```js
 * import { scan } from "flakekit/inspect";
 *
 * const log = "GET /users/175928847299117063 200 id=01ARZ3NDEKTSV4RRFFQ69G5FAV";
 * scan(log).map(({ start, candidates }) => [start, candidates[0]?.format]); // → [[11, "discord"], [37, "ulid"]]
 * ```
 */
export function scan(text: string, options?: InspectOptions): Found[];
