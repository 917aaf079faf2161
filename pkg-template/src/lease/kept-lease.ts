// Leases: generators of seats that keepers hold.

import type * as api from "../../types/lease.js";
import { addAbortListener, FlakeError, removeAbortListener } from "../values/index.js";
import type { Format } from "../ids/index.js";
import type { Engine, TextGenerator, textGenerators } from "../generators/index.js";
import { LEASE_REFUSALS } from "../generated/contract.js";
import {
  type AnyStore,
  elapsed,
  type Keeper,
  type Kept,
  type LeasedSeat,
  type LeaseSettings,
  monotonic,
} from "./keeper/index.js";
import { type Reference, referenceTo } from "./reference.js";

/** Closes leases that were collected without being closed. */
const registry =
  typeof FinalizationRegistry === "undefined"
    ? undefined
    : new FinalizationRegistry((kept: KeptLease) => void kept._close());

/** The part of a lease that its keeper knows. This part does not keep the generator alive. */
export class KeptLease implements Kept {
  readonly _keeper: Keeper;
  readonly _settings: LeaseSettings;
  readonly _store: AnyStore;
  readonly _engine: Engine;
  #generator: Reference<Lease> | undefined;
  /** The core's number of the generator. The generator itself may have been collected. */
  #handle: number | undefined;
  /** The promise that `close` returns. */
  #closed: Promise<void> | undefined;
  readonly #onAbort = (): void => void this._close();
  /** The status that `onChange` was told last, as text. */
  #told = "";

  constructor(keeper: Keeper, settings: LeaseSettings) {
    this._keeper = keeper;
    this._settings = settings;
    this._store = settings.store;
    this._engine = settings.seats._engine;
    keeper._join(this);
  }

