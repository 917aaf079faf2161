import type { AnyId } from "./any-format.js";
import type { FormatBase, IdForm, StandardSchema } from "./format.js";
import type { Encoding } from "./generated/names.js";

/** Tells the texts of different prefixes apart, for the compiler only. */
declare const PREFIX: unique symbol;

/**
 * A text with a prefix, such as `order_0bz0ak19otlvk`: `type OrderId = PrefixedId<"order">`. The compiler accepts it as
 * a string. It accepts neither another string nor a text with another prefix as this type. {@link PrefixedFormat} makes
 * values of this type, and checks texts.
 */
export type PrefixedId<Prefix extends string = string> = `${Prefix}_${string}` & { readonly [PREFIX]: Prefix };

/** A format that can have a prefix: any format. */
export type PrefixableFormat = FormatBase<AnyId>;

/**
 * The texts of a format with a prefix: see {@link prefixed}. All these texts have the same length, and sort by their
 * bytes in the order of their IDs. Methods except `toJSON` can be passed on as functions, as in
 * `ids.map(orderId.toText)`.
 *
 * @typeParam Prefix - the prefix, as a literal
 * @typeParam F - the type of the format
 */
export interface PrefixedFormat<Prefix extends string = string, F extends PrefixableFormat = PrefixableFormat> {
  /** The prefix, without the `_` that follows it. */
  readonly prefix: Prefix;

  /** The format of the IDs. */
  readonly format: F;

  /**
   * Writes an ID with the prefix.
   *
   * @param id - an ID in any form that the format reads, such as the result of `next()`. A text with the prefix is
   * refused
   * @throws FlakeError `INVALID_ID` or `INVALID_TEXT`
   *
   * @example
   * ```js
   * import { discord, prefixed } from "flakekit";
   *
   * const orderId = prefixed(discord, "order");
   * orderId.toText(175928847299117063n); // → "order_01c49kkphnxtz"
   * ```
   */
  toText(this: void, id: IdForm<F["zero"]>): PrefixedId<Prefix>;

  /**
   * Reads a text as the ID of the format, without the prefix. Only the one text of an ID is accepted: letters of the other case,
   * aliases and another count of digits are refused.
   *
   * @throws FlakeError `INVALID_TEXT`, which names the prefix that was found, or the position of the first wrong character,
   * from 1 on; `INVALID_ID` for other values than texts
   *
   * @example
   * ```js
   * import { discord, prefixed } from "flakekit";
   *
   * const orderId = prefixed(discord, "order");
   * orderId.fromText("order_01c49kkphnxtz"); // → 175928847299117063n
   * ```
   */
  fromText(this: void, text: string): F["zero"];

  /**
   * Whether a value is a text of this prefix. Never throws. It is a type guard.
   *
   * @example
   * ```js
   * import { discord, prefixed } from "flakekit";
   *
   * const orderId = prefixed(discord, "order");
   * orderId.isValid("order_01c49kkphnxtz"); // → true
   * orderId.isValid("user_01c49kkphnxtz"); // → false
   * ```
   */
  isValid(this: void, text: unknown): text is PrefixedId<Prefix>;

  /**
   * Reads the time and the fields of an ID, as the format does. It needs a format with an epoch.
   *
   * @throws FlakeError the same as `fromText`; `EPOCH_REQUIRED`
   *
   * @example
   * ```js
   * import { discord, prefixed } from "flakekit";
   *
   * const orderId = prefixed(discord, "order");
   * orderId.decode("order_01c49kkphnxtz").workerId; // → 1
   * ```
   */
  decode(this: void, text: TextOf<F>): F extends { decode(id: never): infer Decoded } ? Decoded : unknown;

  /**
   * The beginning of the ID's tick in Unix ms.
   *
   * @throws FlakeError the same as `decode`
   *
   * @example
   * ```js
   * import { discord, prefixed } from "flakekit";
   *
   * const orderId = prefixed(discord, "order");
   * orderId.timestamp("order_01c49kkphnxtz"); // → 1462015105796
   * ```
   */
  timestamp(this: void, text: TextOf<F>): number;

  /**
   * The beginning of the ID's tick as a `Date`.
   *
   * @throws FlakeError the same as `decode`
   *
   * @example
   * ```js
   * import { discord, prefixed } from "flakekit";
   *
   * const orderId = prefixed(discord, "order");
   * orderId.date("order_01c49kkphnxtz").getUTCFullYear(); // → 2016
   * ```
   */
  date(this: void, text: TextOf<F>): Date;

