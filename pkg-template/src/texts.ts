// Reads and writes the value as text.

import { requireStyle, type Style } from "./encodings.js";
import { FlakeError } from "./errors.js";
import { asBigint, words, Word } from "./value.js";
import { quoted } from "./values.js";

/** What few formats have beside digits in their order. A format that needs it imports it, so that the bundles of others do not contain it. */
export interface TextForms {
  /** Moves the digits at the end to the front, or back. */
  readonly _rotate?: (text: string, isBack: boolean) => string;
  /** sno's UUIDs: writes the digits as one. */
  readonly _toUuid?: (digits: string) => string;
  /** Reads one into the value. Returns the position of the first mistake: 36 if it is the length, -1 if there is none. */
  readonly _readUuid?: (text: string, values: Int8Array) => number;
}

/** The limits of the arithmetic. An enum, so that the engine knows the numbers: a division by a variable takes longer. */
const enum Limit {
  /** How many values the low part of a value has. Its product with the count of values of four digits is at most 2^53. */
  low = 134217728,
  lowBits = 27,
}

/** The most of a text that is searched for a mistake: no ID has a longer text. */
const MAX_SEARCHED = 64;

const UUID_LENGTH = 36;

/**
 * Reads a text into the value. Returns whether the text is one of this style, however large its value is. It reads four digits
 * at a time: one at a time takes a third longer, and arithmetic of bigints takes longer than reading all digits.
 */
export function readText(text: string, style: Style, forms: TextForms): boolean {
  const { _base: base, _max, _min, _moved, _values: values } = style;
  if (style._wrong !== undefined) return false;
  if (style._encoding._isUuid === true) return (forms._readUuid?.(text, values) ?? 0) < 0;
  const { length } = text;
  if (length < _min || length > _max || (length > _min && values[text.charCodeAt(_moved) & 127] === 0)) return false;
  const digits = _moved === 0 ? text : (forms._rotate as (text: string, isBack: boolean) => string)(text, true);
  // How many values four digits have. The engine calls a function for `**`.
  const quad = base * base * base * base;
  let low = 0;
  let high = 0;
  // Negative if a digit is, or if a character is not ASCII.
  let strange = 0;
  let i = 0;
  for (; i < length % 4; i++) {
    const code = digits.charCodeAt(i);
    const digit = values[code & 127] as number;
    strange |= digit | (127 - code);
    low = low * base + digit;
  }
  for (; i < length; i += 4) {
    const code0 = digits.charCodeAt(i);
    const code1 = digits.charCodeAt(i + 1);
    const code2 = digits.charCodeAt(i + 2);
    const code3 = digits.charCodeAt(i + 3);
    const digit0 = values[code0 & 127] as number;
    const digit1 = values[code1 & 127] as number;
    const digit2 = values[code2 & 127] as number;
    const digit3 = values[code3 & 127] as number;
    strange |= digit0 | digit1 | digit2 | digit3 | (127 - (code0 | code1 | code2 | code3));
    low = low * quad + ((digit0 * base + digit1) * base + digit2) * base + digit3;
    const carry = Math.floor(low / Limit.low);
    low -= carry * Limit.low;
    high = high * quad + carry;
  }
  // Of a text that is too long, the last word is too large, too.
  words[0] = low | (high << Limit.lowBits);
  words[1] = high / 2 ** (32 - Limit.lowBits);
  words[2] = high / 2 ** (64 - Limit.lowBits);
  return strange >= 0;
}

/** The characters of a text. */
const characters = /* @__PURE__ */ new Uint8Array(16);

/** Writes the value as text. */
export function writeText(style: Style, forms: TextForms): string {
  const { _base, _codes, _encoding, _min } = requireStyle(style);
  let text =
    _encoding._isNative === true ? asBigint().toString(_base).padStart(_min, "0") : writeDigits(_base, _codes, _min);
  if (style._moved > 0) text = (forms._rotate as (text: string, isBack: boolean) => string)(text, false);
  return _encoding._isUuid === true ? (forms._toUuid as (digits: string) => string)(text) : text;
}

/** `String.fromCharCode` for elements of a typed array, which TypeScript takes for possibly undefined. */
const fromCharCodes = (...codes: (number | undefined)[]): string => String.fromCharCode(...(codes as number[]));

/** A long division by the count of pairs of digits, whose remainders are the pairs, the last one first. */
function writeDigits(base: number, codes: Uint8Array, min: number): string {
  const pairs = base * base;
  let upper = (words[2] as number) * Word.values + (words[1] as number);
  let lower = words[0] as number;
  let at = 16;
  do {
    const quotient = Math.floor(upper / pairs);
    const dividend = (upper - quotient * pairs) * Word.values + lower;
    upper = quotient;
    lower = Math.floor(dividend / pairs);
    const pair = dividend - lower * pairs;
    const high = Math.floor(pair / base);
    characters[--at] = codes[pair - high * base] as number;
    characters[--at] = codes[high] as number;
  } while (upper + lower > 0 || at > 16 - min);
  const c = characters;
  // prettier-ignore
  const text = fromCharCodes(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11], c[12], c[13], c[14], c[15]);
  // A pair can begin with a zero that the text does not need.
  return text.slice(at < 16 - min && c[at] === codes[0] ? at + 1 : at);
}

/** Why a text is none of this style, or has a value of more than `bits` bits. */
export function refuseText(text: string, style: Style, forms: TextForms, bits: number): FlakeError {
  const { _encoding, _moved, _values, _wrong } = style;
  if (_wrong !== undefined) return new FlakeError("INVALID_OPTION", _wrong);
  const isUuid = _encoding._isUuid === true;
  const [min, max] = isUuid ? [UUID_LENGTH, UUID_LENGTH] : [style._min, style._max];
  const { length } = text;
  const searched = isUuid ? UUID_LENGTH : MAX_SEARCHED;
  // A unit more, because the last character may be a pair of surrogates.
  const points = Array.from(text.slice(0, searched + 1)).slice(0, searched);
  const isDigit = (point: string): boolean => point.length < 2 && (_values[point.charCodeAt(0)] ?? -1) >= 0;
  const at = isUuid ? (forms._readUuid?.(text, _values) ?? 0) : points.findIndex((point) => !isDigit(point));
  const found = points[at];
  const range = `${min < max ? `${min} to ` : ""}${max}`;
  const why =
    found !== undefined
      ? `${quoted(found)} at position ${at}; it must have only ${_encoding._characters}`
      : length < min || length > max
        ? `${length} character${length === 1 ? "" : "s"}; it must have ${range}: ${_encoding._characters}`
        : length > min && _values[text.charCodeAt(_moved)] === 0
          ? `a leading zero at position ${_moved}; it must have none, or all of them when read as padded`
          : `more than ${bits} bits`;
  return new FlakeError("INVALID_TEXT", `${quoted(text)} has ${why}`);
}
