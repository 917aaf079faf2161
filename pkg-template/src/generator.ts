// Generators: the hot path.

import type * as api from "../index.js";
import { bigints, type CoreGenerator, floats, numbers, VALUES_LENGTH } from "./core.js";
import { FlakeError } from "./errors.js";
import type { Format } from "./format.js";
import { type Clock, insist, insistAsync } from "./waiting.js";

type Values = Float64Array | BigUint64Array;

/** The most IDs of one `batch`: 128 MiB of them. */
const MAX_BATCH = 2 ** 24;

/** What generators of numbers and of bigints have in common. */
abstract class Base<V extends number | bigint, A extends Values> {
  readonly format: Format;
  protected readonly core: CoreGenerator;
  protected readonly clock: Clock;
  /** The last turn in the queue of those who wait. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(format: Format, core: CoreGenerator, clock: Clock) {
    this.format = format;
    this.core = core;
    this.clock = clock;
  }

  abstract next(): V;

  /** One try at the clock's reading; `undefined` is a refusal. */
  protected abstract attempt(now: number): V | undefined;

  /** Lets go of what is held of a run, and tells how much that is. */
  protected abstract release(): number;

  /** An array for so many IDs. */
  protected abstract array(length: number): A;

  /** Where the core has put a batch. */
  protected abstract written(): A;

  /** An ID, waiting on the thread if need be. */
  protected get(now: number): V {
    return this.attempt(now) ?? insist(this.core, this.clock, now, (now) => this.attempt(now));
  }

  nextText(): string {
    return this.format.toText(this.next());
  }

  nextAsync(): Promise<V> {
    // One after the other: whoever asked first is served first, and none is overtaken for ever.
    const turn = this.#queue.then(async () => {
      const now = this.clock();
      return this.attempt(now) ?? insistAsync(this.core, this.clock, now, (now) => this.attempt(now));
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
    const wanted = Object.prototype.toString.call(this.array(0)).slice(8, -1);
    if (Object.prototype.toString.call(array) !== `[object ${wanted}]`) {
      const given = Object.prototype.toString.call(array).slice(8, -1);
      throw new FlakeError("INVALID_COUNT", `fill was given ${given}; IDs of ${this.format.name} go into a ${wanted}`);
    }
    return this.#fill(array);
  }

  #fill(array: A): A {
    let done = 0;
    const write = (now: number): number | undefined =>
      this.core.fill(now, this.release(), Math.min(array.length - done, VALUES_LENGTH)) || undefined;
    while (done < array.length) {
      const now = this.clock();
      const count = write(now) ?? insist(this.core, this.clock, now, write);
      array.set(this.written().subarray(0, count) as never, done);
      done += count;
    }
    return array;
  }

  snapshot(): api.Snapshot {
    return this.core.snapshot(this.release());
  }
}

/**
 * IDs as numbers. A whole run is held here and handed out by addition: as long as the clock reads
 * the same, an ID costs the reading of the clock and not much else.
 */
export class NumberGenerator extends Base<number, Float64Array> {
  readonly #step: number;
  /** The ID handed out last, and how many of the run are left. */
  #value = 0;
  #left = 0;
  /** The clock's reading that the run was lent for. */
  #at = Number.NaN;

  constructor(format: Format, core: CoreGenerator, clock: Clock) {
    super(format, core, clock);
    this.#step = core.step();
  }

  next(): number {
    const now = this.clock();
    if (now === this.#at && this.#left > 0) {
      this.#left -= 1;
      this.#value += this.#step;
      return this.#value;
    }
    return this.get(now);
  }

  protected attempt(now: number): number | undefined {
    const count = this.core.lend(now, this.release());
    if (count === 0) return undefined;
    this.#at = now;
    this.#left = count - 1;
    this.#value = numbers()[0] as number;
    return this.#value;
  }

  protected release(): number {
    const left = this.#left;
    this.#left = 0;
    return left;
  }

  protected array(length: number): Float64Array {
    return new Float64Array(length);
  }

  protected written(): Float64Array {
    return floats();
  }
}

/**
 * IDs as bigints. The run is held in the core: a call that answers with 64 bits costs less than an
 * addition of bigints.
 */
export class BigintGenerator extends Base<bigint, BigUint64Array> {
  next(): bigint {
    return this.get(this.clock());
  }

  protected attempt(now: number): bigint | undefined {
    const id = this.core.nextBigint(now);
    if (id >= 0n) return id;
    // The core answers with a signed integer; -1 is also how it says no.
    return id === -1n && this.core.refused() ? undefined : BigInt.asUintN(64, id);
  }

  protected release(): number {
    return 0;
  }

  protected array(length: number): BigUint64Array {
    return new BigUint64Array(length);
  }

  protected written(): BigUint64Array {
    return bigints();
  }
}
