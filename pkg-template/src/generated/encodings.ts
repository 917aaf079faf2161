// Generated from Rust by `npm run build`. Do not edit.

/** An encoding: how the digits of a value are written. */
export type Encoding = readonly [
  name: string,
  /** The alphabet in words. */
  characters: string,
  /** The digits in the order of their values: each range as in a character class, `a-z`. */
  ranges: string,
  /** The sum of its traits. */
  traits: number,
  /** The only width in bits that it is defined for; 0: any. Default: 0. */
  width?: number,
  /** Other characters that are read, each followed by its digit. */
  aliases?: string,
];

export const enum Trait {
  /** `toString` of a bigint writes these digits. */
  native = 1,
  /** All texts are as long as that of the largest value. */
  fixed = 2,
  /** Letters of the other case are read too. */
  eitherCase = 4,
}

/** The encodings that are known by their names, in the order of their numbers. The other encodings are constants of their own. */
export const ENCODINGS: readonly Encoding[] = /* @__PURE__ */ [
  ["decimal", "0-9", "0-9", 5],
  ["hex", "0-9 and a-f", "0-9a-f", 1],
  ["base36", "0-9 and a-z", "0-9a-z", 5],
  ["base62", "0-9, A-Z and a-z", "0-9A-Za-z", 0],
  ["rotatedBase64", "A-Z, a-z, 0-9, '-' and '_'", "A-Za-z0-9---_-_", 2, 60],
  ["sno", "2-9 and a-x", "2-9a-x", 2, 80],
  ["snoUuid", "the 16 characters of a sno as the bytes of a UUID", "2-9a-x", 2, 80],
  ["crockford", "0-9 and A-Z except I, L, O and U", "0-9A-HJ-KM-NP-TV-Z", 6, 0, "I1L1O0i1l1o0"],
  ["base2", "0 and 1", "0-1", 5],
  ["base64url", "A-Z, a-z, 0-9, '-' and '_'", "A-Za-z0-9---_-_", 0],
];

/** `Base32` of Go's bwmarrin/snowflake: digits `ybndrfg8ejkmcpqxot1uwisza345h769` */
export const BWMARRIN32: Encoding = [
  "bwmarrin32",
  "1, 3-9 and a-z except l and v",
  "y-yb-bn-nd-dr-rf-g8-8e-ej-km-mc-cp-qx-xo-ot-t1-1u-uw-wi-is-sz-za-a3-5h-h7-76-69-9",
  0,
];

/** `Base58` of Go's bwmarrin/snowflake: digits `1-9a-zA-Z` without `l`, `I` and `O` */
export const BWMARRIN58: Encoding = ["bwmarrin58", "1-9, a-z except l and A-Z except I and O", "1-9a-km-zA-HJ-NP-Z", 0];

/** `Base64` of Go's bwmarrin/snowflake: the decimal digits as base64, padded by `=` */
export const BWMARRIN64: Encoding = ["bwmarrin64", "groups of 4 characters, the base64 of digits 0-9", "0-9", 5];
