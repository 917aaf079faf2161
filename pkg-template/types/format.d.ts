import type { FormatDescription } from "./description.js";
import type { Generator, GeneratorOptions, Snapshot } from "./generator.js";
import type { Instant, TextOptions } from "./text.js";

/** The time of an ID. */
// A type literal, because only that is assignable to the record that the `decode` of `AnyFormatWithEpoch` returns.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
export type Made = {
  /** The beginning of the ID's tick in Unix ms. */
  timestamp: number;
  /** The same instant as a `Date`. */
  date: Date;
};

/** The time of an ID to encode: `timestamp`, `date`, or both if they are equal. */
export type MadeAt = { timestamp: Instant; date?: Date | undefined } | { timestamp?: undefined; date: Date };

/** What all formats have in common, with and without an epoch. */
export interface FormatBase<Id extends number | bigint | string> extends FormatDescription {
  /**
   * Whether a value is an ID of this format: an integer (a bigint or a safe integer) or bytes of its width, or a text
   * that the options describe. Never throws because of the ID.
   *
   * @throws FlakeError `INVALID_OPTION`
   */
  isValid(id: unknown, options?: TextOptions): boolean;

  /**
   * Compares two IDs, for `ids.sort(format.compare)`.
   *
   * @returns -1 if `a` is smaller, 1 if it is larger, 0 if they are equal
   * @throws FlakeError `INVALID_ID` or `INVALID_TEXT` if one is not an ID of this format
   */
  readonly compare: (a: Id | bigint | number | string, b: Id | bigint | number | string) => -1 | 0 | 1;

  /**
   * Writes an ID as text.
   *
   * @throws FlakeError `INVALID_ID`, `INVALID_TEXT`, or `INVALID_OPTION`, also if the encoding does not suit the format
   */
  toText(id: Id | bigint | number | string, options?: TextOptions): string;

  /**
   * Reads the text of an ID. Only the one canonical text (or the one padded text) of an ID is accepted, except for the
   * case of letters where {@link Encoding} says so.
   *
   * @throws FlakeError `INVALID_TEXT`, with the position of the first wrong character; `INVALID_OPTION`
   */
  fromText(text: string, options?: TextOptions): Id;

  /**
   * Writes an ID as bytes, the high one first. Their number is the format's width, rounded up to whole bytes: 7 to 10
   * for built-in formats.
   *
   * @throws FlakeError `INVALID_ID` or `INVALID_TEXT`
   */
  toBytes(id: Id | bigint | number | string | Uint8Array): Uint8Array;

  /**
   * Reads the bytes of an ID, the high one first.
   *
   * @throws FlakeError `INVALID_ID` if their number is wrong, or the value has more bits than the format
   */
  fromBytes(bytes: Uint8Array): Id;

  /**
   * Sorts IDs into a new array. Each ID is checked as it is read from the iterable.
   *
   * @throws FlakeError `INVALID_ID` or `INVALID_TEXT` if one is not an ID of this format, or `ids` is not iterable
   */
  sort<T extends Id | bigint | number | string>(ids: Iterable<T>): T[];

  /** The smallest ID. */
  readonly zero: Id;
}

/**
 * A format: the meaning of an ID's bits. Immutable.
 *
 * @typeParam Id - the type of IDs
 * @typeParam Node - the generator options that identify the node
 * @typeParam Fields - what `decode` returns besides the time
 * @typeParam Given - what `encode` takes besides the time
 */
export interface Format<
  Id extends number | bigint = number | bigint,
  Node extends object = Record<string, number>,
  Fields extends object = Record<string, number>,
  Given extends object = Record<string, number>,
> extends FormatBase<Id> {
  readonly epoch: number;

  /**
   * Makes a generator. Generators of one process that could make the same ID (same layout, epoch and node fields,
   * overlapping `sequenceRange`) share one counter, so making one generator for each ID is safe. A generator with a
   * `clock` of its own shares nothing.
   *
   * @throws FlakeError `INVALID_FIELD`, `INVALID_OPTION` or `INVALID_SNAPSHOT`
   */
  generator(
    ...options: object extends Node
      ? [options?: GeneratorOptions & Node]
      : [options: (GeneratorOptions & Node) | (GeneratorOptions & Partial<Node> & { snapshot: Snapshot })]
  ): Generator<Id>;

  /**
   * Reads the time and the fields of an ID.
   *
   * @param id - a bigint, a safe integer, or a text that the options describe
   * @throws FlakeError `INVALID_ID`, `INVALID_TEXT` or `INVALID_OPTION`
   */
  decode(id: Id | bigint | number | string, options?: TextOptions): Made & Fields;

  /**
   * Makes the ID with this time and these fields: the inverse of `decode`. A field with parts is given by its name, by
   * the names of its parts, or by both if they agree.
   *
   * @throws FlakeError `INVALID_FIELD` if a field is missing, unknown or out of range; `INVALID_TIME` if the time is
   * not a whole number of ms, is not the beginning of a tick, or is before the epoch or past the last tick
   */
  encode(fields: MadeAt & Given): Id;

  /**
   * The smallest and the largest ID whose tick is between the ticks of two instants, both inclusive, for
   * `WHERE id BETWEEN min AND max`. Instants are rounded down to their ticks.
   *
   * @throws FlakeError `INVALID_TIME` if an instant is before the epoch or past the last tick, or `from` is later than
   * `to`
   */
  range(from: Instant, to: Instant): { min: Id; max: Id };

  /**
   * The same format with another epoch.
   *
   * @throws FlakeError `INVALID_EPOCH` if it is not a whole number of ms, in the future, or too early for the format
   */
  with(options: { epoch?: Instant | undefined }): Format<Id, Node, Fields, Given>;
}

/**
 * A format for which every application chooses an epoch. Before it has one, it validates and writes IDs, but can't
 * decode or make them.
 */
export interface FormatWithoutEpoch<
  Id extends number | bigint,
  Node extends object,
  Fields extends object,
  Given extends object = Fields,
> extends FormatBase<Id> {
  readonly epoch: null;

  /**
   * The format with an epoch. The epoch must never change once IDs have been made.
   *
   * @throws FlakeError `INVALID_EPOCH` if it is not a whole number of ms, in the future, or too early for the format
   */
  with(options: { epoch: Instant }): Format<Id, Node, Fields, Given>;
}

/** A format whose fields have no parts: `encode` takes what `decode` returns. */
export type SimpleFormat<Id extends number | bigint, Node extends object, Rest extends object> = Format<
  Id,
  Node,
  Node & Rest,
  Node & Rest
>;
