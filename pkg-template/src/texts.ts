// Fast paths for texts of one format: writing the texts of consecutive IDs, recognizing and reading texts, without calling
// the core each time.

import { core } from "./core.js";
import type { Description } from "./description.js";
import { readText, Word } from "./memory.js";
import { numberOrThrow, requireStackSpace } from "./refusals.js";

/** All pairs of digits of each alphabet, in the order of their values. */
const pairsByAlphabet = new Map<string, readonly string[]>();

function pairsOf(digits: string): readonly string[] {
  const pairs = pairsByAlphabet.get(digits) ?? [...digits].flatMap((high) => [...digits].map((low) => high + low));
  pairsByAlphabet.set(digits, pairs);
  return pairs;
}

/** Has the core write the text of an ID, given by its high part and its low 32 bits. */
function writeText(format: number, high: number, low: number): string {
  return readText(numberOrThrow(core().write_text_of(format, high, low)));
}

/** The texts of the smallest and the largest ID of a format. */
function endsOf({ _format, _public: { bits } }: Description): [smallest: string, largest: string] {
  const largest =
    bits > 32 ? writeText(_format, 2 ** (bits - 32) - 1, Word.values - 1) : writeText(_format, 0, 2 ** bits - 1);
  return [writeText(_format, 0, 0), largest];
}

/** A regular expression for the canonical texts of a format. Of those that are too long for its IDs, it matches none. */
export function patternOf(description: Description): string {
  const [smallest, { length }] = endsOf(description);
  const { digits } = description._public;
  const digit = characterClass(digits);
  // An encoding either pads all texts to one width, or writes no leading zeros.
  if (smallest.length === length) return `^${digit}{${length}}$`;
  return `^(?:${smallest}|${characterClass(digits.slice(1))}${digit}{0,${length - 1}})$`;
}

/** The character class of an alphabet, such as `[0-9a-f]`. */
function characterClass(digits: string): string {
  let ranges = "";
  for (let first = 0, i = 1; i <= digits.length; i++) {
    if (digits.charCodeAt(i) === digits.charCodeAt(i - 1) + 1) continue;
    const from = digits[first] as string;
    const to = digits[i - 1] as string;
    if (from !== to) ranges += `${from}-${to}`;
    else ranges += from === "-" ? "\\-" : from;
    first = i;
  }
  return `[${ranges}]`;
}

/**
 * Returns a function that tells whether a text is an ID of a format. `load` asks the core; it is called only for
 * encodings that accept more than the canonical text.
 */
export function recognizer(description: Description, load: (text: string) => boolean): (text: string) => boolean {
  const [smallest, largest] = endsOf(description);
  const { acceptsOnlyCanonical, bits, digits } = description._public;
  const fixedWidth = smallest.length === largest.length;
  // Then there is no larger text, and the order of texts, in which uid60's do not sort, does not matter.
  const isEveryText = digits.length ** largest.length === 2 ** bits;
  // Half of `isValid`'s time: the pattern of `patternOf` takes twice as long.
  const pattern = new RegExp(`^${fixedWidth ? "" : `(?!${smallest}.)`}${characterClass(digits)}+$`);
  compile(pattern, largest);
  return (text) => {
    const { length } = text;
    const inRange =
      length < largest.length ? !fixedWidth : length === largest.length && (isEveryText || text <= largest);
    return (inRange && pattern.test(text)) || (!acceptsOnlyCanonical && load(text));
  };
}

/**
 * Makes the engine compile a pattern now, while the stack has space. V8 compiles it at the first two uses, separately
 * for texts of one and of two bytes per character, and ends the process if the stack is too full for that.
 */
function compile(pattern: RegExp, example: string): void {
  requireStackSpace();
  for (const text of [example, `${example}\u0100`]) for (let i = 0; i < 3; i++) pattern.test(text);
}

/** The limits of `TextReader`. An enum, so that the engine knows the numbers: a division by a variable takes longer. */
const enum Limit {
  /** How many values the low part of a value has. Its product with the count of values of four digits is at most 2^53. */
  low = 134217728,
  lowBits = 27,
}

/**
 * Reads the canonical texts of a format, four digits at a time: one at a time takes a third longer, and arithmetic of bigints
 * takes longer than reading all digits.
 */
