// Generators: the hot path.

import { bigints, bytes, checked, floats, numbers, points, textOf, theCore, VALUES_LENGTH } from "./core.js";
import { FlakeError } from "./errors.js";
import type { Format } from "./format.js";
import { toMs } from "./instant.js";
import { Texts } from "./texts.js";
import { guarded, isInMemory, lengthOfTyped, type Options, shown, typedArrayName } from "./values.js";
import { type Attempt, type Caller, type Clock, insist, insistAsync, type OnOverflow } from "./waiting.js";

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
 */
abstract class Base<V> implements Caller {
  readonly format: Format;
  readonly _core = theCore();
  _number: number;
  readonly _clock: Clock;
  readonly _onOverflow: OnOverflow | undefined;
  _waiting = 0;
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
    this._insist((at) => this._lend(at, checked) || undefined, now);
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
    this._release();
    this.#lent = this._core.lend(this._number, now, meta, this.#lent);
    if (this.#lent > 0) {
      const first = numbers();
      this.#at = now;
      this.#meta = meta;
      this.#high = first[0] as number;
      this.#low = first[1] as number;
      this.#end = first[2] as number;
      this.#step = first[3] as number;
      this.#noise = first[4] === 0 ? undefined : points().slice(0, this.#lent);
    }
    return this.#lent;
  }

  /** Gives back what is left of the run. */
  private _release(): void {
    if (this.#low !== this.#end) this._core.give_back(this._number, this.#high, this.#low, this._left);
    this.#low = this.#end;
  }

  /** The clock's reading, for a question about what has been handed out. */
  protected _settle(): number {
    this._release();
    return this._clock();
  }

  /** Tries until the core grants. */
  private _insist<T>(attempt: Attempt<T>, now: number): T {
    return attempt(now) ?? insist(this, attempt, now);
  }

  nextAsync(meta: unknown = 0): Promise<V> {
    // One after the other: whoever asked first is served first, and none is overtaken for ever.
    this._waiting += 1;
    const turn = this.#queue.then(async () => {
      try {
        const checked = this.format._checkMeta(meta);
        const now = this._clock();
        // The ID is read before anybody else can ask for one.
        const attempt = (at: number): V | undefined => (this._lend(at, checked) > 0 ? this._last() : undefined);
        return attempt(now) ?? (await insistAsync(this, attempt, now));
      } finally {
        this._waiting -= 1;
      }
    });
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  free(): void {
    this._release();
    if (this.#alone) {
      forgotten?.unregister(this);
      this._core.close(this._number);
    }
    this._number = FREED;
  }

  /** For `using`, where there is that. */
  [Symbol.dispose ?? Symbol()](): void {
    this.free();
  }

  /** Makes a number of IDs, so many at a time as `write` does, and hands each lot to `take`. */
  protected _lots(
    count: number,
    write: (now: number, want: number) => number,
    take: (done: number, count: number) => void,
  ): void {
    let done = 0;
    const attempt = (now: number): number | undefined => write(now, count - done) || undefined;
    while (done < count) {
      const made = this._insist(attempt, this._settle());
      take(done, made);
      done += made;
    }
  }

  snapshot(): Options {
    checked(this._core.snapshot(this._number, this._settle()));
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

/** Generators whose IDs go into a typed array, one element each. */
abstract class IntegerGenerator<V extends number | bigint, A extends Values> extends Base<V> {
  /** Where the core writes a batch. */
  protected abstract _written(): A;

  /** An array for so many IDs. */
  protected abstract _array(length: number): A;

  batch(count: number): A {
    this._checkCount(count);
    return this.#fill(this._array(count));
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

  #fill(array: A): A {
    // The array may have a length and a `set` of its own, and the clock may take its memory away.
    const { set } = this._array(0);
    this._lots(
      lengthOfTyped(array),
      (now, want) => this._core.fill(this._number, now, Math.min(want, VALUES_LENGTH)),
      (done, count) =>
        guarded("INVALID_COUNT", "the array", () => set.call(array, this._written().subarray(0, count) as never, done)),
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
    this._lots(
      count,
      (now, want) => this._core.fill_bytes(this._number, now, want, checked, 1),
      (done, made) => {
        const width = this.format._textWidth;
        const written = bytes().subarray(0, made * width);
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
    this._lots(
      count,
      (now, want) => this._core.fill_bytes(this._number, now, want, checked, 0),
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
    checked(this._core.report(this._number, this._settle()));
    return numbers()[place] as number;
  }
}
