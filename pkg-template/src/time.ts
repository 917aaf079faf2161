// The time of a format: ticks and instants.

import { FlakeError } from "./errors.js";
import { iso } from "./instant.js";
import { type Place, placeOf } from "./value.js";

/** How many low bits of a tick are multiplied by its length separately, so that no product exceeds 2^53. */
const LOW_TICK_BITS = 26;

/** The time field of a format. */
export interface Time {
  /** The name of the format. */
  readonly _name: string;
  /** The Unix ms of tick 0; NaN if the format has no epoch. */
  readonly _epoch: number;
  /** ms per tick. */
  readonly _unit: number;
  /** The count of ticks. */
  readonly _ticks: number;
  /** The count of bits below. */
  readonly _below: number;
  readonly _low: Place;
  readonly _high: Place;
  /** ms per step of the high place. */
  readonly _highUnit: number;
}

export function timeOf(name: string, epoch: number | null, unit: number, below: number, bits: number): Time {
  const lowBits = Math.min(bits, LOW_TICK_BITS);
  return {
    _name: name,
    _epoch: epoch ?? Number.NaN,
    _unit: unit,
    _ticks: 2 ** bits,
    _below: below,
    _low: placeOf(below, lowBits),
    _high: placeOf(below + lowBits, bits - lowBits),
    _highUnit: unit * 2 ** LOW_TICK_BITS,
  };
}

/** The rest of a division, which is not negative. */
export const modulo = (a: number, b: number): number => ((a % b) + b) % b;

export function requireEpoch({ _epoch, _name }: Time): void {
  if (!Number.isNaN(_epoch)) return;
  throw new FlakeError(
    "EPOCH_REQUIRED",
    `${_name} has no epoch of its own; set one, as in withOptions(format, { epoch: '2024-01-01T00:00:00Z' })`,
  );
}

/**
 * The tick of an instant. One that the format can't hold is refused, or counts as the tick before the first or after the last
 * one if it `clamps`.
 */
export function tickAt(time: Time, ms: number, clamps = false): number {
  requireEpoch(time);
  const { _epoch, _name, _ticks, _unit } = time;
  // The quotients are subtracted, because the difference of the instants may exceed 2^53.
  const [rest, epochRest] = [modulo(ms, _unit), modulo(_epoch, _unit)];
  const tick = (ms - rest) / _unit - (_epoch - epochRest) / _unit - Number(rest < epochRest);
  if (tick >= 0 && tick < _ticks) return tick;
  if (clamps) return tick < 0 ? -1 : _ticks;
  const span = `${iso(_epoch)} to ${iso(_epoch + _ticks * _unit - 1)}`;
  throw new FlakeError("INVALID_TIME", `${iso(ms)} is out of range; ${_name} can hold ${span}`);
}

/** By how many ms an instant is later than its tick. */
export const lateness = ({ _epoch, _unit }: Time, ms: number): number =>
  modulo(modulo(ms, _unit) - modulo(_epoch, _unit), _unit);
