// Takes a value apart into its fields, in JavaScript: a call of the core costs more than all shifts.
//
// A value is a list of 32-bit words, the low one first. The positions of the fields follow from the widths in the core's
// description. `tests/js/decode.test.mjs` compares the results with what the core packs.

import { core } from "./core.js";
import { defineValue } from "./define-value.js";
import type { Description, NumberedField } from "./description.js";
import { COLUMN_LENGTH } from "./generated/contract.js";
import { INSPECT } from "./logs.js";
import { floats64, words32 } from "./memory.js";

/** The position of a number of at most 32 bits. */
interface Place {
  /** The word that its lowest bit is in. */
  readonly _word: number;
  /** The count of bits of this word that are below it. */
  readonly _shift: number;
  /** Its width in ones, signed, so that it is always a small integer of the engine. */
  readonly _mask: number;
}

/** The place of `bits` bits above `shift` others. */
function placeOf(shift: number, bits: number): Place {
  return { _word: shift >>> 5, _shift: shift & 31, _mask: (2 ** bits - 1) | 0 };
}

function readPlace(words: Uint32Array, { _word, _shift, _mask }: Place): number {
  // Two shifts, because a shift by 32 bits shifts by none.
  const above = ((words[_word + 1] as number) << 1) << (31 - _shift);
  return ((((words[_word] as number) >>> _shift) | above) & _mask) >>> 0;
}

/** What `decode` returns. The other fields are added to it. */
export class DecodedFields {
  // Minifiers rename the class, but not this property.
  static readonly name = "DecodedFields";

  [name: string]: unknown;
  readonly timestamp: number;

  constructor(timestamp: number) {
    this.timestamp = timestamp;
  }

  /** Made when it is read, because making it takes longer than all the rest. */
  get date(): Date {
    return new Date(this.timestamp);
  }

  toJSON(): object {
    const { timestamp, ...fields } = this;
    return { timestamp, date: this.date, ...fields };
  }

  [INSPECT](): object {
    return this.toJSON();
  }
}

/** The times of many values, and the numbers of each field. */
type Columns = readonly [times: Float64Array, ...numbers: Uint32Array[]];

/** How many low bits of a tick are multiplied by its length separately, so that no product exceeds 2^53. */
const LOW_TICK_BITS = 26;

/** Reads the fields of the values of one format. */
export class FieldReader {
  /** The largest value: the largest number of each word. */
  readonly #largest: readonly [number, number, number];
  readonly #fields: readonly NumberedField[];
  readonly #names: readonly string[];
  readonly #places: readonly Place[];
  /** The core's number of the format. */
  readonly #format: number;
  readonly #epoch: number;
  readonly #unit: number;
  readonly #highUnit: number;
  readonly #lowTick: Place;
  readonly #highTick: Place;

  constructor({ _fieldNames, _fields, _format, _time, _public: { bits, epoch, unit } }: Description) {
    const largestOfWord = (word: number): number => 2 ** Math.min(Math.max(bits - 32 * word, 0), 32) - 1;
    this.#largest = [largestOfWord(0), largestOfWord(1), largestOfWord(2)];
    this.#fields = _fields;
    this.#names = _fieldNames;
    this.#places = _fields.map(({ shift, bits: width }) => placeOf(shift, width));
    this.#format = _format;
    this.#epoch = epoch ?? Number.NaN;
    this.#unit = unit;
    this.#highUnit = unit * 2 ** LOW_TICK_BITS;
    const lowBits = Math.min(_time.bits, LOW_TICK_BITS);
    this.#lowTick = placeOf(_time.shift, lowBits);
    this.#highTick = placeOf(_time.shift + lowBits, _time.bits - lowBits);
  }

  /** Whether a value is not larger than the largest one, whose bits are all ones. */
  _fits(words: Uint32Array): boolean {
    const [low, middle, high] = this.#largest;
    return (words[0] as number) <= low && (words[1] as number) <= middle && (words[2] as number) <= high;
  }

  /** The Unix ms of a value. */
  _timestamp(words: Uint32Array): number {
    const high = readPlace(words, this.#highTick);
    // In this order, each step is exact.
    return this.#epoch + high * this.#highUnit + readPlace(words, this.#lowTick) * this.#unit;
  }

  _decode(words: Uint32Array): DecodedFields {
    const fields = new DecodedFields(this._timestamp(words));
    const names = this.#names;
    const places = this.#places;
    const { length } = names;
    // Unrolled so that each store gets its own inline cache.
    if (length > 0) fields[names[0] as string] = readPlace(words, places[0] as Place);
    if (length > 1) fields[names[1] as string] = readPlace(words, places[1] as Place);
    if (length > 2) fields[names[2] as string] = readPlace(words, places[2] as Place);
    if (length > 3) fields[names[3] as string] = readPlace(words, places[3] as Place);
    for (let i = 4; i < length; i++) fields[names[i] as string] = readPlace(words, places[i] as Place);
    return fields;
  }

  /** The node fields and their parts, by name. */
  _nodes(words: Uint32Array): Readonly<Record<string, number>> {
    const nodes: Record<string, number> = {};
    this.#fields.forEach(({ kind }, i) => {
      if (kind !== "node") return;
      defineValue(nodes, this.#names[i] as string, readPlace(words, this.#places[i] as Place));
    });
    return Object.freeze(nodes);
  }

  /** Columns for many values. */
  _newColumns(length: number): Columns {
    return [new Float64Array(length), ...this.#names.map(() => new Uint32Array(length))];
  }

  /**
   * Fills the columns from an index on, from `count` IDs of 64 bits in the value buffer. Returns whether these high bits are 0 in
   * all IDs: `zeros` of them, and those that the format does not have.
   */
  _fillMany([times, ...numbers]: Columns, from: number, count: number, zeros: number): boolean {
    if (core().read_times(this.#format, count, zeros) === 0) return false;
    times.set(floats64().subarray(COLUMN_LENGTH, COLUMN_LENGTH + count), from);
    numbers.forEach((column, i) => {
      core().read_numbers(this.#format, i, count);
      column.set(words32().subarray(2 * COLUMN_LENGTH, 2 * COLUMN_LENGTH + count), from);
    });
    return true;
  }

  /** Fills the columns at an index from the value in the value buffer. */
  _fillOne(columns: Columns, index: number): void {
    const words = words32();
    columns[0][index] = this._timestamp(words);
    this.#places.forEach((place, i) => ((columns[i + 1] as Uint32Array)[index] = readPlace(words, place)));
  }

  /** The columns by name, the time first. */
  _named(columns: Columns): Record<string, Float64Array | Uint32Array> {
    return Object.fromEntries(["timestamp", ...this.#names].map((name, i) => [name, columns[i] as Float64Array]));
  }
}
