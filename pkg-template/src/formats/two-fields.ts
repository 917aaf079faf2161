// Formats whose time is in two fields, such as seconds and the ms in the second. Only `defineFormat` makes them, so bundles
// without `defineFormat` do not contain them.
//
// Both fields together are the time, whose bits count ticks as long as the low field is below its count. Then the high field is one
// more, and the low field 0. So the bits rise as ticks do, and IDs sort by time.

import { FlakeError, quoted, wholeFrom } from "../values/index.js";
import { type Extras, type FieldRow, Format, numberAt, placeOf, tickAt, Ticks } from "../ids/index.js";
import { layoutError, sizeOf, ticksIn } from "./check-format.js";

/** A field of a definition, with its parts and the unit of a time. */
export type Defined = readonly [rows: FieldRow[], unit: number | undefined];

/** The rows of all fields, with a time in two fields as one; its unit, and how many ticks its low field counts. */
export function joinTimes(defined: readonly Defined[]): {
  _rows: FieldRow[];
  _unit: number | undefined;
  _per: number | undefined;
} {
  const all = defined.map(([rows]) => rows);
  const at = defined.findIndex(([, unit]) => unit !== undefined);
  if (at < 0) return { _rows: all.flat(), _unit: undefined, _per: undefined };
  const [[high], highUnit] = defined[at] as readonly [[FieldRow], number];
  const [[low] = [], _unit] = defined[at + 1] ?? [];
  const units = defined.filter(([, unit]) => unit !== undefined).length;
  const _per = highUnit / (_unit as number);
  if (units !== 2 || low === undefined || _unit === undefined || !Number.isInteger(_per) || _per < 2) {
    throw layoutError(
      "only two fields of kind 'time', one after the other, have units, the first a multiple of the second; give that of one time " +
        "field beside the fields",
    );
  }
  if (sizeOf(_per) !== 2 ** low[2]) {
    throw layoutError(
      `the second time field has ${low[2]} bits; it counts to ${_per}, in ${Math.log2(sizeOf(_per))} bits`,
    );
  }
  const time: FieldRow = ["time", high[1], high[2] + low[2]];
  return { _rows: [...all.slice(0, at), [time], ...all.slice(at + 2)].flat(), _unit, _per };
}

/** What formats with such a time have: the two fields in descriptions, and the IDs within the span of a damaged number. */
export const twoFieldExtras = (per: number, extras: Extras): Extras => ({
  ...extras,
  _describeFields: (rows) =>
    (extras._describeFields as NonNullable<Extras["_describeFields"]>)(rows).flatMap((field) => {
      const low = Math.log2(sizeOf(per));
      return field.kind === "time"
        ? [
            { ...field, bits: field.bits - low },
            { ...field, bits: low },
          ]
        : field;
    }),
  _within({ _time }, min, max) {
    const [below, count, size] = [_time._below, per, sizeOf(per)].map(BigInt) as [bigint, bigint, bigint];
    const lowOf = (id: bigint): bigint => (id >> below) % size;
    const turnOf = (id: bigint): bigint => (id >> below) - lowOf(id);
    return [
      lowOf(min) < count ? min : (turnOf(min) + size) << below,
      lowOf(max) < count ? max : ((turnOf(max) + count) << below) - 1n,
    ];
  },
});

/** A format whose time is in two fields. Its ticks are the bits of both. */
export class TwoFieldFormat extends Format {
  readonly #per = this._descriptor._per as number;
  readonly #gap = sizeOf(this.#per) - this.#per;
  /** The low number of the last value that was read, if it is too large. */
  #wrong: number | undefined;

  #lowNumber(): number {
    return numberAt(placeOf(this._time._below, Math.log2(this.#per + this.#gap)));
  }

  override _fits(): boolean {
    if (!super._fits()) return false;
    const low = this.#lowNumber();
    if (low >= this.#per) this.#wrong = low;
    return low < this.#per;
  }

  override _tryLoad(...given: Parameters<Format["_tryLoad"]>): boolean {
    this.#wrong = undefined;
    return super._tryLoad(...given);
  }

  override _refusal(...given: Parameters<Format["_refusal"]>): FlakeError {
    if (this.#wrong === undefined) return super._refusal(...given);
    const expected = `must be ${wholeFrom(0, this.#per - 1)}`;
    const why = `the low field of its time is ${this.#wrong}; it ${expected}`;
    return new FlakeError("INVALID_ID", `${quoted(given[0])} is no ID of ${this._called}: ${why}`);
  }

  override _loadedTime(): number {
    const { _epoch, _high, _low, _unit } = this._time;
    const bits = numberAt(_high) * Ticks.low + numberAt(_low);
    const tick = bits - Math.floor(bits / (this.#per + this.#gap)) * this.#gap;
    // In this order, each step is exact, as in `Format`.
    return _epoch + Math.floor(tick / Ticks.low) * Ticks.low * _unit + (tick % Ticks.low) * _unit;
  }

  #bitsOf(tick: number): number {
    return tick + Math.floor(tick / this.#per) * this.#gap;
  }

  override _tickOf(ms: number, clamps = false): number {
    const time = this._time;
    const _ticks = ticksIn(Math.log2(time._ticks), this.#per);
    const tick = tickAt({ ...time, _ticks }, ms, clamps);
    return tick < 0 ? tick : tick < _ticks ? this.#bitsOf(tick) : time._ticks;
  }

  override _idOf(tick: number, isLargest = false): ReturnType<Format["_idOf"]> {
    return super._idOf(Math.min(tick, this._time._ticks - 1 - this.#gap), isLargest);
  }
}
