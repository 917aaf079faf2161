// Reads values that users pass in.
//
// A value may be a proxy or have getters, so reading it can run any code. Therefore each property is read here, once,
// into a copy, and whatever the read throws becomes the `cause` of a FlakeError. This module refuses values of a wrong
// type and numbers that are not whole. The core refuses whole numbers that are out of range.

import { defineValue } from "./define-value.js";
import { FlakeError, type FlakeErrorCode } from "./errors.js";

export type Options = Record<string, unknown>;

/** Stands for an omitted number where the core reads numbers. */
export const ABSENT = Number.NaN;

/** How many characters of a thrown error a message quotes. */
const MAX_REASON_LENGTH = 200;

/** How many characters of a text a message quotes. */
const MAX_QUOTED_LENGTH = 40;

/** Longer bigints are not written out in messages: converting a huge one to digits takes seconds. */
const LONG_BIGINT = 10n ** 24n;

/** The longest text that an option may have. */
const MAX_TEXT_LENGTH = 1024;

/** The longest list that an option may have. */
const MAX_LIST_LENGTH = 64;

/** Calls `read`, which reads a user's value. What `read` throws becomes the `cause` of a FlakeError. */
export function readGuarded<T>(code: FlakeErrorCode, name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    // A full stack says nothing about the value.
    if (error instanceof FlakeError || isStackOverflow(error)) throw error;
    throw new FlakeError(code, `${name} can't be read: it threw ${reason(error)}`, { cause: error });
  }
}

function isStackOverflow(error: unknown): boolean {
  const text = reason(error);
  return text.startsWith("InternalError: too much recursion") || text.startsWith("RangeError: Maximum call stack");
}

/** Describes a thrown value. */
export function reason(error: unknown): string {
  try {
    return typeof error === "object" ? String(error).slice(0, MAX_REASON_LENGTH) : quoted(error);
  } catch {
    return quoted(error);
  }
}

/** The getters that all typed arrays inherit. They work across realms and ignore own properties of the array. */
const typedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype) as object;
const getTag = typedArrayGetter(Symbol.toStringTag) as (this: unknown) => string | undefined;
const getLength = typedArrayGetter("length") as (this: unknown) => number;

function typedArrayGetter(name: PropertyKey): unknown {
  return Object.getOwnPropertyDescriptor(typedArrayPrototype, name)?.get;
}

/** The type name of a typed array of any realm, such as `Uint8Array`; `undefined` for other values. */
export function typedArrayName(value: unknown): string | undefined {
  return getTag.call(value);
}

/** Whether a value is a `Uint8Array` of any realm. */
export function isBytes(value: unknown): value is Uint8Array {
  return getTag.call(value) === "Uint8Array";
}

/** The length of a typed array; 0 if its buffer is detached. */
export function typedArrayLength(array: unknown): number {
  return getLength.call(array);
}

/** Whether a typed array lies within its buffer: the buffer is neither detached nor shrunk below the array. */
export function isWithinBuffer(array: unknown): boolean {
  try {
    // Every method of typed arrays throws a TypeError if this does not hold.
    Uint8Array.prototype.keys.call(array as Uint8Array);
    return true;
  } catch {
    return false;
  }
}

/** The Unix ms of a `Date` of any realm; NaN for other values. */
export function dateToMs(value: unknown): number {
  try {
    return Date.prototype.getTime.call(value);
  } catch {
    return Number.NaN;
  }
}

/** A short description of any value, for messages. */
export function quoted(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value.length > MAX_QUOTED_LENGTH
        ? `'${printable(value.slice(0, MAX_QUOTED_LENGTH))}…'`
        : `'${printable(value)}'`;
    case "bigint":
      if (value < LONG_BIGINT && value > -LONG_BIGINT) return `${value}n`;
      return `a bigint of more than ${String(LONG_BIGINT).length - 1} digits`;
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    case "object":
      return value === null ? "null" : quotedObject(value);
    default:
      return String(value);
  }
}

function quotedObject(value: object): string {
  const type = typedArrayName(value);
  if (type !== undefined) return `a ${type} of ${typedArrayLength(value)}`;
  try {
    return Array.isArray(value) ? `a list of ${Number(value.length)}` : "an object";
  } catch {
    return "an object that can't be read";
  }
}

/** Replaces control characters by U+FFFD. */
function printable(text: string): string {
  return Array.from(text, (character) => (character < " " || character === "\x7f" ? "\ufffd" : character)).join("");
}

/** The error for a value that is not what `expected` says. */
export function invalid(code: FlakeErrorCode, name: string, value: unknown, expected: string): FlakeError {
  return new FlakeError(code, `${name} is ${quoted(value)}; it must be ${expected}`);
}

/** An object without prototype, so that no option is inherited. Faster than `Object.create(null)`. */
class OptionsCopy {
  [name: string]: unknown;

  static {
    Object.setPrototypeOf(OptionsCopy.prototype, null);
  }
}

