import type { AnyFormat, AnyFormatWithEpoch, AnyGenerator } from "./any-format.js";
import type { Columns, FormatBase, FormatWithoutEpoch, IdColumn, IdForm, ReadableFormat } from "./format.js";
import type { BatchOptionsOf, IdArray, IdGenerator, Metadata, Snapshot } from "./generator.js";
import type { uid60 } from "./generated/formats.js";
import type { PrefixableFormat, PrefixedFormat } from "./prefixed.js";
import type { SnoFormat, SnoGenerator, SnoSnapshot } from "./sno.js";
import type { SnowflakeSI, SnowflakeSIWidths, SnowflakeSIWithoutEpoch } from "./snowflake-si.js";
import type { Instant, TemporalInstant, TextOptions } from "./text.js";

/** A format whose IDs can be made: a format with an epoch. */
export interface MakingFormat {
  /** Unix ms of tick 0. */
  readonly epoch: number;
  /** For the compiler only, never set: the options and the generator of the format. */
  readonly "~making"?: {
    readonly arguments: readonly unknown[];
    readonly generator: unknown;
    readonly snapshot: unknown;
  };
}

/** The arguments of `generator` after a format. */
export type GeneratorArgumentsOf<F extends MakingFormat> = NonNullable<F["~making"]>["arguments"];

/** The generator of a format. */
export type GeneratorOf<F extends MakingFormat> = NonNullable<F["~making"]>["generator"];

/**
 * Makes a generator. Generators of one process that could make the same ID (same layout, epoch and node fields, overlapping
 * `sequenceRange`) share one counter, so making one generator for each ID is safe. A generator with a `clock` of its own
 * shares nothing. For sno, the ranges of one partition must be identical or disjoint.
 *
 * @param format - any format that has an epoch, of this copy of the package or of another copy of this version
 * @param options - the node fields and {@link GeneratorOptions}; for sno, {@link SnoGeneratorOptions}. A format with
 * one node field also takes the number of this field as `machineId`
 * @throws FlakeError `INVALID_FIELD` or `INVALID_OPTION`; `EPOCH_REQUIRED` if the format has no epoch; `INVALID_LAYOUT` if it is
 * a {@link ReadOnlyFormat}
 *
 * @example
 * ```js
 * import { discord, generator } from "flakekit";
 *
 * const ids = generator(discord, { workerId: 1, processId: 0 });
 * ids.next(); // a bigint
 * ids.nextText(); // its text
 * ```
 */
export function generator<F extends MakingFormat>(format: F, ...options: GeneratorArgumentsOf<F>): GeneratorOf<F>;

/** What {@link resume} takes for a format: the snapshots of its generators. For sno, see {@link SnoSaved}. */
export type SnapshotOf<F extends MakingFormat> = NonNullable<F["~making"]>["snapshot"];

/** The members of a generator or a lease that functions such as {@link batch} need. */
export interface Makes<Id, Meta extends readonly unknown[]> {
  next(this: void, ...meta: Meta): Id;
}

/**
 * Makes many IDs. If it throws, it has made no ID. It blocks the thread until the clock has passed through enough
 * ticks: a million IDs of Snowflake-SI, which has 256 IDs a ms, take 4 s. See {@link batchAsync}.
 *
 * @param ids - a generator or a lease
 * @param count - 0 to 16 777 216
 * @param meta - the metadata of all IDs, for sno
 * @returns a `Float64Array` of IDs that are numbers, a `BigUint64Array` of bigints, a list of texts
 * @throws FlakeError `INVALID_COUNT`, or an error of `next`; `LEASE_EXPIRED` at once if the window of a lease has no
 * room for all IDs; `INVALID_OPTION` if `ids` makes no IDs
 *
 * @example
 * ```js
 * import { batch, discord, generator } from "flakekit";
 *
 * const ids = generator(discord, { workerId: 1, processId: 0 });
 * batch(ids, 1000).length; // → 1000
 * ```
 */
export function batch<Id extends number | bigint | string, Meta extends Metadata>(
  ids: Makes<Id, Meta>,
  count: number,
  ...meta: Meta
): IdArray<Id>;

/**
 * Makes many IDs, and lets other tasks run while it waits for the clock. It takes turns with calls of `nextAsync`, so
 * IDs of these calls may lie between the IDs of the batch. If the batch is rejected, the IDs made so far are lost, and
 * are not made again. Timers set the pace: where a timer takes longer than a tick (4 ms in browsers, 15 ms on Windows),
 * each turn still makes the IDs of one tick only, unless `onExhausted` is `lead`.
 *
 * @param count - 0 to 16 777 216
 * @returns a promise, which is rejected with the signal's reason, with `INVALID_COUNT` or `INVALID_OPTION`, or with an
 * error of `next`
 *
 * @example
 * ```js
 * import { batchAsync, discord, generator } from "flakekit";
 *
 * const ids = generator(discord, { workerId: 1, processId: 0 });
 * const many = await batchAsync(ids, 10_000, { signal: AbortSignal.timeout(30_000) });
 * many.length; // → 10000
 * ```
 */