export class TextReader {
  /** The value of each ASCII character; -1 for those that are no digits. */
  readonly #values = new Int8Array(128).fill(-1);
  readonly #base: number;
  readonly #shortest: number;
  /** 0 for encodings that move digits, which only the core reads. */
  readonly #longest: number;

  constructor(description: Description) {
    const { digits, movesLastTwo } = description._public;
    const [smallest, largest] = endsOf(description);
    [...digits].forEach((digit, value) => (this.#values[digit.charCodeAt(0)] = value));
    this.#base = digits.length;
    this.#shortest = smallest.length;
    this.#longest = movesLastTwo ? 0 : largest.length;
  }

  /** Writes the value of a text, which has at most 80 bits, as three words. Returns whether the text is canonical. */
  _read(text: string, words: Uint32Array): boolean {
    const { length } = text;
    const shortest = this.#shortest;
    const values = this.#values;
    if (length < shortest || length > this.#longest) return false;
    if (length > shortest && values[text.charCodeAt(0) & 127] === 0) return false;
    const base = this.#base;
    // How many values four digits have. The engine calls a function for `**`.
    const quad = base * base * base * base;
    const first = length % 4;
    let low = 0;
    let high = 0;
    // Negative if a digit is, or if a character is not ASCII.
    let strange = 0;
    for (let i = 0; i < first; i++) {
      const code = text.charCodeAt(i);
      const digit = values[code & 127] as number;
      strange |= digit | (127 - code);
      low = low * base + digit;
    }
    for (let i = first; i < length; i += 4) {
      const code0 = text.charCodeAt(i);
      const code1 = text.charCodeAt(i + 1);
      const code2 = text.charCodeAt(i + 2);
      const code3 = text.charCodeAt(i + 3);
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
    words[0] = low | (high << Limit.lowBits);
    words[1] = high / 2 ** (32 - Limit.lowBits);
    words[2] = high / 2 ** (64 - Limit.lowBits);
    return strange >= 0;
  }
}

/**
 * Writes the texts of a format's IDs. Of consecutive IDs, usually only the last two digits differ. Those are looked up. The others
 * are written at least once per tick, without the core and with few functions of the engine: after a pause, the processor's caches
 * have lost these, and a call takes microseconds.
 */
export class TextWriter {
  readonly #format: number;
  readonly #digits: string;
  readonly #pairs: readonly string[];
  /** How many digits all texts have; 0 if texts have no leading zeros. */
  readonly #width: number;
  /** Whether the encoding moves the last two digits to the front. */
  readonly #movesLastTwo: boolean;
  /** The text without its last two digits, for IDs with this high part whose low part is at least `#prefixLow`. */
  #prefix = "";
  #high = Number.NaN;
  #prefixLow = 0;

  constructor(description: Description) {
    const { digits, movesLastTwo } = description._public;
    const [smallest, { length }] = endsOf(description);
    this.#format = description._format;
    this.#digits = digits;
    this.#pairs = pairsOf(digits);
    this.#width = smallest.length === length ? length : 0;
    this.#movesLastTwo = movesLastTwo;
  }

  /** The text of an ID, given by its high part and its low 32 bits. */
  _write(high: number, low: number): string {
    const offset = low - this.#prefixLow;
    if (high !== this.#high || offset < 0 || offset >= this.#pairs.length) return this.#writeWithNewPrefix(high, low);
    return this.#join(this.#prefix, offset);
  }

  #join(prefix: string, lastTwo: number): string {
    const pair = this.#pairs[lastTwo] as string;
    return this.#movesLastTwo ? pair + prefix : prefix + pair;
  }

  /** A long division by the count of pairs, whose remainders are the pairs of digits, the last one first. */
  #writeWithNewPrefix(high: number, low: number): string {
    const pairs = this.#pairs;
    const { length } = pairs;
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
    // The text has no more than two digits.
    if (!prefix) return writeText(this.#format, high, low);
    // V8 keeps long concatenations as trees until a character is read. If the prefix is no tree, each text that begins with it is
    // read 12 ns faster. But to read a character takes 2 to 7 µs after a pause. So it is done only if the text before had the same
    // high part: then the texts are likely to be many.
    if (high === this.#high) prefix.charCodeAt(0);
    const text = this.#join(prefix, lastTwo);
    const prefixLow = low - lastTwo;
    // All state changes last, and nothing here can throw: if the stack is full, the state stays consistent.
    this.#prefix = prefix;
    this.#high = high;
    this.#prefixLow = prefixLow;
    return text;
  }
}
