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

/** The encodings in the order of their numbers. */
export const ENCODINGS: readonly Encoding[] = /* @__PURE__ */ [
  ["decimal", "digits 0-9", "09", 5],
  ["hex", "digits 0-9 and a-f", "09af", 1],
  ["base36", "digits 0-9 and letters a-z", "09az", 5],
  ["base62", "digits 0-9 and letters A-Z and a-z", "09AZaz", 0],
  ["rotatedBase64", "letters A-Z and a-z, digits 0-9, '-' and '_'", "AZaz09--__", 2, 60],
  ["sno", "digits 2-9 and letters a-x", "29ax", 2, 80],
  ["snoUuid", "the 16 characters of a sno as the bytes of a UUID", "29ax", 2, 80],
  ["crockford", "digits 0-9 and letters A-Z except I, L, O and U", "09AHJKMNPTVZ", 6, 0, "I1L1O0i1l1o0"],
];
