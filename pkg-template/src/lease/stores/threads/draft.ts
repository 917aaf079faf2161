// New blocks that are not published yet. blocks.ts says why writing them damages no published block.

import { PAGE_WORDS, versionOf, wordOf } from "./memory.js";

/** How many numbers a page can hold. */
const PAGE_NUMBERS = PAGE_WORDS - 1;

/** How many pages a block of `count` numbers takes. */
export function pagesFor(count: number): number {
  // The block begins with its length.
  return Math.ceil((count + 1) / PAGE_NUMBERS);
}

export class Draft {
  readonly #words: BigUint64Array;
  readonly #version: bigint;
  readonly #used: ReadonlySet<number>;
  /** The page that was looked at last. Low pages come first, so that memory is touched only when it is needed. */
  #page = 0;

  constructor(words: BigUint64Array, head: bigint, used: ReadonlySet<number>) {
    this.#words = words;
    this.#version = versionOf(head);
    this.#used = used;
  }

  /** Writes a block and returns its first page; 0 if there are too few free pages. */
  _write(numbers: readonly number[]): number {
    const all = [numbers.length, ...numbers];
    let page = 0;
    // The last page comes first, because the claim of a page names the next page.
    for (let end = pagesFor(numbers.length); end > 0; end--) {
      page = this.#claim(page);
      if (page === 0) return 0;
      let index = page * PAGE_WORDS;
      for (const number of all.slice((end - 1) * PAGE_NUMBERS, end * PAGE_NUMBERS)) {
        // If the exchange fails, another thread has claimed the page in a later version. Then this draft can't be
        // published.
        this.#replace(++index, number);
      }
    }
    return page;
  }

  #claim(next: number): number {
    const end = this.#words.length / PAGE_WORDS;
    while (++this.#page < end) {
      if (!this.#used.has(this.#page) && this.#replace(this.#page * PAGE_WORDS, next)) return this.#page;
    }
    return 0;
  }

  /** Replaces a word's number and version, unless the word has this version or a higher one. */
  #replace(index: number, number: number): boolean {
    const next = wordOf(this.#version, number);
    for (;;) {
      const word = Atomics.load(this.#words, index);
      if (versionOf(word) >= this.#version) return false;
      if (Atomics.compareExchange(this.#words, index, word, next) === word) return true;
    }
  }
}
