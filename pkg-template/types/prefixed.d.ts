import type { AnyId } from "./any-format.js";
import type { FormatBase, IdForm, StandardSchema } from "./format.js";
import type { Encoding } from "./generated/names.js";

/** Tells the texts of different prefixes apart, for the compiler only. */
declare const PREFIX: unique symbol;

/**
 * A text with a prefix, such as `order_0bz0ak19otlvk`: `type OrderId = PrefixedId<"order">`. The compiler takes it for a text, but
 * neither another text nor that of another prefix for it. {@link PrefixedFormat} makes it, and checks texts for it.
 */
export type PrefixedId<Prefix extends string = string> = `${Prefix}_${string}` & { readonly [PREFIX]: Prefix };

/** A format that can have a prefix: any. */
export type PrefixableFormat = FormatBase<AnyId>;

/**
 * The texts of a format with a prefix: see {@link prefixed}. All of them have the same length, and they sort by their bytes in
 * the order of their IDs. Methods except `toJSON` can be passed on as functions, as in `ids.map(orderId.toText)`.
 *
 * @typeParam Prefix - the prefix, as a literal
 * @typeParam F - the type of the format
 */
export interface PrefixedFormat<Prefix extends string = string, F extends PrefixableFormat = PrefixableFormat> {
  /** The prefix, without the `_` that follows it. */
  readonly prefix: Prefix;

  /** The format whose IDs they are. */
  readonly format: F;

  /**
   * Writes an ID with the prefix.
   *
   * @param id - an ID in any form that the format reads, such as what `next()` returns; no text with the prefix
   * @throws FlakeError `INVALID_ID` or `INVALID_TEXT`
   */
  toText(this: void, id: IdForm<F["zero"]>): PrefixedId<Prefix>;

  /**
   * Reads a text as the ID of the format, without the prefix. Only the one text of an ID is accepted: letters of the other case,
   * aliases and another count of digits are refused.
   *
   * @throws FlakeError `INVALID_TEXT`, which names the prefix that was found, or the position of the first wrong character,
   * from 1 on; `INVALID_ID` for other values than texts
   */
  fromText(this: void, text: string): F["zero"];

  /** Whether a value is a text of this prefix. Never throws. It is a type guard. */
  isValid(this: void, text: unknown): text is PrefixedId<Prefix>;

  /**
   * Reads the time and the fields of an ID, as the format does. It needs a format with an epoch.
   *
   * @throws FlakeError the same as `fromText`; `EPOCH_REQUIRED`
   */
  decode(this: void, text: TextOf<F>): F extends { decode(id: never): infer Decoded } ? Decoded : unknown;

  /** The beginning of the ID's tick in Unix ms. @throws FlakeError the same as `decode` */
  timestamp(this: void, text: TextOf<F>): number;

  /** The beginning of the ID's tick as a `Date`. @throws FlakeError the same as `decode` */
  date(this: void, text: TextOf<F>): Date;

  /**
   * Compares two texts, for `texts.sort(orderId.compare)`. For valid texts, `texts.sort()` is the same.
   *
   * @throws FlakeError the same as `fromText`
   */
  compare(this: void, a: string, b: string): -1 | 0 | 1;

  /** Makes it a schema for validators, forms and RPC libraries, whose output has the type {@link PrefixedId}. */
  readonly "~standard": StandardSchema<string, PrefixedId<Prefix>>;

  /** The prefix, the name of the encoding and that of the format. */
  toJSON(): { prefix: Prefix; text: Encoding; format: string };
}

/** The texts whose times are read: none before the format has an epoch. */
type TextOf<F> = F extends { readonly epoch: null } ? never : string;

/** The encodings of texts with a prefix: letters and digits that sort by their bytes as their values do. */
export type PrefixedEncoding = Exclude<Encoding, "rotatedBase64" | "snoUuid" | "base64url">;

/**
 * Gives the texts of a format a prefix, which tells what an ID is of: `order_0bz0ak19otlvk`. It makes no IDs:
 *
 * ```js
 * import { discord, generator, prefixed } from "flakekit";
 *
 * const ids = generator(discord, { workerId: 1, processId: 0 });
 * const orderId = prefixed(discord, "order");
 * const text = orderId.toText(ids.next());
 * orderId.fromText(text); // the ID, a bigint
 * orderId.isValid(text.replace("order", "user")); // → false
 * ```
 *
 * @param format - any format, with or without an epoch, of this copy of the package or of another one of the same version
 * @param prefix - 1 to 63 small letters, digits and `_`, with a letter first and no `_` at the end
 * @param options - `as`: the encoding. Default: that of the format if it is not decimal, and sorts; else base 36. Texts in
 * base 62 sort by their bytes only, and not by rules of languages, which some databases use
 * @throws FlakeError `INVALID_OPTION`, also if the encoding does not suit the format
 */
export function prefixed<const Prefix extends string, F extends PrefixableFormat>(
  format: F,
  prefix: Prefix,
  options?: { as?: PrefixedEncoding | undefined },
): PrefixedFormat<Prefix, F>;