export function batchAsync<Id extends number | bigint | string, Meta extends Metadata>(
  ids: Makes<Id, Meta>,
  count: number,
  options?: BatchOptionsOf<Meta>,
): Promise<IdArray<Id>>;

/**
 * Makes many IDs of sno, as {@link batch} does, but returns their bytes: 10 bytes for each ID, one ID after the other.
 *
 * @throws FlakeError the same as {@link batch}; `INVALID_OPTION` for other formats
 *
 * @example
 * ```js
 * import { batchBytes, generator, sno } from "flakekit";
 *
 * batchBytes(generator(sno), 100).length; // → 1000
 * ```
 */
export function batchBytes(
  ids: Makes<string, [meta?: number | bigint]>,
  count: number,
  meta?: number | bigint,
): Uint8Array;

/**
 * Fills an array with IDs that are integers, and returns it. If it throws, the array is unchanged, and no ID was made.
 *
 * @throws FlakeError `INVALID_COUNT` if the type of the array is wrong, or an error of {@link batch}; `INVALID_OPTION`
 * for sno
 *
 * @example
 * ```js
 * import { discord, fill, generator } from "flakekit";
 *
 * const ids = generator(discord, { workerId: 1, processId: 0 });
 * const array = fill(ids, new BigUint64Array(100));
 * discord.isValid(array[99]); // → true
 * ```
 */
export function fill<Id extends number | bigint, Meta extends Metadata, A extends IdArray<Id>>(
  ids: Makes<Id, Meta>,
  array: A,
  ...meta: Meta
): A;

/**
 * The state of a generator, to persist. Call it after the last ID.
 *
 * @throws FlakeError `CLOCK_INVALID` or `CLOCK_OUT_OF_RANGE` if the clock is unusable; `GENERATOR_FREED`;
 * `INVALID_OPTION` for a lease, which needs no snapshot, because its store knows which windows were granted
 *
 * @example
 * ```js
 * import { discord, generator, snapshot } from "flakekit";
 *
 * const ids = generator(discord, { workerId: 1, processId: 0 });
 * ids.next();
 * const saved = JSON.stringify(snapshot(ids)); // for `resume` after a restart
 * ```
 */
export function snapshot(ids: SnoGenerator & { status?: undefined }): SnoSnapshot;
export function snapshot(ids: IdGenerator & { status?: undefined }): Snapshot;
export function snapshot(ids: AnyGenerator & { status?: undefined }): Snapshot | SnoSnapshot;

/**
 * Makes a generator that goes on from a snapshot.
 *
 * @param saved - the snapshot that {@link snapshot} has returned for a generator of this format; for sno also a snapshot of the Go
 * package, or a configuration ({@link SnoSaved})
 * @param options - the options of {@link generator}. The node fields may be omitted, because the snapshot has them
 * @throws FlakeError `INVALID_SNAPSHOT` if the snapshot is damaged, or of another identity; or an error of {@link
 * generator}
 *
 * @example
 * ```js
 * import { discord, generator, resume, snapshot } from "flakekit";
 *
 * const ids = generator(discord, { workerId: 1, processId: 0 });
 * const last = ids.next();
 * const saved = JSON.stringify(snapshot(ids));
 * const resumed = resume(discord, JSON.parse(saved));
 * resumed.next() > last; // → true
 * ```
 */
export function resume<F extends MakingFormat>(
  format: F,
  saved: SnapshotOf<F>,
  options?: Partial<NonNullable<GeneratorArgumentsOf<F>[0]>>,
): GeneratorOf<F>;

/**
 * Makes an ID of sno or of uid60 with a generator that all callers in the process share. The generator of sno has a
 * partition of its own.
 *
 * @param meta - sno's metadata, 0 to 255. Default: 0
 * @throws FlakeError `INVALID_OPTION` for formats other than sno and uid60, which need {@link generator}; or an error
 * of the `next` of a generator
 *
 * @example
 * ```js
 * import { next, sno, uid60 } from "flakekit";
 *
 * sno.isValid(next(sno)); // → true
 * uid60.isValid(next(uid60)); // → true
 * ```
 */
export function next(format: SnoFormat, meta?: number | bigint): string;
export function next(format: typeof uid60): bigint;

