// Reads the options of hidden IDs. No message quotes what may be a key.

import { FlakeError, invalid, isBytes, quoted, readOptions, readTweak } from "../values/index.js";

const NAMES = ["key", "keys", "current", "tweak", "check", "as"];

const LETTERS = /* @__PURE__ */ Array.from("abcdefghijklmnopqrstuvwxyz");

/** The lengths of keys in bytes. */
const LENGTHS = [16, 24, 32];

/** The digits of keys as texts. */
const HEX = "0123456789abcdef";

/** A letter, or the empty text, and the bytes of its key. */
export type LetteredKey = readonly [letter: string, bytes: Uint8Array];

export interface HiddenOptions {
  /** The key that writes, then those that only read. */
  readonly keys: readonly LetteredKey[];
  readonly tweak: string;
  /** The tweak as UTF-8. */
  readonly tweakBytes: readonly number[];
  readonly hasCheck: boolean;
  readonly as: unknown;
}

export function readHiddenOptions(given: unknown): HiddenOptions {
  if (given !== undefined && typeof given !== "object") {
    const names = NAMES.join(", ");
    throw new FlakeError("INVALID_OPTION", `hidden() was given ${kindOf(given)}; it takes an object with ${names}`);
  }
  const { key, keys, current, tweak = "", check = true, as = "base36" } = readOptions("hidden()", given, NAMES);
  const alone: LetteredKey[] = key === undefined ? [] : [["", readKey("key", key)]];
  const all = [...readKeys(keys, current), ...alone];
  if (all.length === 0) throw new FlakeError("INVALID_OPTION", `there is no key; give one of ${BYTES}`);
  if (typeof check !== "boolean") throw invalid("INVALID_OPTION", "check", check, "true or false");
  return { keys: all, tweak: tweak as string, tweakBytes: readTweak(tweak), hasCheck: check, as };
}

/** Keys with letters, that of the current letter first. */
function readKeys(given: unknown, current: unknown): LetteredKey[] {
  if (given === undefined) {
    if (current === undefined) return [];
    throw new FlakeError("INVALID_OPTION", "current is given, but no keys; give keys by letter, or leave out current");
  }
  if (typeof given !== "object") {
    throw new FlakeError("INVALID_OPTION", `keys is ${kindOf(given)}; it must be an object of keys by letter, a to z`);
  }
  const keys = readOptions("keys", given, LETTERS);
  const letters = LETTERS.filter((letter) => keys[letter] !== undefined);
  if (!letters.includes(current as string)) {
    const said = typeof current === "string" && current.length === 1 ? quoted(current) : kindOf(current);
    const expected = letters.length === 0 ? "; keys has none" : `: ${letters.join(", ")}`;
    throw new FlakeError("INVALID_OPTION", `current is ${said}; it must be one of the letters of keys${expected}`);
  }
  const ordered = [current as string, ...letters.filter((letter) => letter !== current)];
  return ordered.map((letter) => [letter, readKey(`keys.${letter}`, keys[letter])]);
}

const BYTES = "16, 24 or 32 random bytes: a Uint8Array, or 32, 48 or 64 hexadecimal digits";

/** A copy of a key. */
function readKey(name: string, key: unknown): Uint8Array {
  if (LENGTHS.some((length) => isBytes(key, length))) return new Uint8Array(key as Uint8Array);
  const bytes = typeof key === "string" ? bytesOf(key) : undefined;
  if (bytes !== undefined) return bytes;
  throw new FlakeError("INVALID_OPTION", `${name} is ${kindOf(key)}; it must be ${BYTES}`);
}

/** The bytes of hexadecimal digits; `undefined` for another text. */
function bytesOf(digits: string): Uint8Array | undefined {
  const length = digits.length / 2;
  if (!LENGTHS.includes(length)) return undefined;
  const bytes = new Uint8Array(length);
  let isHex = true;
  for (let i = 0; i < digits.length; i++) {
    const value = HEX.indexOf(digits.charAt(i).toLowerCase());
    isHex &&= value >= 0;
    bytes[i >> 1] = ((bytes[i >> 1] as number) << 4) | value;
  }
  return isHex ? bytes : undefined;
}

/** What a value is, without the value, which may be a key. */
function kindOf(value: unknown): string {
  if (typeof value === "string") return `a text of ${value.length} characters`;
  return typeof value === "object" || value === undefined ? quoted(value) : `a ${typeof value}`;
}
