// Values as users give them: what is of the wrong kind is refused here, what is out of range by the core.

import { FlakeError, type FlakeErrorCode } from "./errors.js";

export type Options = Record<string, unknown>;

/** Stands for a number that is not given, where the core reads numbers. */
export const NOTHING = Number.NaN;

/** What kind of object it is, `Date` for one, of this realm or another. */
export function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** A value as it stands in messages. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value.length > 40 ? `'${visible(value.slice(0, 40))}…'` : `'${visible(value)}'`;
    case "bigint": {
      const digits = String(value);
      return digits.length > 24 ? `${digits.slice(0, 24)}…n` : `${digits}n`;
    }
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    case "object":
      return value === null ? "null" : Array.isArray(value) ? `a list of ${value.length}` : "an object";
    default:
      return String(value);
  }
}

function visible(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\0-\x1f\x7f]/g, "\ufffd");
}

/** Whether it can be an options object. */
export function isOptions(value: unknown): value is Options {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The refusal of what is not what it must be. */
export function wrong(code: FlakeErrorCode, name: string, value: unknown, must: string): FlakeError {
  return new FlakeError(code, `${name} is ${shown(value)}; it must be ${must}`);
}

/** An options object whose names are all among these, as a copy: a typo must not pass for an option left out. */
export function named(
  what: string,
  given: unknown,
  names: readonly string[],
  code: FlakeErrorCode = "INVALID_OPTION",
): Options {
  if (given === undefined) return {};
  if (!isOptions(given)) throw wrong(code, what, given, `an object with ${names.join(", ")}`);
  const options: Options = { ...given };
  for (const key of Reflect.ownKeys(options)) {
    if (!names.includes(key as string)) {
      throw new FlakeError(code, `${what} has no option ${shown(key)}; it has ${names.join(", ")}`);
    }
  }
  return options;
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

/** A list. */
export function list(name: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong("INVALID_OPTION", name, value, "a list");
  return value;
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
