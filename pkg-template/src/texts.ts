// Fast paths for texts of one format: writing the texts of consecutive IDs, recognizing and reading texts, without calling
// the core each time.

import { core } from "./core.js";
import type { Description } from "./description.js";
import { readText } from "./memory.js";
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
  const largest = bits > 32 ? writeText(_format, 2 ** (bits - 32) - 1, -1) : writeText(_format, 0, 2 ** bits - 1);
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
  /** How many values a group of digits has at most. */
  group = 67108864,
  /** How many values the low part of a value has. Its product with a group's is at most 2^53. */
  low = 134217728,
  lowBits = 27,
}

/**
 * Reads the canonical texts of a format. Digits become numbers in groups, because arithmetic of bigints takes longer than
 * reading all digits.
 */
export class TextReader {
  /** The value of each ASCII character; -1 for those that are no digits. */
  readonly #values = new Int8Array(128).fill(-1);
  readonly #base: number;
  /** How many digits a group has, and how many values. */
  readonly #group: number;
  readonly #groupValues: number;
  readonly #shortest: number;
  /** 0 for encodings that move digits, which only the core reads. */
  readonly #longest: number;
  readonly #zero: number;

  constructor(description: Description) {
    const { digits, movesLastTwo } = description._public;
    const [smallest, largest] = endsOf(description);
    [...digits].forEach((digit, value) => (this.#values[digit.charCodeAt(0)] = value));
    this.#base = digits.length;
    this.#group = Math.floor(Math.log(Limit.group) / Math.log(this.#base));
    this.#groupValues = this.#base ** this.#group;
    this.#shortest = smallest.length;
    this.#longest = movesLastTwo ? 0 : largest.length;
    this.#zero = digits.charCodeAt(0);
  }

  /** Writes the value of a text, which has at most 80 bits, as three words. Returns whether the text is canonical. */
  _read(text: string, words: Uint32Array): boolean {
    const { length } = text;
    const shortest = this.#shortest;
    if (length < shortest || length > this.#longest) return false;
    if (length > shortest && text.charCodeAt(0) === this.#zero) return false;
    const values = this.#values;
    const base = this.#base;
    const group = this.#group;
    const groupValues = this.#groupValues;
    let end = length;
    while (end > group) end -= group;
    let low = 0;
    let high = 0;
    let strange = 0;
    for (let i = 0; i < length; end += group) {
      let digits = 0;
      for (; i < end; i++) {
        const code = text.charCodeAt(i);
        const digit = values[code & 127] as number;
        // Negative if one of the two is.
        strange |= digit | (127 - code);
        digits = (Math.imul(digits, base) + digit) | 0;
      }
      low = low * groupValues + digits;
      const carry = Math.floor(low / Limit.low);
      low -= carry * Limit.low;
      high = high * groupValues + carry;
    }
    words[0] = low | (high << Limit.lowBits);
    words[1] = high / 2 ** (32 - Limit.lowBits);
    words[2] = high / 2 ** (64 - Limit.lowBits);
    return strange >= 0;
  }
}

/**
 * Writes the texts of a format's IDs. Consecutive IDs have most digits in common. Usually only the last two differ, and
 * sometimes the last four. Those are looked up; the core writes the others.
 */
export class TextWriter {
  readonly #format: number;
  readonly #pairs: readonly string[];
  /** Whether the encoding moves the last two digits to the front. */
  readonly #movesLastTwo: boolean;
  /** The text without its last four digits, for IDs with this high part whose low part is at least `#headLow`. */
  #head = "";
  #high = Number.NaN;
  #headLow = 0;
  /** The text without its last two digits, for IDs whose low part is at least `#prefixLow`. */
  #prefix = "";
  #prefixLow = 0;

  constructor(description: Description) {
    this.#format = description._format;
    this.#movesLastTwo = description._public.movesLastTwo;
    this.#pairs = pairsOf(description._public.digits);
  }

  /** The text of an ID, given by its high part and its low 32 bits, signed or not. */
  _write(high: number, low: number): string {
    const offset = low - this.#prefixLow;
    if (high !== this.#high || offset < 0 || offset >= this.#pairs.length) return this.#writeWithNewPrefix(high, low);
    const pair = this.#pairs[offset] as string;
    return this.#movesLastTwo ? pair + this.#prefix : this.#prefix + pair;
  }

  #writeWithNewPrefix(high: number, low: number): string {
    const { length } = this.#pairs;
    const fourDigits = length ** 2;
    // The value of the last four digits: the ID modulo `fourDigits`. The low part may be signed.
    const lastFour =
      (((high + +(low < 0)) % fourDigits) * (2 ** 32 % fourDigits) + (low % fourDigits) + fourDigits) % fourDigits;
    let head = this.#head;
    if (high !== this.#high || low - lastFour !== this.#headLow) {
      const text = writeText(this.#format, high, low);
      head = this.#movesLastTwo ? text.slice(2, -2) : text.slice(0, -4);
      // Small IDs have no more than four digits, without leading zeros.
      if (!head) return text;
    }
    const pair = this.#pairs[lastFour % length] as string;
    const prefix = head + (this.#pairs[(lastFour / length) | 0] as string);
    // All state changes last, and nothing here can throw: if the stack is full, the state stays consistent.
    this.#head = head;
    this.#high = high;
    this.#headLow = low - lastFour;
    this.#prefix = prefix;
    this.#prefixLow = low - (lastFour % length);
    return this.#movesLastTwo ? pair + prefix : prefix + pair;
  }
}
