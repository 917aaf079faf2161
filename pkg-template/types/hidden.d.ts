/**
 * Public IDs that hide their times: texts that do not show when an ID was made, in which order, and how many there are.
 *
 * ```js
 * import { discord } from "flakekit";
 * import { hidden } from "flakekit/hidden";
 *
 * const key = crypto.getRandomValues(new Uint8Array(32)); // keep it as a secret
 * const orders = hidden(discord, { key, tweak: "orders" });
 * const text = orders.toText(175928847299117063n); // for a link
 * orders.fromText(text); // → 175928847299117063n
 * ```
 *
 * @packageDocumentation
 */

import type {
  Encoding,
  IdForm,
  ImportedEncoding,
  PrefixableFormat,
  PrefixableHidden,
  StandardSchema,
} from "./index.js";

/** Tells the texts of different tweaks apart, for the compiler only. */
declare const HIDDEN: unique symbol;

/**
 * The text of a hidden ID: `type OrderLink = Hidden<"orders">`. The compiler accepts it as a string. It accepts neither another
 * string nor a text of another tweak as this type.
 */
export type Hidden<Tweak extends string = string> = string & { readonly [HIDDEN]: Tweak };

/** A secret key: 16, 24 or 32 random bytes, or their 32, 48 or 64 hexadecimal digits. It is copied. */
export type HiddenKey = Uint8Array | string;

/** The encodings of hidden IDs. */
export type HiddenEncoding =
  Exclude<Encoding, "rotatedBase64" | "snoUuid"> | ImportedEncoding<"bwmarrin32" | "bwmarrin58">;

/** The keys of hidden IDs. */
export type HiddenKeys =
  | {
      /** The only key. Its texts begin with no letter. */
      readonly key: HiddenKey;
      readonly keys?: undefined;
      readonly current?: undefined;
    }
  | {
      /** Keys by letter, `a` to `z`. Their texts begin with the letter, so a key can be replaced: old texts are read as long as their key is given. */
      readonly keys: Readonly<Record<string, HiddenKey>>;
      /** The letter of the key that writes. */
      readonly current: string;
      /** An older key without a letter, which only reads. */
      readonly key?: HiddenKey | undefined;
    };

/** Options of {@link hidden}, beside the keys. */
export interface HiddenOptions<Tweak extends string = string> {
  /**
   * What the IDs are used for: at most 10 bytes of UTF-8. With different tweaks, equal IDs have different texts. It need not be
   * secret. Default: the empty text.
   */
  readonly tweak?: Tweak | undefined;

  /**
   * Whether texts end with 4 characters of check, by which mistyped and invented texts are refused: one of a million invented texts
   * is accepted. With `false`, nearly every text of the right length is read as some ID. Default: `true`.
   */
  readonly check?: boolean | undefined;

  /** The encoding of the number. Texts have all leading zeros. Default: `base36`, in which letters of either case are read. */
  readonly as?: HiddenEncoding | undefined;
}

/**
 * Hidden IDs of a format: see {@link hidden}. It makes no IDs. Methods except `toJSON` can be passed on as functions, as in
 * `ids.map(orders.toText)`.
 *
 * @typeParam F - the type of the format
 * @typeParam Tweak - the tweak, as a literal
 */
export interface HiddenFormat<
  F extends PrefixableFormat = PrefixableFormat,
  Tweak extends string = string,
> extends PrefixableHidden<F> {
  /** The tweak. */
  readonly tweak: Tweak;

  /**
   * Writes an ID as a text of always the same length: the letter of the key, the number, the check. Equal IDs have equal texts.
   *
   * @param id - an ID in any form that the format reads, such as the result of `next()`
   * @throws FlakeError `INVALID_ID` or `INVALID_TEXT`
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   * import { hidden } from "flakekit/hidden";
   *
   * const orders = hidden(discord, { key: "000102030405060708090a0b0c0d0e0f", tweak: "orders" });
   * orders.toText(175928847299117063n); // → "29s43ak0nmovb6f0c"
   * ```
   */
  toText(this: void, id: IdForm<F["zero"]>): Hidden<Tweak>;

  /**
   * Reads a text of one of the keys. The letter and the check are read in either case, and the number as its encoding allows.
   *
   * @throws FlakeError `INVALID_TEXT`; `INVALID_ID` for other values than texts
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   * import { hidden } from "flakekit/hidden";
   *
   * const orders = hidden(discord, { key: "000102030405060708090a0b0c0d0e0f", tweak: "orders" });
   * orders.fromText("29s43ak0nmovb6f0c"); // → 175928847299117063n
   * ```
   */
  fromText(this: void, text: string): F["zero"];

  /**
   * Whether a value is a text of one of the keys. Never throws. It is a type guard. It is no authorization.
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   * import { hidden } from "flakekit/hidden";
   *
   * const orders = hidden(discord, { key: "000102030405060708090a0b0c0d0e0f", tweak: "orders" });
   * orders.isValid("29s43ak0nmovb6f0c"); // → true
   * orders.isValid("TYPED"); // → false
   * ```
   */
  isValid(this: void, text: unknown): text is Hidden<Tweak>;

  /** Makes the `HiddenFormat` a schema for validators, forms and RPC libraries, whose output has the type {@link Hidden}. */
  readonly "~standard": StandardSchema<string, Hidden<Tweak>>;

  /**
   * The name of the format and of the encoding, the tweak, whether there is a check, and the letters of the keys, without the keys.
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   * import { hidden } from "flakekit/hidden";
   *
   * const orders = hidden(discord, { keys: { a: "000102030405060708090a0b0c0d0e0f" }, current: "a" });
   * orders.toJSON().letters; // → ["a"]
   * ```
   */
  toJSON(): { format: string; text: string; tweak: string; check: boolean; letters: string[] };
}

/**
 * Hides the IDs of a format: each ID becomes a text that nobody without the key tells from a random one. The number is encrypted by
 * FF1 of NIST SP 800-38G Rev. 1 with AES, which maps the numbers of the format's width one to one onto themselves.
 *
 * A text is no authorization: who has it can show it to others. Nothing depends on the clock.
 *
 * @param format - any format of at least 20 bits, of this copy of the package or of another copy of this version
 * @param options - the keys, and {@link HiddenOptions}
 * @throws FlakeError `INVALID_OPTION`, whose message never contains a key; `CORE_FAILED` if
 * WebAssembly does not start
 *
 * @example
 * ```js
 * import { discord, prefixed } from "flakekit";
 * import { hidden } from "flakekit/hidden";
 *
 * const keys = { a: "000102030405060708090a0b0c0d0e0f", b: "101112131415161718191a1b1c1d1e1f" };
 * const before = hidden(discord, { keys: { a: keys.a }, current: "a", tweak: "orders" });
 * const orders = hidden(discord, { keys, current: "b", tweak: "orders" });
 * const old = before.toText(175928847299117063n);
 * orders.toText(orders.fromText(old)).slice(0, 1); // → "b"
 * prefixed(orders, "order").toText(175928847299117063n).slice(0, 7); // → "order_b"
 * ```
 */
export function hidden<F extends PrefixableFormat, const Tweak extends string = "">(
  format: F,
  options: HiddenKeys & HiddenOptions<Tweak>,
): HiddenFormat<F, Tweak>;
