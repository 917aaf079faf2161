// Generated from Rust by `npm run build`. Do not edit.

/** An encoding: how the digits of a value are written. */
export interface Encoding {
  readonly _name: string;
  /** The digits in the order of their values. */
  readonly _digits: string;
  /** The alphabet in words. */
  readonly _characters: string;
  /** The only width in bits that it is defined for. Default: any. */
  readonly _width?: number;
  /** Whether all texts are as long as that of the largest value. */
  readonly _isFixed?: boolean;
  /** Whether letters of the other case are read too. */
  readonly _isEitherCase?: boolean;
  /** Other characters that are read, each followed by its digit. */
  readonly _aliases?: string;
  /** How many digits at the end are moved to the front. Such an encoding also has short texts. */
  readonly _moved?: number;
  /** Whether the digits are the bytes of a UUID. */
  readonly _isUuid?: boolean;
  /** Whether `toString` of a bigint writes these digits. */
  readonly _isNative?: boolean;
}

/** The encodings in the order of their numbers. */
export const ENCODINGS: readonly Encoding[] = /* @__PURE__ */ [
  { _name: "decimal", _digits: "0123456789", _characters: "digits 0-9", _isEitherCase: true, _isNative: true },
  { _name: "hex", _digits: "0123456789abcdef", _characters: "digits 0-9 and a-f", _isNative: true },
  {
    _name: "base36",
    _digits: "0123456789abcdefghijklmnopqrstuvwxyz",
    _characters: "digits 0-9 and letters a-z",
    _isEitherCase: true,
    _isNative: true,
  },
  {
    _name: "base62",
    _digits: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    _characters: "digits 0-9 and letters A-Z and a-z",
  },
  {
    _name: "rotatedBase64",
    _digits: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    _characters: "letters A-Z and a-z, digits 0-9, '-' and '_'",
    _width: 60,
    _isFixed: true,
    _moved: 2,
  },
  {
    _name: "sno",
    _digits: "23456789abcdefghijklmnopqrstuvwx",
    _characters: "digits 2-9 and letters a-x",
    _width: 80,
    _isFixed: true,
  },
  {
    _name: "snoUuid",
    _digits: "23456789abcdefghijklmnopqrstuvwx",
    _characters: "the 16 characters of a sno as the bytes of a UUID",
    _width: 80,
    _isFixed: true,
    _isUuid: true,
  },
  {
    _name: "crockford",
    _digits: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    _characters: "digits 0-9 and letters A-Z except I, L, O and U",
    _isFixed: true,
    _isEitherCase: true,
    _aliases: "I1L1O0",
  },
];
