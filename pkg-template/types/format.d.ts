import type { FormatDescription } from "./description.js";
import type { GeneratorArguments, IdGenerator, Snapshot } from "./generator.js";
import type { Instant, TextOptions } from "./text.js";

/** The time of an ID. */
// A type literal, because only that is assignable to the record that the `decode` of `AnyFormatWithEpoch` returns.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
export type Made = {
  /** The beginning of the ID's tick in Unix ms, rounded down to a whole number. */
  timestamp: number;

  /**
   * The instant `timestamp` as a `Date`, which is made each time this property is read. The result of `decode` inherits
   * this property: reading it, destructuring, consoles and JSON find it, but copies such as `{ ...decoded }`,
   * `Object.keys` and `structuredClone` do not.
   */
  readonly date: Date;
};

/** The time of an ID to encode: `timestamp`, `date`, or both if they are equal. */
export type MadeAt = { timestamp: Instant; date?: Date | undefined } | { timestamp?: undefined; date: Date };

/**
 * The time of an ID to encode, for a format whose ticks are no whole number of ms: `ticks`, the count of ticks since
 * the epoch, alone or with the time that `decode` returns for these ticks. The time alone is enough if it is exactly
 * the beginning of a tick.
 */
export type MadeAtTick = MadeAt | { ticks: number | bigint; timestamp?: Instant | undefined; date?: Date | undefined };

/** Numbers of fields as they are given: a bigint of at most 2^53 - 1 stands for the number that is equal to it. */
export type FieldNumbers<Fields> = {
  [Name in keyof Fields]: number extends Fields[Name] ? Fields[Name] | bigint : Fields[Name];
};

/** The number of a format's only node field, by the name of the field or as `machineId`. If both are given, they must be equal. */
export type OneNode<Name extends string> =
  (Record<Name, number> & { machineId?: number }) | (Partial<Record<Name, undefined>> & { machineId: number });

/**
 * An ID in any form in which it is read. An ID that is an integer: a bigint, a safe integer, a text, bytes, or an
 * object with a `toBigInt` method, such as BSON's `Long`. An ID of sno: a text or bytes.
 */
export type IdForm<Id> = Id extends string
  ? string | Uint8Array
  : bigint | number | string | Uint8Array | { toBigInt(): bigint };

/**
 * Many IDs. A `Float64Array` contains safe integers, a `Uint8Array` the bytes of all IDs. In a list, `null` and `undefined`
 * stand for missing IDs.
 */
export type IdColumn<Id> =
  | Uint8Array
  | readonly (IdForm<Id> | null | undefined)[]
  | (Id extends string ? never : BigUint64Array | BigInt64Array | Float64Array);

/**
 * The times of many IDs in Unix ms, their `ticks` if `decode` returns `ticks`, and the numbers of each field, in the
 * order of the IDs. For a missing ID, the time and the tick are NaN, and the numbers are 0; `missing` has the positions
 * of all missing IDs.
 */
export type Columns<Fields> = { timestamp: Float64Array; missing: Uint32Array } & {
  // For `AnyFormat`, only the names of fields at run time tell which column is a time.
  [Name in keyof Fields]: Name extends "ticks"
    ? Float64Array
    : Fields[Name] extends number
      ? Uint32Array
      : Uint32Array | Float64Array;
};

/**
 * `T`, unless `T` is a type of {@link IdForm} already. For values of these types, `isValid` is no type guard: a text
 * that is no ID of the format would have the type `never`.
 */
export type NotOfForm<T, Id> = [T] extends [IdForm<Id>] ? never : T;

/** The JSON Schema of the texts of a format. */
// A type literal, because only that is assignable to the record of Standard JSON Schema.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
export type TextSchema = { type: "string"; pattern: string };

/** The JSON Schema of a format's IDs as they are in JSON: texts, and numbers too if the format's IDs are numbers. */
export type IdSchema<Id = bigint> = Id extends number
  ? { anyOf: [TextSchema, { type: "integer"; minimum: 0; maximum: number }] }
  : TextSchema;

