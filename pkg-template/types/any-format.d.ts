import type { EncodeOptions, MadeAt, ReadableFormat } from "./format.js";
import type { Freeable, GeneratorState, Snapshot } from "./generator.js";
import type { BuiltInFormats } from "./generated/formats.js";
import type { SnoSaved } from "./sno.js";

/** An ID of any format. */
export type AnyId = number | bigint | string;

/**
 * Any format: built-in or custom, with or without an epoch. Test `format.epoch === null` before making IDs, which needs
 * an epoch. The names of fields are only known at run time: see {@link FormatDescription.fields}.
 */
export type AnyFormat = AnyFormatWithEpoch | AnyFormatWithoutEpoch;

/** Any format that has no epoch yet. */
export interface AnyFormatWithoutEpoch extends ReadableFormat {
  readonly epoch: null;
}

/** Any format that has an epoch. See {@link Format} for its methods. */
export interface AnyFormatWithEpoch extends ReadableFormat {
  readonly epoch: number;

  /**
   * For the compiler only, never set: the types of `generator` and `lease` follow from it. The options are the node
   * fields and {@link GeneratorOptions}, which are checked at run time.
   */
  readonly "~making"?: {
    readonly arguments: [options?: object];
    readonly generator: AnyGenerator;
    readonly snapshot: Snapshot | SnoSaved;
  };

  /**
   * Makes the ID with this time and these fields, checked at run time.
   *
   * @example
   * ```js
   * import { formatNamed, withOptions } from "flakekit";
   *
   * const format = withOptions(formatNamed("dis" + "cord"), { epoch: "2024-01-01" });
   * format.encode({ date: new Date("2024-01-01"), workerId: 1 }, { partial: true }); // → 131072n
   * ```
   */
  encode(this: void, fields: MadeAt & Record<string, unknown>, options?: EncodeOptions | number): AnyId;
}

/** A generator of any format. See {@link IdGenerator} and {@link SnoGenerator} for its methods. */
export interface AnyGenerator extends Freeable, GeneratorState {
  /**
   * @example
   * ```js
   * import { formatNamed, generator, withOptions } from "flakekit";
   *
   * const format = withOptions(formatNamed(process.argv[2] ?? "mastodon"), { epoch: "2024-01-01" });
   * const ids = generator(format, {});
   * format.isValid(ids.next()); // → true
   * ```
   */
  next(this: void, meta?: number | bigint): AnyId;
  /**
   * @example
   * ```js
   * import { formatNamed, generator, withOptions } from "flakekit";
   *
   * const format = withOptions(formatNamed(process.argv[2] ?? "mastodon"), { epoch: "2024-01-01" });
   * const ids = generator(format, {});
   * format.isValid(ids.nextText()); // → true
   * ```
   */
  nextText(this: void, meta?: number | bigint): string;
  /**
   * @example
   * ```js
   * import { formatNamed, generator, withOptions } from "flakekit";
   *
   * const format = withOptions(formatNamed(process.argv[2] ?? "mastodon"), { epoch: "2024-01-01" });
   * const ids = generator(format, {});
   * format.isValid(await ids.nextAsync()); // → true
   * ```
   */
  nextAsync(this: void, meta?: number | bigint): Promise<AnyId>;
}

/**
 * All built-in formats.
 *
 * @example
 * ```js
 * import { formats } from "flakekit";
 *
 * formats().filter(({ bits }) => bits === 53).map(({ name }) => name); // → ["snowflakeSI"]
 * ```
 */
export function formats(): AnyFormat[];

/**
 * The built-in format with a name, as {@link formats} lists it. `x` is another name of the format `twitter`.
 *
 * @throws FlakeError `UNKNOWN_FORMAT` if there is no such format
 *
 * @example
 * ```js
 * import { formatNamed } from "flakekit";
 *
 * formatNamed("discord").bits; // → 64
 * ```
 */
export function formatNamed<Name extends keyof BuiltInFormats>(name: Name): BuiltInFormats[Name];
export function formatNamed(name: string): AnyFormat;
