// The buffers: places in the core's memory through which calls exchange numbers and IDs.

import { type Core, core } from "./core.js";
import { NUMBERS_LENGTH, ENCODED_LENGTH, VALUES_LENGTH } from "../generated/contract.js";

interface Views {
  /** The length of this view becomes 0 when the memory moves. */
  readonly _alive: { readonly length: number };
  readonly _numbers: Float64Array;
  /** `_words32`, `_words64` and `_floats64` view the value buffer. */
  readonly _words32: Uint32Array;
  readonly _words64: BigUint64Array;
  readonly _floats64: Float64Array;
  readonly _batchBytes: Uint8Array;
}

let current: Views | undefined;

/** Views of the current memory. */
function views(): Views {
  // Testing `length` is faster than `byteLength`.
  return current === undefined || current._alive.length === 0 ? (current = createViews(core())) : current;
}

function createViews(core: Core): Views {
  const memory = core.memory as WebAssembly.Memory & { alive: unknown[] };
  const { buffer } = memory;
  const [address, values] = [core.numbers_address(), core.values_address()];
  const numbers = new Float64Array(buffer, address, NUMBERS_LENGTH);
  return {
    // Growth of WebAssembly's memory detaches views, so their length becomes 0. The core in JavaScript has a list in
    // place of a view. Only an own property of the memory counts, because anybody can define a property of
    // `Object.prototype`.
    _alive: Object.hasOwn(memory, "alive") ? memory.alive : numbers,
    _numbers: numbers,
    _words32: new Uint32Array(buffer, values, VALUES_LENGTH * 2),
    _words64: new BigUint64Array(buffer, values, VALUES_LENGTH),
    _floats64: new Float64Array(buffer, values, VALUES_LENGTH),
    _batchBytes: new Uint8Array(buffer, core.encoded_address(), ENCODED_LENGTH),
  };
}

/** The number buffer: a frame. Its positions are the members of an enum of the contract, such as `HALVES.high`. */
export const numbers = (): Float64Array => views()._numbers;

/** The value buffer as 32-bit words: a value, the low words first. */
export const words32 = (): Uint32Array => views()._words32;

/** The value buffer as 64-bit integers: the last IDs written. */
export const words64 = (): BigUint64Array => views()._words64;

/** The value buffer as floating-point numbers: the last IDs written. */
export const floats64 = (): Float64Array => views()._floats64;

/** The last IDs written as bytes, or as the characters of their texts. */
export const batchBytes = (): Uint8Array => views()._batchBytes;

/** Writes a frame to the number buffer. */
export function writeFrame(frame: readonly number[]): void {
  const written = numbers();
  // The numbers are not written by `set`: a user may have replaced `set` by a function that makes IDs, and making IDs
  // overwrites the frame.
  for (let i = 0; i < frame.length; i++) written[i] = frame[i] as number;
}

let decoder: { decode(characters: Uint8Array): string } | undefined;

/** Decodes ASCII characters. jsdom has no TextDecoder. */
export function decodeAscii(characters: Uint8Array): string {
  decoder ??=
    typeof TextDecoder === "undefined" ? { decode: (codes) => String.fromCharCode(...codes) } : new TextDecoder();
  return decoder.decode(characters);
}