  /** Makes the generator, when the keeper holds a seat. */
  _open(format: Format): Lease {
    this.#handle = (this._keeper._seat as LeasedSeat)._open(this._settings.seats);
    const generator = new (leasedClass(this._engine._classOf(format)))(format, this.#handle, this);
    this.#generator = referenceTo(generator);
    registry?.register(generator, this, this);
    if (this._settings.signal !== undefined) addAbortListener(this._settings.signal, this.#onAbort);
    this._notify();
    return generator;
  }

  _move(seat: LeasedSeat): void {
    const generator = this.#generator?.deref();
    if (generator === undefined) return;
    const before = this.#handle;
    this.#handle = seat._open(this._settings.seats);
    generator._moveTo(this.#handle);
    if (before !== undefined) this._engine._core().close(before);
  }

  _notify(): void {
    const { onChange } = this._settings;
    if (onChange === undefined) return;
    const status = this._status;
    const told = JSON.stringify([status.state, status.fields, status.sequenceRange, status.lastError?.message]);
    if (told === this.#told) return;
    this.#told = told;
    try {
      onChange(status);
    } catch (error) {
      // As the exception of an event listener, an exception of `onChange` must neither end the keeper nor be lost.
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  get _status(): api.LeaseStatus {
    const { _seat, _state, _until, _clock, _lastError } = this._keeper;
    return Object.freeze({
      state: this.#closed === undefined ? _state : "closed",
      fields: _seat === undefined ? null : _seat._fields,
      sequenceRange: _seat === undefined ? null : _seat._range,
      until: _until ?? null,
      offset: _seat === undefined ? null : _clock._offset,
      lastError: _lastError ?? null,
    });
  }

  /** Frees the generator and leaves the keeper, which releases the seat if this is the last lease. */
  _close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    const generator = this.#generator?.deref();
    if (generator !== undefined) {
      generator._freeHandle();
      registry?.unregister(this);
    } else if (this.#handle !== undefined) {
      this._engine._core().close(this.#handle);
    }
    // A signal may live longer than leases.
    if (this._settings.signal !== undefined) removeAbortListener(this._settings.signal, this.#onAbort);
    await this._keeper._leave(this);
    this._notify();
  }

  /** Handles an error that refuses an ID to `nextAsync`: throws it, or waits until there is a window or the lease is closed. */
  async _whenRefused(error: unknown, waited: number, hasRoom: () => boolean): Promise<void> {
    const left = this._settings.maxWait - waited;
    if (!(error instanceof FlakeError) || error.code !== "LEASE_EXPIRED" || this.#closed !== undefined) throw error;
    const isDone = (): boolean => this.#closed !== undefined || (this._keeper._state === "held" && hasRoom());
    if (left > 0) await this._keeper._whenRenewed(left, isDone);
    else throw new FlakeError(error.code, error.message, { cause: this._keeper._lastError });
  }
}

/** A generator of a lease. */
export interface Lease extends TextGenerator {
  status(): api.LeaseStatus;
  close(): Promise<void>;
  _moveTo(handle: number): void;
  _freeHandle(): void;
}

type LeaseClass = new (format: Format, handle: number, kept: KeptLease) => Lease;

type GeneratorClass = ReturnType<Engine["_classOf"]>;
type TextGeneratorClass = ReturnType<typeof textGenerators>;

const classes = new Map<GeneratorClass, LeaseClass>();

/** The class of leases whose generators are of this class. */
function leasedClass(Base: GeneratorClass): LeaseClass {
  const known = classes.get(Base);
  if (known !== undefined) return known;
  // The class is typed as one of the three classes: `createClass` deletes the methods that the other two lack.
  const created = createClass(Base as unknown as TextGeneratorClass);
  classes.set(Base, created);
  return created;
}

function createClass(Base: TextGeneratorClass): LeaseClass {
  class LeasedGenerator extends Base implements Lease {
    readonly #kept: KeptLease;
    readonly _refusals = LEASE_REFUSALS;

    constructor(format: Format, handle: number, kept: KeptLease) {
      const { _engine, _keeper, _settings } = kept;
      const { maxWait, onOverflow, seats } = _settings;
      const policy = _engine._policyOf(seats._settings);
      super(format, handle, _keeper._clock._read, false, onOverflow, _engine._isWorker, policy, maxWait);
      this.#kept = kept;
    }

    async _onRefusal(error: unknown, since: number): Promise<void> {
      const slept = this._sleptMs;
      const began = monotonic();
      try {
        await this.#kept._whenRefused(error, this.#now() - since, () => this.#left > 0);
      } finally {
        // Calls behind this one in the queue wait for this window, too. The wait counts for them, so that they do not
        // wait `maxWait` one after the other.
        this._sleptMs = Math.max(this._sleptMs, slept + elapsed(began));
      }
    }

    /** The reading of the lease's clock. Throws the error of a lease that is closed. */
    #now(): number {
      return (this._clock as () => number)();
    }

    /** How many IDs the window has left. */
    get #left(): number {
      return this._core.left_in_window(this._number, this.#now());
    }

    override _checkRoom(method: string, count: number): void {
      const left = this.#left;
      if (count <= left) return;
      this.#kept._keeper._renew();
      throw new FlakeError(
        "LEASE_EXPIRED",
        `${method} was asked for ${count} IDs, and the window of the lease has room for ${left}: ask for fewer, or choose a longer window`,
      );
    }

    override _whenDue(): Promise<void> | undefined {
      return this.#kept._keeper._renewIfDue();
    }

    override get partition(): number {
      return this.status().fields?.partition ?? this.#now();
    }

    override nextWithTime(): string {
      throw new FlakeError(
        "INVALID_OPTION",
        "a lease makes no IDs of other times, because they would not be in its window; use a generator",
      );
    }

    override _checkSnapshot(): never {
      throw new FlakeError("INVALID_OPTION", "a lease needs no snapshot: the store knows which windows were granted");
    }

    readonly status = (): api.LeaseStatus => this.#kept._status;

    // An arrow function, so that `process.once("SIGTERM", ids.close)` works.
    readonly close = (): Promise<void> => this.#kept._close();

    override free(): void {
      void this.close();
    }

    [Symbol.asyncDispose ?? Symbol()](): Promise<void> {
      return this.close();
    }

    _moveTo(handle: number): void {
      const fields = this._readFields(handle);
      this._number = handle;
      this.fields = fields;
    }

    _freeHandle(): void {
      super.free();
      // Every call reads the clock, so every call of a closed lease throws this error.
      this._clock = () => {
        throw new FlakeError("GENERATOR_FREED", "the lease has been closed; make another");
      };
    }
  }
  for (const name of ["partition", "nextWithTime"]) {
    if (!(name in Base.prototype)) Reflect.deleteProperty(LeasedGenerator.prototype, name);
  }
  return LeasedGenerator;
}
