// Texts of IDs that follow on one another: most differ in two characters, the others in four, which are looked up.

import { granted, requireRoom, takeText, theCore } from "./core.js";

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
  const count = theCore().digits(format);
  const digits = takeText(count & 127).replace("-", "\\-");
  // Either all have the same width, or none has a zero before others.
  const fixed = first.length === last.length;
  const pattern = new RegExp(`^${fixed ? "" : `(?!${first}.)`}[${digits}]+$`);
  compile(pattern, last);
  return (text) => {
    const { length } = text;
    const fits = length < last.length ? !fixed : length === last.length && text <= last;
    return (fits && pattern.test(text)) || (count > 255 && holds(text));
  };
}

/**
 * Has the engine compile a pattern while there is room on the stack. V8 would do it at the first two uses, for texts with
 * wide characters and without, and ends the process if there is no room then.
 */
function compile(pattern: RegExp, example: string): void {
  requireRoom();
  for (const text of [example, `${example}\u0100`]) for (let i = 0; i < 3; i++) pattern.test(text);
}

/** Writes the texts of a format's IDs. */
export class Texts {
  readonly #format: number;
  readonly #pairs: readonly string[];
  /** Whether the last two digits stand first. */
  readonly #moved: boolean;
  /** What stands before the last four digits of IDs of the same upper half, with the lower one from `#base` on. */
  #head = "";
  #high = Number.NaN;
  #base = 0;
  /** The same before their last two digits, from `#first` on. */
  #common = "";
  #first = 0;

  constructor(format: number) {
    this.#format = format;
    const count = theCore().digits(format);
    this.#moved = (count & 128) > 0;
    this.#pairs = pairsOf(takeText(count & 127));
  }

  /** The text of an ID, given by its halves. */
  _of(high: number, low: number): string {
    const place = low - this.#first;
    if (high !== this.#high || place < 0 || place >= this.#pairs.length) return this.#renew(high, low);
    const pair = this.#pairs[place] as string;
    return this.#moved ? pair + this.#common : this.#common + pair;
  }

  /** Goes on to IDs that have other digits in common. */
  #renew(high: number, low: number): string {
    const { length } = this.#pairs;
    const all = length ** 2;
    // What the last four digits say. The lower half is signed, or not.
    const said = (((high + +(low < 0)) % all) * (2 ** 32 % all) + (low % all) + all) % all;
    let head = this.#head;
    if (high !== this.#high || low - said !== this.#base) {
      const text = textOf(this.#format, high, low);
      head = this.#moved ? text.slice(2, -2) : text.slice(0, -4);
      // The smallest have nothing before their last digits, nor zeros in them.
      if (!head) return text;
    }
    const pair = this.#pairs[said % length] as string;
    const common = head + (this.#pairs[(said / length) | 0] as string);
    // All at once, and nothing here can throw: if the stack is full, what is remembered stays as it was.
    this.#head = head;
    this.#high = high;
    this.#base = low - said;
    this.#common = common;
    this.#first = low - (said % length);
    return this.#moved ? pair + common : common + pair;
  }
}
