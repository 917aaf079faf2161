// The base class of generators. `next` and `nextText` of its subclasses are the hot path.

import { core, finiteReading, numbers, words32 } from "../bridge/index.js";
import { type Format, GENERATOR_KEY, nodesIn, requiredBranded } from "../ids/index.js";
import { FlakeError, Logged } from "../values/index.js";
import { readMetadata } from "./options.js";
import { STATE } from "../generated/contract.js";
import { throwIfRefused } from "./refusals.js";
import {
  type Attempt,
  type Caller,
  type Clock,
  type OnOverflow,
  newOverflow,
  readClock,
  retryUntilGranted,
  retryUntilGrantedAsync,
} from "./waiting.js";

declare const VERSION: string;

let registry: FinalizationRegistry<number> | undefined;

/** Closes own-clock generators in the core after they have been garbage collected. */
function closeWhenCollected(generator: object, number: number): void {
  if (typeof FinalizationRegistry === "undefined") return;
  registry ??= new FinalizationRegistry((number) => core().close(number));
  registry.register(generator, number, generator);
}

/** Stands for the number of a generator that was freed. The core gives this number to no generator. */
const FREED = -1;

/**
 * A generator of IDs of type `V`. The core makes each ID: see `typed-generators.ts`.
 *
 * An engine whose stack is full throws at any call. Therefore every method changes its state only after the last call that
 * can throw.
 */