/** Copies an options object. Throws if it has an unknown name: a typo must not count as an omitted option. */
export function readOptions(
  what: string,
  given: unknown,
  names: readonly string[],
  code: FlakeErrorCode = "INVALID_OPTION",
): Options {
  const options: Options = new OptionsCopy();
  if (given === undefined) return options;
  return readGuarded(code, what, () => {
    if (typeof given !== "object" || given === null || Array.isArray(given) || ArrayBuffer.isView(given)) {
      throw invalid(code, what, given, `an object with ${names.join(", ")}`);
    }
    const unknownName = (key: PropertyKey): FlakeError =>
      new FlakeError(code, `${what} has no option ${quoted(key)}; it has ${names.join(", ")}`);
    // A `String` object can have millions of numbered properties, so test for the first before listing them.
    if (Object.hasOwn(given, "0") && !names.includes("0")) throw unknownName("0");
    for (const key of Reflect.ownKeys(given)) {
      if (names.includes(key as string)) options[key as string] = (given as Options)[key as string];
      // Libraries attach properties that are not enumerable to objects. They are no options.
      else if (Object.prototype.propertyIsEnumerable.call(given, key)) throw unknownName(key);
    }
    return options;
  });
}

/** A whole number from 0 to 2^53 - 1. The message names `largest`, up to which the core accepts it. */
export function requiredNumber(
  name: string,
  value: unknown,
  largest: number,
  code: FlakeErrorCode = "INVALID_OPTION",
): number {
  if (isWholeNumber(value)) return value;
  throw invalid(code, name, value, `a whole number from 0 to ${largest}`);
}

/** The same as `requiredNumber`, or `ABSENT` for `undefined`. */
export function optionalNumber(
  name: string,
  value: unknown,
  largest: number,
  code: FlakeErrorCode = "INVALID_OPTION",
): number {
  return value === undefined ? ABSENT : requiredNumber(name, value, largest, code);
}

/** Whether a value is a number that is whole, not negative and exact: at most 2^53 - 1. */
export function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The integer of an object with a method `toBigInt`, such as BSON's `Long`; other values are returned unchanged. */
export function asBigint(id: unknown): unknown {
  if (typeof id !== "object" || id === null) return id;
  return readGuarded("INVALID_ID", "the ID", () => {
    const { toBigInt } = id as Options;
    if (typeof toBigInt !== "function") return id;
    const integer: unknown = Reflect.apply(toBigInt, id, []);
    if (typeof integer !== "bigint") throw invalid("INVALID_ID", "toBigInt() of the ID", integer, "a bigint");
    return integer;
  });
}

/** The index of a word in a list of words, or `ABSENT` for `undefined`. */
export function optionalChoice(name: string, value: unknown, words: readonly string[]): number {
  return value === undefined ? ABSENT : requiredChoice(name, value, words);
}

/** The index of a word in a list of words. */
export function requiredChoice(name: string, value: unknown, words: readonly string[]): number {
  const index = words.indexOf(value as string);
  if (index < 0) throw invalid("INVALID_OPTION", name, value, `one of ${words.join(", ")}`);
  return index;
}

/** A copy of a list of at most `longest` items; `undefined` for other values. */
export function copyList(
  name: string,
  value: unknown,
  longest: number,
  code: FlakeErrorCode = "INVALID_OPTION",
): unknown[] | undefined {
  return readGuarded(code, name, () => {
    if (!Array.isArray(value)) return undefined;
    // Read by index: users may have replaced the list's iterator and methods.
    const length: unknown = value.length;
    return typeof length === "number" && length <= longest ? Array.from({ length }, (_, i) => value[i]) : undefined;
  });
}

/** A copy of a list. */
export function requiredList(name: string, value: unknown): unknown[] {
  const copy = copyList(name, value, MAX_LIST_LENGTH);
  if (copy === undefined) throw invalid("INVALID_OPTION", name, value, `a list of up to ${MAX_LIST_LENGTH}`);
  return copy;
}

/** Applies `convert` to each item of an iterable as it is read. An error in `convert` ends the iteration. */
export function collect<T>(
  name: string,
  value: unknown,
  convert: (item: unknown, index: number) => T,
  code: FlakeErrorCode = "INVALID_OPTION",
): T[] {
  return readGuarded(code, name, () => {
    const iterable = value as Iterable<unknown> | null | undefined;
    if (typeof iterable?.[Symbol.iterator] !== "function") {
      throw invalid(code, name, value, "a list or another iterable");
    }
    const converted: T[] = [];
    // Defined, because an assignment would call a setter of `Array.prototype`.
    for (const item of iterable) defineValue(converted, converted.length, convert(item, converted.length));
    return converted;
  });
}

/** A text that is not empty. */
export function requiredText(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "" || value.length > MAX_TEXT_LENGTH) {
    throw invalid("INVALID_OPTION", name, value, `a text of up to ${MAX_TEXT_LENGTH} characters`);
  }
  return value;
}
