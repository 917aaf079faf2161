// Generators: the hot path.

import type * as api from "../index.js";
import {
  bigints,
  bytes,
  checked,
  type Core,
  floats,
  numbers,
  takeText,
  textOf,
  theCore,
  VALUES_LENGTH,
} from "./core.js";
import { FlakeError } from "./errors.js";
import type { Format } from "./format.js";
import { toMs } from "./instant.js";
import { kindOf } from "./values.js";
import { type Clock, insist, insistAsync, type OnOverflow, type Request } from "./waiting.js";

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

/** What a generator is made of. */
export interface Kit {
  readonly format: Format;
  /** The number by which the core knows the generator. */
  readonly number: number;
  readonly clock: Clock;
  /** Whether it shares its numbers with nobody. */
  readonly alone: boolean;
  readonly onOverflow?: OnOverflow | undefined;
}

/** What all generators have in common. */
abstract class Base<V> {
  readonly format: Format;
  protected readonly core: Core;
  protected readonly clock: Clock;
  protected readonly onOverflow: OnOverflow | undefined;
  protected readonly number: number;
  /** How many callers of `nextAsync` wait. */
  #waiting = 0;
  /** The last turn in the queue of those who wait. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ format, number, clock, alone, onOverflow }: Kit) {
    this.format = format;
    this.core = theCore();
    this.number = number;
    this.clock = clock;
    this.onOverflow = onOverflow;
    if (alone) forgotten?.register(this, number);
  }

  /** One try at the clock's reading; `undefined` is a refusal. */
  protected abstract attempt(now: number, meta: number): V | undefined;

  /** What to try again after a refusal. */
  protected request<T>(attempt: (now: number) => T | undefined): Request<T> {
    const { core, clock, number, onOverflow } = this;
    return { core, clock, onOverflow, attempt, stall: (now) => core.stall(number, now), waiting: () => this.#waiting };
  }

  protected get(meta: number): V {
    const now = this.clock();
    return (
      this.attempt(now, meta) ??
      insist(
        this.request((at) => this.attempt(at, meta)),
        now,
      )
    );
  }

  nextAsync(meta?: unknown): Promise<V> {
    // One after the other: whoever asked first is served first, and none is overtaken for ever.
    this.#waiting += 1;
    const turn = this.#queue.then(async () => {
      try {
        const checked = meta === undefined ? 0 : this.format.checkMeta(meta);
        const now = this.clock();
        const attempt = (at: number): V | undefined => this.attempt(at, checked);
        return attempt(now) ?? (await insistAsync(this.request(attempt), now));
      } finally {
        this.#waiting -= 1;
      }
    });
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  /** Makes a number of IDs, so many at a time as `write` does, and hands each lot to `take`. */
  protected lots(
    count: number,
    write: (now: number, want: number) => number,
    take: (done: number, count: number) => void,
  ): void {
    let done = 0;
    const attempt = (now: number): number | undefined => write(now, count - done) || undefined;
    while (done < count) {
      const now = this.clock();
      const made = attempt(now) ?? insist(this.request(attempt), now);
      take(done, made);
      done += made;
    }
  }

  /** What has been granted, but for what is left of a lent run. */
  protected saved(last = 0, unused = 0): unknown {
    checked(this.core.snapshot(this.number, this.clock(), last, unused));
    return this.format.takeSnapshot();
  }

  protected checkCount(count: number): void {
    if (Number.isInteger(count) && count >= 0 && count <= MAX_BATCH) return;
    throw new FlakeError(
      "INVALID_COUNT",
      `batch was asked for ${String(count)} IDs; it makes a whole number of them, from 0 to ${MAX_BATCH}`,
    );
  }
}

/** Generators whose IDs go into a typed array, one element each. */
abstract class IntegerGenerator<V extends number | bigint, A extends Values> extends Base<V> {
  abstract next(meta?: unknown): V;

  /** Has the core write a batch of so many; 0 is a refusal. */
  protected abstract write(now: number, want: number): number;

  /** Where the core writes a batch. */
  protected abstract written(): A;

  /** An array for so many IDs. */
  protected abstract array(length: number): A;

  nextText(meta?: unknown): string {
    const id = this.next(meta);
    return this.format.text === "decimal" ? String(id) : this.format.toText(id);
  }

  batch(count: number): A {
    this.checkCount(count);
    return this.#fill(this.array(count));
  }

  fill(array: A): A {
    const given = kindOf(array);
    const wanted = kindOf(this.array(0));
    if (given !== wanted) {
      throw new FlakeError("INVALID_COUNT", `fill was given ${given}; IDs of ${this.format.name} go into a ${wanted}`);
    }
    return this.#fill(array);
  }

  #fill(array: A): A {
    this.lots(
      array.length,
      (now, want) => this.write(now, Math.min(want, VALUES_LENGTH)),
      (done, count) => array.set(this.written().subarray(0, count) as never, done),
    );
    return array;
  }
}

