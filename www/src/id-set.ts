// A compact set of IDs that finds repeats among millions of IDs.

/** The number of 16-bit words of an ID: 4 for up to 64 bits, 5 for up to 80. */
export type Words = 4 | 5;

/** How many slots an ID needs at least, so that it is found soon. */
const FREE = 1.5;

interface Table {
  mask: number;
  low: Uint32Array;
  high: Uint32Array;
  rest: Uint16Array;
  used: Uint8Array;
}

const newTable = (slots: number, words: Words): Table => ({
  mask: slots - 1,
  low: new Uint32Array(slots),
  high: new Uint32Array(slots),
  rest: new Uint16Array(words === 5 ? slots : 0),
  used: new Uint8Array(slots),
});

/** A hash table with open addressing. The low, middle and high bits of the IDs are in separate arrays. */
export class IdSet {
  #table: Table;
  #count = 0;
  readonly #words: Words;

  /** @param count - how many IDs are expected; for more, the set grows */
  constructor(count: number, words: Words) {
    this.#words = words;
    this.#table = newTable(2 ** Math.ceil(Math.log2(count * FREE)), words);
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
    const table = this.#table;
    let slot = hash(low, high, rest) & table.mask;
    while (table.used[slot]) {
      const same = table.low[slot] === low && table.high[slot] === high && (table.rest[slot] ?? 0) === rest;
      if (same) return false;
      slot = (slot + 1) & table.mask;
    }
    table.used[slot] = 1;
    table.low[slot] = low;
    table.high[slot] = high;
    if (this.#words === 5) table.rest[slot] = rest;
    this.#count += 1;
    if (this.#count * FREE > table.used.length) this.#grow();
    return true;
  }

  #grow(): void {
    const { low, high, rest, used } = this.#table;
    this.#count = 0;
    this.#table = newTable(2 * used.length, this.#words);
    for (let slot = 0; slot < used.length; slot++) {
      if (used[slot]) this.#add(low[slot] as number, high[slot] as number, rest[slot] ?? 0);
    }
  }
}

/** Spreads consecutive IDs over all slots (the finalizer of MurmurHash3). */
function hash(low: number, high: number, rest: number): number {
  let mixed = low ^ Math.imul(high, 0x9e3779b1) ^ Math.imul(rest, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
