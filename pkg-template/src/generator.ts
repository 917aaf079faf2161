// What all generators have in common. `next` and `nextText` are the hot path.

import { core } from "./core.js";
import type { Format } from "./format.js";
import { type BatchOptions, readMetadata } from "./options.js";
import { Logged } from "./logs.js";
import { words32 } from "./memory.js";
import { nodesIn } from "./nodes.js";
import { finiteReading, platform } from "./platform.js";
import { refusal, throwIfRefused } from "./refusals.js";
import { untilAborted } from "./signals.js";
import { invalid, type Options } from "./values.js";
import {
  type Attempt,
  type Caller,
  type Clock,
  type OnOverflow,
  readClock,
  retryUntilGranted,
  retryUntilGrantedAsync,
  sleep,
} from "./waiting.js";

/** The most IDs of one `batch`. */
const MAX_BATCH = 2 ** 24;

/** About how many IDs `batchAsync` makes before it lets other tasks run: this many snos take 5 ms. */
const MAX_UNBROKEN = 2 ** 14;

let registry: FinalizationRegistry<number> | undefined;

/** Closes own-clock generators in the core after they have been garbage collected. */
function closeWhenCollected(generator: object, number: number): void {
  if (typeof FinalizationRegistry === "undefined") return;
  registry ??= new FinalizationRegistry((number) => core().close(number));
  registry.register(generator, number, generator);
}

/** The number of a freed generator. The core knows no generator by it. */
const FREED = -1;

/**
 * A generator of IDs of type `V`. The core makes each ID: see the typed generators.
 *
 * An engine whose stack is full throws at any call. Therefore every method changes its state only after the last call that
 * can throw.
 */
export abstract class Generator<V> extends Logged implements Caller {
  /** This property and the next are the first ones, because a browser's console shows the first ones. */
  readonly format: Format;
  /** The node fields and their parts. */
  fields: Readonly<Record<string, number>>;
  readonly _core = core();
  #number: number;
  /** `undefined` is `Date.now`, which is looked up at every call, so that fake timers work. */
  _clock: Clock | undefined;
  readonly _onOverflow: OnOverflow | undefined;
  _pending = 0;
  _sleptMs = 0;
  /** The value of `_sleptMs` when an ID was last granted to a call of `nextAsync`. */
  private _sleptMsAtGrant = 0;
  /** Settles when all pending calls of `nextAsync` have settled. */
  private _queue: Promise<unknown> = Promise.resolve();
  private readonly _hasOwnClock: boolean;

  constructor(
    format: Format,
    number: number,
    clock: Clock | undefined,
    hasOwnClock: boolean,
    onOverflow: OnOverflow | undefined,
  ) {
    super(`${format.name} generator`);
    this.format = format;
    this.#number = number;
    this.fields = this._readFields(number);
    this._clock = clock;
    this._onOverflow = onOverflow;
    this._hasOwnClock = hasOwnClock;
    if (hasOwnClock) closeWhenCollected(this, number);
  }

  /**
   * The core's number of the generator, or `FREED`. A copy of a generator has none, so its methods throw a `TypeError`: if it
   * were freed, the original would go on with a number that the core may give to another generator.
   */
  get _number(): number {
    return this.#number;
  }

  set _number(number: number) {
    this.#number = number;
  }

  /** Reads the node fields and their parts of a generator from the core. */
  protected _readFields(number: number): Readonly<Record<string, number>> {
    throwIfRefused(this._core.node_value(number));
    return nodesIn(this.format, words32());
  }

  abstract readonly next: (meta?: unknown) => V;

  abstract readonly nextText: (meta?: unknown) => string;

  /** Makes the next ID, with metadata that is in range; `undefined` is a refusal of the core. */
  protected abstract _make(now: number, metadata: number): V | undefined;

  /**
   * The next ID, if there is more to do than to ask the core once: it refused, or it must not be asked because the metadata or
   * the reading of the clock is unusual.
   */
  protected _nextSlowly(now: number, meta: unknown, isRefused: boolean): V {
    const metadata = readMetadata(this.format, meta);
    const reading = finiteReading(now);
    const attempt = (reading: number): V | undefined => this._make(reading, metadata);
    return isRefused ? retryUntilGranted(this, attempt, reading) : this._retry(attempt, reading);
  }

  /** Repeats an attempt until the core grants it. */
  private _retry<T>(attempt: Attempt<T>, now: number): T {
    return attempt(now) ?? retryUntilGranted(this, attempt, now);
  }

  readonly nextAsync = (meta: unknown = 0): Promise<V> =>
    this._inTurn(() => {
      const metadata = readMetadata(this.format, meta);
      return (now) => this._make(now, metadata);
    });

