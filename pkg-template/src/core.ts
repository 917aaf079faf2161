// The wasm core: found, started when first needed, and its places in memory.

import { type Core, start as startCore } from "../core/core.js";
import { FlakeError, type FlakeErrorCode } from "./errors.js";
import { allHolders } from "./holders.js";
import { platform, type Source } from "./platform.js";
import { sharedValue } from "./shared.js";

export type { Core };

let running: Core | undefined;

/** The core. The first call starts it, so that importing the package does nothing. */
export function theCore(): Core {
  return running ?? sharedOrNew(platform.source);
}

/**
 * Starts the core from a module of the caller's own, or from its bytes. Where one of this version runs
 * already, that one goes on.
 */
export function provideCore(source: Source): void {
  sharedOrNew(() => source);
}

/**
 * The core that another copy of this version has started, or a new one. Copies that share the core share
 * its counters, and so make no ID twice.
 */
function sharedOrNew(source: () => Source): Core {
  const core = sharedValue("", () => start(source()));
  // Where one is shared, the other must be. Objects may be frozen later.
  allHolders();
  // Assigned last: if the stack is full, the next call looks for the core again.
  return (running = core);
}

function start(source: Source): Core {
  try {
    return startCore(isModule(source) ? source : new WebAssembly.Module(source));
  } catch (error) {
    throw explained(error, source);
  }
}

/** Whether it is a compiled module, of this realm or another. */
function isModule(source: Source): source is WebAssembly.Module {
  try {
    // Of what is no module, this throws.
    WebAssembly.Module.exports(source as WebAssembly.Module);
    return true;
  } catch {
    return false;
  }
}

/** The error to throw where the core does not start. */
function explained(error: unknown, source: Source): unknown {
  const { name } = error as Error;
  // The stack or the memory is full: that says nothing about the core.
  if (name === "RangeError" || name === "InternalError") return error;
  // Of runtimes that forbid compiling, each throws another; the last of these has no WebAssembly at all.
  // Where compiling is forbidden, asking whether it could be done is not.
  if (
    name === "ReferenceError" ||
    (["CompileError", "EvalError"].includes(name) && WebAssembly.validate(source as BufferSource))
  ) {
    return new FlakeError(
      "CORE_BLOCKED",
      "WebAssembly can't be compiled here: a Content-Security-Policy needs script-src 'wasm-unsafe-eval', " +
        `a Worker has to be bundled with the condition 'workerd' (${String(error)})`,
    );
  }
  return new FlakeError(
    "CORE_INVALID",
    "this is no core that runs here: provideCore takes the module flakekit/core.wasm of this version, or its bytes, " +
      `once they are there (${String(error)})`,
  );
}

/** No ID's text is longer than the place for it; that much also decides why it is none. */
export const TEXT_LENGTH = 64;
const NUMBERS_LENGTH = 40;
/** How many IDs the core writes at a time. */
export const VALUES_LENGTH = 4096;
const BYTES_LENGTH = 1 << 15;

/** Views of the places in the core's memory. */
interface Places {
  readonly _text: Uint8Array;
  /** The same place; what is no ASCII, and so in no alphabet, stays above it. */
  readonly _characters: Uint8ClampedArray;
  readonly _numbers: Float64Array;
  readonly _points: Uint32Array;
  readonly _bigints: BigUint64Array;
  readonly _bytes: Uint8Array;
  readonly _floats: Float64Array;
}

let current: Places | undefined;

/** The places; new views of them when the memory has grown, which detaches the old. */
function places(): Places {
  // Of a detached one, the length is 0; and it is sooner told than the byteLength. One kind of view is asked for all of
  // them, since the engine is quick where it sees the same kind every time.
  return current === undefined || current._numbers.length === 0 ? (current = view(theCore())) : current;
}

function view(core: Core): Places {
  const { buffer } = core.memory;
  const [text, numbers, values] = [core.text_address(), core.numbers_address(), core.values_address()];
  return {
    _text: new Uint8Array(buffer, text, TEXT_LENGTH),
    _characters: new Uint8ClampedArray(buffer, text, TEXT_LENGTH),
    _numbers: new Float64Array(buffer, numbers, NUMBERS_LENGTH),
    _points: new Uint32Array(buffer, values, VALUES_LENGTH * 2),
    _bigints: new BigUint64Array(buffer, values, VALUES_LENGTH),
    _bytes: new Uint8Array(buffer, core.bytes_address(), BYTES_LENGTH),
    _floats: new Float64Array(buffer, values, VALUES_LENGTH),
  };
}

/** The timestamp of the last value decoded; what is to be known of the last run lent; numbers of options. */
export const numbers = (): Float64Array => places()._numbers;

