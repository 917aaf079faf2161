// Values as users give them. What is of the wrong kind is refused here, what is out of range by the core.
//
// Every property of a value is read here, once, into a copy. A value can be a proxy or have getters, so reading it can
// run any code; what that code throws becomes a refusal.

import { FlakeError, type FlakeErrorCode } from "./errors.js";

export type Options = Record<string, unknown>;

/** Stands for a number that is not given, where the core reads numbers. */
export const NOTHING = Number.NaN;

/** The most characters of a thrown error that a message repeats. */
const LONGEST_REASON = 200;

/** From here on, writing the digits of a bigint for a message could take seconds. */
const LONG_BIGINT = 10n ** 24n;

/** Reads what belongs to a user; what that throws is the `cause` of the refusal. */
export function guarded<T>(code: FlakeErrorCode, name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    // Where the stack is used up, nothing is wrong with the value.
    if (error instanceof FlakeError || isOverflow(error)) throw error;
    throw new FlakeError(code, `${name} can't be read: it threw ${reason(error)}`, { cause: error });
  }
}

/** Whether the engine has thrown this because the stack is used up. */
function isOverflow(error: unknown): boolean {
  const told = reason(error);
  return told.startsWith("InternalError: too much recursion") || told.startsWith("RangeError: Maximum call stack");
}

/** A thrown value in words. */
function reason(error: unknown): string {
  try {
    return typeof error === "object" ? String(error).slice(0, LONGEST_REASON) : shown(error);
  } catch {
    return shown(error);
  }
}

/** The getters of all typed arrays. They tell what an array is whatever its realm, and whatever its own properties say. */
const typedArrays = Object.getPrototypeOf(Uint8Array.prototype) as object;
const tagOf = getterOf(Symbol.toStringTag) as (this: unknown) => string | undefined;
const lengthOf = getterOf("length") as (this: unknown) => number;

function getterOf(name: PropertyKey): unknown {
  return Object.getOwnPropertyDescriptor(typedArrays, name)?.get;
}

/** The name of a typed array's type, of this realm or another; `undefined` of anything else. */
export function typedArrayName(value: unknown): string | undefined {
  return tagOf.call(value);
}

/** Whether it is a `Uint8Array`, of this realm or another. One whose buffer is detached has no bytes. */
export function isBytes(value: unknown): value is Uint8Array {
  return tagOf.call(value) === "Uint8Array";
}

/** How many elements a typed array has. */
export function lengthOfTyped(array: unknown): number {
  return lengthOf.call(array);
}

/** Whether a typed array has a place in memory: its buffer can be detached, or resized so that the array is outside of it. */
export function isInMemory(array: unknown): boolean {
  try {
    // All methods of typed arrays check this first.
    Uint8Array.prototype.keys.call(array as Uint8Array);
    return true;
  } catch {
    return false;
  }
}

/** Unix ms of a `Date`, of this realm or another; NaN of anything else. */
export function timeOf(value: unknown): number {
  try {
    return Date.prototype.getTime.call(value);
  } catch {
    return Number.NaN;
  }
}

/** A value as it stands in messages: short, whatever it is. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value.length > 40 ? `'${visible(value.slice(0, 40))}…'` : `'${visible(value)}'`;
    case "bigint":
      if (value < LONG_BIGINT && value > -LONG_BIGINT) return `${value}n`;
      return `a bigint of more than ${String(LONG_BIGINT).length - 1} digits`;
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    case "object":
      return value === null ? "null" : shownObject(value);
    default:
      return String(value);
  }
}

function shownObject(value: object): string {
  const type = typedArrayName(value);
  if (type !== undefined) return `a ${type} of ${lengthOfTyped(value)}`;
  try {
    return Array.isArray(value) ? `a list of ${Number(value.length)}` : "an object";
  } catch {
    return "an object that can't be read";
  }
}

function visible(text: string): string {
  return Array.from(text, (character) => (character < " " || character === "\x7f" ? "\ufffd" : character)).join("");
}

/** The refusal of what is not what it must be. */
export function wrong(code: FlakeErrorCode, name: string, value: unknown, must: string): FlakeError {
  return new FlakeError(code, `${name} is ${shown(value)}; it must be ${must}`);
}