/** The options of `input` and `output` of {@link StandardSchema}. */
export interface JsonSchemaOptions {
  readonly target: "draft-2020-12" | "draft-07" | "openapi-3.0" | ({} & string);
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** The [Standard Schema and Standard JSON Schema](https://standardschema.dev) of a format's IDs. */
export interface StandardSchema<Value, Output extends Value = Value, Schema = TextSchema> {
  readonly version: 1;
  readonly vendor: string;
  readonly types?: { readonly input: Value; readonly output: Output } | undefined;
  /**
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * discord["~standard"].validate("175928847299117063").issues; // → undefined
   * ```
   */
  readonly validate: (
    value: unknown,
  ) =>
    | { readonly value: Output; readonly issues?: undefined }
    | { readonly issues: readonly { readonly message: string }[] };

  /**
   * The JSON Schema of the values. Values stay as they are, so `input` and `output` return the same schema, and it is
   * the same for each target.
   *
   * @throws FlakeError `INVALID_OPTION` if `target` is none of `draft-2020-12`, `draft-07` and `openapi-3.0`
   */
  readonly jsonSchema: {
    /**
     * @example
     * ```js
     * import { discord } from "flakekit";
     *
     * discord["~standard"].jsonSchema.input({ target: "draft-2020-12" }).type; // → "string"
     * ```
     */
    readonly input: (options: JsonSchemaOptions) => Schema;
    /**
     * @example
     * ```js
     * import { discord } from "flakekit";
     *
     * discord["~standard"].jsonSchema.output({ target: "openapi-3.0" }).type; // → "string"
     * ```
     */
    readonly output: (options: JsonSchemaOptions) => Schema;
  };
}

/**
 * The members that all formats have in common, with and without an epoch. Methods except `toJSON` can be passed on as
 * functions, as in `ids.map(format.toText)`.
 */
export interface FormatBase<Id extends number | bigint | string> extends FormatDescription {
  /**
   * Whether a value is an ID of this format: an integer or bytes of its width, or a text that the options describe.
   * It never throws because of the ID. For a value of unknown type it is a type guard.
   *
   * @param options - how the text is written. A number, such as the index that `filter` passes, is ignored, as in all
   * methods that read an ID.
   * @throws FlakeError `INVALID_OPTION`
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * discord.isValid("175928847299117063"); // → true
   * discord.isValid("12x4"); // → false
   * ```
   */
  isValid<T>(this: void, id: NotOfForm<T, Id>, options?: TextOptions | number): id is NotOfForm<T, Id> & IdForm<Id>;
  isValid<T>(this: void, id: T, options?: TextOptions | number): boolean;

  /**
   * Compares two IDs, for `ids.sort(format.compare)`.
   *
   * @returns -1 if `a` is smaller, 1 if `a` is larger, 0 if they are equal
   * @throws FlakeError `INVALID_ID` or `INVALID_TEXT` if `a` or `b` is not an ID of this format
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * ["9", "175928847299117063", "10"].sort(discord.compare); // → ["9", "10", "175928847299117063"]
   * ```
   */
  compare(this: void, a: IdForm<Id>, b: IdForm<Id>): -1 | 0 | 1;

  /**
   * Writes an ID as text.
   *
   * @throws FlakeError `INVALID_ID`, `INVALID_TEXT`, or `INVALID_OPTION`, also if the encoding does not suit the format
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * discord.toText(175928847299117063n); // → "175928847299117063"
   * discord.toText(175928847299117063n, { as: "base62" }); // → "Czks0tP37X"
   * ```
   */
  toText(this: void, id: IdForm<Id>, options?: TextOptions | number): string;

  /**
   * Reads the text of an ID. Only the one canonical text of an ID is accepted, except for the case of letters and
   * the aliases that {@link Encoding} states; with `padded` or `short`, only the one padded or short text.
   *
   * @throws FlakeError `INVALID_TEXT`, with the position of the first wrong character, from 1 on; `INVALID_OPTION`
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * discord.fromText("175928847299117063"); // → 175928847299117063n
   * ```
   */
  fromText(this: void, text: string, options?: TextOptions | number): Id;

  /**
   * Writes an ID as bytes, the high byte first. The count of bytes is the format's width, rounded up to whole bytes: 7
   * to 10 for built-in formats.
   *
   * @throws FlakeError `INVALID_ID` or `INVALID_TEXT`
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * discord.toBytes("175928847299117063").length; // → 8
   * ```
   */
  toBytes(this: void, id: IdForm<Id>): Uint8Array;

  /**
   * Reads the bytes of an ID, the high byte first.
   *
   * @throws FlakeError `INVALID_ID` if the count of bytes is wrong, or the value has more bits than the format
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * const bytes = discord.toBytes("175928847299117063");
   * discord.fromBytes(bytes); // → 175928847299117063n
   * ```
   */
  fromBytes(this: void, bytes: Uint8Array): Id;

  /** The smallest ID. */
  readonly zero: Id;

  /**
   * Makes the format a schema for validators, forms and RPC libraries. It accepts the texts that `fromText`
   * reads without options, and numbers if the format's IDs are numbers. Values stay as they are.
   */
  readonly "~standard": StandardSchema<
    Id extends number ? number | string : string,
    Id extends number ? number | string : string,
    IdSchema<Id>
  >;

  /**
   * The properties of the format as plain data.
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * discord.toJSON().fields.map(({ name, bits }) => `${name} ${bits}`); // → ["timestamp 42", "workerId 5", "processId 5", "increment 12"]
   * ```
   */
  toJSON(): FormatDescription;
}

/** Options of `range`. */
export interface RangeOptions {
  /**
   * Whether the tick of `to` is left out. If it is, the result is `{ min, end }`, for `WHERE id >= min AND id < end`.
   * `end` is `null` if all IDs from `min` on are meant. Half-open ranges of consecutive spans have no ID in common.
   * It is `INVALID_OPTION` if the time is not the first field of the format, because the IDs of such a format do not
   * sort by time. Default: `false`.
   */
  halfOpen?: boolean | undefined;
  /**
   * Whether instants that the format cannot hold count as the beginning or the end of its time. If nothing of the span
   * is left, the result is `{ min: 1, max: 0 }` in the type of IDs, or its `min` and `end` are equal, so that a query
   * finds nothing. Default: `false`: such instants are `INVALID_TIME`.
   */
  clamp?: boolean | undefined;
}

/**
 * A format for code that works with any format, such as `(format: ReadableFormat) => …`. Every format is a
 * `ReadableFormat`. Methods that need an epoch throw `EPOCH_REQUIRED` if `epoch` is `null`.
 *
 * @typeParam Id - the type of IDs
 * @typeParam Fields - the fields that `decode` returns besides the time
 */
export interface ReadableFormat<
  Id extends number | bigint | string = number | bigint | string,
  Fields extends object = Record<string, number | Date>,
> extends FormatBase<Id> {
  /**
   * Reads the time and the fields of an ID.
   *
   * @throws FlakeError `INVALID_ID`, `INVALID_TEXT` or `INVALID_OPTION`
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * const { date, workerId, increment } = discord.decode("175928847299117063");
   * date.toISOString(); // → "2016-04-30T11:18:25.796Z"
   * [workerId, increment]; // → [1, 7]
   * ```
   */
  decode(this: void, id: IdForm<Id>, options?: TextOptions | number): Made & Fields;

  /**
   * The beginning of the ID's tick in Unix ms.
   *
   * @throws FlakeError the same as `decode`
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * discord.timestamp("175928847299117063"); // → 1462015105796
   * ```
   */
  timestamp(this: void, id: IdForm<Id>, options?: TextOptions | number): number;

  /**
   * The beginning of the ID's tick as a `Date`.
   *
   * @throws FlakeError the same as `decode`
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * discord.date("175928847299117063").getUTCFullYear(); // → 2016
   * ```
   */
  date(this: void, id: IdForm<Id>, options?: TextOptions | number): Date;

  /**
   * The smallest ID of the tick that contains an instant, such as a cursor for "the messages before noon". Such a
   * cursor needs a format whose first field is the time, as in all built-in formats.
   *
   * @param options - with `clamp`, an instant before the epoch counts as the epoch, and an instant past the last tick
   * as the last tick. A number, such as the index that `map` passes, is ignored
   * @throws FlakeError `INVALID_TIME` if the instant is a number that may be seconds, or, without `clamp`, if it is
   * before the epoch or past the last tick; `INVALID_OPTION`
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * const cursor = discord.firstAt("2026-01-01T12:00Z"); // for `WHERE id < cursor`
   * discord.date(cursor).toISOString(); // → "2026-01-01T12:00:00.000Z"
   * ```
   */
  firstAt(this: void, time: Instant, options?: { clamp?: boolean | undefined } | number): Id;

  /**
   * The smallest and the largest ID whose tick is between the ticks of two instants, both inclusive, for `WHERE id
   * BETWEEN min AND max`. Instants are rounded down to their ticks. Where ticks are no whole number of ms, the last
   * tick of the range is the last tick that begins in the ms of `to`. `null` stands for an open end: the beginning or
   * the end of the format's time.
   *
   * @throws FlakeError `INVALID_TIME` if an instant is before the epoch or past the last tick, or is a number that may
   * be seconds, or if `from` is later than `to`; `INVALID_OPTION`
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * const { min, end } = discord.range("2026-01-01", "2026-02-01", { halfOpen: true });
   * const query = `SELECT * FROM messages WHERE id >= ${min} AND id < ${end}`;
   * ```
   */
  range(
    this: void,
    from: Instant | null,
    to: Instant,
    options: RangeOptions & { halfOpen: true; clamp?: false | undefined },
  ): { min: Id; end: Id };
  range(
    this: void,
    from: Instant | null,
    to: Instant | null,
    options: RangeOptions & { halfOpen: true },
  ): { min: Id; end: Id | null };
  range(
    this: void,
    from: Instant | null,
    to: Instant | null,
    options?: RangeOptions & { halfOpen?: false | undefined },
  ): { min: Id; max: Id };
  range(
    this: void,
    from: Instant | null,
    to: Instant | null,
    options: RangeOptions,
  ): { min: Id; max: Id } | { min: Id; end: Id | null };
}

/** Options of `encode`. */
export interface EncodeOptions {
  /** Whether missing fields are 0. Default: `false`: missing fields are `INVALID_FIELD`. */
  partial?: boolean | undefined;
}

/**
 * A format: the meaning of an ID's bits. Immutable.
 *
 * @typeParam Id - the type of IDs
 * @typeParam Node - the generator options that identify the node
 * @typeParam Fields - the fields that `decode` returns besides the time
 * @typeParam Given - the fields that `encode` takes besides the time
 * @typeParam Generators - the type of its generators of the format
 */
export interface Format<
  Id extends number | bigint = number | bigint,
  Node extends object = Record<string, number>,
  Fields extends object = Record<string, number>,
  Given extends object = Record<string, number>,
  Generators extends IdGenerator<Id> = IdGenerator<Id>,
> extends ReadableFormat<Id, Fields> {
  readonly epoch: number;

  /**
   * For the compiler only, never set: it takes the options and the results of `generator`, `resume` and `lease` from
   * this property.
   */
  readonly "~making"?: {
    readonly arguments: GeneratorArguments<Node>;
    readonly generator: Generators;
    readonly snapshot: Snapshot;
  };

  /**
   * Makes the ID with this time and these fields: the inverse of `decode`. A field with parts is given by its name, by
   * the names of its parts, or by both if they agree.
   *
   * @param options - a number, such as the index that `map` passes, is ignored
   * @throws FlakeError `INVALID_FIELD` if a field is missing, unknown or out of range; `INVALID_TIME` if the time is
   * not a whole number of ms, is not the beginning of a tick, or is before the epoch or past the last tick
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   *
   * const decoded = discord.decode("175928847299117063");
   * discord.encode(decoded); // → 175928847299117063n
   * discord.encode({ timestamp: decoded.timestamp, workerId: 1 }, { partial: true }); // the other fields are 0
   * ```
   */
  encode(this: void, fields: MadeAt & Partial<FieldNumbers<Given>>, options: EncodeOptions & { partial: true }): Id;
  encode(this: void, fields: MadeAt & FieldNumbers<Given>, options?: EncodeOptions | number): Id;
}

/**
 * A format whose IDs are read, checked and encoded, but not made: it has no sequence, or its ticks are no whole number of ms.
 * `generator` and `lease` refuse it: `INVALID_LAYOUT`.
 */
export interface ReadOnlyFormat<
  Id extends number | bigint = number | bigint,
  Fields extends object = Record<string, number>,
  Given extends object = Record<string, number>,
  Time extends object = MadeAt,
> extends ReadableFormat<Id, Fields> {
  readonly epoch: number;

  /** For the compiler only, never set: nothing makes IDs of this format. */
  readonly "~making"?: undefined;

  /**
   * Makes an ID as the `encode` of {@link Format} does. If ticks are no whole number of ms, it also takes `ticks`.
   *
   * @throws FlakeError the same as the `encode` of {@link Format}; `INVALID_FIELD` if `ticks` is out of range, or is
   * not in the ms of the given time
   *
   * @example
   * ```js
   * import { defineFormat } from "flakekit";
   *
   * const rows = defineFormat({
   *   name: "rows",
   *   epoch: 0,
   *   fields: [
   *     { kind: "time", bits: 42 },
   *     { kind: "node", name: "nodeId", bits: 15 },
   *   ],
   * });
   * const id = rows.encode({ date: new Date("2026-01-01"), nodeId: 3 });
   * rows.decode(id).nodeId; // → 3
   * ```
   */
  encode(this: void, fields: Time & Partial<FieldNumbers<Given>>, options: EncodeOptions & { partial: true }): Id;
  encode(this: void, fields: Time & FieldNumbers<Given>, options?: EncodeOptions | number): Id;
}

/**
 * A format for which every application chooses an epoch. Before the format has an epoch, it validates and writes IDs,
 * but can't decode or make them.
 *
 * @typeParam Id - the type of IDs
 * @typeParam Fields - the fields that `decode` returns besides the time, once there is an epoch
 * @typeParam WithEpoch - the format with an epoch
 */
export interface FormatWithoutEpoch<
  Id extends number | bigint,
  Fields extends object,
  WithEpoch extends object,
> extends FormatBase<Id> {
  readonly epoch: null;

  /** For the compiler only, never set: it takes the result of `withOptions` from this property. */
  readonly "~with"?: WithEpoch;

  /**
   * This method and the next methods need an epoch, so they always throw: `EPOCH_REQUIRED`, or the error of an invalid
   * argument.
   *
   * @example
   * ```js
   * import { nanoflake, withOptions } from "flakekit";
   *
   * const format = withOptions(nanoflake, { epoch: "2024-01-01" });
   * format.decode(format.firstAt("2026-01-01")).sequence; // → 0
   * ```
   */
  decode(this: void, id: never): Made & Fields;
  /**
   * @example
   * ```js
   * import { nanoflake, withOptions } from "flakekit";
   *
   * const format = withOptions(nanoflake, { epoch: "2024-01-01" });
   * format.timestamp(format.zero); // → 1704067200000
   * ```
   */
  timestamp(this: void, id: never): number;
  /**
   * @example
   * ```js
   * import { nanoflake, withOptions } from "flakekit";
   *
   * const format = withOptions(nanoflake, { epoch: "2024-01-01" });
   * format.date(format.zero).getUTCFullYear(); // → 2024
   * ```
   */
  date(this: void, id: never): Date;
  /**
   * @example
   * ```js
   * import { nanoflake, withOptions } from "flakekit";
   *
   * const format = withOptions(nanoflake, { epoch: "2024-01-01" });
   * format.firstAt("2024-01-01"); // → 0n
   * ```
   */
  firstAt(this: void, time: never): Id;
  /**
   * @example
   * ```js
   * import { nanoflake, withOptions } from "flakekit";
   *
   * const format = withOptions(nanoflake, { epoch: "2024-01-01" });
   * format.range("2024-01-01", null).min; // → 0n
   * ```
   */
  range(this: void, from: never, to: never): never;
}