/** Halves, the low one first, of the last value's fields; the random bits of a run; or the code points of a text. */
export const points = (): Uint32Array => places()._points;

/** The last IDs written, as bigints. */
export const bigints = (): BigUint64Array => places()._bigints;

/** The last IDs written, as bytes or as the characters of their texts. */
export const bytes = (): Uint8Array => places()._bytes;

/** The last IDs written, as numbers. */
export const floats = (): Float64Array => places()._floats;

/** Puts a text of options, which is short, where the core reads it, and gives how many code points it has. */
export function putPoints(text: string): number {
  const given = Array.from(text, (character) => character.codePointAt(0) as number);
  points().set(given);
  return given.length;
}

/** Puts numbers where the core reads them. */
export function putNumbers(given: readonly number[]): void {
  numbers().set(given);
}

/** What the core reports, which it does in JSON. */
export function reported(report: unknown): unknown {
  return JSON.parse(report as string);
}

/**
 * What the last call was refused for: an error, which is thrown, or how many ms to wait. 0 says to ask again at
 * once: random bits were missing, and have been fetched.
 */
export function refusal(): number {
  const wait = theCore().wait();
  if (wait > 0) return wait;
  const refused = theCore().refusal() as unknown;
  // The core has no reason to give where it has no generator to ask.
  if (refused === undefined) throw new FlakeError("GENERATOR_FREED", "the generator has been freed; make another");
  const told = reported(refused) as { code: FlakeErrorCode; message: string };
  if (told.code === "NO_RANDOMNESS" && fetchRandomBits()) return 0;
  throw new FlakeError(told.code, told.message);
}

let fetching = false;

/**
 * Whether the core could fetch random bits. They come from `crypto.getRandomValues`, which a user may have replaced by
 * a function that makes IDs: then there are none for these.
 */
function fetchRandomBits(): boolean {
  if (fetching) return false;
  fetching = true;
  try {
    return theCore().fetch_random_bits() === 1;
  } finally {
    fetching = false;
  }
}

/** The number that the core answers with, as `granted`, of a call that may need random bits. */
export function grantedWithRandomBits(ask: () => number): number {
  const answer = ask();
  if (answer >= 0) return answer;
  refusal(); // throws unless random bits have been fetched
  return granted(ask());
}

/**
 * Throws unless there is room on the stack. To be called before a regular expression is used: V8 compiles it at some
 * use, and ends the whole process if there is no room for that.
 */
export function requireRoom(): void {
  theCore().check_room();
}

/** A number that the core has answered with; a refusal, -1, is thrown. */
export function granted(answer: number): number {
  if (answer < 0) refusal();
  return answer;
}

/** As `granted`, of what the core has done or not: 1 or 0. */
export function checked(done: number): void {
  if (done === 0) refusal();
}

/** Puts a text where the core reads it, as far as the place reaches, and gives its whole length. */
export function putText(value: string): number {
  const place = places()._characters;
  const { length } = value;
  const end = Math.min(length, TEXT_LENGTH);
  for (let i = 0; i < end; i++) place[i] = value.charCodeAt(i);
  return length;
}

/** Puts bytes where the core reads them, unless there are none or more than fit there, and gives how many there are. */
export function putBytes(value: Uint8Array, length: number): number {
  // Of a detached array, which has none, `set` would throw.
  if (length > 0 && length <= TEXT_LENGTH) places()._text.set(value);
  return length;
}

/** Of characters within a place, of which TypeScript doesn't know how long it is. */
const { fromCharCode } = String as unknown as { fromCharCode: (...codes: (number | undefined)[]) => string };

/** The text that the core has put there; by sixteen, since a call with an array of characters is slow. */
export function takeText(length: number): string {
  const c = places()._text;
  let taken = "";
  for (let i = 0; i < length; i += 16) {
    // prettier-ignore
    taken += fromCharCode(c[i], c[i + 1], c[i + 2], c[i + 3], c[i + 4], c[i + 5], c[i + 6], c[i + 7],
      c[i + 8], c[i + 9], c[i + 10], c[i + 11], c[i + 12], c[i + 13], c[i + 14], c[i + 15]);
  }
  return taken.slice(0, length);
}

/** The bytes that the core has put there. */
export function takeBytes(length: number): Uint8Array {
  return places()._text.slice(0, length);
}

/** Many characters of ASCII as a string. jsdom has no decoder. */
export function textOf(characters: Uint8Array): string {
  decoder ??= typeof TextDecoder === "undefined" ? { decode: manyCodes } : new TextDecoder();
  return decoder.decode(characters);
}

let decoder: { decode(characters: Uint8Array): string } | undefined;

function manyCodes(characters: Uint8Array): string {
  return fromCharCode(...characters);
}