  /**
   * Compares two texts, for `texts.sort(orderId.compare)`. For valid texts, `texts.sort()` gives the same order.
   *
   * @throws FlakeError the same as `fromText`
   *
   * @example
   * ```js
   * import { discord, prefixed } from "flakekit";
   *
   * const orderId = prefixed(discord, "order");
   * const texts = [2n, 1n].map(orderId.toText);
   * texts.sort(orderId.compare).map(orderId.fromText); // → [1n, 2n]
   * ```
   */
  compare(this: void, a: string, b: string): -1 | 0 | 1;

  /**
   * Makes the `PrefixedFormat` a schema for validators, forms and RPC libraries, whose output has the type {@link
   * PrefixedId}.
   */
  readonly "~standard": StandardSchema<string, PrefixedId<Prefix>>;

  /**
   * The prefix, the name of the encoding and the name of the format.
   *
   * @example
   * ```js
   * import { discord, prefixed } from "flakekit";
   *
   * const orderId = prefixed(discord, "order");
   * orderId.toJSON(); // → { prefix: "order", text: "base36", format: "discord" }
   * ```
   */
  toJSON(): { prefix: Prefix; text: Encoding; format: string };
}

/** The texts whose times are read: no text before the format has an epoch. */
type TextOf<F> = F extends { readonly epoch: null } ? never : string;

/** The encodings of texts with a prefix: their digits sort by bytes in the order of values. */
export type PrefixedEncoding = Exclude<Encoding, "rotatedBase64" | "snoUuid" | "base64url">;

/** Options of {@link prefixed}. */
export interface PrefixedOptions {
  /**
   * The encoding. Default: that of the format if it is not decimal, and its texts sort; otherwise `base36`. Texts in `base62` sort by their
   * bytes only, and not by rules of languages, which some databases use.
   */
  as?: PrefixedEncoding | undefined;
}

/** Hidden IDs that can have a prefix: see `hidden` of `flakekit/hidden`. */
export interface PrefixableHidden<F extends PrefixableFormat = PrefixableFormat> {
  /** The format of the IDs. */
  readonly format: F;
  readonly tweak: string;
}

/**
 * The texts of hidden IDs with a prefix, such as `order_3hwbng5rq2u1y9df4`. They do not sort as their IDs do. Only the one text of an ID
 * is accepted.
 */
export interface PrefixedHidden<
  Prefix extends string = string,
  F extends PrefixableFormat = PrefixableFormat,
> extends Pick<PrefixedFormat<Prefix, F>, "prefix" | "format" | "toText" | "fromText" | "isValid" | "~standard"> {
  readonly tweak: string;

  /**
   * The prefix, and what `toJSON` of the hidden IDs returns.
   *
   * @example
   * ```js
   * import { discord, prefixed } from "flakekit";
   * import { hidden } from "flakekit/hidden";
   *
   * const orderId = prefixed(hidden(discord, { key: "000102030405060708090a0b0c0d0e0f" }), "order");
   * orderId.toJSON().prefix; // → "order"
   * ```
   */
  toJSON(): { prefix: Prefix; format: string; text: string; tweak: string; check: boolean; letters: string[] };
}

/**
 * Gives the texts of a format a prefix that names the thing with the ID: `order_0bz0ak19otlvk`. The result makes no IDs.
 *
 * @param format - any format, with or without an epoch, of this copy of the package or of another copy of this version
 * @param prefix - 1 to 63 small letters, digits and `_`, with a letter first and no `_` at the end
 * @throws FlakeError `INVALID_OPTION`, also if the encoding does not suit the format
 *
 * @example
 * ```js
 * import { discord, generator, prefixed } from "flakekit";
 *
 * const ids = generator(discord, { workerId: 1, processId: 0 });
 * const orderId = prefixed(discord, "order");
 * const text = orderId.toText(ids.next());
 * orderId.fromText(text); // the ID, a bigint
 * orderId.isValid(text.replace("order", "user")); // → false
 * ```
 */
export function prefixed<const Prefix extends string, F extends PrefixableFormat>(
  format: F,
  prefix: Prefix,
  options?: PrefixedOptions,
): PrefixedFormat<Prefix, F>;

/**
 * Gives the texts of hidden IDs a prefix. The encoding is an option of `hidden`.
 *
 * @param hidden - the result of `hidden` of `flakekit/hidden`
 * @param prefix - as for a format
 * @throws FlakeError `INVALID_OPTION`
 *
 * @example
 * ```js
 * import { discord, prefixed } from "flakekit";
 * import { hidden } from "flakekit/hidden";
 *
 * const orderId = prefixed(hidden(discord, { key: "000102030405060708090a0b0c0d0e0f" }), "order");
 * orderId.fromText(orderId.toText(175928847299117063n)); // → 175928847299117063n
 * ```
 */
export function prefixed<const Prefix extends string, F extends PrefixableFormat>(
  hidden: PrefixableHidden<F>,
  prefix: Prefix,
): PrefixedHidden<Prefix, F>;
