import type { AnyFormat, AnyFormatWithEpoch } from "./any-format.js";
import type { Columns, Format, FormatBase, FormatWithoutEpoch, IdColumn, IdForm, ReadableFormat } from "./format.js";
import type { uid60 } from "./generated/formats.js";
import type { SnoFormat } from "./sno.js";
import type { SnowflakeSI, SnowflakeSIWidths, SnowflakeSIWithoutEpoch } from "./snowflake-si.js";
import type { Instant, TextOptions } from "./text.js";

/** A format whose IDs can be made: one with an epoch. */
export interface MakingFormat {
  /** Unix ms of tick 0. */
  readonly epoch: number;
  /** For the compiler only, never set: the options and the generator of the format. */
  readonly "~making"?: { readonly arguments: readonly unknown[]; readonly generator: unknown };
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
 * @param format - any format that has an epoch, of this copy of the package or of another one of the same version
 * @param options - the node fields and {@link GeneratorOptions}; for sno, {@link SnoGeneratorOptions}. A format with one node
 * field also takes its number as `machineId`
 * @throws FlakeError `INVALID_FIELD`, `INVALID_OPTION` or `INVALID_SNAPSHOT`; `EPOCH_REQUIRED` if the format has no epoch
 */
export function generator<F extends MakingFormat>(format: F, ...options: GeneratorArgumentsOf<F>): GeneratorOf<F>;

/**
 * Makes an ID of sno or of uid60 with a generator that all callers in the process share. That of sno has a partition of its
 * own.
 *
 * @param meta - sno's metadata, 0 to 255. Default: 0
 * @throws FlakeError `INVALID_OPTION` for other formats, which need {@link generator}; otherwise what the `next` of a generator
 * throws
 */
export function next(format: SnoFormat, meta?: number | bigint): string;
export function next(format: typeof uid60): bigint;

/**
 * The same format with another epoch, and Snowflake-SI with other widths. An epoch must never change once IDs have been made.
 * With `machineBits: 0`, Snowflake-SI needs no `machineId`, and makes up to 8192 IDs per ms.
 *
 * @throws FlakeError `INVALID_EPOCH` if the epoch is not a whole number of ms, in the future, or too early for the format (for
 * Snowflake-SI, 2147483647000 - epoch must be below 2^timeBits); `INVALID_LAYOUT` if the last tick is past the year 275760,
 * or if the widths do not sum to 53 or one is out of range; `INVALID_OPTION` for an option that the format does not have
 */
export function withOptions<const O extends SnowflakeSIWidths & { epoch: Instant }>(
  format: SnowflakeSIWithoutEpoch,
  options: O,
): SnowflakeSI<O extends { machineBits: 0 } ? { machineId?: 0 } : { machineId: number }>;
export function withOptions<Node extends object, const O extends SnowflakeSIWidths & { epoch?: Instant | undefined }>(
  format: SnowflakeSI<Node>,
  options: O,
): SnowflakeSI<
  O extends { machineBits: 0 } ? { machineId?: 0 } : O extends { machineBits: number } ? { machineId: number } : Node
>;
export function withOptions<
  Id extends number | bigint,
  Node extends object,
  Fields extends object,
  Given extends object,
>(format: FormatWithoutEpoch<Id, Node, Fields, Given>, options: { epoch: Instant }): Format<Id, Node, Fields, Given>;
export function withOptions<F extends AnyFormatWithEpoch>(format: F, options: { epoch?: Instant | undefined }): F;
export function withOptions(format: AnyFormat, options: { epoch: Instant }): AnyFormatWithEpoch;

/**
 * Reads many IDs into columns, in their order: a `Float64Array` for `timestamp`, in Unix ms, and a `Uint32Array` for each field.
 * It takes a few ns for each ID in a typed array of integers, because it makes no objects.
 *
 * @param ids - a `BigUint64Array`, `BigInt64Array` or `Float64Array`; the bytes of all IDs, one after the other; or a list of IDs
 * @param options - how the texts of a list are written
 * @throws FlakeError the same as `decode` of the format; the message begins with the position of the ID, such as `ids[3]`.
 * `INVALID_ID` also if `ids` is none of these, or the bytes are no multiple of the width of an ID
 */
export function decodeColumns<Id extends number | bigint | string, Fields extends object>(
  format: ReadableFormat<Id, Fields> & { readonly epoch: number },
  ids: IdColumn<Id>,
  options?: TextOptions,
): Columns<Fields>;

/**
 * The JSON Schema of the texts of a format, for OpenAPI. The pattern states their alphabet and length. So it also matches texts
 * of integers that are wider than the format but have as many digits as its largest ID.
 *
 * @param options - how the texts are written. Default: canonical texts
 * @throws FlakeError `INVALID_OPTION`, also if the encoding does not suit the format
 */
export function jsonSchema(
  format: FormatBase<number> | FormatBase<bigint> | FormatBase<string>,
  options?: TextOptions,
): { type: "string"; pattern: string };

/**
 * Sorts IDs of a format into a new array. Each ID is checked as it is read from the iterable.
 *
 * @throws FlakeError `INVALID_ID` or `INVALID_TEXT` if one is not an ID of the format, or `ids` is not iterable
 */
export function sort<Id extends number | bigint | string, T extends IdForm<Id>>(
  format: FormatBase<Id>,
  ids: Iterable<T>,
): T[];
