// The time of a format: ticks and instants.

import { FlakeError, iso } from "../values/index.js";
import type { Field } from "./fields.js";
import { type Place, placeOf } from "./value.js";

/** The low bits of a tick, this many, and its other bits are multiplied by its length separately, so that each step is exact. */
const LOW_TICK_BITS = 26;

/** How many values these bits have. */
export const enum Ticks {
  low = 67108864,
}

/** The time field of a format. */
export interface Time {
  /** The format, which messages name. */
  readonly _format: Called;
  /** The Unix ms of tick 0; NaN if the format has no epoch. */
  readonly _epoch: number;
  /** ms per tick, a multiple of 0.001. */
  readonly _unit: number;
  /** The count of ticks. */
  readonly _ticks: number;
  /** The count of bits below the time. */
  readonly _below: number;
  readonly _low: Place;
  readonly _high: Place;
  readonly _noEpoch: NoEpoch | undefined;
}

/** What messages call a format. */
interface Called {
  readonly _called: string;
}

/** Makes the error for a format that has no epoch. Formats without an epoch import it. */
export type NoEpoch = (name: string) => FlakeError;

export function timeOf(
  _format: Called,
  epoch: number | null,
  unit: number,
  { _below, _bits }: Field,
  _noEpoch: NoEpoch | undefined,
): Time {
  const lowBits = Math.min(_bits, LOW_TICK_BITS);
  return {
    _format,
    _epoch: epoch ?? NaN,
    _unit: unit,
    _ticks: 2 ** _bits,
    _below,
    _low: placeOf(_below, lowBits),
    _high: placeOf(_below + lowBits, _bits - lowBits),
    _noEpoch,
  };
}

export function requireEpoch({ _epoch, _format, _noEpoch }: Time): void {
  if (Number.isNaN(_epoch)) throw (_noEpoch as NoEpoch)(_format._called);
}

/**
 * The tick of an instant. An instant that the format can't hold is refused. If the caller `clamps` or the instant is infinite,
 * its tick is -1, or the tick after the last one.
 */
export function tickAt(time: Time, ms: number, clamps = false): number {
  requireEpoch(time);
  const { _epoch, _format, _ticks, _unit } = time;
  // The tick is not made of the difference of the instants, because the difference may exceed 2^53.
  const before = Math.floor(_epoch / _unit);
  const tick = Math.floor((ms - (_epoch - before * _unit)) / _unit) - before;
  if (tick >= 0 && tick < _ticks) return tick;
  if (clamps || !Number.isFinite(ms)) return tick < 0 ? -1 : _ticks;
  throw outOfTime(_format._called, ms, _epoch, _epoch + _ticks * _unit - 1);
}

/** Why a format that can hold the instants from `first` to `last` refuses one. */
export const outOfTime = (name: string, ms: number, first: number, last: number): FlakeError =>
  new FlakeError("INVALID_TIME", `${iso(ms)} is out of range; ${name} can hold ${iso(first)} to ${iso(last)}`);
