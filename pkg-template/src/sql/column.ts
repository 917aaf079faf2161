// A column of IDs in a dialect: the expressions of what its IDs contain.

import type { Format, TextShape } from "../ids/index.js";
import { FlakeError } from "../values/index.js";
import type { Dialect } from "./dialect.js";
import type { Stored } from "./options.js";
import { decimalTexts, digitTexts, type Texts } from "./texts.js";

/** The last ms whose us a double holds. */
const LAST_DOUBLE_MS = 2 ** 53 / 1000;

/** Every dialect has texts of this base. */
const DECIMAL = 10;

/** A column of IDs. `id` is the expression of an ID in the column's type. */
export class Column {
  readonly #format: Format;
  readonly #dialect: Dialect;
  /** `null` where SQL does not read and write the format's texts. */
  readonly #texts: Texts | null;
  readonly #isText: boolean;
  /** The largest value that the type holds. */
  readonly #largest: bigint;
  readonly #isWide: boolean;
  /** Whether times are counted in us, because ticks are no whole number of ms. */
  readonly #isUs: boolean;
  /** The length of a tick, in ms or us. */
  readonly #unit: bigint;
  /** The width of the low field of a time in two fields, and how many ticks it counts. 0 and 1 for other times. */
  readonly #lowBits: number;
  readonly #per: number;
  readonly _type: string;
  readonly _textType: string;
  readonly _timeType: string;

  constructor(format: Format, dialect: Dialect, stored: Stored) {
    const { bits } = format;
    const isWide = bits === 64 && stored !== "signed" && dialect._isWide !== null;
    this.#isWide = isWide;
    this.#format = format;
    this.#dialect = dialect;
    this.#isText = stored === "text";
    this.#isUs = !Number.isInteger(format.unit);
    this.#unit = BigInt(Math.round(format.unit * this.#perMs));
    this.#per = format._descriptor._per ?? 1;
    this.#lowBits = Math.ceil(Math.log2(this.#per));
    this.#largest = 2n ** BigInt(bits === 64 && !isWide ? 63 : bits) - 1n;
    this.#texts = textsOf(format, dialect, isWide, this.#largest);
    if (this.#isText && this.#texts === null) {
      throw new FlakeError("INVALID_OPTION", `stored is 'text', but SQL does not read ${format.text}; give 'signed'`);
    }
    this._textType = dialect._textType(this.#texts?._length ?? 0);
    this._type = this.#isText ? this._textType : dialect._integers(isWide)._type;
    this._timeType = dialect._timeType(this.#isUs);
  }

  get #perMs(): number {
    return this.#isUs ? 1000 : 1;
  }

  /** The instant of tick 0, in ms or us. Without a time, a format needs no epoch. */
  get #epoch(): bigint {
    return BigInt(this.#format._time._epoch) * BigInt(this.#perMs);
  }

  /** The number of a field, or of the time. */
  _number(id: string, below: number, bits: number): string {
    const { _below, _bits, _value } = this.#isText
      ? (this.#texts as Texts)._limb(id, below, bits)
      : { _value: id, _below: 0, _bits: this.#format.bits };
    const at = below - _below;
    return this.#dialect._integers(this.#isWide && _bits === 64)._cut(_value, at, bits, at + bits < _bits);
  }

  _time(id: string): string {
    const { _below, _epoch, _ticks, _unit } = this.#format._time;
    const bits = Math.log2(_ticks);
    const ticks =
      this.#per === 1
        ? this._number(id, _below, bits)
        : `(${this._number(id, _below + this.#lowBits, bits - this.#lowBits)} * ${this.#per} + ${this.#low(id)})`;
    const scaled = this.#unit === 1n ? ticks : `${ticks} * ${this.#unit}`;
    const count = this.#epoch === 0n ? scaled : `${scaled} + ${constant(this.#epoch)}`;
    const isLate = _epoch + _ticks * _unit > LAST_DOUBLE_MS / (this.#isUs ? 1000 : 1);
    return this.#dialect._instant(`(${count})`, this.#isUs, isLate);
  }

  /** The number of the low field of a time in two fields. */
  #low(id: string): string {
    return this._number(id, this.#format._time._below, this.#lowBits);
  }

  /** The condition, after others, that this number is in its range; an empty text for other times. */
  #andLow(id: string): string {
    return this.#per === 1 ? "" : ` AND ${this.#low(id)} < ${this.#per}`;
  }

  /** The first ID of an instant. */
  _first(at: string): string {
    const { _below, _ticks } = this.#format._time;
    const { _integers, _larger, _since, _smaller } = this.#dialect;
    const since = `(${_since(at, this.#isUs)} - ${constant(this.#epoch)})`;
    const ticks = this.#unit === 1n ? since : _integers(false)._quotient(since, this.#unit);
    // The ID is NULL for ticks that the format, or the type, does not have.
    const size = 2n ** BigInt(this.#lowBits);
    const held = (this.#largest >> BigInt(_below)) + 1n;
    const end = ((held < BigInt(_ticks) ? held : BigInt(_ticks)) / size) * BigInt(this.#per);
    const counted = `nullif(${_smaller}(${_larger}(${ticks}, 0), ${end}), ${end})`;
    const gap = size - BigInt(this.#per);
    const turns = (): string => _integers(false)._quotient(counted, BigInt(this.#per));
    const tick = gap === 0n ? counted : `(${counted} + ${turns()} * ${gap})`;
    return this.#isText
      ? (this.#texts as Texts)._smallest(tick, _below)
      : _integers(this.#isWide)._product(tick, 2n ** BigInt(_below));
  }

  _toText(id: string): string | null {
    return this.#isText ? id : (this.#texts?._write(id) ?? null);
  }

  /** The ID of a text. */
  _fromText(text: string): string | null {
    const texts = this.#texts;
    if (texts === null) return null;
    if (this.#isText) return `CASE WHEN ${texts._isOne(text)}${this.#andLow(text)} THEN ${text} END`;
    const read = texts._read(text);
    return this.#per === 1 ? read : `CASE WHEN ${this.#low(read)} < ${this.#per} THEN ${read} END`;
  }

  /** The condition that a value of the column's type is an ID, or NULL. */
  _isOne(id: string): string {
    // A condition that is NULL, because of a character that is no digit, would not refuse.
    const low = this.#andLow(id);
    if (!this.#isText) return this.#dialect._isInteger(id, this.#largest) + low;
    return `CASE WHEN ${id} IS NULL OR ${(this.#texts as Texts)._isOne(id)} THEN 1 ELSE 0 END = 1${low}`;
  }
}

/** A number that may stand after an operator. */
const constant = (number: bigint): string => (number < 0n ? `(${number})` : String(number));

/** How SQL reads and writes a format's own texts; `null` if it does not, because they are more than digits. */
function textsOf(format: Format, dialect: Dialect, isWide: boolean, largest: bigint): Texts | null {
  const style = format._ownStyle;
  const integers = dialect._integers(isWide);
  const { _isDigits = false, _moved }: TextShape = style._form ?? { _isDigits: true };
  if (!_isDigits && _moved === undefined) return null;
  return style._base === DECIMAL
    ? decimalTexts(dialect, integers, format.bits, largest)
    : digitTexts(dialect, integers, style, format.bits, largest);
}
