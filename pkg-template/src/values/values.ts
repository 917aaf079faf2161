// Reads values that users pass in.
//
// A value may be a proxy or have getters, so reading it can run any code. Therefore each property is read here, once,
// into a copy, and an error of the read becomes the `cause` of a FlakeError.

import { append } from "./define-value.js";
import { FlakeError, type FlakeErrorCode } from "./errors.js";

export type Options = Record<string, unknown>;

/** Stands for an omitted number where the core reads numbers. */
export const ABSENT = NaN;

/** How many characters of a thrown error a message quotes. */
const MAX_REASON_LENGTH = 200;

/** How many characters of a text a message quotes. */
const MAX_QUOTED_LENGTH = 40;

/** Longer bigints, of more than 24 digits, are not written out in messages: converting a huge one takes seconds. */
const LONG_BIGINT = 10n ** 24n;

/** The longest text that an option may have. */
const MAX_TEXT_LENGTH = 1024;

/** Calls `read`, which reads a user's value. An error that it throws becomes the `cause` of a FlakeError. */
export function readGuarded<T>(code: FlakeErrorCode, name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    // An error of a full stack is passed on, because it says nothing about the value.
    const why = reason(error);
    if (error instanceof FlakeError || OVERFLOWS.some((beginning) => why.startsWith(beginning))) throw error;
    throw new FlakeError(code, `${name} can't be read: it threw ${why}`, { cause: error });
  }
}

/** The beginnings of the errors that engines throw if the stack is full. */
const OVERFLOWS = ["InternalError: too much recursion", "RangeError: Maximum call stack"];

/** Describes a thrown value. */
export function reason(error: unknown): string {
  try {
    if (typeof error === "object") return String(error).slice(0, MAX_REASON_LENGTH);
  } catch {
    // The thrown value can't be converted to a text.
  }
  return quoted(error);
}

/** The getters that all typed arrays inherit. They work across realms and ignore own properties of the array. */
const getTag = typedArrayGetter(Symbol.toStringTag) as (this: unknown) => string | undefined;
const getLength = typedArrayGetter("length") as (this: unknown) => number;
const getBuffer = /* @__PURE__ */ typedArrayGetter("buffer") as (this: unknown) => ArrayBuffer;
const getOffset = /* @__PURE__ */ typedArrayGetter("byteOffset") as (this: unknown) => number;

function typedArrayGetter(name: PropertyKey): unknown {
  return Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name)?.get;
}

/** The type name of a typed array of any realm, such as `Uint8Array`; `undefined` for other values. */
export function typedArrayName(value: unknown): string | undefined {
  return getTag.call(value);
}

/** Whether a value is a `Uint8Array` of any realm; with the given length, if one is given. */
export function isBytes(value: unknown, length?: number): value is Uint8Array {
  return typedArrayName(value) === "Uint8Array" && (length === undefined || typedArrayLength(value) === length);
}

/** The length of a typed array; 0 if its buffer is detached. */
export function typedArrayLength(array: unknown): number {
  return getLength.call(array);
}

/**
 * The parts of a typed array that its own properties could hide: its buffer, its offset in the buffer, and its length.
 */
export function partsOfTypedArray(array: unknown): [buffer: ArrayBuffer, byteOffset: number, length: number] {
  return [getBuffer.call(array), getOffset.call(array), getLength.call(array)];
}

/** Whether a typed array lies within its buffer: the buffer is neither detached nor shrunk below the array. */
export function isWithinBuffer(array: unknown): boolean {
  try {
    // Every method of typed arrays throws a TypeError if the array does not lie within its buffer.
    Uint8Array.prototype.keys.call(array as Uint8Array);
    return true;
  } catch {
    return false;
  }
}

/** The integer of an object with a method `toBigInt`, such as BSON's `Long`; other values are returned unchanged. */
export function bigintOf(id: unknown): unknown {
  if (typeof id !== "object" || id === null || isBytes(id)) return id;
  return readGuarded("INVALID_ID", "the ID", () => {
    const { toBigInt } = id as Options;
    if (typeof toBigInt !== "function") return id;
    const integer: unknown = Reflect.apply(toBigInt, id, []);
    if (typeof integer !== "bigint") throw invalid("INVALID_ID", "toBigInt() of the ID", integer, "a bigint");
    return integer;
  });
}

/** The Unix ms of a `Date` of any realm; NaN for an invalid one, `undefined` for other values. */
export function dateToMs(value: unknown): number | undefined {
  try {
    return Date.prototype.getTime.call(value);
  } catch {
    return undefined;
  }
}

/** The last instant of a `Date` in Unix ms. The first one is its negative. */
export const LAST_MS = 8.64e15;

