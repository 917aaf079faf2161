// The parts of the core's memory through which calls pass texts, numbers and IDs.

import { adoptCore, type Core, core } from "./core.js";
import { NUMBERS_LENGTH, RECORDS_LENGTH, TEXT_LENGTH, VALUES_LENGTH } from "./generated/contract.js";
import { ABSENT } from "./values.js";

/** How many values a 32-bit word has. An enum, so that the engine knows the number: a division by a variable takes longer. */
export const enum Word {
  values = 4294967296,
}

interface Views {
  readonly _text: Uint8Array;
  /** The same memory as `_text`. Assigning a larger number stores 255, which no alphabet contains. */
  readonly _clampedText: Uint8ClampedArray;
  readonly _numbers: Float64Array;
  /** The next three view the same memory: the value buffer. */
  readonly _words32: Uint32Array;
  readonly _words64: BigUint64Array;
  readonly _floats64: Float64Array;
  readonly _batchBytes: Uint8Array;
  /** The whole memory. */
  readonly _allFloats64: Float64Array;
}

let current: Views | undefined;

/** Views of the current memory. */
function views(): Views {
  // Growth of the memory detaches views: their length becomes 0. Testing `length` is faster than `byteLength`. Always
  // testing the same view keeps the access monomorphic.
  return current === undefined || current._numbers.length === 0 ? (current = createViews(core())) : current;
}

/** Works on another core from now on: that of a format of another copy of this version. */
export function switchCore(other: Core): void {
  if (other === core()) return;
  adoptCore(other);
  current = undefined;
}

function createViews(core: Core): Views {
  const { buffer } = core.memory;
  const [text, numbers, values] = [core.text_address(), core.numbers_address(), core.values_address()];
  return {
    _text: new Uint8Array(buffer, text, TEXT_LENGTH),
    _clampedText: new Uint8ClampedArray(buffer, text, TEXT_LENGTH),
    _numbers: new Float64Array(buffer, numbers, NUMBERS_LENGTH),
    _words32: new Uint32Array(buffer, values, VALUES_LENGTH * 2),
    _words64: new BigUint64Array(buffer, values, VALUES_LENGTH),
    _floats64: new Float64Array(buffer, values, VALUES_LENGTH),
    _batchBytes: new Uint8Array(buffer, core.records_address(), RECORDS_LENGTH),
    _allFloats64: new Float64Array(buffer),
  };
}

/** The number buffer: a record. Its positions are the members of an enum of the contract, such as `LENT.high`. */
export const numbers = (): Float64Array => views()._numbers;

/**
 * The value buffer as 32-bit words: a value to decode or the IDs of columns (the low words first), a column of numbers, the
 * random bits of a run, or the code points of a text.
 */
export const words32 = (): Uint32Array => views()._words32;

/** The value buffer as 64-bit integers: the last IDs written. */
export const words64 = (): BigUint64Array => views()._words64;

/** The value buffer as floating-point numbers: the last IDs written, or a column of times. */
export const floats64 = (): Float64Array => views()._floats64;

/** The whole memory as floating-point numbers. */
export const allFloats64 = (): Float64Array => views()._allFloats64;

/** The last IDs written as bytes, or as the characters of their texts. */
export const batchBytes = (): Uint8Array => views()._batchBytes;

/** Writes the code points of a short text, and returns how many there are. */
export function writeCodePoints(text: string): number {
  const points = Array.from(text, (character) => character.codePointAt(0) as number);
  words32().set(points);
  return points.length;
}

/** A record of this length in which no number is given yet. */
export function newRecord(length: number): number[] {
  // Unlike `fill`, `from` calls no setter of `Array.prototype`.
  return Array.from({ length }, () => ABSENT);
}

/** Writes a record to the number buffer. */
export function writeRecord(record: readonly number[]): void {
  numbers().set(record);
}

/** Writes a text, as far as it fits, and returns its whole length. */
export function writeText(text: string): number {
  const buffer = views()._clampedText;
  const { length } = text;
  const end = Math.min(length, TEXT_LENGTH);
  for (let i = 0; i < end; i++) buffer[i] = text.charCodeAt(i);
  return length;
}

/** Writes bytes if they fit, and returns how many there are. */
export function writeBytes(bytes: Uint8Array, length: number): number {
  // A detached array has length 0, and `set` would throw.
  if (length > 0 && length <= TEXT_LENGTH) views()._text.set(bytes);
  return length;
}

/** Typed so that it accepts elements of a typed array, which TypeScript takes for possibly undefined. */
const { fromCharCode } = String as unknown as { fromCharCode: (...codes: (number | undefined)[]) => string };

/** Reads a text of this length. Sixteen characters at a time, because spreading an array into a call is slow. */
export function readText(length: number): string {
  const c = views()._text;
  let text = "";
  for (let i = 0; i < length; i += 16) {
    // prettier-ignore
    text += fromCharCode(c[i], c[i + 1], c[i + 2], c[i + 3], c[i + 4], c[i + 5], c[i + 6], c[i + 7],
      c[i + 8], c[i + 9], c[i + 10], c[i + 11], c[i + 12], c[i + 13], c[i + 14], c[i + 15]);
  }
  return text.slice(0, length);
}

/** Reads a copy of the first `length` bytes of the text buffer. */
export function readBytes(length: number): Uint8Array {
  return views()._text.slice(0, length);
}

let decoder: { decode(characters: Uint8Array): string } | undefined;

/** Decodes ASCII characters. jsdom has no TextDecoder. */
export function decodeAscii(characters: Uint8Array): string {
  decoder ??= typeof TextDecoder === "undefined" ? { decode: spreadCharCodes } : new TextDecoder();
  return decoder.decode(characters);
}

function spreadCharCodes(characters: Uint8Array): string {
  return fromCharCode(...characters);
}
