// The memory that threads share: 64-bit words in pages. blocks.ts says what they mean.

/** A buffer that can grow, if the runtime supports it. */
export type Memory = (ArrayBuffer | SharedArrayBuffer) & {
  grow?: (bytes: number) => void;
  resize?: (bytes: number) => void;
  maxByteLength?: number;
};

/** The indexes of the first words: the head of `Blocks`, two words of `Clock`, and two random words of `Records`. */
export const HEAD = 0;
export const CLOCK_LEAD = 1;
export const CLOCK_HIGH = 2;
export const GENERATION = 3;

/** The length of a page, in words. The first page holds the words above. */
export const PAGE_WORDS = 64;

const NUMBER_BITS = 24n;
const NUMBER_MASK = (1n << NUMBER_BITS) - 1n;

/** The size of a new memory and the largest size, in bytes. Both are powers of two. */
const FIRST_BYTES = 1 << 16;
const MAX_BYTES = 1 << 26;

/** The size of the memory where buffers cannot grow. */
const FIXED_BYTES = 1 << 22;

/** A new memory without blocks. `isShared`: whether other threads can use it. */
export function createMemory(isShared: boolean): Memory {
  type Growable = new (bytes: number, options?: { maxByteLength: number }) => Memory;
  const Buffer = (isShared ? SharedArrayBuffer : ArrayBuffer) as Growable;
  const canGrow = "maxByteLength" in Buffer.prototype;
  const memory = canGrow ? new Buffer(FIRST_BYTES, { maxByteLength: MAX_BYTES }) : new Buffer(FIXED_BYTES);
  const words = new BigUint64Array(memory);
  words.set(crypto.getRandomValues(new BigUint64Array(2)), GENERATION);
  // Version 1, because a page is claimed only if its version is lower.
  words[HEAD] = 1n << NUMBER_BITS;
  return memory;
}

export function isSharedMemory(value: unknown): value is Memory {
  return Object.prototype.toString.call(value) === "[object SharedArrayBuffer]";
}

/** The version of a word. */
export function versionOf(word: bigint): bigint {
  return word >> NUMBER_BITS;
}

/** The number of a word. */
export function numberOf(word: bigint): number {
  return Number(word & NUMBER_MASK);
}

export function wordOf(version: bigint, number: number): bigint {
  return (version << NUMBER_BITS) | BigInt(number);
}
