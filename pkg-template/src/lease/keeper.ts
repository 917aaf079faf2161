// Keeps a seat for all leases of one space and store in this thread: claims it, extends its window, releases it.
//
// The keeper does the I/O and chooses when. It makes no decision that uniqueness depends on: those are the protocol's
// (`src/lease/` in Rust) and the sequencer's. At worst, a mistake here makes leases refuse IDs.

import type { LeaseServer } from "../../types/lease/store.js";
import { FlakeError } from "../errors.js";
import { OPTIONS } from "../generated/contract.js";
import { StoreClock } from "./clock.js";
import { type Outcome, type SeatClient, StoreClient, type TaskOptions } from "./perform.js";
import { type Held, readSeatKey, type Section } from "./protocol.js";
import { RemoteClient } from "./remote.js";
import { canTake, type CoreFormat, LeasedSeat } from "./seat.js";
import { addAbortListener, removeAbortListener } from "./signals.js";
import { type AnyStore, type Connection, isServer, shown } from "./store.js";
import type { Timer } from "./timers.js";

/** A lease, as its keeper needs to know it. */
export interface Member {
  /** The store that the user gave. */
  readonly _store: AnyStore;
  /** Returns what it has not used of its seat, and moves to another one. */
  _move(seat: LeasedSeat): void;
  /** Something may have changed that `status` shows. */
  _notify(): void;
}

/** What a keeper keeps a seat for. */
export interface KeeperTerms {
  readonly format: CoreFormat;
  /** The record `OPTIONS` of the first lease: the node fields, the terms and the start of the sequence. */
  readonly record: readonly number[];
  /** The terms, as the core has written them. */
  readonly text: string;
  /** The length of a window, in ms. */
  readonly window: number;
  /** How far the wall clock may move against the monotonic one before the window is extended first, in ms. */
  readonly maxJump: number;
  /** The number by which the core knows the space. */
  readonly spaceNumber: number;
  /** Called when the last lease has left. */
  readonly onClosed: () => void;
}

/** The shortest time between two attempts, in ms. */
const MIN_PAUSE_MS = 50;

/** The longest time between two attempts to claim a seat, in ms. */
const MAX_PAUSE_MS = 1_000;

/** The longest time between two attempts that fail, in ms. */
const MAX_RETRY_MS = 10_000;

/** How long a call of `close` waits for the release, in ms. */
const MAX_RELEASE_MS = 2_000;

export class Keeper {
  readonly _connection: Connection<AnyStore>;
  readonly _clock: StoreClock;
  readonly #terms: KeeperTerms;
  readonly #members = new Set<Member>();
  #client: SeatClient;
  /** The record `OPTIONS` and the length of a window, in ms. A server decides them. */
  #record: readonly number[];
  #window: number;
  #seat: LeasedSeat | undefined;
  #held: Held | undefined;
  /** Whether the seat can't be extended: its window is used up, and another one claimed. */
  #isLost = false;
  /** Whether the window is closed until it has been extended, because a clock has jumped. */
  #isSuspended = false;
  #isClosed = false;
  #attempt: Promise<void> | undefined;
  #pause: Timer | undefined;
  /** The store's time from which on a call of `next` begins an attempt, if no timer has. */
  #dueAt = 0;
  #failures = 0;
  /** Those who wait for the end of the next attempt, or until a lease leaves. */
  readonly #waiting: (() => void)[] = [];
  /** The end of what was used of the earlier seats, so that IDs increase. */
  #floor = 0;
  /** The error of the last attempt. */
  _lastError: FlakeError | undefined;

  constructor(connection: Connection<AnyStore>, terms: KeeperTerms) {
    this._connection = connection;
    this.#terms = terms;
    this.#record = terms.record;
    this.#window = terms.window;
    this.#client = newClient(connection, terms.text);
    this._clock = new StoreClock(terms.maxJump, (now, jumped) => {
      this.#tick(now, jumped);
    });
  }

  get _seat(): LeasedSeat | undefined {
    return this.#seat;
  }

  /** The end of the window, in Unix ms of the store's clock. */
  get _until(): number | undefined {
    return this.#held?.until;
  }

