// The texts of consecutive IDs of one format.

import { type Format, setValue, Word, writeText } from "../ids/index.js";

/** All pairs of digits of each alphabet, in the order of their values. */
const pairsByAlphabet = new Map<string, readonly string[]>();

function pairsOf(digits: string): readonly string[] {
  const pairs = pairsByAlphabet.get(digits) ?? [...digits].flatMap((high) => [...digits].map((low) => high + low));
  pairsByAlphabet.set(digits, pairs);
  return pairs;
}

/**
 * Writes the texts of a format's IDs. Consecutive IDs usually differ in the last two digits only, which are looked up. The
 * other digits are written at least once per tick, by a division that calls few functions of the engine: after a pause, the
 * processor's caches have lost these functions, and a call takes microseconds. With `writeText` in place of this division,
 * loops take 2 to 4 ns less per text, but the first sno after a pause takes 9 to 10 µs instead of 5 to 7, and a burst of 64
 * half as long again.
 */
export class TextWriter {
  readonly #format: Format;
  readonly #digits: string;
  readonly #pairs: readonly string[];
  /** How many digits all texts have; 0 if texts have no leading zeros. */
  readonly #width: number;
  /** Whether the encoding moves the last two digits to the front. */
  readonly #movesLastTwo: boolean;
  /**
   * The text without its last two digits, of IDs whose high part is `#high`, and whose low part is `#prefixLow` and less than
   * the count of pairs more.
   */
  #prefix = "";
  #high = Number.NaN;
  #prefixLow = 0;

  constructor(format: Format) {
    const { _base, _codes, _form, _max, _min } = format._ownStyle;
    this.#format = format;
    this.#digits = String.fromCharCode(..._codes.subarray(0, _base));
    // The texts of a form other than moved digits have no prefix in common.
    this.#pairs = _form === undefined || _form._moved !== undefined ? pairsOf(this.#digits) : [];
    this.#width = _min === _max ? _max : 0;
    this.#movesLastTwo = _form?._moved !== undefined;
  }

  /** The text of an ID, given by its high part and its low 32 bits. */
  _write(high: number, low: number): string {
    const offset = low - this.#prefixLow;
    if (high !== this.#high || offset < 0 || offset >= this.#pairs.length) return this.#writeWithNewPrefix(high, low);
    return this.#join(this.#prefix, offset);
  }

  /** Writes a text of no more than two digits, or of another form. */
  #writeShort(high: number, low: number): string {
    setValue(high, low);
    return writeText(this.#format._ownStyle);
  }

  #join(prefix: string, lastTwo: number): string {
    const pair = this.#pairs[lastTwo] as string;
    return this.#movesLastTwo ? pair + prefix : prefix + pair;
  }

  /** Writes a text by a long division by the count of pairs of digits. Each remainder is a pair; the last pair comes first. */
  #writeWithNewPrefix(high: number, low: number): string {
    const pairs = this.#pairs;
    const { length } = pairs;
    if (length === 0) return this.#writeShort(high, low);
    const width = this.#width;
    let upper = high;
    let lower = low;
    let lastTwo = 0;
    let prefix = "";
    for (let position = 0; width > 0 ? position < width : upper + lower > 0; position += 2) {
      const quotient = Math.floor(upper / length);
      const dividend = (upper - quotient * length) * Word.values + lower;
      upper = quotient;
      lower = Math.floor(dividend / length);
      const pair = dividend - lower * length;
      const isOneDigit = width > 0 ? position + 1 === width : upper + lower === 0 && pair < this.#digits.length;
      if (position === 0) lastTwo = pair;
      else prefix = ((isOneDigit ? this.#digits[pair] : pairs[pair]) as string) + prefix;
    }
    if (!prefix) return this.#writeShort(high, low);
    // V8 keeps long concatenations as trees until a character is read. If the prefix is no tree, each text that begins with it is
    // read faster: bursts of 64 snos whose texts are read took 3 µs less, and a single sno took no longer.
    prefix.charCodeAt(0);
    const text = this.#join(prefix, lastTwo);
    const prefixLow = low - lastTwo;
    // The state changes last, by steps that cannot throw, so that it stays consistent if the stack is full.
    this.#prefix = prefix;
    this.#high = high;
    this.#prefixLow = prefixLow;
    return text;
  }
}