/** Inherits nothing that an option could be named like, and is quicker than what `Object.create(null)` makes. */
class Copy {
  [name: string]: unknown;

  static {
    Object.setPrototypeOf(Copy.prototype, null);
  }
}

/** An options object whose names are all among these, as a copy: a typo must not pass for an option left out. */
export function named(
  what: string,
  given: unknown,
  names: readonly string[],
  code: FlakeErrorCode = "INVALID_OPTION",
): Options {
  const options: Options = new Copy();
  if (given === undefined) return options;
  return guarded(code, what, () => {
    if (typeof given !== "object" || given === null || Array.isArray(given) || ArrayBuffer.isView(given)) {
      throw wrong(code, what, given, `an object with ${names.join(", ")}`);
    }
    const unknown = (key: PropertyKey): FlakeError =>
      new FlakeError(code, `${what} has no option ${shown(key)}; it has ${names.join(", ")}`);
    // What has numbered elements can have millions, such as a `String` object: they are not listed to find the first.
    if (Object.hasOwn(given, "0") && !names.includes("0")) throw unknown("0");
    for (const key of Reflect.ownKeys(given)) {
      if (names.includes(key as string)) options[key as string] = (given as Options)[key as string];
      // What isn't enumerable is a library's note on the object, not an option.
      else if (Object.prototype.propertyIsEnumerable.call(given, key)) throw unknown(key);
    }
    return options;
  });
}

/** A number for the core to check, or `NOTHING`, which not `required` ones may be. */
export function number(
  name: string,
  value: unknown,
  most: number,
  code: FlakeErrorCode = "INVALID_OPTION",
  required = false,
): number {
  if (value === undefined && !required) return NOTHING;
  // What is no number must not pass for one that is not given.
  if (typeof value !== "number" || Number.isNaN(value))
    throw wrong(code, name, value, `a whole number from 0 to ${most}`);
  return value;
}

/** The place of a word in its list, or `NOTHING`. */
export function choice(name: string, value: unknown, words: readonly string[]): number {
  if (value === undefined) return NOTHING;
  const place = words.indexOf(value as string);
  if (place < 0) throw wrong("INVALID_OPTION", name, value, `one of ${words.join(", ")}`);
  return place;
}

/** A list of at most so many items, as a copy; `undefined` where it is none. */
export function items(
  name: string,
  value: unknown,
  most: number,
  code: FlakeErrorCode = "INVALID_OPTION",
): unknown[] | undefined {
  return guarded(code, name, () => {
    if (!Array.isArray(value)) return undefined;
    // By its numbers: its iterator and its methods may be its own.
    const length: unknown = value.length;
    return typeof length === "number" && length <= most ? Array.from({ length }, (_, i) => value[i]) : undefined;
  });
}

/** A list. */
export function list(name: string, value: unknown): unknown[] {
  const copy = items(name, value, LONGEST_LIST);
  if (copy === undefined) throw wrong("INVALID_OPTION", name, value, `a list of up to ${LONGEST_LIST}`);
  return copy;
}

/** The items of an iterable, each as `take` gives it; the first that `take` refuses ends it. */
export function collected<T>(
  name: string,
  value: unknown,
  take: (item: unknown, place: number) => T,
  code: FlakeErrorCode = "INVALID_OPTION",
): T[] {
  return guarded(code, name, () => {
    const iterable = value as Iterable<unknown> | null | undefined;
    if (typeof iterable?.[Symbol.iterator] !== "function") throw wrong(code, name, value, "a list or another iterable");
    const taken: T[] = [];
    for (const item of iterable) taken.push(take(item, taken.length));
    return taken;
  });
}

/** A text that is not empty. */
export function text(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "" || value.length > LONGEST_TEXT) {
    throw wrong("INVALID_OPTION", name, value, `a text of up to ${LONGEST_TEXT} characters`);
  }
  return value;
}

/** More than any text of options has. */
const LONGEST_TEXT = 1024;

/** More than any list of a definition has. */
const LONGEST_LIST = 64;
