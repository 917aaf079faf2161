// The generators by type of ID: numbers, bigints and texts.

import { Generator } from "./generator.js";
import { FlakeError } from "./errors.js";
import type { Format } from "./format.js";
import { HALVES, PROGRESS, VALUES_LENGTH } from "./generated/contract.js";
import { instantToMs } from "./instant.js";
import { batchBytes, decodeAscii, floats64, numbers, words32, words64 } from "./memory.js";
import { readBatchOptions, readMetadata } from "./options.js";
import { throwIfRefused } from "./refusals.js";
import { TextWriter } from "./text-writer.js";
import { Word } from "./value.js";
import { readClock } from "./waiting.js";
import { isWithinBuffer, quoted, readGuarded, typedArrayLength, typedArrayName } from "./values.js";

/** How many texts are decoded at a time. More at a time would be faster, but each text keeps the whole string alive. */
const TEXTS_PER_STRING = 64;

/** The answer of a call that was refused. */
const REFUSED = -1;

/** How many bits are below the metadata. */
const placeOfMetadata = ({ _fields }: Format): number => _fields.find(({ _kind }) => _kind === "metadata")?._below ?? 0;

/** The number of no batch: such IDs are not taken back. */
const NO_BATCH = 0;

/** Whether a clock's reading can be passed to the core: a finite number, which nothing converts by code of the user. */
const isReading = (now: unknown): boolean => typeof now === "number" && now - now === 0;

// The functions of the core are read once for each generator: a module's exports are a dictionary of the engine, which hashes
// the name at each look-up.

/** IDs that go into a typed array, one element each. */
abstract class IntegerGenerator<
  V extends number | bigint,
  A extends Float64Array | BigUint64Array,
> extends Generator<V> {
  private readonly _nextHalves = this._core.next_halves;
  private readonly _texts = new TextWriter(this.format);

  /** A view of the IDs that the core has written. */
  protected abstract _written(): A;

  readonly nextText = (meta: unknown = 0): string => {
    const clock = this._clock;
    const now: number = clock === undefined ? Date.now() : clock();
    const isUsual = meta === 0 && isReading(now);
    const low = isUsual ? this._nextHalves(this._number, now) : REFUSED;
    if (low !== REFUSED) return this._texts._write(numbers()[HALVES.high] as number, low);
    return this.format.toText(this._nextSlowly(now, meta, isUsual));
  };

  protected abstract _createArray(length: number): A;

  batch(count: number, meta: unknown = 0): A {
    this._checkCount(count);
    const metadata = readMetadata(this.format, meta);
    const array = this._createArray(count);
    return this._fillArray(array, metadata, array);
  }

  async batchAsync(count: number, options?: unknown): Promise<A> {
    this._checkCount(count);
    const read = readBatchOptions(this.format, options);
    const array = this._createArray(count);
    await this._inTurns(count, read, (now, wanted, done) => {
      const written = this._fillFrom(NO_BATCH, now, wanted, read.metadata);
      array.set(this._written().subarray(0, written) as never, done);
      return written;
    });
    return array;
  }

  /** Has the core write up to `wanted` IDs, and returns how many it wrote. */
  private _fillFrom(batch: number, now: number, wanted: number, metadata: number): number {
    return this._core.fill(this._number, batch, now, Math.min(wanted, VALUES_LENGTH), metadata);
  }

  fill(array: A, meta: unknown = 0): A {
    const metadata = readMetadata(this.format, meta);
    const type = typedArrayName(this._createArray(0));
    const remedy = `; IDs of ${this.format.name} go into a ${type}`;
    if (typedArrayName(array) !== type) {
      throw new FlakeError("INVALID_COUNT", `fill was given ${quoted(array)}${remedy}`);
    }
    if (!isWithinBuffer(array)) {
      throw new FlakeError("INVALID_COUNT", `fill was given an array whose buffer was detached or shrunk${remedy}`);
    }
    return this._fillArray(array, metadata);
  }

  /**
   * Fills an array. A user's array is filled in one step at the end, so that it is unchanged if a chunk is refused:
   * several chunks are first collected in `buffer`.
   */
  private _fillArray(array: A, metadata: number, buffer?: A): A {
    const length = typedArrayLength(array);
    const setAll = (ids: A): void =>
      // Throws if the clock has detached the array's buffer.
      readGuarded("INVALID_COUNT", "the array", () => {
        // A user's array may have its own `set`.
        Float64Array.prototype.set.call(array, ids as never);
      });
    this._inChunks(
      length,
      (batch, now, wanted) => this._fillFrom(batch, now, wanted, metadata),
      (done, count) => {
        const chunk = this._written().subarray(0, count) as A;
        if (count === length) return setAll(chunk);
        buffer ??= this._createArray(length);
        buffer.set(chunk as never, done);
        if (buffer !== array && done + count === length) setAll(buffer);
      },
    );
    return array;
  }
}

export class NumberGenerator extends IntegerGenerator<number, Float64Array> {
  private readonly _nextNumber = this._core.next_number;

  readonly next = (meta: unknown = 0): number => {
    const clock = this._clock;
    const now: number = clock === undefined ? Date.now() : clock();
    const isUsual = meta === 0 && isReading(now);
    const id = isUsual ? this._nextNumber(this._number, now) : REFUSED;
    return id !== REFUSED ? id : this._nextSlowly(now, meta, isUsual);
  };

  // A format of numbers has no metadata.
  protected _make(now: number): number | undefined {
    const id = this._nextNumber(this._number, now);
    return id === REFUSED ? undefined : id;
  }

  protected _written(): Float64Array {
    return floats64();
  }

  protected _createArray(length: number): Float64Array {
    return new Float64Array(length);
  }
}

