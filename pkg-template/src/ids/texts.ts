// Reads and writes the value as text.

import { type Encoding, requireStyle, type Style, type TextShape } from "./encodings.js";
import { FlakeError, quoted } from "../values/index.js";
import { Trait } from "../generated/encodings.js";
import { asBigint, highPart, setValue, words, Word } from "./value.js";

/** The limits of the arithmetic. An enum, so that the built code has the numbers: a division by a variable takes longer. */
const enum Limit {
  /** How many values the low part of a value has. Its product with the count of values of four digits is at most 2^53. */
  low = 134217728,
  lowBits = 27,
}

/** How many characters of a text are searched for a mistake. No ID has a longer text. */
const MAX_SEARCHED = 128;

/** Reads a text into the value. Returns whether the text is one of this style, however large its value is. */
export function readText(text: string, style: Style): boolean {
  const { _form } = style;
  return style._wrong === undefined && (_form === undefined ? readDigits(text, style) : _form._read(text, style));
}

/** Reads digits into the value, four in each step, without bigints: their arithmetic takes longer than reading all digits. */
export function readDigits(digits: string, { _base: base, _max, _min, _values: values }: Style<TextShape>): boolean {
  const { length } = digits;
  if (length < _min || length > _max || (length > _min && values[digits.charCodeAt(0) & 127] === 0)) return false;
  // How many values four digits have. It is a product, because the engine calls a function for `**`.
  const quad = base * base * base * base;
  let low = 0;
  let high = 0;
  // Becomes negative at a character that is no digit, whose value is -1, and at a character that is not ASCII.
  let strange = 0;
  let step = 0;
  for (let i = 0; i < length;) {
    const code = digits.charCodeAt(i++);
    const digit = values[code & 127] as number;
    strange |= digit | (127 - code);
    step = step * base + digit;
    if (((length - i) & 3) === 0) {
      low = low * quad + step;
      step = 0;
      const carry = Math.floor(low / Limit.low);
      low -= carry * Limit.low;
      high = high * quad + carry;
    }
  }
  // Above 80 bits `high` is not exact. But then the highest word is too large as well, so the caller refuses the value.
  setValue(high / 2 ** (32 - Limit.lowBits), low | (high << Limit.lowBits));
  return strange >= 0;
}

/** The characters of the text that is being written, at the end of the array. */
const characters = /* @__PURE__ */ new Uint8Array(16);

/** Writes the value as text. */
export function writeText(style: Style): string {
  const { _base, _encoding, _form, _min } = requireStyle(style);
  const digits = _encoding[3] & Trait.native ? asBigint().toString(_base).padStart(_min, "0") : writeDigits(style);
  return _form === undefined ? digits : _form._write(digits);
}

/** Writes the value by a long division by the count of pairs of digits. Each remainder is a pair; the last pair comes first. */
function writeDigits({ _base: base, _codes: codes, _min: min }: Style): string {
  const pairs = base * base;
  let upper = highPart();
  let lower = words[0] as number;
  let at = 16;
  do {
    const quotient = Math.floor(upper / pairs);
    const dividend = (upper - quotient * pairs) * Word.values + lower;
    upper = quotient;
    lower = Math.floor(dividend / pairs);
    // `| 0` makes it a small integer of the engine, so that a sno takes a quarter less time.
    const pair = (dividend - lower * pairs) | 0;
    const high = (pair / base) | 0;
    characters[--at] = codes[pair - high * base] as number;
    characters[--at] = codes[high] as number;
  } while (upper + lower > 0 || at > 16 - min);
  const c = characters;
  // TypeScript takes the elements of a typed array for possibly undefined.
  const fromCharCode = String.fromCharCode as (...codes: (number | undefined)[]) => string;
  // prettier-ignore
  const text = fromCharCode(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11], c[12], c[13], c[14], c[15]);
  // A pair can begin with a zero that the text does not need.
  return text.slice(at < 16 - min && c[at] === codes[0] ? at + 1 : at);
}

/**
 * What is wrong with a text whose first wrong character is at a position, -1 if there is none: the character, or the length;
 * `undefined` if both are right. A text that is cut for the search has a length that no right text has.
 */
export function whyWrong(
  text: string,
  at: number,
  min: number,
  max: number,
  [, allowed]: Encoding,
  isCut = false,
): string | undefined {
  const { length } = text;
  const found = pointsOf(text).find((_, i) => i === at);
  return found !== undefined
    ? `${quoted(found)} at character ${at + 1}; it must have only ${allowed}`
    : length < min || length > max || isCut
      ? `length ${length}; it must be ${min < max ? `${min} to ` : ""}${max}: ${allowed}`
      : undefined;
}

/** The characters of a text that are searched. One code unit more is cut, because the last one may be a pair of surrogates. */
const pointsOf = (text: string): string[] => Array.from(text.slice(0, MAX_SEARCHED + 1)).slice(0, MAX_SEARCHED);

/** What is wrong with the digits of a text after its first characters, which are so many; see `whyWrong`. */
export function whyNoDigits(
  text: string,
  { _encoding, _max, _min, _values }: Style<TextShape>,
  first = 0,
): string | undefined {
  const at = pointsOf(text).findIndex((point, at) => at >= first && (_values[point.charCodeAt(0)] ?? -1) < 0);
  return whyWrong(text, at, first + _min, first + _max, _encoding);
}

export const leadingZero = (at: number): string =>
  `a leading zero at character ${at + 1}; it must have none, or all if padded`;

/** The error that says why a text is not of this style, or that its value has more than `bits` bits; then the hint. */
export function refuseText(text: string, style: Style<TextShape>, bits: number, hint = ""): FlakeError {
  const { _form, _min, _values, _wrong } = style;
  if (_wrong !== undefined) return new FlakeError("INVALID_OPTION", _wrong);
  const { _moved = 0, _whyNot = whyNoDigits }: TextShape = _form ?? {};
  const why =
    _whyNot(text, style) ??
    (text.length > _min && _values[text.charCodeAt(_moved)] === 0 ? leadingZero(_moved) : `more than ${bits} bits`);
  return new FlakeError("INVALID_TEXT", `${quoted(text)} has ${why}${hint}`);
}
