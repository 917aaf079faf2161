// The checks of definitions and of changes of formats. The Rust crate makes the same checks, and a test compares both.

import { toUs } from "./fine.js";
import { FlakeError, type FlakeErrorCode, iso, LAST_MS, wholeFrom } from "../values/index.js";
import type { Descriptor, FieldRow } from "../ids/index.js";

export const layoutError = (message: string): FlakeError => new FlakeError("INVALID_LAYOUT", message);

/** Checks that a number is in a range. */
export function checkLimits(
  name: string,
  number: number,
  smallest: number,
  largest: number,
  code: FlakeErrorCode,
): void {
  if (number >= smallest && number <= largest) return;
  throw new FlakeError(code, `${name} is ${number}; it must be ${wholeFrom(smallest, largest)}`);
}

export const checkWidth = (name: string, width: number, limits: readonly [unknown, number, number]): void => {
  checkLimits(name, width, limits[1], limits[2], "INVALID_LAYOUT");
};

/** What messages call the sum of the widths of the fields. */
export const SUM = "the sum of the fields' bits";

/** The sum of the widths of the fields. */
export const sumOf = (fields: readonly FieldRow[]): number =>
  fields.reduce((sum, [kind, , width]) => sum + (kind === "part" ? 0 : width), 0);

/** Checks that the widths of the fields sum to the width of the format. */
export function checkSum(fields: readonly FieldRow[], bits: number): void {
  checkLimits(SUM, sumOf(fields), bits, bits, "INVALID_LAYOUT");
}

/** How many values the bits have in which a count is held. */
export const sizeOf = (count: number): number => 2 ** Math.ceil(Math.log2(count));

/** How many ticks a time with this many bits counts. */
export const ticksIn = (bits: number, per = 1): number => (2 ** bits / sizeOf(per)) * per;

/** The first ms after the last tick, where ticks are no whole number of ms. A bigint, because the us may exceed 2^53. */
const endOf = (epoch: number, bits: number, unit: number): number =>
  Number(BigInt(epoch) + (2n ** BigInt(bits) * BigInt(toUs(unit)) + 999n) / 1000n);

/**
 * Checks that the epoch is not later than `now`, unless `now` is 0; that a `Date` can hold the last instant; and that the time
 * reaches beyond `_reach` of the descriptor.
 */
export function checkEpoch(descriptor: Descriptor, now: number): void {
  const { _epoch, _fields, _per, _reach = -Infinity, _unit = 1 } = descriptor;
  const epoch = _epoch as number;
  if (now > 0 && epoch > now) {
    const expected = `it must not be later than now, ${iso(Math.floor(now))}`;
    throw new FlakeError("INVALID_EPOCH", `epoch is ${iso(epoch)}, in the future; ${expected}`);
  }
  const [, , bits] = _fields.find(([kind]) => kind === "time") as FieldRow;
  const end = Number.isInteger(_unit) ? epoch + ticksIn(bits, _per) * _unit : endOf(epoch, bits, _unit);
  if (end > LAST_MS) {
    const reached = `${bits} bits of ${_unit} ms after ${iso(epoch)}`;
    throw layoutError(`${reached} exceed the year 275760; use fewer bits or shorter ticks`);
  }
  if (_reach >= end) {
    const needed = `${bits} bits of time must reach beyond ${iso(_reach)}`;
    const expected = `it must be later than ${iso(_reach - 2 ** bits * _unit)}`;
    throw new FlakeError("INVALID_EPOCH", `epoch is ${iso(epoch)}; ${needed}: ${expected}`);
  }
}