/** Unix ms as ISO 8601, for messages. It throws for instants that a `Date` cannot hold; no format has any. */
export const iso = (ms: number): string => new Date(ms).toISOString();

/** A sentence whose words in braces are replaced. */
export function fillBraces(sentence: string, word: (key: string) => unknown): string {
  // There is no regular expression, because V8 ends the process if it compiles one on a full stack.
  const start = sentence.indexOf("{");
  if (start < 0) return sentence;
  const end = sentence.indexOf("}", start);
  const rest = sentence.slice(end + 1);
  return `${sentence.slice(0, start)}${word(sentence.slice(start + 1, end))}${fillBraces(rest, word)}`;
}

/** A short description of any value, for messages. */
export function quoted(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quotedText(value);
    case "bigint":
      if (value < LONG_BIGINT && value > -LONG_BIGINT) return `${value}n`;
      return "a bigint of more than 24 digits";
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    case "object":
      if (value !== null) return quotedObject(value);
    // falls through
    default:
      return String(value);
  }
}

function quotedObject(value: object): string {
  const type = typedArrayName(value);
  if (type !== undefined) return `a ${type} of ${typedArrayLength(value)}`;
  try {
    if (Array.isArray(value)) return `a list of ${Number(value.length)}`;
    const ms = dateToMs(value);
    if (ms === undefined) return "an object";
    return Number.isNaN(ms) ? "an invalid Date" : `the Date ${iso(ms)}`;
  } catch {
    return "an object that can't be read";
  }
}

/** The beginning of a text, in which U+FFFD stands for control characters and halves of surrogate pairs. */
function quotedText(text: string): string {
  // A code point has one or two code units. One more unit shows whether the text goes on.
  const points = Array.from(text.slice(0, 2 * MAX_QUOTED_LENGTH + 1), (point) =>
    isPrintable(point) ? point : "\ufffd",
  );
  return `'${points.slice(0, MAX_QUOTED_LENGTH).join("")}${points.length > MAX_QUOTED_LENGTH ? "…" : ""}'`;
}

const isPrintable = (point: string): boolean => point >= " " && point !== "\x7f" && !isSurrogate(point);

/** Whether a code point is half of a surrogate pair: U+D800 to U+DFFF. */
const isSurrogate = (point: string): boolean => (point.codePointAt(0) as number) >> 11 === 0x1b;

/** The error for a value that is not what `expected` says. */
export const invalid = (code: FlakeErrorCode, name: string, value: unknown, expected: string, hint = ""): FlakeError =>
  new FlakeError(code, `${name} is ${quoted(value)}${hint}; it must be ${expected}`);

/** An object without prototype, so that no option is inherited. */
const newOptions = (): Options => ({ __proto__: null }) as unknown as Options;

/** The longest chain of prototypes that is followed. The chain of a proxy may have no end. */
const MAX_PROTOTYPES = 20;

/**
 * Copies the properties of an object that have these names. Inherited properties count, such as the getters of a class, but
 * not those of `Object.prototype`, which any code may have changed. For a value that is no object, the copy is empty.
 */
export function readProperties(given: unknown, names: readonly string[]): Options {
  const copy: Options = newOptions();
  for (const name of names) {
    if (isFromObject(given, name)) copy[name] = (given as Options)[name];
  }
  return copy;
}

/** Whether an object has an own property with this name, or inherits it from another object than `Object.prototype`. */
function isFromObject(given: unknown, name: string, depth = MAX_PROTOTYPES): boolean {
  if (typeof given !== "object" || given === null || given === Object.prototype || depth === 0) return false;
  return Object.hasOwn(given, name) || isFromObject(Object.getPrototypeOf(given), name, depth - 1);
}

/**
 * Copies an options object. Throws if it has an unknown name: a typo must not count as an omitted option. `what` is the
 * function that takes the options, such as `inspect()`, or the name of the object. `hint` follows the value in the message
 * about a primitive value or a function.
 */
export function readOptions(
  what: string,
  given: unknown,
  names: readonly string[],
  code: FlakeErrorCode = "INVALID_OPTION",
  hint = "",
): Options {
  const options = newOptions();
  if (given === undefined) return options;
  return readGuarded(code, what, () => {
    if (typeof given !== "object" || given === null || Array.isArray(given) || ArrayBuffer.isView(given)) {
      const name = what.endsWith(")") ? `the argument of ${what}` : what;
      throw invalid(code, name, given, `an object with ${names.join(", ")}`, typeof given === "object" ? "" : hint);
    }
    const checkName = (key: PropertyKey): void => {
      // Properties that are not enumerable are ignored: libraries attach them to objects.
      if (names.includes(key as string) || !Object.prototype.propertyIsEnumerable.call(given, key)) return;
      throw new FlakeError(code, `${what} has no option ${quoted(key)}; it has ${names.join(", ")}`);
    };
    // A `String` object can have millions of numbered properties, so the first one is checked before they are listed.
    checkName("0");
    Reflect.ownKeys(given).forEach(checkName);
    for (const name of names) {
      if (Object.hasOwn(given, name)) options[name] = (given as Options)[name];
    }
    return options;
  });
}