/** Options of {@link withOptions}. */
export interface FormatOptions {
  /** The instant of tick 0, a whole number of ms that is not in the future. Default: that of the format, if it has one. */
  epoch?: Instant | undefined;
  /** The name of the new format. Default: that of the format. */
  name?: string | undefined;
}

/**
 * A copy of a format with another epoch, and of Snowflake-SI with other widths. An epoch must never change once IDs
 * have been made. With `machineBits: 0`, Snowflake-SI needs no `machineId`, and makes up to 8192 IDs per ms.
 *
 * A `name` of up to 1024 characters is the format's `name`, by which messages, descriptions and candidates of `inspect`
 * call it. Without a name, messages say what was changed, as in `twitter with epoch 2024-01-01`. The default space of
 * leases and the names of SQL functions follow from the name of the given format and not from `name`, so a name can be
 * given at any time.
 *
 * @throws FlakeError `INVALID_EPOCH` if the epoch is not a whole number of ms, is a number from 10^8 to 10^11, which
 * may be seconds, is in the future, or is too early for the format (for Snowflake-SI, 2147483647000 - epoch must be
 * below 2^timeBits); `INVALID_LAYOUT` if the last tick is past the year 275760, or if the widths do not sum to 53, or a
 * width is out of range; `INVALID_OPTION` for an option that the format does not have
 *
 * @example
 * ```js
 * import { generator, snowflakeSI, twitter, withOptions } from "flakekit";
 *
 * const posts = withOptions(twitter, { epoch: "2024-01-01", name: "posts" });
 * posts.isValid(generator(posts, { machineId: 1 }).next()); // → true
 * const numbers = withOptions(snowflakeSI, { epoch: "2024-01-01", machineBits: 0 });
 * typeof generator(numbers).next(); // → "number"
 * ```
 */
export function withOptions<const O extends SnowflakeSIWidths & FormatOptions & { epoch: Instant }>(
  format: SnowflakeSIWithoutEpoch,
  options: O,
): SnowflakeSI<O extends { machineBits: 0 } ? { machineId?: 0 } : { machineId: number }>;
export function withOptions<Node extends object, const O extends SnowflakeSIWidths & FormatOptions>(
  format: SnowflakeSI<Node>,
  options: O,
): SnowflakeSI<
  O extends { machineBits: 0 } ? { machineId?: 0 } : O extends { machineBits: number } ? { machineId: number } : Node
>;
export function withOptions<Id extends number | bigint, Fields extends object, F extends AnyFormatWithEpoch>(
  format: FormatWithoutEpoch<Id, Fields, F>,
  options: FormatOptions & { epoch: Instant },
): F;
export function withOptions<F extends AnyFormatWithEpoch>(format: F, options: FormatOptions): F;
export function withOptions(format: AnyFormat, options: FormatOptions & { epoch: Instant }): AnyFormatWithEpoch;

/**
 * Reads many IDs into columns, in their order: a `Float64Array` for `timestamp`, in Unix ms, a `Uint32Array` for each
 * field, and a `Float64Array` for `ticks` if `decode` returns `ticks`. For a typed array of integers, it takes a few ns
 * for each ID, because it makes no objects.
 *
 * In a list, `null` and `undefined` stand for missing IDs. The `timestamp` and the `ticks` of a missing ID are NaN, and
 * its fields are 0. `missing`, a `Uint32Array`, has the positions of all missing IDs, counted from 0, in rising order;
 * it is empty if no ID is missing. A typed array has a number at each position, even if a database's library made it
 * from a column with nulls: for such a column give a list.
 *
 * @param ids - a `BigUint64Array`, `BigInt64Array` or `Float64Array`; the bytes of all IDs, one after the other; or a list of
 * IDs, `null` and `undefined`, without holes if it has more than 16 777 216 items
 * @param options - how the texts of a list are written
 * @throws FlakeError the same as `decode` of the format; the message begins with the position of the ID, such as `ids[3]`.
 * `INVALID_ID` also if `ids` is neither an array of these types nor a list, or if the count of bytes is no multiple of
 * the width of an ID
 *
 * @example
 * ```js
 * import { decodeColumns, discord } from "flakekit";
 *
 * const { timestamp, workerId } = decodeColumns(discord, ["175928847299117063", "1541815603606036480"]);
 * timestamp[0]; // → 1462015105796
 * workerId.length; // → 2
 * ```
 */
export function decodeColumns<Id extends number | bigint | string, Fields extends object>(
  format: ReadableFormat<Id, Fields> & { readonly epoch: number },
  ids: IdColumn<Id>,
  options?: TextOptions,
): Columns<Fields>;

