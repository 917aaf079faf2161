// The IDs that a damaged number can have been.

import { bigintOf, FlakeError, invalid, quoted } from "../values/index.js";
import type { Format, Id } from "./format.js";
import { numberAt } from "./value.js";
import { requiredFormat } from "./recognise.js";

/** The smallest and the largest integer of a span. */
type Span = readonly [min: bigint, max: bigint];

/** Spreadsheets keep so many digits. */
const KEPT_DIGITS = 15;

/** No number of an ID has a longer text, with its fraction. A longer one would take long to read. */
const LONGEST = 64;

/** No ID is so large. */
const LARGEST = 2n ** 80n;

/** All integers that may have been changed into a number, as the format's IDs, and what these IDs have in common. */
export function lost(given: unknown, number: unknown): object {
  const format = requiredFormat(given);
  const [first, last] = spanOf(bigintOf(number));
  const largest = (BigInt(format._largestHigh) << 32n) + BigInt(format._largestLow);
  const held: Span = [first < 0n ? 0n : first, last > largest ? largest : last];
  const [min, max] = format._extras._within?.(format, ...held) ?? held;
  if (min > max || format.native === "string") {
    throw new FlakeError("INVALID_ID", `${quoted(number)} is no ID of ${format._called}, and none is rounded to it`);
  }
  const smallest = read(format, min);
  const shared = read(format, max);
  /** Whether all IDs of the span have the same bits above this many. */
  const agree = (below: number): boolean => min >> BigInt(below) === max >> BigInt(below);
  const fields: Record<string, number> = {};
  for (const { _below, _bits, _name } of format._fields) {
    if (_bits === 0 || agree(_below)) fields[_name] = smallest._numbers[_name] as number;
  }
  const { _below, _ticks } = format._time;
  if (smallest._ticks !== undefined && agree(_below)) fields.ticks = smallest._ticks;
  // Ticks of a fraction of a ms can differ within a ms. The bits above the time are equal if the time does not begin anew.
  const isShared = smallest._ms === shared._ms && agree(_below + Math.log2(_ticks));
  const timestamp = isShared ? smallest._ms : null;
  const date = timestamp === null ? null : new Date(timestamp);
  return { min: smallest._id, max: shared._id, timestamp, date, fields };
}

/** Reads an ID: its time, which is `null` before the format has an epoch, and the numbers of its fields. */
function read(
  format: Format,
  id: bigint,
): { _id: Id; _ms: number | null; _numbers: Record<string, number>; _ticks: number | undefined } {
  // The words of the copy of the package that the format belongs to.
  const value = format._load(id);
  return {
    _id: format._loaded(),
    _ms: format.epoch === null ? null : format._loadedTime(),
    _numbers: Object.fromEntries(format._fields.map((field) => [field._name, numberAt(field, value)])),
    _ticks: format._extras._ticksOf?.(format),
  };
}

/** The integers that may have been changed into a number or a text. */
function spanOf(number: unknown): Span {
  if (typeof number === "number" && Number.isInteger(number) && number >= 0) return ofDouble(number);
  if (typeof number === "bigint" && number >= 0n && number < LARGEST) return ofDigits(String(number));
  const span = typeof number === "string" && number.length <= LONGEST ? ofText(number) : undefined;
  if (span !== undefined) return span;
  throw invalid("INVALID_ID", "the number", number, "a whole number from 0 on, or its decimal text");
}

/** All integers that are read as a double. */
function ofDouble(double: number): Span {
  const value = BigInt(double);
  if (Number.isSafeInteger(double)) return [value, value];
  const bits = new BigUint64Array(Float64Array.of(double).buffer)[0] as bigint;
  const neighbour = (step: bigint): bigint => {
    const next = new Float64Array(BigUint64Array.of(bits + step).buffer)[0] as number;
    // There is no double above the largest one, and no ID there either.
    return Number.isFinite(next) ? BigInt(next) : value;
  };
  // An integer in the middle of two doubles is read as the even one.
  const odd = bits & 1n;
  return [(value + neighbour(-1n) + 1n + odd) >> 1n, (value + neighbour(1n) - odd) >> 1n];
}

/** The integers of decimal digits. */
function ofDigits(digits: string): Span {
  const value = BigInt(digits);
  const double = Number(value);
  // Programs write a double as its shortest digits or as its exact ones.
  const isDouble = BigInt(double) === value || String(double) === digits;
  const [min, max]: Span = isDouble ? ofDouble(double) : [value, value];
  const cutOff = digits.length - KEPT_DIGITS;
  if (Number.isSafeInteger(double) || Number(digits.slice(KEPT_DIGITS)) > 0) return [min, max];
  // A spreadsheet has written zeros for the digits that it has cut off, or has rounded before them.
  const unit = 10n ** BigInt(cutOff);
  const [least, most] = [value - unit / 2n, value + unit - 1n];
  return [min < least ? min : least, max > most ? max : most];
}

/** The integers of digits with an exponent, of which the last digit is rounded. */
function ofExponent(digits: string, power: number): Span | undefined {
  // A fraction of zeros may be longer than the exponent.
  if (power < 0) return Number(digits.slice(power)) > 0 ? undefined : ofDigits(String(BigInt(digits.slice(0, power))));
  const value = BigInt(`${digits}${"0".repeat(power)}`);
  const half = 10n ** BigInt(power) / 2n;
  // If all digits of a double were written, the double stands for more integers than its last digit.
  const [min, max] = ofDouble(Number(value));
  return [min < value - half ? min : value - half, max > value + half ? max : value + half];
}

/** The integers of a text: digits, perhaps with a fraction of zeros, or with an exponent. `undefined` for other texts. */
function ofText(text: string): Span | undefined {
  const [mantissa = "", power, another] = text.toLowerCase().split("e");
  // In some languages, spreadsheets write a comma. Without an exponent, it may separate thousands.
  const comma = power !== undefined && mantissa.includes(",") ? "," : ".";
  const [whole = "", given, more] = mantissa.split(comma);
  const fraction = given ?? "";
  const exponent = power?.startsWith("+") === true ? power.slice(1) : (power ?? "0");
  const isNumber = [whole, given ?? "0", exponent].every(isDigits) && another === undefined && more === undefined;
  if (!isNumber || (whole.length > 1 && whole.startsWith("0")) || exponent.length > 2) return undefined;
  if (power !== undefined) return ofExponent(`${whole}${fraction}`, Number(exponent) - fraction.length);
  return Number(fraction) > 0 ? undefined : ofDigits(whole);
}

const isDigits = (text: string): boolean =>
  text !== "" && Array.from(text).every((character) => character >= "0" && character <= "9");
