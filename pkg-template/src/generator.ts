// Generators: the hot path.

import { bigints, bytes, checked, floats, numbers, points, refusal, textOf, theCore, VALUES_LENGTH } from "./core.js";
import { FlakeError } from "./errors.js";
import type { Format } from "./format.js";
import { addHolder, countRecalls } from "./holders.js";
import { toMs } from "./instant.js";
import { Texts } from "./texts.js";
import { guarded, isInMemory, lengthOfTyped, type Options, shown, typedArrayName } from "./values.js";
import {
  type Attempt,
  type Caller,
  type Clock,
  type OnOverflow,
  retryUntilGranted,
  retryUntilGrantedAsync,
} from "./waiting.js";

type Values = Float64Array | BigUint64Array | Uint8Array;

/** The most IDs of one `batch`. */
const MAX_BATCH = 2 ** 24;

/** Texts are made of so many at a time: a text keeps alive all that it was cut from. */
const TEXTS_AT_ONCE = 64;

/** Lets the core forget generators that stand alone, once nobody has them any more. */
const forgotten =
  typeof FinalizationRegistry === "undefined"
    ? undefined
    : new FinalizationRegistry((number: number) => theCore().close(number));

/** Of a generator that has been freed: the core has none of this number. */
const FREED = -1;

/**
 * What all generators have in common. A whole run of IDs is held here and handed out by addition: as long as the
 * clock reads the same, an ID costs the reading of the clock and not much else.
 *
 * An engine whose stack is full throws out of any call. So whatever can throw comes before what it changes, and a
 * number is no longer held here once the core may have it back.
 */
abstract class Base<V> implements Caller {
  readonly format: Format;
  readonly _core = theCore();
  _number: number;
  readonly _clock: Clock;
  readonly _onOverflow: OnOverflow | undefined;
  _waiting = 0;
  _waited = 0;
  /** What `_waited` was when an ID was last granted to a caller of `nextAsync`. */
  #waitedAtGrant = 0;
  /** Whether it shares its numbers with nobody. */
  readonly #alone: boolean;
  /** The last turn in the queue of those who wait. */
  #queue: Promise<unknown> = Promise.resolve();
  /** The clock's reading and the metadata that the run was lent for, and how many IDs it had. */
  #at = Number.NaN;
  #meta = 0;
  #lent = 0;
  /**
   * The ID handed out last, but for its random bits: what stands above its low 32 bits, and those, signed or not. Of a
   * number, all is in the lower half, which is the quickest.
   */
  #high = 0;
  #low = 0;
  /** The lower half of the run's last ID, and the difference between two IDs. */
  #end = 0;
  #step = 1;
  /** The random bits of the run's IDs, where there are any, the last ID's first. */
  #noise: Uint32Array | undefined;
  #texts: Texts | undefined;
  /** Whether runs can be recalled from here. */
  #isHolder = false;

  constructor(format: Format, number: number, clock: Clock, alone: boolean, onOverflow: OnOverflow | undefined) {
    this.format = format;
    this._number = number;
    this._clock = clock;
    this._onOverflow = onOverflow;
    this.#alone = alone;
    if (alone) forgotten?.register(this, number, this);
  }

  /** An ID of two halves as the format has it. */
  protected abstract _value(high: number, low: number): V;

