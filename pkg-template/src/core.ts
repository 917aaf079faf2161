// The wasm core: found, started when first needed, and its places in memory.

import * as core from "../core/core.js";
import wasm from "../core/core_bg.wasm";
import { FlakeError } from "./errors.js";

export type { Format as CoreFormat } from "../core/core.js";
export type Core = typeof core;

let memory: WebAssembly.Memory | undefined;

/** The core. The first call compiles and starts it, so that importing the package does nothing. */
export function theCore(): typeof core {
  if (memory === undefined) {
    const bytes = Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0));
    memory = core.initSync({ module: bytes }).memory;
    core.install(FlakeError);
  }
  return core;
}

/** A view of a place in the core's memory; a new one when the memory has grown, which detaches the old. */
function view<T extends { byteLength: number }>(make: (memory: WebAssembly.Memory) => T): () => T {
  let current: T | undefined;
  return () => {
    if (current === undefined || current.byteLength === 0) {
      theCore();
      current = make(memory as WebAssembly.Memory);
    }
    return current;
  };
}

const TEXT_LENGTH = 64;
const NUMBERS_LENGTH = 16;
/** How many IDs the core writes at a time. */
export const VALUES_LENGTH = 4096;

const text = view((memory) => new Uint8Array(memory.buffer, core.textAddress(), TEXT_LENGTH));

/** The timestamp and the fields of the last value decoded; the first value of the last run lent. */
export const numbers = view((memory) => new Float64Array(memory.buffer, core.numbersAddress(), NUMBERS_LENGTH));

/** The last IDs written, as bigints. */
export const bigints = view((memory) => new BigUint64Array(memory.buffer, core.valuesAddress(), VALUES_LENGTH));

/** The last IDs written, as bytes or as the characters of their texts. */
export const bytes = view((memory) => new Uint8Array(memory.buffer, core.valuesAddress(), VALUES_LENGTH * 8));

/** The last IDs written, as numbers. */
export const floats = view((memory) => new Float64Array(memory.buffer, core.valuesAddress(), VALUES_LENGTH));

/** Stands for a character that is no ASCII, and so is in no alphabet. */
const FOREIGN = 0xff;

/** Puts a text where the core reads it, as far as the place reaches, and gives its whole length. */
export function putText(value: string): number {
  const bytes = text();
  const length = value.length;
  for (let i = 0; i < length && i < TEXT_LENGTH; i++) {
    const unit = value.charCodeAt(i);
    bytes[i] = unit < 0x80 ? unit : FOREIGN;
  }
  return length;
}

/** Puts bytes where the core reads them, as far as the place reaches, and gives their whole number. */
export function putBytes(value: Uint8Array): number {
  text().set(value.subarray(0, TEXT_LENGTH));
  return value.length;
}

/** The text that the core has put there. */
export function takeText(length: number): string {
  return textOf(text().subarray(0, length));
}

/** The bytes that the core has put there. */
export function takeBytes(length: number): Uint8Array {
  return text().slice(0, length);
}

/** Characters of ASCII as a string. */
export function textOf(characters: Uint8Array): string {
  return String.fromCharCode.apply(null, characters as unknown as number[]);
}
