// The generators of each type of IDs: numbers, bigints and texts.

import { Generator } from "./generator.js";
import { type Format, Word } from "../ids/index.js";
import { HALVES, STATE } from "../generated/contract.js";
import { instantToMs } from "../values/index.js";
import { numbers, words32, words64 } from "../bridge/index.js";
import { readMetadata } from "./options.js";
import { throwIfRefused } from "./refusals.js";
import { TextWriter } from "./text-writer.js";

/** How many bits are below the metadata. */
const placeOfMetadata = ({ _fields }: Format): number => _fields.find(({ _kind }) => _kind === "metadata")?._below ?? 0;

/** Whether a clock's reading is a finite number. To convert another value, the engine could call code of the user. */
const isReading = (now: unknown): boolean => typeof now === "number" && now - now === 0;

// The functions of the core are read once for each generator: the engine keeps a module's exports as a dictionary, and hashes
// the name at each look-up. A refusal is -1, and 0 of `next_value`. It is compared with a literal: a constant of the module
// takes 3 ns more, because a bundle declares it with `let`.

/** IDs that are integers. */
abstract class IntegerGenerator<V extends number | bigint> extends Generator<V> {
  private readonly _nextHalves = this._core.next_halves;
  private readonly _texts = new TextWriter(this.format);

  readonly nextText = (meta: unknown = 0): string => {
    const clock = this._clock;
    const now: number = clock === undefined ? Date.now() : clock();
    const isUsual = meta === 0 && isReading(now);
    const low = isUsual ? this._nextHalves(this._number, this._policy, now) : -1;
    if (low >= 0) return this._texts._write(numbers()[HALVES.high] as number, low);
    return this.format.toText(this._nextSlowly(now, meta, isUsual));
  };
}

export class NumberGenerator extends IntegerGenerator<number> {
  private readonly _nextNumber = this._core.next_number;

  readonly next = (meta: unknown = 0): number => {
    const clock = this._clock;
    const now: number = clock === undefined ? Date.now() : clock();
    const isUsual = meta === 0 && isReading(now);
    const id = isUsual ? this._nextNumber(this._number, this._policy, now) : -1;
    return id >= 0 ? id : this._nextSlowly(now, meta, isUsual);
  };

  // A format of numbers has no metadata.
  protected _make(now: number): number | undefined {
    const id = this._nextNumber(this._number, this._policy, now);
    return id >= 0 ? id : undefined;
  }
}

export class BigintGenerator extends IntegerGenerator<bigint> {
  private readonly _nextValue = this._core.next_value;

  readonly next = (meta: unknown = 0): bigint => {
    const clock = this._clock;
    const now: number = clock === undefined ? Date.now() : clock();
    const isUsual = meta === 0 && isReading(now);
    if (isUsual && this._nextValue(this._number, this._policy, now) !== 0) return words64()[0] as bigint;
    return this._nextSlowly(now, meta, isUsual);
  };

  protected _make(now: number, metadata: number): bigint | undefined {
    if (this._nextValue(this._number, this._policy, now) === 0) return undefined;
    const id = words64()[0] as bigint;
    return metadata === 0 ? id : id | (BigInt(metadata) << BigInt(placeOfMetadata(this.format)));
  }
}

/** IDs as texts or bytes: sno's. */
export class TextGenerator extends Generator<string> {
  private readonly _nextHalves = this._core.next_halves;
  private readonly _texts = new TextWriter(this.format);
  /** The metadata of the last ID, and the numbers that it adds to the high part and to the low 32 bits of an ID. */
  private _metadata: unknown = 0;
  private _addedHigh = 0;
  private _addedLow = 0;

  readonly next = (meta: unknown = 0): string => {
    const clock = this._clock;
    const now: number = clock === undefined ? Date.now() : clock();
    // Set after the clock was read, because the clock may make an ID with other metadata.
    if (meta !== this._metadata) this._setMetadata(meta);
    const isUsual = isReading(now);
    const low = isUsual ? this._nextHalves(this._number, this._policy, now) : -1;
    return low >= 0 ? this._write(low) : this._nextSlowly(now, meta, isUsual);
  };

  private _setMetadata(meta: unknown): void {
    const added = readMetadata(this.format, meta) * 2 ** placeOfMetadata(this.format);
    this._addedHigh = Math.floor(added / Word.values);
    this._addedLow = added % Word.values;
    this._metadata = meta;
  }

  /** The text of the ID that the core has made, with the metadata. */
  private _write(low: number): string {
    return this._texts._write((numbers()[HALVES.high] as number) + this._addedHigh, low + this._addedLow);
  }

  readonly nextText = (meta?: unknown): string => this.next(meta);

  protected _make(now: number, metadata: number): string | undefined {
    const low = this._nextHalves(this._number, this._policy, now);
    if (low < 0) return undefined;
    this._setMetadata(metadata);
    return this._write(low);
  }

  readonly nextBytes = (meta?: unknown): Uint8Array => this.format.toBytes(this.next(meta));

  /** An ID of a given time. */
  nextWithTime(time: unknown, meta: unknown = 0): string {
    const ms = instantToMs("time", time);
    const metadata = readMetadata(this.format, meta);
    throwIfRefused(this, this._core.id_for_time(this._number, ms, metadata));
    const [low, middle, high] = words32() as unknown as [number, number, number];
    return this._texts._write(high * Word.values + middle, low);
  }

  get partition(): number {
    return this._readFields(this._number).partition as number;
  }

  get sequence(): number {
    const { first, last, next, used } = this._progress();
    if (used === 0) return first;
    return next === first ? last : next - 1;
  }

  get sequenceMin(): number {
    return this._progress().first;
  }

  get sequenceMax(): number {
    return this._progress().last;
  }

  get len(): number {
    return this._progress().used;
  }

  get cap(): number {
    const { first, last } = this._progress();
    return last - first + 1;
  }

  /** The range of the sequence, its next number, and how many numbers are used in the clock's tick. */
  private _progress(): { first: number; last: number; next: number; used: number } {
    const state = this._state();
    const [first = 0, last = 0, tick, , next = 0, used = 0] = state;
    return { first, last, next, used: tick === state[STATE.now] ? used : 0 };
  }
}