  /** Goes on to the next ID. */
  private _go(meta: unknown): void {
    const now = this._clock();
    if (now === this.#at && this.#low !== this.#end && meta === this.#meta) this.#low += this.#step;
    else this._renew(now, meta);
  }

  next(meta: unknown = 0): V {
    this._go(meta);
    // Most have no random bits; asked here, the engine's quicker tiers need not call for them.
    return this._value(this.#high, this.#noise === undefined ? this.#low : this._noisy());
  }

  nextText(meta: unknown = 0): string {
    this._go(meta);
    return this._text(this.#high, this._noisy());
  }

  protected _text(high: number, low: number): string {
    this.#texts ??= new Texts(this.format._number);
    return this.#texts._of(high, low);
  }

  /** Goes on to the first ID of a new run. */
  private _renew(now: number, meta: unknown): void {
    const checked = this.format._checkMeta(meta);
    this._retry((at) => this._lend(at, checked) || undefined, now);
  }

  private _last(): V {
    return this._value(this.#high, this._noisy());
  }

  /** The lower half of the ID with its random bits. */
  private _noisy(): number {
    return this.#noise === undefined ? this.#low : this.#low + (this.#noise[this._left] as number);
  }

  /** How many IDs of the run are left. */
  private get _left(): number {
    return (this.#end - this.#low) / this.#step;
  }

  /** Has the core lend a run, and takes the first of it; tells how many there are, 0 is a refusal. */
  private _lend(now: number, meta: number): number {
    this._returnRun();
    const lent = this._core.lend(this._number, now, meta, this.#lent);
    if (lent > 0) {
      const run = numbers();
      const noise = run[4] === 0 ? undefined : points().slice(0, lent);
      // A run of one is handed out at once, and can't be recalled.
      if (lent > 1 && !this.#isHolder) {
        addHolder(this as Base<unknown>, (generator) => generator._returnRun());
        this.#isHolder = true;
      }
      this.#noise = noise;
      this.#at = now;
      this.#meta = meta;
      this.#high = run[0] as number;
      this.#low = run[1] as number;
      this.#end = run[2] as number;
      this.#step = run[3] as number;
    }
    this.#lent = lent;
    return lent;
  }

  /** Gives back what is left of the run. */
  _returnRun(): void {
    const low = this.#low;
    if (low === this.#end) return;
    const left = this._left;
    this.#low = this.#end;
    this._core.give_back(this._number, this.#high, low, left);
  }

  /** The clock's reading, for a question about what has been handed out. */
  protected _returnRunAndReadClock(): number {
    this._returnRun();
    return this._clock();
  }

  /** Tries until the core grants. */
  private _retry<T>(attempt: Attempt<T>, now: number): T {
    return attempt(now) ?? retryUntilGranted(this, attempt, now);
  }

  nextAsync(meta: unknown = 0): Promise<V> {
    const asked = this._waited;
    // One after the other: whoever asked first is served first, and none is overtaken for ever.
    const turn = this.#queue.then(async () => {
      try {
        const checked = this.format._checkMeta(meta);
        const now = this._clock();
        // The ID is read before anybody else can ask for one.
        const attempt = (at: number): V | undefined => (this._lend(at, checked) > 0 ? this._last() : undefined);
        // Time in the queue counts as waiting, but for that in which those before were served.
        const since = Math.max(asked, this.#waitedAtGrant);
        if (this._waited > since) this._core.waited(this._number, this._waited - since);
        const id = attempt(now) ?? (await retryUntilGrantedAsync(this, attempt, now, since));
        this.#waitedAtGrant = this._waited;
        return id;
      } finally {
        this._waiting -= 1;
      }
    });
    this._waiting += 1;
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  free(): void {
    if (this._number === FREED) return;
    this._returnRun();
    const number = this._number;
    this._number = FREED;
    if (this.#alone) forgotten?.unregister(this);
    this._core.close(number);
  }

  /** For `using`, where there is that. */
  [Symbol.dispose ?? Symbol()](): void {
    this.free();
  }

  /**
   * Makes a number of IDs, so many at a time as `write` does, and hands each chunk to `take`. If one is refused, none
   * is used up: `take` must not have shown any of them to the user.
   */
  protected _inChunks(
    count: number,
    write: (batch: number, now: number, want: number) => number,
    take: (done: number, count: number) => void,
  ): void {
    let batch = this.#beginBatch();
    let recalls = countRecalls();
    let done = 0;
    const attempt = (now: number): number | undefined => {
      // A clock may have made IDs of this generator meanwhile, and there may be more of their run.
      this._returnRun();
      return write(batch, now, count - done) || undefined;
    };
    try {
      while (done < count) {
        const made = this._retry(attempt, this._clock());
        if (countRecalls() === recalls) {
          take(done, made);
          done += made;
        } else {
          // A clock has restored a snapshot, which may say that these numbers were used elsewhere. Nobody has seen them.
          batch = this.#beginBatch();
          recalls = countRecalls();
          done = 0;
        }
      }
    } catch (error) {
      this._core.cancel_batch(this._number, batch);
      throw error;
    }
  }

  #beginBatch(): number {
    this._returnRun();
    const batch = this._core.begin_batch(this._number);
    if (batch === 0) refusal();
    return batch;
  }

  snapshot(): Options {
    // First: the clock may free this generator, and its number may then be another's.
    const now = this._returnRunAndReadClock();
    checked(this._core.snapshot(this._number, now));
    return this.format._takeSnapshot();
  }

  protected _checkCount(count: number): void {
    if (Number.isInteger(count) && count >= 0 && count <= MAX_BATCH) return;
    throw new FlakeError(
      "INVALID_COUNT",
      `batch was asked for ${shown(count)} IDs; it makes a whole number of them, from 0 to ${MAX_BATCH}`,
    );
  }
}

/** The `set` of all typed arrays. */
const { set: setTyped } = Float64Array.prototype;

/** Generators whose IDs go into a typed array, one element each. */
abstract class IntegerGenerator<V extends number | bigint, A extends Values> extends Base<V> {
  /** Where the core writes a batch. */
  protected abstract _written(): A;

  /** An array for so many IDs. */
  protected abstract _array(length: number): A;

  batch(count: number): A {
    this._checkCount(count);
    const array = this._array(count);
    return this.#fill(array, array);
  }

  fill(array: A): A {
    const wanted = typedArrayName(this._array(0));
    const must = `; IDs of ${this.format.name} go into a ${wanted}`;
    if (typedArrayName(array) !== wanted) {
      throw new FlakeError("INVALID_COUNT", `fill was given ${shown(array)}${must}`);
    }
    if (!isInMemory(array)) {
      throw new FlakeError("INVALID_COUNT", `fill was given an array whose buffer was detached or shrunk${must}`);
    }
    return this.#fill(array);
  }

  /** Fills an array, in one step if it is the user's: several chunks are collected in one of our `own` first. */
  #fill(array: A, own?: A): A {
    const length = lengthOfTyped(array);
    // The array may have a `set` of its own, and the clock may take its memory away.
    const fill = (chunk: A): void =>
      guarded("INVALID_COUNT", "the array", () => {
        setTyped.call(array, chunk as never);
      });
    this._inChunks(
      length,
      (batch, now, want) => this._core.fill(this._number, batch, now, Math.min(want, VALUES_LENGTH)),
      (done, count) => {
        const chunk = this._written().subarray(0, count) as A;
        if (count === length) return fill(chunk);
        own ??= this._array(length);
        own.set(chunk as never, done);
        if (own !== array && done + count === length) fill(own);
      },
    );
    return array;
  }
}

/** IDs as numbers. */
export class NumberGenerator extends IntegerGenerator<number, Float64Array> {
  protected _value(_high: number, low: number): number {
    return low;
  }

  protected _written(): Float64Array {
    return floats();
  }

  protected _array(length: number): Float64Array {
    return new Float64Array(length);
  }
}

/** The halves of a bigint, the low one first: joining them so costs less than arithmetic with bigints. */
const halves = new Uint32Array(2);
const joined = new BigUint64Array(halves.buffer);

/** IDs as bigints. */
export class BigintGenerator extends IntegerGenerator<bigint, BigUint64Array> {
  protected _value(high: number, low: number): bigint {
    halves[0] = low;
    halves[1] = high;
    return joined[0] as bigint;
  }

  protected _written(): BigUint64Array {
    return bigints();
  }

  protected _array(length: number): BigUint64Array {
    return new BigUint64Array(length);
  }
}

/** IDs as texts, with bytes beside them. */
export class TextGenerator extends Base<string> {
  override nextText(meta?: unknown): string {
    return this.next(meta);
  }

  protected _value(high: number, low: number): string {
    return this._text(high, low);
  }

  nextBytes(meta: unknown = 0): Uint8Array {
    return this.format.toBytes(this.next(meta));
  }

  /** An ID of a time of the caller's own, unique only if nothing else makes IDs of that time. */
  nextWithTime(time: unknown, meta: unknown = 0): string {
    const ms = toMs("time", time, "INVALID_TIME");
    checked(this._core.value_at(this._number, ms, this.format._checkMeta(meta)));
    return this.format._valueText();
  }

  batch(count: number, meta: unknown = 0): string[] {
    this._checkCount(count);
    const checked = this.format._checkMeta(meta);
    // Not made longer text by text, which costs a quarter more.
    const ids = new Array<string>(count);
    this._inChunks(
      count,
      (batch, now, want) => this._core.fill_bytes(this._number, batch, now, want, checked, 1),
      (done, made) => {
        const width = this.format._textWidth;
        // A copy: whoever has replaced TextDecoder may make IDs meanwhile.
        const written = bytes().slice(0, made * width);
        for (let from = 0; from < written.length; from += TEXTS_AT_ONCE * width) {
          const texts = textOf(written.subarray(from, from + TEXTS_AT_ONCE * width));
          for (let at = 0; at < texts.length; at += width) ids[done++] = texts.slice(at, at + width);
        }
      },
    );
    return ids;
  }

  batchBytes(count: number, meta: unknown = 0): Uint8Array {
    this._checkCount(count);
    const checked = this.format._checkMeta(meta);
    const width = this.format._byteWidth;
    const ids = new Uint8Array(count * width);
    this._inChunks(
      count,
      (batch, now, want) => this._core.fill_bytes(this._number, batch, now, want, checked, 0),
      (done, made) => ids.set(bytes().subarray(0, made * width), done * width),
    );
    return ids;
  }

  get partition(): number {
    return this.snapshot().partition as number;
  }

  get sequence(): number {
    return this.#report(2);
  }

  get sequenceMin(): number {
    return this.#report(0);
  }

  get sequenceMax(): number {
    return this.#report(1);
  }

  get len(): number {
    return this.#report(3);
  }

  get cap(): number {
    return this.sequenceMax - this.sequenceMin + 1;
  }

  /** One of the numbers of how far it is. */
  #report(place: number): number {
    const now = this._returnRunAndReadClock();
    checked(this._core.report(this._number, now));
    return numbers()[place] as number;
  }
}
