// The wasm core: found, started when first needed, and its places in memory.

import { type Core, start as startCore } from "../core/core.js";
import { FlakeError, type FlakeErrorCode } from "./errors.js";
import { platform, type Source } from "./platform.js";
import { kindOf } from "./values.js";

export type { Core };

declare const VERSION: string;

let running: Core | undefined;

/** The core. The first call starts it, so that importing the package does nothing. */
export function theCore(): Core {
  return running ?? join(platform.source);
}

/**
 * Starts the core from a module of the caller's own, or from its bytes. Where one of this version runs
 * already, that one goes on.
 */
export function provideCore(source: Source): void {
  join(() => source);
}

/**
 * Joins the core that another copy of this version has started in this realm, or starts it. Copies that
 * share the core share its sequencers, and so make no ID twice.
 */
function join(source: () => Source): Core {
  const key = Symbol.for(`flakekit ${VERSION}`);
  const shared = globalThis as Record<symbol, Core | undefined>;
  running = shared[key];
  if (running === undefined) {
    running = start(source());
    // Where globals are frozen, this answers false, and every copy has a core of its own.
    Reflect.defineProperty(globalThis, key, { value: running });
  }
  return running;
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
  return kindOf(source) === "WebAssembly.Module";
}

/** The error to throw where the core does not start. */
function explained(error: unknown, source: Source): unknown {
  const { name } = error as Error;
  // Of runtimes that forbid compiling, each throws another; the last of these has no WebAssembly at all.
  // Where compiling is forbidden, asking whether it could be done is not.
  if (
    name === "ReferenceError" ||
    (/CompileError|EvalError/.test(name) && WebAssembly.validate(source as BufferSource))
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

/** A kind of typed array. */
type ArrayOf<T> = new (buffer: ArrayBuffer, address: number, length: number) => T;

/** A view of a place in the core's memory; a new one when the memory has grown, which detaches the old. */
function view<T extends { length: number }>(
  Kind: ArrayOf<T>,
  place: "textAddress" | "numbersAddress" | "valuesAddress",
  length: number,
): () => T {
  let current: T | undefined;
  return () => {
    // Of a detached one, the length is 0; and it is sooner told than the byteLength.
    if (current === undefined || current.length === 0) {
      const core = theCore();
      current = new Kind(core.memory.buffer, core[place](), length);
    }
    return current;
  };
}

/** No ID's text is longer than the place for it; that much also decides why it is none. */
export const TEXT_LENGTH = 64;
const NUMBERS_LENGTH = 40;
/** How many IDs the core writes at a time. */
export const VALUES_LENGTH = 4096;

const text = view(Uint8Array, "textAddress", TEXT_LENGTH);

/** The same place; what is no ASCII, and so in no alphabet, stays above it. */
const characters = view(Uint8ClampedArray, "textAddress", TEXT_LENGTH);

/** The timestamp and the fields of the last value decoded; the first value of the last run lent; numbers of options. */
export const numbers = view(Float64Array, "numbersAddress", NUMBERS_LENGTH);

/** The last IDs written, as bigints. */
export const bigints = view(BigUint64Array, "valuesAddress", VALUES_LENGTH);

/** The last IDs written, as bytes or as the characters of their texts. */
export const bytes = view(Uint8Array, "valuesAddress", VALUES_LENGTH * 8);

/** The last IDs written, as numbers. */
export const floats = view(Float64Array, "valuesAddress", VALUES_LENGTH);

/** The same place, for the code points of a text. */
const points = view(Uint32Array, "valuesAddress", VALUES_LENGTH * 2);

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

/** What the last call was refused for: an error, which is thrown, or how many ms to wait. */
export function refusal(): number {
  const refused = theCore().refusal() as number | { code: FlakeErrorCode; message: string };
  if (typeof refused === "object") throw new FlakeError(refused.code, refused.message);
  return refused;
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
  const place = characters();
  const { length } = value;
  const end = Math.min(length, TEXT_LENGTH);
  for (let i = 0; i < end; i++) place[i] = value.charCodeAt(i);
  return length;
}

/** Puts bytes where the core reads them, as far as the place reaches, and gives their whole number. */
export function putBytes(value: Uint8Array): number {
  text().set(value.subarray(0, TEXT_LENGTH));
  return value.length;
}

/** Of characters within a place, of which TypeScript doesn't know how long it is. */
const { fromCharCode } = String as unknown as { fromCharCode: (...codes: (number | undefined)[]) => string };

/** The text that the core has put there; by sixteen, since a call with an array of characters is slow. */
export function takeText(length: number): string {
  const c = text();
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
  return text().slice(0, length);
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
