// What all generators have in common. `next` and `nextText` are the hot path.

import { core } from "./core.js";
import { countRecalls } from "./holders.js";
import type { Format } from "./format.js";
import { type BatchOptions, readMetadata } from "./options.js";
import { finiteReading, platform } from "./platform.js";
import { refusal } from "./refusals.js";
import { untilAborted } from "./signals.js";
import { FREED, LentRun } from "./run.js";
import { TextWriter } from "./text-writer.js";
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

/** A generator of IDs of type `V`. */
export abstract class Generator<V> extends LentRun implements Caller {
  _clock: Clock;
  readonly _onOverflow: OnOverflow | undefined;
  _pending = 0;
  _sleptMs = 0;
  /** The value of `_sleptMs` when an ID was last granted to a call of `nextAsync`. */
  private _sleptMsAtGrant = 0;
  /** Settles when all pending calls of `nextAsync` have settled. */
  private _queue: Promise<unknown> = Promise.resolve();
  private readonly _hasOwnClock: boolean;
  private _texts: TextWriter | undefined;

  constructor(format: Format, number: number, clock: Clock, hasOwnClock: boolean, onOverflow: OnOverflow | undefined) {
    super(format, number);
    this._clock = clock;
    this._onOverflow = onOverflow;
    this._hasOwnClock = hasOwnClock;
    if (hasOwnClock) closeWhenCollected(this, number);
  }

  /** Converts an ID, given by its high part and its low 32 bits, to the format's type. */
  protected abstract _value(high: number, low: number): V;

  readonly next = (meta: unknown = 0): V => {
    const now = this._clock();
    if (!this._advance(now, meta) && !this._move(now, meta)) this._renew(now, meta);
    // Most formats have no random bits. Testing for them here spares the engine's lower tiers a call.
    return this._value(this._high, this._randomBits === undefined ? this._low : this._lowWithRandom());
  };

  readonly nextText: (meta?: unknown) => string = (meta = 0) => {
    const now = this._clock();
    if (!this._advance(now, meta) && !this._move(now, meta)) this._renew(now, meta);
    return this._text(this._high, this._lowWithRandom());
  };

  protected _text(high: number, low: number): string {
    this._texts ??= new TextWriter(this.format);
    return this._texts._write(high, low);
  }

  /** Borrows a new run, waiting for it if necessary, and moves to its first ID. */
  private _renew(now: number, meta: unknown): void {
    const metadata = readMetadata(this.format, meta);
    this._retry((reading) => this._borrow(reading, metadata) || undefined, finiteReading(now));
  }

  /** Repeats an attempt until the core grants it. */
  private _retry<T>(attempt: Attempt<T>, now: number): T {
    return attempt(now) ?? retryUntilGranted(this, attempt, now);
  }

  /** Returns the run, so that the core knows all that was handed out, and reads the clock. */
  protected _returnRunAndReadClock(): number {
    this._returnRun();
    return readClock(this);
  }

  readonly nextAsync = (meta: unknown = 0): Promise<V> =>
    this._inTurn(() => {
      const metadata = readMetadata(this.format, meta);
      // The ID is read in the attempt itself: after an `await`, another caller might have moved the run on.
      return (now) => (this._borrow(now, metadata) > 0 ? this._value(this._high, this._lowWithRandom()) : undefined);
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
          this._returnRun();
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
    this._returnRun();
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
    let recalls = countRecalls();
    let done = 0;
    const attempt = (now: number): number | undefined => {
      // The clock may have made IDs with this generator, so it may hold a run again.
      this._returnRun();
      return write(batch, now, count - done) || undefined;
    };
    try {
      while (done < count) {
        const written = this._retry(attempt, readClock(this));
        if (countRecalls() === recalls) {
          take(done, written);
          done += written;
        } else {
          // The clock has restored a snapshot, which may say that these numbers were used elsewhere. Start over.
          batch = this._beginBatch();
          recalls = countRecalls();
          done = 0;
        }
      }
    } catch (error) {
      this._core.cancel_batch(this._number, batch);
      throw error;
    }
  }

  private _beginBatch(): number {
    this._returnRun();
    const batch = this._core.begin_batch(this._number);
    if (batch === 0) refusal();
    return batch;
  }

  toJSON(): { format: string; fields: Readonly<Record<string, number>> } {
    return { format: this.format.name, fields: this.fields };
  }

  snapshot(): Options {
    // The clock is read before the number: it may free this generator, and the number may then be another's.
    const now = this._returnRunAndReadClock();
    const snapshot = this._core.snapshot(this._number, now) as unknown as Options | undefined;
    if (snapshot === undefined) throw refusal();
    return snapshot;
  }

  protected _checkCount(count: number): void {
    if (Number.isInteger(count) && count >= 0 && count <= MAX_BATCH) return;
    throw invalid("INVALID_COUNT", "count", count, `a whole number from 0 to ${MAX_BATCH}`);
  }
}