/**
 * The JSON Schema of the texts of a format, for OpenAPI. The pattern states the alphabet and the length of texts. So it
 * also matches integers that are wider than the format, but have as many digits as its largest ID.
 *
 * @param options - how the texts are written. Default: canonical texts
 * @throws FlakeError `INVALID_OPTION`, also if the encoding does not suit the format
 *
 * @example
 * ```js
 * import { jsonSchema, twitter } from "flakekit";
 *
 * jsonSchema(twitter, { as: "hex" }); // → { type: "string", pattern: "^(?:0|[1-9a-f][0-9a-f]{0,15})$" }
 * ```
 */
export function jsonSchema(format: PrefixedFormat): { type: "string"; pattern: string };
export function jsonSchema(
  format: FormatBase<number> | FormatBase<bigint> | FormatBase<string>,
  options?: TextOptions,
): { type: "string"; pattern: string };

/**
 * The beginning of an ID's tick as a `Temporal.Instant`, with the precision of the ticks: a format with ticks of 0.001 ms
 * has whole µs. It is made by the global `Temporal`, which may be a polyfill.
 *
 * @param format - any format that has an epoch, also with a prefix
 * @param options - how the text is written
 * @throws FlakeError the same as `date` of the format; `UNSUPPORTED` where there is no global `Temporal`
 *
 * @example
 * ```js
 * import { discord, instant } from "flakekit";
 *
 * if ("Temporal" in globalThis) instant(discord, "175928847299117063").toString(); // "2016-04-30T11:18:25.796Z"
 * ```
 */
export function instant<F extends PrefixableFormat & { readonly epoch: number }>(
  format: PrefixedFormat<string, F>,
  text: string,
): TemporalInstant;
export function instant<Id extends number | bigint | string>(
  format: FormatBase<Id> & { readonly epoch: number },
  id: IdForm<Id>,
  options?: TextOptions,
): TemporalInstant;

/**
 * The IDs that a damaged number can have been: the smallest and the largest one, and what all of them have in common.
 *
 * @typeParam Id - the type of IDs
 * @typeParam Fields - the fields that `decode` returns besides the time
 */
export interface Lost<
  Id extends number | bigint = number | bigint,
  Fields extends object = Record<string, number | Date>,
> {
  /** The smallest ID, for `WHERE id BETWEEN min AND max`. */
  min: Id;

  /** The largest ID. */
  max: Id;

  /** The beginning of the tick of all these IDs in Unix ms; `null` if they differ in it, or the format has no epoch. */
  timestamp: number | null;

  /** The instant `timestamp` as a `Date`. */
  date: Date | null;

  /** The fields in which all these IDs are equal. */
  fields: Partial<Fields>;
}

/**
 * All IDs that could have been changed into a number: by JSON or by another program that reads numbers as doubles, or by a
 * spreadsheet. The ID that was meant is always one of them, and only its maker can say which one.
 *
 * | the number | its IDs |
 * |---|---|
 * | up to 2^53 - 1, or a text that is no double's | itself: `min` and `max` are equal |
 * | a double from 2^53 on, or the text of one, with its shortest or its exact digits | those that are rounded to it: at most 256 apart below 2^61, and 2048 from 2^63 on |
 * | a text whose digits after the 15th are 0 | those of the double, and those whose digits a spreadsheet has cut off |
 * | a text with an exponent, such as `1.54182E+18` | those that are rounded to its digits |
 *
 * @param format - any format whose IDs are integers. Without an epoch, `timestamp` and `date` are `null`
 * @param number - a number, a bigint, or a decimal text. A bigint is read as its text
 * @throws FlakeError `INVALID_ID` if the number is negative or has a fraction, or no ID of the format can have been changed
 * into it
 *
 * @example
 * ```js
 * import { lost, twitter } from "flakekit";
 *
 * const { min, max } = lost(twitter, "1541815603606036500"); // a spreadsheet has rounded 1541815603606036480
 * min <= 1541815603606036480n && 1541815603606036480n <= max; // → true
 * ```
 */
export function lost<Id extends number | bigint, Fields extends object>(
  format: ReadableFormat<Id, Fields>,
  number: number | bigint | string,
): Lost<Id, Fields>;

/**
 * Sorts IDs of a format into a new array. Each ID is checked as it is read from the iterable.
 *
 * @throws FlakeError `INVALID_ID` or `INVALID_TEXT` if an item is not an ID of the format, or `ids` is not iterable
 *
 * @example
 * ```js
 * import { discord, sort } from "flakekit";
 *
 * sort(discord, ["10", 9n, 11n]); // → [9n, "10", 11n]
 * ```
 */
export function sort<Id extends number | bigint | string, T extends IdForm<Id>>(
  format: FormatBase<Id>,
  ids: Iterable<T>,
): T[];
