import type { Format, FormatBase, FormatWithoutEpoch, Made, MadeAt } from "./format.js";
import type { Freeable, Snapshot } from "./generator.js";
import type { FormatDescription } from "./description.js";
import type { SnoFormat, SnoSnapshot } from "./sno.js";
import type { Instant, TextOptions } from "./text.js";

/** An ID of any format. */
export type AnyId = number | bigint | string;

/**
 * Any format: built-in or custom, with or without an epoch. Test `format.epoch === null` before using what needs an
 * epoch. The names of fields are only known at run time: see {@link FormatDescription.fields}.
 */
export type AnyFormat = AnyFormatWithEpoch | AnyFormatWithoutEpoch;

/** Any format that has no epoch yet. */
export interface AnyFormatWithoutEpoch extends FormatBase<AnyId> {
  readonly epoch: null;

  /** The format with an epoch. @throws FlakeError `INVALID_EPOCH` */
  with(options: { epoch: Instant }): AnyFormatWithEpoch;
}

/** Any format that has an epoch. See {@link Format} for its methods. */
export interface AnyFormatWithEpoch extends FormatBase<AnyId> {
  readonly epoch: number;

  /** Makes a generator. `options` are the node fields and {@link GeneratorOptions}, checked at run time. */
  generator(options?: object): AnyGenerator;

  /** Reads the time and the fields of an ID. All properties but `date` are numbers. */
  decode(id: AnyId | Uint8Array, options?: TextOptions): Made & Record<string, number | Date>;

  /** Makes the ID with this time and these fields, checked at run time. */
  encode(fields: MadeAt & Record<string, unknown>): AnyId;

  /** The smallest and the largest ID between two instants. */
  range(from: Instant, to: Instant): { min: AnyId; max: AnyId };

  /** The same format with another epoch. */
  with(options: { epoch: Instant }): AnyFormatWithEpoch;
}

/** A generator of any format. See {@link Generator} and {@link SnoGenerator} for its methods. */
export interface AnyGenerator extends Freeable {
  readonly format: FormatDescription;
  next(meta?: number): AnyId;
  nextText(meta?: number): string;
  nextAsync(meta?: number): Promise<AnyId>;
  batch(count: number, meta?: number): Float64Array | BigUint64Array | string[];
  snapshot(): Snapshot | SnoSnapshot;
}

/** Any built-in format whose IDs are integers, with or without an epoch. */
export type BuiltInFormat =
  Format | FormatWithoutEpoch<number | bigint, Record<string, number>, Record<string, number>>;

/** All built-in formats. */
export function formats(): (BuiltInFormat | SnoFormat)[];
