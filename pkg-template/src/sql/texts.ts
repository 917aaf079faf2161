// The texts of IDs, read and written digit by digit.

import type { Style } from "../ids/index.js";
import { Trait } from "../generated/encodings.js";
import { append } from "../values/index.js";
import type { Dialect, Integers } from "./dialect.js";

/** A part of a value: `bits` bits from bit `below` on. */
export interface Limb {
  readonly _value: string;
  readonly _below: number;
  readonly _bits: number;
}

/** How SQL reads and writes the texts of a format. */
export interface Texts {
  /** The longest text. */
  readonly _length: number;
  /** A condition for texts of the format. */
  readonly _isOne: (text: string) => string;
  /** The value of the digits that hold the `bits` bits of a text from bit `below` on. It is NULL, or wrong, for other texts. */
  readonly _limb: (text: string, below: number, bits: number) => Limb;
  /** The value of a text in the type of IDs; NULL for other texts. */
  readonly _read: (text: string) => string;
  readonly _write: (value: string) => string;
  /** The text of the smallest value whose bits from `below` on are a number. */
  readonly _smallest: (number: string, below: number) => string;
}

/** The widest integer that all dialects have. */
const LIMB_BITS = 62;

/** Decimal texts, which every dialect reads and writes itself. */
export function decimalTexts(dialect: Dialect, integers: Integers, bits: number, largest: bigint): Texts {
  const read = (text: string): string => integers._ofDecimal(text, largest);
  const write = dialect._decimal;
  return {
    _length: String(largest).length,
    _isOne: (text) => `${read(text)} IS NOT NULL`,
    _limb: (text) => ({ _value: `(${read(text)})`, _below: 0, _bits: bits }),
    _read: read,
    _write: write,
    _smallest: (number, below) => write(integers._product(number, 1n << BigInt(below))),
  };
}

/** The texts of a style, of values up to the largest one. `_read` and `_write` are for values of up to 64 bits. */
export function digitTexts(dialect: Dialect, integers: Integers, style: Style, bits: number, largest: bigint): Texts {
  const { _base, _codes, _form, _max } = style;
  const alphabet = String.fromCharCode(..._codes.subarray(0, _base));
  const characters = charactersOf(alphabet, style);
  const zero = alphabet.charAt(0);
  const moved = _form?._moved ?? 0;
  // A value of more bits than an integer has is read in two parts, and compared with the largest value in two parts.
  const lowDigits = _max * Math.log2(_base) <= LIMB_BITS ? 0 : Math.floor(_max / 2);
  const power = (digits: number): bigint => BigInt(_base) ** BigInt(digits);

  const digitsOf = (text: string): string => {
    const ordered = moved > 0 ? dialect._join([dialect._part(text, moved + 1), dialect._part(text, 1, moved)]) : text;
    if (style._min === _max) return ordered;
    // The last digits of the text with zeros before it: as many as the largest value has.
    return dialect._part(dialect._join([`'${zero.repeat(_max)}'`, ordered]), `${dialect._length(text)} + 1`);
  };
  const sumOf = (text: string, from: number, to: number): string => {
    const digits = digitsOf(text);
    const terms = Array.from({ length: to - from }, (_, i) => {
      const found = dialect._find(digits, from + i + 1, characters);
      const digit = characters.length > _base ? `${found} % ${_base}` : found;
      const weight = power(to - from - i - 1);
      return weight === 1n ? digit : `${digit} * ${weight}`;
    });
    return `(${terms.join(" + ")})`;
  };
  const high = (text: string): string => sumOf(text, 0, _max - lowDigits);
  const low = (text: string): string => sumOf(text, _max - lowDigits, _max);

  const isOne = (text: string): string => {
    const length = dialect._length(text);
    const hasLength =
      style._min === _max
        ? `${length} = ${_max}`
        : `(${length} = 1 OR ${length} BETWEEN 2 AND ${_max} AND ${dialect._find(text, 1, zero)} IS NULL)`;
    return `${hasLength} AND ${isInRange(text)}`;
  };
  /** Whether the digits are not above those of the largest value. Sums with a character that is no digit are NULL. */
  const isInRange = (text: string): string => {
    const top = largest / power(lowDigits);
    const rest = largest % power(lowDigits);
    if (lowDigits === 0) return `${high(text)} <= ${top}`;
    const isLow = `${low(text)} >= 0`;
    return rest === power(lowDigits) - 1n
      ? `${isLow} AND ${high(text)} <= ${top}`
      : `${isLow} AND (${high(text)} < ${top} OR ${high(text)} = ${top} AND ${low(text)} <= ${rest})`;
  };
  const letters = (value: string, from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, i) => {
      const shifted = to - from - i === 1 ? value : integers._quotient(value, power(to - from - i - 1));
      return dialect._letter(alphabet, i === 0 && from === 0 ? shifted : integers._remainder(shifted, BigInt(_base)));
    });
  const write = (value: string): string => {
    const all = letters(value, 0, _max);
    if (style._min === _max) return dialect._join([...all.slice(_max - moved), ...all.slice(0, _max - moved)]);
    const head = all.slice(0, -1);
    return dialect._join([...(head.length > 0 ? [dialect._strip(dialect._join(head), zero)] : []), ...all.slice(-1)]);
  };
  return {
    _length: _max,
    _isOne: isOne,
    _limb(text, below, bits) {
      const width = Math.log2(_base);
      if (!Number.isInteger(width)) return { _value: `(${joined(text)})`, _below: 0, _bits: 64 };
      const [from, to] = [_max - Math.ceil((below + bits) / width), _max - Math.floor(below / width)];
      return { _value: sumOf(text, from, to), _below: (_max - to) * width, _bits: (to - from) * width };
    },
    _read: (text) => `CASE WHEN ${isOne(text)} THEN ${joined(text)} END`,
    _write: write,
    _smallest: (number, below) =>
      bits > 64
        ? dialect._join([
            ...letters(`(${number} * ${2n ** BigInt(below - lowDigits * Math.log2(_base))})`, 0, _max - lowDigits),
            `'${zero.repeat(lowDigits)}'`,
          ])
        : write(integers._product(number, 1n << BigInt(below))),
  };

  function joined(text: string): string {
    return lowDigits === 0 ? high(text) : integers._sum(integers._product(high(text), power(lowDigits)), low(text));
  }
}

/**
 * The digits, and behind them copies that have other characters that are read in the places of their digits: the place of a
 * character, modulo the base, is its digit. Functions for small and capital letters would also change letters that are no digits,
 * such as the Kelvin sign.
 */
function charactersOf(digits: string, { _encoding }: Style): string {
  const [, , , traits, , aliases = ""] = _encoding;
  const cases = traits & Trait.eitherCase ? Array.from(digits, (digit) => [otherCase(digit), digit] as const) : [];
  const pairs = Array.from(aliases, (character, i) => [character, aliases.charAt(i + 1)] as const);
  const others = [...cases, ...pairs.filter((_, i) => i % 2 === 0)];
  const copies = [Array.from(digits)];
  for (const [character, digit] of others) {
    const at = digits.indexOf(digit);
    if (copies.some((copy) => copy[at] === character)) continue;
    let copy = copies.find((copy) => copy !== copies[0] && copy[at] === digit);
    if (copy === undefined) append(copies, (copy = Array.from(digits)));
    copy[at] = character;
  }
  return copies.flat().join("");
}

const otherCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