/**
 * IDs as numbers. A whole run is held here and handed out by addition: as long as the clock reads
 * the same, an ID costs the reading of the clock and not much else.
 */
export class NumberGenerator extends IntegerGenerator<number, Float64Array> {
  readonly #step: number;
  /** The ID handed out last, how many were lent with it, and how many of those are left. */
  #last = 0;
  #lent = 0;
  #left = 0;
  /** The clock's reading that the run was lent for. */
  #at = Number.NaN;

  constructor(kit: Kit) {
    super(kit);
    this.#step = this.core.step(kit.number);
  }

  next(): number {
    const now = this.clock();
    if (now === this.#at && this.#left > 0) {
      this.#left -= 1;
      this.#last += this.#step;
      return this.#last;
    }
    return (
      this.attempt(now) ??
      insist(
        this.request((at) => this.attempt(at)),
        now,
      )
    );
  }

  protected attempt(now: number): number | undefined {
    this.#lent = this.core.lend(this.number, now, this.#lent, this.#last, this.#release());
    if (this.#lent === 0) return undefined;
    this.#at = now;
    this.#left = this.#lent - 1;
    this.#last = numbers()[0] as number;
    return this.#last;
  }

  snapshot(): api.Snapshot {
    return this.saved(this.#last, this.#release()) as api.Snapshot;
  }

  protected write(now: number, want: number): number {
    return this.core.fill(this.number, now, this.#last, this.#release(), want);
  }

  /** Lets go of what is left of the run, and tells how much that is. */
  #release(): number {
    const left = this.#left;
    this.#left = 0;
    return left;
  }

  protected written(): Float64Array {
    return floats();
  }

  protected array(length: number): Float64Array {
    return new Float64Array(length);
  }
}

/**
 * IDs as bigints. The run is held in the core: a call that answers with 64 bits costs less than an
 * addition of bigints.
 */
export class BigintGenerator extends IntegerGenerator<bigint, BigUint64Array> {
  next(meta: unknown = 0): bigint {
    return this.get(this.format.checkMeta(meta));
  }

  protected attempt(now: number, meta: number): bigint | undefined {
    const id = this.core.nextBigint(this.number, now, meta);
    if (id >= 0n) return id;
    // The core answers with a signed integer; -1 is also how it says no.
    return id === -1n && this.core.refused() === 1 ? undefined : BigInt.asUintN(64, id);
  }

  snapshot(): api.Snapshot {
    return this.saved() as api.Snapshot;
  }

  protected write(now: number, want: number): number {
    return this.core.fill(this.number, now, 0, 0, want);
  }

  protected written(): BigUint64Array {
    return bigints();
  }

  protected array(length: number): BigUint64Array {
    return new BigUint64Array(length);
  }
}

/** IDs as texts, with bytes beside them. */
export class TextGenerator extends Base<string> {
  next(meta: unknown = 0): string {
    return this.get(this.format.checkMeta(meta));
  }

  nextText(meta: unknown = 0): string {
    return this.next(meta);
  }

  protected attempt(now: number, meta: number): string | undefined {
    const length = this.core.nextText(this.number, now, meta);
    return length > 0 ? takeText(length) : undefined;
  }

  nextBytes(meta: unknown = 0): Uint8Array {
    return this.format.toBytes(this.next(meta));
  }

  /** An ID of a time of the caller's own, unique only if nothing else makes IDs of that time. */
  nextWithTime(time: unknown, meta: unknown = 0): string {
    const ms = toMs("time", time, "INVALID_TIME");
    checked(this.core.valueAt(this.number, ms, this.format.checkMeta(meta)));
    return this.format.valueText();
  }

  batch(count: number, meta: unknown = 0): string[] {
    this.checkCount(count);
    const checked = this.format.checkMeta(meta);
    const ids: string[] = [];
    this.lots(
      count,
      (now, want) => this.core.fillBytes(this.number, now, Math.min(want, TEXTS_AT_ONCE), checked, 1),
      (_, made) => {
        const width = this.format.textWidth;
        const texts = textOf(bytes().subarray(0, made * width));
        for (let at = 0; at < texts.length; at += width) ids.push(texts.slice(at, at + width));
      },
    );
    return ids;
  }

  batchBytes(count: number, meta: unknown = 0): Uint8Array {
    this.checkCount(count);
    const checked = this.format.checkMeta(meta);
    const width = this.format.byteWidth;
    const ids = new Uint8Array(count * width);
    this.lots(
      count,
      (now, want) => this.core.fillBytes(this.number, now, want, checked, 0),
      (done, made) => ids.set(bytes().subarray(0, made * width), done * width),
    );
    return ids;
  }

  snapshot(): api.SnoSnapshot {
    return this.saved() as api.SnoSnapshot;
  }

  get partition(): number {
    return this.snapshot().partition;
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
    checked(this.core.report(this.number, this.clock()));
    return numbers()[place] as number;
  }
}
