// Generated from Rust by `npm run build`. Do not edit.

/** An encoding: how the digits of a value are written. */
export type Encoding = readonly [
  name: string,
  /** The alphabet in words. */
  characters: string,
  /** The digits in the order of their values: the first and the last character of each range. */
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
  ["decimal", "digits 0-9", "09", 5],
  ["hex", "digits 0-9 and a-f", "09af", 1],
  ["base36", "digits 0-9 and letters a-z", "09az", 5],
  ["base62", "digits 0-9 and letters A-Z and a-z", "09AZaz", 0],
  ["rotatedBase64", "letters A-Z and a-z, digits 0-9, '-' and '_'", "AZaz09--__", 2, 60],
  ["sno", "digits 2-9 and letters a-x", "29ax", 2, 80],
  ["snoUuid", "the 16 characters of a sno as the bytes of a UUID", "29ax", 2, 80],
  ["crockford", "digits 0-9 and letters A-Z except I, L, O and U", "09AHJKMNPTVZ", 6, 0, "I1L1O0i1l1o0"],
  ["base2", "digits 0 and 1", "01", 5],
  ["base64url", "letters A-Z and a-z, digits 0-9, '-' and '_'", "AZaz09--__", 0],
];

/** `Base32` of Go's bwmarrin/snowflake: digits `ybndrfg8ejkmcpqxot1uwisza345h769` */
export const BWMARRIN32: Encoding = [
  "bwmarrin32",
  "digits 1 and 3-9 and letters a-z except l and v",
  "yybbnnddrrfg88eejkmmccpqxxoott11uuwwiisszzaa35hh776699",
  0,
];

/** `Base58` of Go's bwmarrin/snowflake: digits `1-9a-zA-Z` without `l`, `I` and `O` */
export const BWMARRIN58: Encoding = [
  "bwmarrin58",
  "digits 1-9 and letters a-z except l and A-Z except I and O",
  "19akmzAHJNPZ",
  0,
];

/** `Base64` of Go's bwmarrin/snowflake: the decimal digits as base64, padded by `=` */
export const BWMARRIN64: Encoding = ["bwmarrin64", "groups of 4 characters, the base64 of digits 0-9", "09", 5];
