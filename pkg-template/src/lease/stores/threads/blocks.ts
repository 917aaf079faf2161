// Memory that threads share without locks: a thread may be ended between any two steps, or pause there for any time.
//
// The memory consists of 64-bit words, and each change of a word is one compare-and-exchange. A word holds a version in
// its upper 40 bits and a number in its lower 24. The first word, the head, names the published state: its version, and
// the page where the state's root begins. A block is a list of numbers in a chain of pages. The first word of a page
// names the next page of its block. The root is a block that names other blocks.
//
// A published block never changes. A thread that wants another state
//   1. reads the head, and the blocks that its root names;
//   2. claims pages that none of these blocks uses, and writes new blocks there, under the version that it has read;
//   3. publishes them: exchanges the head for one of the next version, if the head is still the one that was read.
// The blocks that were read are valid if the head is still the same afterwards, because versions only increase.
//
// Why no thread can damage what another one has published:
// - A page is claimed by writing its first word, and only if that word's version is lower. So in each version a page is
//   claimed at most once. A thread that has claimed it in version v can publish only while the head's version is v.
// - Let thread A claim in version v a page that no published block uses. If thread B has claimed that page before, in a
//   lower version, B cannot publish any more.
// - If B is still writing to that page, it stops at the first word of a higher version, and A replaces B's words. An
//   exchange compares versions too, so B cannot replace a word that A has written since B looked at it.
// - If the head's version is not v any more when A claims the page, the page still belongs to no published block. A block
//   that was published after A has read the head was claimed in version v or later, and A claims pages of lower versions
//   only. A block that was published before has not changed since, so A knows its pages.
//
// So nobody owns a page, and claims of ended threads are void as soon as the version changes. 2^40 versions are enough
// for 34 years of 1000 changes in a second.
//
// A thread may read a block whose pages are being claimed again, but not for ever: versions never decrease along a chain, and
// pages of one version are claimed one after the other, so no chain is a circle.

import { Draft } from "./draft.js";
import { storeFailed } from "../index.js";
import { HEAD, numberOf, PAGE_WORDS, versionOf, wordOf, type Memory } from "./memory.js";

/** How often a thread looks for pages before it makes the claims of other threads void. */
const PATIENCE = 50;

export class Blocks {
  readonly #memory: Memory;
  /** Its length grows with the memory. */
  readonly #words: BigUint64Array;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#words = new BigUint64Array(memory);
  }

  get _words(): BigUint64Array {
    return this.#words;
  }

  /** The head, which names the published state. */
  _head(): bigint {
    return Atomics.load(this.#words, HEAD);
  }

  /**
   * Whether the state that was read is still the published one. Then everything that was read before belongs to it. A
   * published block can always be read, so if the state is the same and `isReadable` is false, the memory is damaged.
   */
  _isCurrent(head: bigint, isReadable = true): boolean {
    const isCurrent = this._head() === head;
    if (isCurrent && !isReadable) throw storeFailed("the memory of threads() is damaged; end this process");
    return isCurrent;
  }

  /** The numbers of the block that begins on a page; `undefined` if they are not complete. */
  _read(page: number): number[] | undefined {
    let numbers: Float64Array | undefined;
    let read = 0;
    while (page !== 0 && read !== numbers?.length) {
      const start = page * PAGE_WORDS;
      page = numberOf(this.#load(start));
      for (let i = start + 1; i < start + PAGE_WORDS && read !== numbers?.length; i++) {
        const number = numberOf(this.#load(i));
        if (numbers !== undefined) numbers[read++] = number;
        else if (number > this.#words.length) return undefined;
        // The first number is the count of the numbers after it.
        else numbers = new Float64Array(number);
      }
    }
    return numbers !== undefined && read === numbers.length ? Array.from(numbers) : undefined;
  }

  /** Adds the pages of a block to a set. */
  _addPages(page: number, pages: Set<number>): void {
    for (; page !== 0; page = numberOf(this.#load(page * PAGE_WORDS))) pages.add(page);
  }

  /** Begins to write blocks that replace some blocks of a state. `used` are the pages of that state. */
  _draft(head: bigint, used: ReadonlySet<number>): Draft {
    return new Draft(this.#words, head, used);
  }

  /** Publishes a state in place of `head`, if that is still published. */
  _publish(head: bigint, root: number): boolean {
    const next = wordOf(versionOf(head) + 1n, root);
    return Atomics.compareExchange(this.#words, HEAD, head, next) === head;
  }

  /**
   * Refuses a new record if the memory is nearly full, so that existing records can be replaced. `used`: the pages in
   * use.
   */
  _reserve(used: number): void {
    const { bytes, pages } = this.#size();
    if (used > (pages * 7) / 8 && !this.#grow(bytes)) throw full(bytes);
  }

  /**
   * Makes more pages free, if a draft has found too few. `used` is the count of pages in use, `needed` the count for the draft,
   * and `shortages` counts how often this has happened to the caller.
   */
  _makeRoom(head: bigint, used: number, needed: number, shortages: number): void {
    const { bytes, pages } = this.#size();
    if (used > pages / 2 && this.#grow(bytes)) return;
    // The first page is not for blocks.
    if (used + needed >= pages) throw full(bytes);
    // The other pages are claimed in this version. Threads that are still at work will publish soon. Claims of threads that
    // have ended become void by publishing the same state as the next version. All other claims become void too, and their
    // threads begin again.
    if (shortages % PATIENCE === 0) this._publish(head, numberOf(head));
  }

  #size(): { bytes: number; pages: number } {
    const bytes = this.#words.byteLength;
    return { bytes, pages: bytes / (PAGE_WORDS * BigUint64Array.BYTES_PER_ELEMENT) };
  }

  /** Doubles a memory of this size. Returns whether it is larger now. */
  #grow(bytes: number): boolean {
    const memory = this.#memory;
    if (memory.byteLength === bytes && bytes * 2 <= (memory.maxByteLength ?? 0)) {
      try {
        if (memory.grow) memory.grow(bytes * 2);
        else memory.resize?.(bytes * 2);
      } catch {
        // Another thread has grown the memory, or the system has none left.
      }
    }
    return memory.byteLength > bytes;
  }

  #load(index: number): bigint {
    return Atomics.load(this.#words, index);
  }
}

function full(bytes: number): Error {
  return storeFailed(
    `the memory of threads() is full: its records fill ${bytes} bytes; use fewer spaces, or another store, such as file('./ids')`,
  );
}