  /**
   * Repeats the attempt that `prepare` makes until the core grants it, after all calls that came before. An aborted
   * signal ends a sleep, and the promise is rejected. A signal may also be aborted while the call is in the queue, so
   * the attempt must throw then.
   */
  private _inTurn<T>(prepare: () => Attempt<T>, signal?: AbortSignal): Promise<T> {
    const sleptMsAtCall = this._sleptMs;
    // Calls are served in order, so none can be overtaken for ever. In a Worker, they may be of several requests, and
    // the promise of one that waits stays pending if its request ends: nobody waits for another one there.
    const turn = (platform.worker ? Promise.resolve() : this._queue).then(async () => {
      try {
        const attempt = prepare();
        const due = this._whenDue();
        if (due !== undefined) await due;
        const now = readClock(this);
        // Time in the queue counts as waiting, but only since an ID was last granted to another call.
        const since = Math.max(sleptMsAtCall, this._sleptMsAtGrant);
        if (this._sleptMs > since) this._core.waited(this._number, this._sleptMs - since);
        const granted = attempt(now) ?? (await retryUntilGrantedAsync(this, attempt, now, since, signal));
        this._sleptMsAtGrant = this._sleptMs;
        return granted;
      } finally {
        this._pending -= 1;
      }
    });
    this._pending += 1;
    this._queue = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Makes a batch in turns, between which other tasks run. `write` makes up to `wanted` IDs for a reading of the clock,
   * puts them where `done` IDs precede them, and returns how many it made; 0 is a refusal. IDs of earlier turns count
   * as handed out.
   */
  protected _inTurns(
    count: number,
    { signal, onProgress }: BatchOptions,
    write: (now: number, wanted: number, done: number) => number,
  ): Promise<void> {
    return untilAborted(signal, async () => {
      let slept = this._sleptMs;
      let unbroken = 0;
      for (let done = 0; done < count;) {
        const attempt = (now: number): number | undefined => {
          signal?.throwIfAborted();
          return write(now, count - done, done) || undefined;
        };
        const made = await this._inTurn(() => attempt, signal);
        done += made;
        unbroken = this._sleptMs === slept ? unbroken + made : 0;
        slept = this._sleptMs;
        if (unbroken >= MAX_UNBROKEN) {
          await sleep(0);
          unbroken = 0;
        }
        onProgress?.(done);
      }
      signal?.throwIfAborted();
    });
  }

  /** What a call of `nextAsync` does first, if there is something to do. Leases have it. */
  _whenDue(): Promise<void> | undefined {
    return undefined;
  }

  free(): void {
    if (this._number === FREED) return;
    const number = this._number;
    this._number = FREED;
    // So that later calls throw GENERATOR_FREED, whatever the user's clock reads or throws.
    this._clock = () => 0;
    if (this._hasOwnClock) registry?.unregister(this);
    this._core.close(number);
  }

  /**
   * Makes a batch of IDs in chunks. `write` has the core write up to `wanted` IDs, and returns how many it wrote;
   * `take` copies them. If a chunk is refused, the core takes back the whole batch, so `take` must not show IDs to the
   * user.
   */
  protected _inChunks(
    count: number,
    write: (batch: number, now: number, wanted: number) => number,
    take: (done: number, count: number) => void,
  ): void {
    let batch = this._beginBatch();
    let restores = this._core.restores();
    let done = 0;
    const attempt = (now: number): number | undefined => {
      return write(batch, now, count - done) || undefined;
    };
    try {
      while (done < count) {
        const written = this._retry(attempt, readClock(this));
        if (this._core.restores() === restores) {
          take(done, written);
          done += written;
        } else {
          // The clock has restored a snapshot, which may say that these numbers were used elsewhere. Start over.
          batch = this._beginBatch();
          restores = this._core.restores();
          done = 0;
        }
      }
    } catch (error) {
      this._core.cancel_batch(this._number, batch);
      throw error;
    }
  }

  private _beginBatch(): number {
    const batch = this._core.begin_batch(this._number);
    if (batch === 0) refusal();
    return batch;
  }

  toJSON(): { format: string; fields: Readonly<Record<string, number>> } {
    return { format: this.format.name, fields: this.fields };
  }

  snapshot(): Options {
    // The clock is read before the number: it may free this generator, and the number may then be another's.
    const now = readClock(this);
    const snapshot = this._core.snapshot(this._number, now) as unknown as Options | undefined;
    if (snapshot === undefined) throw refusal();
    return snapshot;
  }

  protected _checkCount(count: number): void {
    if (Number.isInteger(count) && count >= 0 && count <= MAX_BATCH) return;
    throw invalid("INVALID_COUNT", "count", count, `a whole number from 0 to ${MAX_BATCH}`);
  }
}