  get _state(): "claiming" | "held" | "expired" | "closed" {
    if (this.#isClosed) return "closed";
    if (this.#held === undefined) return "claiming";
    return this.#isSuspended || this._clock._read() >= this.#held.until ? "expired" : "held";
  }

  _join(member: Member): void {
    this.#members.add(member);
    this._connection.store = member._store;
  }

  /** Removes a lease; the last one releases the seat. */
  async _leave(member: Member): Promise<void> {
    this.#wake();
    if (!this.#members.delete(member)) return;
    // The user may close the store of this lease now, so the keeper uses that of another one.
    for (const { _store } of this.#members) this._connection.store = _store;
    if (this.#members.size > 0) return;
    this.#isClosed = true;
    this.#terms.onClosed();
    this.#pause?._cancel();
    this.#endSeat();
    const { timers } = this._connection;
    const timer = timers._start(MAX_RELEASE_MS);
    await timers._keepAlive(Promise.race([this.#release(), timer._done]));
    timer._cancel();
  }

  /** One attempt to claim a seat or to extend the window; that which runs already, or a new one. It never rejects. */
  _renew(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    // In a microtask, so that a call of `next` never runs the store's code.
    this.#attempt ??= Promise.resolve()
      .then(() => this.#perform())
      .finally(() => {
        this.#attempt = undefined;
      });
    return this.#attempt;
  }

  /** Called once for each ms in which IDs are made: where timers don't run, the window is extended from here. */
  #tick(now: number, jumped: boolean): void {
    if (this.#held === undefined || this.#isClosed) return;
    if (jumped && !this.#isSuspended) {
      this.#isSuspended = true;
      this.#seat?._move(0, 0);
      void this._renew();
    } else if (now >= this.#dueAt) {
      void this._renew();
    }
  }

  /**
   * Waits until `isDone` holds after an attempt, or after a lease has left; at most so many ms. Throws why it does not
   * hold; at once, if another attempt does not help.
   */
  async _whenRenewed(ms: number, isDone: () => boolean, signal?: AbortSignal): Promise<void> {
    const timer = this._connection.timers._start(ms);
    let giveUp = (): void => undefined;
    const given = new Promise<void>((resolve) => (giveUp = resolve));
    void timer._done.then(giveUp);
    if (signal !== undefined) addAbortListener(signal, giveUp);
    let isOver = false;
    void given.then(() => (isOver = true));
    const wait = async (): Promise<void> => {
      void this._renew();
      while (!isOver) {
        await Promise.race([given, new Promise<void>((resolve) => this.#waiting.push(resolve))]);
        if (isDone()) return;
        if (this._lastError !== undefined && !TEMPORARY.includes(this._lastError.code)) throw this._lastError;
      }
      signal?.throwIfAborted();
      throw this._lastError ?? (this.#attempt === undefined ? noWindow(ms) : noAnswer(ms));
    };
    try {
      await this._connection.timers._keepAlive(wait());
    } finally {
      timer._cancel();
      if (signal !== undefined) removeAbortListener(signal, giveUp);
    }
  }

  async #perform(): Promise<void> {
    this.#pause?._cancel();
    const task = this.#held === undefined || this.#isLost ? "claim" : "extend";
    let pause: number;
    try {
      const outcome = await this.#client._perform(task, {
        observe: (reading, asked) => {
          this._clock._observe(reading, asked);
        },
        canTake: (key) => this.#canTake(key),
      });
      pause = await this.#handle(outcome);
      this.#failures = 0;
    } catch (error) {
      this._lastError = asFlakeError(error);
      this.#failures += 1;
      pause = Math.min(MIN_PAUSE_MS * 2 ** this.#failures, this.#window / 3, MAX_RETRY_MS);
    }
    this.#dueAt = this._clock._read() + 1.5 * Math.max(pause, MIN_PAUSE_MS);
    this.#schedule(pause);
    this.#wake();
    this.#notify();
  }

  /** Takes over what has come of a task. Returns when to try again, in ms. */
  async #handle({ word, time, section }: Outcome): Promise<number> {
    switch (word) {
      case "done":
        this._lastError = undefined;
        if (section !== undefined) this.#adopt(section);
        await this.#takeOver();
        return this.#window / 3;
      case "lost":
        this.#isLost = true;
        return 0;
      case "unknown":
        this.#client = newClient(this._connection, this.#terms.text);
        this.#isLost = true;
        return 0;
      case "wait":
        this._lastError = waitForGrace(this._connection.space, time);
        return Math.min(this.#untilTime(time), MAX_PAUSE_MS);
      case "full":
        this._lastError = noFreeSeat(this._connection.space, time);
        return Math.min(this.#untilTime(time), MAX_PAUSE_MS, this.#window / 4);
    }
  }

  /** The time from now until a time of the store, in ms: more than 0, although the estimated clock may be past it. */
  #untilTime(time = Number.POSITIVE_INFINITY): number {
    return Math.max(1, time + 1 - this._clock._read());
  }

  /** Takes over the terms of the server. */
  #adopt({ first, last, shares, window }: Section): void {
    const record = [...this.#record];
    record[OPTIONS.nodesFirst] = first;
    record[OPTIONS.nodesLast] = last;
    record[OPTIONS.shares] = shares;
    record[OPTIONS.window] = window;
    this.#record = record;
    this.#window = window;
  }

  /** Gives the seat and the window that the client holds to the leases. */
  async #takeOver(): Promise<void> {
    const held = this.#client._held;
    if (held === undefined || this.#isClosed) return;
    const seat = this.#seat;
    if (seat?._node !== held.node || seat._share !== held.share) {
      try {
        this.#moveTo(held);
      } catch (error) {
        // For example, a generator of this process has got the numbers of the seat meanwhile.
        await this.#giveBack(held.from);
        throw error;
      }
    }
    this.#held = held;
    this.#isLost = false;
    this.#isSuspended = false;
    this.#seat?._move(Math.max(held.from, this.#floor), held.until);
  }

  /** Takes another seat, and moves the leases to it. */
  #moveTo(held: Held): void {
    const seat = new LeasedSeat(this.#terms.format, this.#record, this.#terms.spaceNumber, held);
    try {
      for (const member of this.#members) member._move(seat);
    } catch (error) {
      seat._end();
      throw error;
    }
    this.#endSeat();
    this.#seat = seat;
  }

  #endSeat(): void {
    const seat = this.#seat;
    this.#seat = undefined;
    this.#held = undefined;
    if (seat !== undefined) this.#floor = Math.max(this.#floor, seat._end());
  }

  #canTake(key: string): boolean {
    return canTake(this.#terms.format, this.#record, ...readSeatKey(key));
  }

  /** Tells the store that the seat is free, after the attempt that is running. */
  async #release(): Promise<void> {
    // A page that is left sends at once, or not at all.
    if (this.#attempt !== undefined) await this.#attempt;
    await this.#giveBack(this.#floor);
    this.#client._close();
  }

  /** Tells the store that the seat is free. If that fails, the window ends by itself. */
  async #giveBack(usedUntil: number): Promise<void> {
    try {
      const options: TaskOptions = { observe: () => undefined, canTake: () => true, usedUntil };
      await this.#client._perform("release", options);
    } catch (error) {
      this._lastError = asFlakeError(error);
    }
  }

  #schedule(ms: number): void {
    if (this.#isClosed) return;
    // Spread, so that many processes do not ask the store at the same time.
    const spread = Math.max(MIN_PAUSE_MS, ms * (0.9 + Math.random() * 0.2));
    this.#pause = this._connection.timers._start(ms <= 0 ? 0 : spread);
    void this.#pause._done.then(() => this._renew());
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #notify(): void {
    for (const member of this.#members) member._notify();
  }
}

/** A client that claims from a store, or by its server. */
function newClient(connection: Connection<AnyStore>, terms: string): SeatClient {
  if (isServer(connection.store)) return new RemoteClient(connection as Connection<LeaseServer>, terms);
  return new StoreClient(connection as Connection, terms);
}

/** The errors that another attempt may not have. */
const TEMPORARY = ["STORE_FAILED", "NO_FREE_SEAT", "INVALID_FIELD"];

function noAnswer(ms: number): FlakeError {
  return new FlakeError("STORE_FAILED", `the store has not answered within ${ms} ms: see whether it can be reached`);
}

function noWindow(ms: number): FlakeError {
  return new FlakeError(
    "LEASE_EXPIRED",
    `no window of the lease had an ID within ${ms} ms: ask again, raise maxWait, or choose a longer window`,
  );
}

function waitForGrace(space: string, time = 0): FlakeError {
  return new FlakeError(
    "NO_FREE_SEAT",
    `the store may have forgotten who has which seat of space '${space}', because it is new or was restarted: it grants seats from ${new Date(time).toISOString()} on`,
  );
}

function noFreeSeat(space: string, time: number | undefined): FlakeError {
  const when = time === undefined ? "" : `; one of them is free at ${new Date(time).toISOString()}`;
  return new FlakeError(
    "NO_FREE_SEAT",
    `no seat of space '${space}' is free${when}: wait, end a process that has one, or give more nodes or shares`,
  );
}

function asFlakeError(error: unknown): FlakeError {
  if (error instanceof FlakeError) return error;
  return new FlakeError("STORE_FAILED", `the lease failed: ${shown(error)}`, { cause: error });
}
