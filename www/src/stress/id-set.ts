// A compact set of IDs that finds repeats among millions of IDs.

/** The number of 16-bit words of an ID: 4 for up to 64 bits, 5 for up to 80. */
export type Words = 4 | 5;

/** A hash table with open addressing. The low, middle and high bits of the IDs are in separate arrays. */
export class IdSet {
  readonly #mask: number;
  readonly #low: Uint32Array;
  readonly #high: Uint32Array;
  readonly #rest: Uint16Array;
  readonly #used: Uint8Array;
  readonly #words: Words;

  /** @param count - the largest number of IDs that the set can hold */
  constructor(count: number, words: Words) {
    const slots = 2 ** Math.ceil(Math.log2(count * 1.5));
    this.#mask = slots - 1;
    this.#low = new Uint32Array(slots);
    this.#high = new Uint32Array(slots);
    this.#rest = new Uint16Array(words === 5 ? slots : 0);
    this.#used = new Uint8Array(slots);
    this.#words = words;
  }

  /** Adds IDs, and returns how many of them were in the set already. */
  addAll(ids: Uint16Array): number {
    let repeats = 0;
    for (let at = 0; at < ids.length; at += this.#words) {
      const low = ((ids[at] as number) | ((ids[at + 1] as number) << 16)) >>> 0;
      const high = ((ids[at + 2] as number) | ((ids[at + 3] as number) << 16)) >>> 0;
      if (!this.#add(low, high, this.#words === 5 ? (ids[at + 4] as number) : 0)) repeats += 1;
    }
    return repeats;
  }

  /** Adds an ID. Returns false if it is in the set already. */
  #add(low: number, high: number, rest: number): boolean {
    let slot = hash(low, high, rest) & this.#mask;
    while (this.#used[slot]) {
      const same = this.#low[slot] === low && this.#high[slot] === high && (this.#rest[slot] ?? 0) === rest;
      if (same) return false;
      slot = (slot + 1) & this.#mask;
    }
    this.#used[slot] = 1;
    this.#low[slot] = low;
    this.#high[slot] = high;
    if (this.#words === 5) this.#rest[slot] = rest;
    return true;
  }
}

/** Spreads consecutive IDs over all slots (the finalizer of MurmurHash3). */
function hash(low: number, high: number, rest: number): number {
  let mixed = low ^ Math.imul(high, 0x9e3779b1) ^ Math.imul(rest, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
