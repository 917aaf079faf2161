// Records of numbers in the form that the core takes: NaN is absent.

import type { Format } from "./format.js";
import type { Kind } from "./generated/contract.js";
import { ABSENT } from "./values.js";

/** A record of this length in which no number is given yet. */
export function newRecord(length: number): number[] {
  // Unlike `fill`, `from` calls no setter of `Array.prototype`.
  return Array.from({ length }, () => ABSENT);
}

/** A record that begins with these numbers. */
export function toRecord(given: readonly (number | undefined)[], length: number): number[] {
  const record = newRecord(length);
  given.forEach((number, i) => (record[i] = number ?? ABSENT));
  return record;
}

/** The largest number that a field of a kind can have; 0 if there is none. */
export const largestOf = (format: Format, kind: Kind): number =>
  Math.max(0, ...format._fields.filter(({ _kind }) => _kind === kind).map(({ _bits }) => 2 ** _bits - 1));
