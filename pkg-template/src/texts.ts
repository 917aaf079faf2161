// Texts of IDs that follow on one another: they differ in two characters, which are looked up.

import { granted, takeText, theCore } from "./core.js";

/** The pairs of the digits of each encoding, in the order of what they say. */
const known = new Map<string, readonly string[]>();

function pairsOf(digits: string): readonly string[] {
  const pairs = known.get(digits) ?? [...digits].flatMap((high) => [...digits].map((low) => high + low));
  known.set(digits, pairs);
  return pairs;
}

/** The text of an ID, given by its halves. */
function textOf(format: number, high: number, low: number): string {
  return takeText(granted(theCore().text_of(format, high, low)));
}

/**
 * Tells texts of a format of so many bits from what is none without handing them to the core, as `holds` does it, which
 * has to decide where other texts are read than those that are written.
 */
export function recognizer(format: number, bits: number, holds: (text: string) => boolean): (text: string) => boolean {
  const first = textOf(format, 0, 0);
  const last = bits > 32 ? textOf(format, 2 ** (bits - 32) - 1, -1) : textOf(format, 0, 2 ** bits - 1);
  const count = Math.abs(theCore().digits(format));
  const digits = takeText(count & 127).replace("-", "\\-");
  // Either all have the same width, or none has a zero before others.
  const fixed = first.length === last.length;
  const pattern = new RegExp(`^${fixed ? "" : `(?!${first}.)`}[${digits}]+$`);
  return (text) => {
    const { length } = text;
    const fits = length < last.length ? !fixed : length === last.length && text <= last;
    return (fits && pattern.test(text)) || (count > 127 && holds(text));
  };
}

/** Writes the texts of a format's IDs. */
export class Texts {
  readonly #format: number;
  readonly #digits: string;
  readonly #pairs: readonly string[];
  /** Whether the last two digits stand first. */
  readonly #moved: boolean;
  /** What the texts of some IDs have in common: those of the same upper half, with the lower one from `#first` on. */
  #common = "";
  #high = Number.NaN;
  #first = 0;

  constructor(format: number) {
    this.#format = format;
    const count = theCore().digits(format);
    this.#moved = count < 0;
    this.#digits = takeText(Math.abs(count) & 127);
    this.#pairs = pairsOf(this.#digits);
  }

  /** The text of an ID, given by its halves. */
  _of(high: number, low: number): string {
    const place = low - this.#first;
    if (high !== this.#high || place < 0 || place >= this.#pairs.length) return this.#write(high, low);
    const pair = this.#pairs[place] as string;
    return this.#moved ? pair + this.#common : this.#common + pair;
  }

  #write(high: number, low: number): string {
    const text = textOf(this.#format, high, low);
    const at = this.#moved ? 0 : text.length - 2;
    this.#common = this.#moved ? text.slice(2) : text.slice(0, -2);
    const digits = this.#digits;
    const said = digits.indexOf(text.charAt(at)) * digits.length + digits.indexOf(text.charAt(at + 1));
    this.#first = low - said;
    // There is nothing before the pair of the smallest ones, nor zeros in it.
    this.#high = this.#common === "" ? Number.NaN : high;
    return text;
  }
}
