// Formats whose IDs are only read: those without a sequence, and those whose ticks are no whole number of ms. Only
// `defineFormat` makes them, so bundles without `defineFormat` do not contain them.

import { asNumber, FlakeError, invalid, isWholeNumber, type Options, wholeFrom } from "../values/index.js";
import { type Descriptor, flip, Format, numberAt, outOfTime, readTime, setValue, Ticks } from "../ids/index.js";

/** The count of us of a ms. */
const enum Us {
  ofMs = 1000,
}

/** Converts the length of a tick from ms to us. */
export const toUs = (ms: number): number => Math.round(ms * Us.ofMs);

const hasSequence = ({ _fields }: Descriptor): boolean => _fields.some(([kind]) => kind === "sequence");

/** Whether IDs of a format are only read. */
export const isOnlyRead = (descriptor: Descriptor): boolean =>
  !hasSequence(descriptor) || !Number.isInteger(descriptor._unit);

/** Refuses to make IDs of a format whose IDs are only read. */
export function refuseMaking({ _called, _descriptor, unit }: Format): never {
  const why = hasSequence(_descriptor) ? `ticks of ${unit} ms; define whole ms` : "no sequence; define one";
  throw new FlakeError("INVALID_LAYOUT", `${_called} has ${why} to make IDs`);
}

/** The tick of the value. */
export const ticksOf = ({ _time: { _high, _low } }: Format): number => numberAt(_high) * Ticks.low + numberAt(_low);

/** A format whose ticks are no whole number of ms. Its times are rounded down to ms, and it reads and encodes ticks. */
export class FineFormat extends Format {
  readonly #us = toUs(this._descriptor._unit as number);

  override _loadedTime(): number {
    const { _epoch, _high, _low } = this._time;
    const ms = Math.floor(this.#us / Us.ofMs);
    const rest = this.#us % Us.ofMs;
    const ticks = ticksOf(this);
    // In this order, each step is exact, as in `Format`: no sum exceeds the time.
    const whole = _epoch + numberAt(_high) * Ticks.low * ms + numberAt(_low) * ms;
    return whole + Math.floor(ticks / Us.ofMs) * rest + Math.floor(((ticks % Us.ofMs) * rest) / Us.ofMs);
  }

  override _tickOf(ms: number, clamps = false, isLast = false): number {
    const { _epoch, _ticks } = this._time;
    if (!Number.isFinite(ms)) return ms < 0 ? -1 : _ticks;
    // Bigints, because the us since the epoch may exceed 2^53.
    const us = BigInt(this.#us);
    const since = (BigInt(ms) - BigInt(_epoch)) * 1000n;
    const end = BigInt(_ticks) * us;
    if (since >= 0n && since < end) {
      const tick = Number((isLast ? since + 999n : since) / us);
      return Math.min(tick, _ticks - 1);
    }
    if (clamps) return since < 0n ? -1 : _ticks;
    throw outOfTime(this._called, ms, _epoch, Number(BigInt(_epoch) + (end - 1n) / 1000n));
  }

  override _setTime(fields: Options): void {
    const { date, ticks, timestamp } = fields;
    if (ticks === undefined) {
      super._setTime(fields);
      return;
    }
    const { _below, _ticks } = this._time;
    const tick = asNumber(ticks);
    if (!isWholeNumber(tick) || tick >= _ticks) {
      throw invalid("INVALID_FIELD", "ticks", ticks, wholeFrom(0, _ticks - 1));
    }
    const ms = date === undefined && timestamp === undefined ? undefined : readTime(fields);
    setValue(0, 0);
    flip(_below, tick);
    const begin = this._loadedTime();
    if (ms === undefined || ms === begin) return;
    throw new FlakeError("INVALID_FIELD", `ticks, ${begin} ms, and the time, ${ms} ms, differ; give one of them`);
  }

  override readonly decode = this.#withTicks((this as Format).decode);

  /** `decode` with the tick, because the time that it returns is rounded. */
  #withTicks(decode: Format["decode"]): Format["decode"] {
    return (id, options) => {
      const decoded = decode(id, options);
      decoded.ticks = ticksOf(this);
      return decoded;
    };
  }
}
