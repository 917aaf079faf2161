// The parts of a number that are certain although its last digits are lost.

import type { Found } from "flakekit/inspect";
import { isLost } from "../../../pkg-template/src/tables/index.ts";
import type { Reading } from "./readings.ts";

export interface Damage {
  /** How many decimal digits are lost. */
  digits: number;
  /** How many of the low bits the lost digits hold. */
  bits: number;
  /** How far the time can be off, in ms. */
  ms: number;
}

/** The loss of a number that is rounded or has an exponent; undefined if it has lost nothing. */
export function damageOf({ warning }: Found, { own, date, value }: Reading): Damage | undefined {
  if (!isLost(warning) || !date || value === null) return undefined;
  const digits = /0*$/.exec(String(value))?.[0].length ?? 0;
  // Rounding has moved the number by up to a half of the last digit that is left.
  const most = 10n ** BigInt(digits) / 2n;
  const below = value > most ? value - most : 0n;
  // All bits from the first bit in which the smallest and the largest possible number differ.
  const bits = (below ^ (value + most)).toString(2).length;
  return { digits, bits, ms: own ? date.getTime() - timeOf(own, below) : shareOf(date, most, value) };
}

const timeOf = ({ format }: NonNullable<Reading["own"]>, value: bigint): number =>
  format.timestamp(format.native === "number" ? Number(value) : value);

/** Other kinds of integers count from 1970, so their time grows as they do. */
const shareOf = (date: Date, most: bigint, value: bigint): number =>
  Math.ceil((date.getTime() * Number(most)) / Number(value));
