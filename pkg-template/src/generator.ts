// Generators: the hot path.

import type * as api from "../index.js";
import { bigints, type Core, floats, numbers, theCore, VALUES_LENGTH } from "./core.js";
import { FlakeError } from "./errors.js";
import type { Format } from "./format.js";
import { type Clock, insist, insistAsync, type Request } from "./waiting.js";

type Values = Float64Array | BigUint64Array;

/** The most IDs of one `batch`: 128 MiB of them. */
const MAX_BATCH = 2 ** 24;

/** Lets the core forget generators that stand alone, once nobody has them any more. */
const forgotten =
  typeof FinalizationRegistry === "undefined"
    ? undefined
    : new FinalizationRegistry((number: number) => theCore().close(number));

/** What generators of numbers and of bigints have in common. */
abstract class Base<V extends number | bigint, A extends Values> implements Request<V> {
  readonly format: Format;
  readonly core: Core;
  readonly clock: Clock;
  /** The number by which the core knows the generator. */
  protected readonly number: number;
  /** The last turn in the queue of those who wait. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(format: Format, number: number, clock: Clock, alone: boolean) {
    this.format = format;
    this.core = theCore();
    this.number = number;
    this.clock = clock;
    if (alone) forgotten?.register(this, number);
  }

  abstract next(): V;

  abstract attempt(now: number): V | undefined;

  abstract snapshot(): api.Snapshot;

  /** Has the core write a batch of so many; 0 is a refusal. */
  protected abstract write(now: number, want: number): number;

  /** Where the core writes a batch. */
  protected abstract written(): A;

  /** An array for so many IDs. */
  protected abstract array(length: number): A;

  stall(now: number): void {
    this.core.stall(this.number, now);
  }

  nextText(): string {
    return this.format.toText(this.next());
  }

  nextAsync(): Promise<V> {
    // One after the other: whoever asked first is served first, and none is overtaken for ever.
    const turn = this.#queue.then(async () => {
      const now = this.clock();
      return this.attempt(now) ?? insistAsync(this, now);
    });
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  batch(count: number): A {
    if (!(Number.isInteger(count) && count >= 0 && count <= MAX_BATCH)) {
      throw new FlakeError(
        "INVALID_COUNT",
        `batch was asked for ${String(count)} IDs; it makes a whole number of them, from 0 to ${MAX_BATCH}`,
      );
    }
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
    let done = 0;
    const { core, clock } = this;
    const attempt = (now: number) => this.write(now, Math.min(array.length - done, VALUES_LENGTH)) || undefined;
    const batch = { core, clock, attempt, stall: (now: number) => this.stall(now) };
    while (done < array.length) {
      const now = clock();
      const count = attempt(now) ?? insist(batch, now);
      array.set(this.written().subarray(0, count) as never, done);
      done += count;
    }
    return array;
  }
}

/**
 * IDs as numbers. A whole run is held here and handed out by addition: as long as the clock reads
 * the same, an ID costs the reading of the clock and not much else.
 */
export class NumberGenerator extends Base<number, Float64Array> {
  readonly #step: number;
  /** The ID handed out last, how many were lent with it, and how many of those are left. */
  #last = 0;
  #lent = 0;
  #left = 0;
  /** The clock's reading that the run was lent for. */
  #at = Number.NaN;

  constructor(format: Format, number: number, clock: Clock, alone: boolean) {
    super(format, number, clock, alone);
    this.#step = this.core.step(number);
  }

  next(): number {
    const now = this.clock();
    if (now === this.#at && this.#left > 0) {
      this.#left -= 1;
      this.#last += this.#step;
      return this.#last;
    }
    return this.attempt(now) ?? insist(this, now);
  }

  attempt(now: number): number | undefined {
    this.#lent = this.core.lend(this.number, now, this.#lent, this.#last, this.#release());
    if (this.#lent === 0) return undefined;
    this.#at = now;
    this.#left = this.#lent - 1;
    this.#last = numbers()[0] as number;
    return this.#last;
  }

  snapshot(): api.Snapshot {
    return this.core.snapshot(this.number, this.#last, this.#release());
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
export class BigintGenerator extends Base<bigint, BigUint64Array> {
  next(): bigint {
    const now = this.clock();
    return this.attempt(now) ?? insist(this, now);
  }

  attempt(now: number): bigint | undefined {
    const id = this.core.nextBigint(this.number, now);
    if (id >= 0n) return id;
    // The core answers with a signed integer; -1 is also how it says no.
    return id === -1n && this.core.refused() ? undefined : BigInt.asUintN(64, id);
  }

  snapshot(): api.Snapshot {
    return this.core.snapshot(this.number, 0, 0);
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

/** `Float64Array` of one, in any realm. */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