/**
 * A whole number from 0 to 2^53 - 1. `smallest` and `largest` are for the message only: the caller compares the number
 * with them.
 */
export function requiredNumber(
  name: string,
  value: unknown,
  largest: number,
  code: FlakeErrorCode = "INVALID_OPTION",
  smallest = 0,
): number {
  if (isWholeNumber(value)) return value;
  throw outside(name, value, largest, code, smallest);
}

/** A whole number in a range. */
export function requiredWithin(
  name: string,
  value: unknown,
  largest: number,
  code: FlakeErrorCode = "INVALID_OPTION",
  smallest = 0,
): number {
  if (isWholeNumber(value) && value >= smallest && value <= largest) return value;
  throw outside(name, value, largest, code, smallest);
}

function outside(name: string, value: unknown, largest: number, code: FlakeErrorCode, smallest: number): FlakeError {
  return invalid(code, name, value, wholeFrom(smallest, largest));
}

/** The whole numbers of a range, in words. */
export const wholeFrom = (smallest: number, largest: number | bigint): string =>
  (smallest < largest ? `a whole number from ${smallest} to ` : "") + largest;

/** A whole number in a range, or `usual` for `undefined`. */
export function optionalWithin(name: string, value: unknown, largest: number, usual: number, smallest = 0): number {
  return value === undefined ? usual : requiredWithin(name, value, largest, "INVALID_OPTION", smallest);
}

/** A bigint as the number that is equal to it, if there is one. Other values are returned unchanged. */
export function asNumber(value: unknown): unknown {
  const number = typeof value === "bigint" ? Number(value) : value;
  return Number.isSafeInteger(number) ? number : value;
}

/** Whether a value is a number that is whole, not negative and exact: at most 2^53 - 1. */
export function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** An option that is `false` if it is omitted. */
export function optionalFlag(options: Options, name: string): boolean {
  const value = options[name];
  if (value !== undefined && typeof value !== "boolean") throw invalid("INVALID_OPTION", name, value, "true or false");
  return value === true;
}

/** Refuses an ID that is a number above 2^53 - 1. */
export function refuseUnsafe(id: unknown): void {
  const error = unsafe(id);
  if (error !== undefined) throw error;
}

/**
 * The error for an ID that is a number above 2^53 - 1: it may have been rounded, and then it is another ID. `undefined` for
 * other values.
 */
export function unsafe(id: unknown): FlakeError | undefined {
  return Number.isInteger(id) && (id as number) >= 2 ** 53
    ? new FlakeError(
        "INVALID_ID",
        `the ID is the number ${quoted(id)}, above 2^53 - 1: its last digits are lost; give a text or a bigint (in JSON, a text), or ask lost(format, number) which IDs it can be`,
      )
    : undefined;
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
    // The items are read by index, because users may have replaced the list's iterator and methods.
    const length: unknown = value.length;
    return typeof length === "number" && length <= longest ? Array.from({ length }, (_, i) => value[i]) : undefined;
  });
}

/** A copy of a list of at most `longest` items. Throws for other values. */
export function requiredList(name: string, value: unknown, longest: number): unknown[] {
  const copy = copyList(name, value, longest);
  if (copy === undefined) throw invalid("INVALID_OPTION", name, value, `a list of up to ${longest}`);
  return copy;
}

/** Reads `[first, last]`. */
export function readRange(
  name: string,
  value: unknown,
  largest: number,
  code: FlakeErrorCode = "INVALID_OPTION",
): [first: number, last: number] {
  const range = copyList(name, value, 2, code);
  if (range?.length !== 2) throw invalid(code, name, value, `[first, last], from 0 to ${largest}`);
  const [first, last] = range.map((number, i) => requiredWithin(`${name}[${i}]`, number, largest, code));
  return [first as number, last as number];
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
    for (const item of iterable) append(converted, convert(item, converted.length));
    return converted;
  });
}

/** A text of 1 to 1024 characters that can be written as UTF-8: it has no half of a surrogate pair. */
export function requiredText(name: string, value: unknown): string {
  if (
    typeof value !== "string" ||
    value === "" ||
    value.length > MAX_TEXT_LENGTH ||
    Array.from(value).some(isSurrogate)
  ) {
    throw invalid("INVALID_OPTION", name, value, `a text of 1 to ${MAX_TEXT_LENGTH} characters, well-formed`);
  }
  return value;
}
