// Finds the IDs in a text with one word in each line.

import { visible } from "../paste/pasted.ts";
import { type Entries, type Entry, type Find, withoutId } from "./entry.ts";

/** Returns the lines of a text that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

const WORD = /^["'`]?[^\s,;"'`[\]{}|]+["'`]?[,;]?$/;

/** Whether a line is one word. Lines of lists in code and in JSON are words, too. */
export const isWord = (line: string): boolean => WORD.test(line);

/** The first line by which Excel is told the delimiter. */
const NAMED = /^sep=.?$/i;

/** One ID in each line. */
export class Lines implements Entries {
  readonly #find: Find;
  #rest = "";
  /** How many lines were read. */
  #count = 0;

  constructor(find: Find) {
    this.#find = find;
  }

  *read(text: string): Generator<Entry> {
    // Only the new piece is searched for the end of a line, so that the time of a long line grows as its length.
    const end = text.lastIndexOf("\n") + 1;
    if (end === 0) {
      this.#rest += text;
      return;
    }
    const whole = this.#rest + text.slice(0, end);
    this.#rest = text.slice(end);
    yield* this.#read(whole);
  }

  end(): Generator<Entry> {
    return this.#read(this.#rest);
  }

  *#read(text: string): Generator<Entry> {
    for (const given of visible(text).split("\n")) {
      this.#count++;
      const line = given.trim();
      if (line !== "" && !(this.#count === 1 && NAMED.test(line))) yield* this.#entries(line);
    }
  }

  /** A line of several words may follow lines of one word: it may have several IDs. */
  #entries(line: string): Entry[] {
    const ids = this.#find(line).map((entry) => ({ ...entry, line: this.#count }));
    if (ids.length === 0) return [withoutId(line)];
    // The last ID of a link is the most specific ID: the message stands after its channel.
    return ids.length > 1 && isWord(line) && line.includes("/") ? ids.slice(-1) : ids;
  }
}