export class BigintGenerator extends IntegerGenerator<bigint, BigUint64Array> {
  private readonly _nextValue = this._core.next_value;

  readonly next = (meta: unknown = 0): bigint => {
    const clock = this._clock;
    const now: number = clock === undefined ? Date.now() : clock();
    const isUsual = meta === 0 && isReading(now);
    if (isUsual && this._nextValue(this._number, now) !== 0) return words64()[0] as bigint;
    return this._nextSlowly(now, meta, isUsual);
  };

  protected _make(now: number, metadata: number): bigint | undefined {
    if (this._nextValue(this._number, now) === 0) return undefined;
    const id = words64()[0] as bigint;
    return metadata === 0 ? id : id | (BigInt(metadata) << BigInt(placeOfMetadata(this.format)));
  }

  protected _written(): BigUint64Array {
    return words64();
  }

  protected _createArray(length: number): BigUint64Array {
    return new BigUint64Array(length);
  }
}

/** IDs as texts or bytes: sno's. */
export class TextGenerator extends Generator<string> {
  private readonly _nextHalves = this._core.next_halves;
  private readonly _texts = new TextWriter(this.format);
  /** The metadata of the last ID, and what it adds to both halves of an ID. */
  private _metadata: unknown = 0;
  private _addedHigh = 0;
  private _addedLow = 0;

  readonly next = (meta: unknown = 0): string => {
    const clock = this._clock;
    const now: number = clock === undefined ? Date.now() : clock();
    // After the clock, which may make an ID with other metadata.
    if (meta !== this._metadata) this._setMetadata(meta);
    const isUsual = isReading(now);
    const low = isUsual ? this._nextHalves(this._number, now) : REFUSED;
    return low !== REFUSED ? this._write(low) : this._nextSlowly(now, meta, isUsual);
  };

  private _setMetadata(meta: unknown): void {
    const added = readMetadata(this.format, meta) * 2 ** placeOfMetadata(this.format);
    this._addedHigh = Math.floor(added / Word.values);
    this._addedLow = added % Word.values;
    this._metadata = meta;
  }

  /** The text of the ID that the core has made, with metadata. */
  private _write(low: number): string {
    return this._texts._write((numbers()[HALVES.high] as number) + this._addedHigh, low + this._addedLow);
  }

  readonly nextText = (meta?: unknown): string => this.next(meta);

  protected _make(now: number, metadata: number): string | undefined {
    const low = this._nextHalves(this._number, now);
    if (low === REFUSED) return undefined;
    this._setMetadata(metadata);
    return this._write(low);
  }

  readonly nextBytes = (meta?: unknown): Uint8Array => this.format.toBytes(this.next(meta));

  /** An ID of a given time. */
  nextWithTime(time: unknown, meta: unknown = 0): string {
    const ms = instantToMs("time", time);
    throwIfRefused(this._core.id_for_time(this._number, ms, readMetadata(this.format, meta)));
    const [low, middle, high] = words32() as unknown as [number, number, number];
    return this._texts._write(high * Word.values + middle, low);
  }

  batch(count: number, meta: unknown = 0): string[] {
    this._checkCount(count);
    const metadata = readMetadata(this.format, meta);
    // Allocated at its full length: pushing the texts one by one takes a quarter longer.
    const ids = new Array<string>(count);
    this._inChunks(
      count,
      (batch, now, wanted) => this._core.fill_records(this._number, batch, now, wanted, metadata, 1),
      (done, written) => this._take(ids, done, written),
    );
    return ids;
  }

  async batchAsync(count: number, options?: unknown): Promise<string[]> {
    this._checkCount(count);
    const read = readBatchOptions(this.format, options);
    const ids = new Array<string>(count);
    await this._inTurns(count, read, (now, wanted, done) => {
      const written = this._core.fill_records(this._number, NO_BATCH, now, wanted, read.metadata, 1);
      this._take(ids, done, written);
      return written;
    });
    return ids;
  }

  /** Copies the texts that the core has written to a list. */
  private _take(ids: string[], done: number, written: number): void {
    const width = this.format._ownStyle._max;
    // Copied, because a user's replacement of TextDecoder may make IDs, which overwrites the memory.
    const characters = batchBytes().slice(0, written * width);
    for (let start = 0; start < characters.length; start += TEXTS_PER_STRING * width) {
      const texts = decodeAscii(characters.subarray(start, start + TEXTS_PER_STRING * width));
      for (let i = 0; i < texts.length; i += width) ids[done++] = texts.slice(i, i + width);
    }
  }

  batchBytes(count: number, meta: unknown = 0): Uint8Array {
    this._checkCount(count);
    const metadata = readMetadata(this.format, meta);
    const width = this.format._byteWidth;
    const ids = new Uint8Array(count * width);
    this._inChunks(
      count,
      (batch, now, wanted) => this._core.fill_records(this._number, batch, now, wanted, metadata, 0),
      (done, written) => ids.set(batchBytes().subarray(0, written * width), done * width),
    );
    return ids;
  }

  get partition(): number {
    return this.snapshot().partition as number;
  }

  get sequence(): number {
    return this._progress(PROGRESS.last);
  }

  get sequenceMin(): number {
    return this._progress(PROGRESS.min);
  }

  get sequenceMax(): number {
    return this._progress(PROGRESS.max);
  }

  get len(): number {
    return this._progress(PROGRESS.used);
  }

  get cap(): number {
    return this.sequenceMax - this.sequenceMin + 1;
  }

  /** One of the numbers of the record `PROGRESS`. */
  private _progress(position: PROGRESS): number {
    const now = readClock(this);
    throwIfRefused(this._core.progress(this._number, now));
    return numbers()[position] as number;
  }
}
