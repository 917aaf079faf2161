// The parts of a number that are certain although its last digits are lost.

import { type ReadableFormat, lost } from "flakekit";
import type { Found } from "flakekit/inspect";
import { isLost } from "../../../pkg-template/src/tables/index.ts";
import { attempt } from "../attempt.ts";
import type { Reading } from "./readings.ts";

export interface Damage {
  /** How many decimal digits are lost. */
  digits: number;
  /** The smallest and the largest ID that the number can have been. */
  min: number | bigint;
  max: number | bigint;
  /** How many of the low bits the lost digits hold. */
  bits: number;
  /** How far the time can be off, in ms. */
  ms: number;
}

/** The loss of a number that is rounded or has an exponent; undefined if it has lost nothing. */
export function damageOf({ text, warning }: Found, { own, date, value }: Reading): Damage | undefined {
  if (!isLost(warning) || !date || value === null) return undefined;
  const digits = /0*$/.exec(String(value))?.[0].length ?? 0;
  // Rounding has moved a number of another kind by up to a half of the last digit that is left.
  const half = 10n ** BigInt(digits) / 2n;
  const format = own?.format as ReadableFormat<number | bigint> | undefined;
  const known = format && attempt(() => lost(format, text)).result;
  const { min, max } = known ?? { min: value - half, max: value + half };
  // All bits from the first bit in which the smallest and the largest ID differ.
  const bits = (BigInt(min) ^ BigInt(max)).toString(2).length;
  const time = date.getTime();
  // Other kinds of integers count from 1970, so their time grows as they do.
  const timeOf = (id: number | bigint): number => (format ? format.timestamp(id) : (time * Number(id)) / Number(value));
  return { digits, min, max, bits, ms: Math.ceil(Math.max(time - timeOf(min), timeOf(max) - time)) };
}