export abstract class Generator<V> extends Logged implements Caller {
  /** `format` and `fields` are the first properties, because a browser's console shows the first ones. */
  readonly format: Format;
  /** The node fields and their parts. */
  fields: Readonly<Record<string, number>>;
  readonly _core = core();
  #number: number;
  /** `undefined` is `Date.now`, which is looked up at every call, so that fake timers work. */
  _clock: Clock | undefined;
  readonly _onOverflow: OnOverflow | undefined;
  /** Whether this is a Worker or an edge function. */
  readonly _isWorker: boolean;
  /** The policies: see `policyOf`. Generators of one identity have the same number in the core, so each call states them. */
  readonly _policy: number;
  readonly _maxWait: number;
  readonly _overflow = newOverflow();
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
    isWorker: boolean,
    policy: number,
    maxWait: number,
  ) {
    super(`${format.name} generator`);
    this.format = format;
    this.#number = number;
    this.fields = this._readFields(number);
    this._clock = clock;
    this._onOverflow = onOverflow;
    this._policy = policy;
    this._maxWait = maxWait;
    this._hasOwnClock = hasOwnClock;
    this._isWorker = isWorker;
    if (hasOwnClock) closeWhenCollected(this, number);
  }

  /**
   * The core's number of the generator, or `FREED`. A copy of a generator has no private field, so its methods throw a
   * `TypeError`. Otherwise a user could free the copy, and the core could give the original's number to another generator.
   */
  get _number(): number {
    return this.#number;
  }

  set _number(number: number) {
    this.#number = number;
  }

  /** Reads the node fields and their parts of a generator from the core. */
  _readFields(number: number): Readonly<Record<string, number>> {
    return nodesIn(this.format, this._words(this._core.node_value(number)));
  }

  /** The words of the value that a call has written, unless its answer is 0, a refusal. */
  _words(answer: number): Uint32Array {
    throwIfRefused(this, answer);
    return words32();
  }

  _metadataOf(meta: unknown): number {
    return readMetadata(this.format, meta);
  }

  /** What metadata adds to an ID. */
  _placed(metadata: number): number {
    const field = this.format._fields.find(({ _kind }) => _kind === "metadata");
    return metadata * 2 ** (field?._below ?? 0);
  }

  abstract readonly next: (meta?: unknown) => V;

  abstract readonly nextText: (meta?: unknown) => string;

  /** Makes the next ID, with metadata that is in range; `undefined` is a refusal of the core. */
  protected abstract _make(now: number, metadata: number): V | undefined;

  /**
   * The next ID, where `next` could not get it by one call of the core: the core has refused (`isRefused`), or it was not called,
   * because metadata is given, or because the reading of the clock is no finite number.
   */
  protected _nextSlowly(now: number, meta: unknown, isRefused: boolean): V {
    const metadata = this._metadataOf(meta);
    const reading = finiteReading(now);
    const attempt = (reading: number): V | undefined => this._make(reading, metadata);
    return isRefused ? retryUntilGranted(this, attempt, reading) : this._retry(attempt, reading);
  }

  /** Repeats an attempt until the core grants it. */
  _retry<T>(attempt: Attempt<T>, now: number): T {
    return attempt(now) ?? retryUntilGranted(this, attempt, now);
  }

  readonly nextAsync = (meta: unknown = 0): Promise<V> =>
    this._inTurn(() => {
      const metadata = this._metadataOf(meta);
      return (now) => this._make(now, metadata);
    });

  /**
   * Repeats the attempt that `prepare` returns until the core grants it, after all calls that came before. An aborted
   * signal ends a sleep, and the promise is rejected. Nothing else looks at the signal, so the attempt must throw if it was
   * aborted while the call was in the queue.
   */
  _inTurn<T>(prepare: () => Attempt<T>, signal?: AbortSignal): Promise<T> {
    const sleptMsAtCall = this._sleptMs;
    // Calls are served in order, so none can be overtaken for ever. In a Worker there is no order: calls may belong to
    // several requests, and if a request ends, its promises stay pending. So no call waits for another one there.
    const turn = (this._isWorker ? Promise.resolve() : this._queue).then(async () => {
      try {
        const attempt = prepare();
        const due = this._whenDue();
        if (due !== undefined) await due;
        const now = readClock(this);
        // Time in the queue counts as waiting, but only since an ID was last granted to another call.
        const since = Math.max(sleptMsAtCall, this._sleptMsAtGrant);
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

  /** A promise that a call of `nextAsync` awaits before it asks the core. Only leases have such a promise. */
  _whenDue(): Promise<void> | undefined {
    return undefined;
  }

  free(): void {
    if (this._number === FREED) return;
    const number = this._number;
    this._number = FREED;
    // A clock without code of the user, so that later calls throw GENERATOR_FREED in any case.
    this._clock = () => 0;
    if (this._hasOwnClock) registry?.unregister(this);
    this._core.close(number);
  }

  toJSON(): { format: string; fields: Readonly<Record<string, number>> } {
    return { format: this.format.name, fields: this.fields };
  }

  /** The frame `STATE`, which says which numbers were handed out. */
  _state(): Float64Array {
    // The clock is read before the number: it may free this generator, and the core may give the number to another one.
    const now = readClock(this);
    throwIfRefused(this, this._core.snapshot(this._number, now));
    return numbers().slice(0, STATE.length);
  }

  /** Refuses a count of IDs for which there is no room. Only leases refuse counts. */
  _checkRoom(_method: string, _count: number): void {
    // Generators that are no leases have room for any count.
  }

  /** Refuses a snapshot. Only leases refuse snapshots. */
  _checkSnapshot(): void {
    // Generators that are no leases can be saved.
  }

  /** Adds this generator to those that functions accept, unless it is a copy or a proxy. Returns the version. */
  _brand(generators: WeakSet<object>): string {
    if (#number in this) generators.add(this);
    return VERSION;
  }
}

/** A generator of any copy of this version, whose IDs are made by the core of this copy. */
export function requiredGenerator(given: unknown): Generator<unknown> {
  const expected = "what generator(), resume() or lease() has returned";
  const ids = requiredBranded<Generator<unknown>>(given, GENERATOR_KEY, "the generator", expected);
  if (ids._core === core()) return ids;
  throw new FlakeError(
    "INVALID_OPTION",
    "the generator is of another realm; call the function of that realm's flakekit",
  );
}
