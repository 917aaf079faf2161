// The value that is read or made: an ID as an unsigned integer of up to 80 bits.
//
// All formats share one value, because each call reads or makes one ID. No code of a user runs between writing and
// reading the value.

// The buffer has a name of its own, because minifiers keep code that reads a property, such as `bigs.buffer`.
const bytes = /* @__PURE__ */ new ArrayBuffer(16);
const bigs = /* @__PURE__ */ new BigUint64Array(bytes);

/** The value as 32-bit words, the low one first. */
export const words = /* @__PURE__ */ new Uint32Array(bytes);

/** How many values a word has. An enum, so that the built code has the number: a division by a variable takes longer. */
export const enum Word {
  values = 4294967296,
}

/** The low 64 bits of the value. */
export const lowBits = (): bigint => bigs[0] as bigint;

/** Writes the value. `high` has the bits above the low 32. */
export function setValue(high: number, low: number): void {
  words[0] = low;
  words[1] = high;
  words[2] = high / Word.values;
}

/**
 * Writes the low 64 bits of a bigint, and clears the other bits of the value. Returns whether the bigint has no other
 * bits.
 */
export function setBigint(id: bigint): boolean {
  bigs[0] = id;
  words[2] = 0;
  return bigs[0] === id;
}

/** The value as a bigint. */
export const asBigint = (): bigint => (words[2] === 0 ? lowBits() : (BigInt(words[2] as number) << 64n) + lowBits());

/** The bits of the value above the low 32, as a number. */
export const highPart = (): number => (words[2] as number) * Word.values + (words[1] as number);

/** Flips the bits of the value that a number of up to 53 bits has as ones. `below` bits of the value are below the number. */
export function flip(below: number, number: number): void {
  for (let rest = number, word = below >>> 5; rest > 0; rest = (rest / Word.values) >>> 0) {
    words[word] = (words[word] as number) ^ (rest << (below & 31));
    word++;
    // Two shifts, because a shift by 32 bits changes nothing.
    words[word] = (words[word] as number) ^ ((rest >>> 1) >>> (31 - (below & 31)));
  }
}

/** The position of a number of at most 32 bits in a value. */
export interface Place {
  /** The count of bits below it. */
  readonly _below: number;
  /** The word that its lowest bit is in. */
  readonly _word: number;
  /** The count of bits of this word that are below it. */
  readonly _shift: number;
  /** As many ones as it has bits, as a signed integer of 32 bits, which is a small integer of the engine. */
  readonly _mask: number;
}

/** The place of `bits` bits above `below` lower bits. */
export const placeOf = (below: number, bits: number): Place => ({
  _below: below,
  _word: below >>> 5,
  _shift: below & 31,
  _mask: (2 ** bits - 1) | 0,
});

/** The number at a place of the value. `value` is given if it belongs to another copy of the package. */
export function numberAt({ _word, _shift, _mask }: Place, value: Uint32Array = words): number {
  // Two shifts, because a shift by 32 bits changes nothing.
  const above = ((value[_word + 1] as number) << 1) << (31 - _shift);
  return ((((value[_word] as number) >>> _shift) | above) & _mask) >>> 0;
}
