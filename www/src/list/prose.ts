// Finds the IDs among the words of a text.

import type { Found } from "flakekit/inspect";
import { visible } from "../paste/pasted.ts";
import type { Entries, Entry } from "./entry.ts";

/** A longer line is cut after a word, as `scan` cuts it. */
const LONGEST = 65_536;
/** A text up to its last end of a word. */
const LAST_BREAK = /[\s"',](?=[^\s"',]*$)/;

/** A text is scanned in pieces that end where lines do, so that no ID is cut, and no ID is found twice. */
export class Prose implements Entries {
  readonly #scan: (text: string) => Found[];
  #rest = "";
  /** The position in the text of the part that is not scanned yet. */
  #start = 0;

  constructor(scan: (text: string) => Found[]) {
    this.#scan = scan;
  }

  *read(text: string): Generator<Entry> {
    const end = this.#endIn(text);
    if (end === 0) {
      this.#rest += text;
      return;
    }
    const whole = this.#rest + text.slice(0, end);
    this.#rest = text.slice(end);
    yield* this.#entries(whole);
  }

  end(): Iterable<Entry> {
    return this.#entries(this.#rest);
  }

  /** How much of a piece is scanned now. Only the new piece is searched, so that the time of a long line grows as its length. */
  #endIn(text: string): number {
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0 || this.#rest.length + text.length < LONGEST) return end;
    return text.search(LAST_BREAK) + 1;
  }

  *#entries(given: string): Generator<Entry> {
    const text = visible(given);
    const start = this.#start;
    this.#start += text.length;
    for (const found of this.#scan(text)) yield { id: found.text, found, start: start + found.start };
  }
}
