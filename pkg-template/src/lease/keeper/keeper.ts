// Keeps a seat for all leases of one space and store in this thread: claims it, extends its window, releases it.
//
// The keeper does the I/O and chooses when. It makes no decision that uniqueness depends on: those are the protocol's
// (`src/lease/` in Rust) and the sequencer's. At worst, a mistake here makes leases refuse IDs.

import type { LeaseServer } from "../../../types/lease/store.js";
import { addAbortListener, type FlakeError, removeAbortListener } from "../../values/index.js";
import { MAX_PAUSE_MS, MAX_RETRY_MS, MIN_PAUSE_MS } from "../../generated/contract.js";
import { elapsed, monotonic, StoreClock } from "./clock.js";
import { type Outcome, type SeatClaimant, StoreClaimant } from "./perform.js";
import { type Held, readSeatKey, type Section } from "../protocol/index.js";
import { Pulse } from "./pulse.js";
import { storeFailed } from "../stores/index.js";
import { asFlakeError, isTemporary, noAnswer, noFreeSeat, noWindow, waitForGrace } from "./reasons.js";
import { ServerClaimant } from "./remote.js";
import { canTake, LeasedSeat } from "./seat.js";
import type { Seats } from "./seats.js";
import { type AnyStore, type Connection, isServer, SlowStore } from "./connection.js";
import type { Timer } from "./timers.js";
import { Waiting } from "./waiting.js";

/** A lease, as its keeper needs to know it. */
export interface Kept {
  /** The store that the user gave. */
  readonly _store: AnyStore;
  /** Returns what it has not used of its seat, and moves to another one. */
  _move(seat: LeasedSeat): void;
  /** Something may have changed that `status` shows. */
  _notify(): void;
}

/** What a keeper keeps a seat for. */
export interface KeeperTerms {
  /** The seats of the first lease. */
  readonly seats: Seats;
  /** The terms as text. */
  readonly text: string;
  /** How far the wall clock may move against the monotonic one before the window is extended first, in ms. */
  readonly maxJump: number;
  /** The number by which the core knows the space. */
  readonly spaceNumber: number;
  /** Called when the last lease has left. */
  readonly onClosed: () => void;
}

/** The longest wait of a call of `nextAsync` for a window that it does not need yet, in ms. */
const MAX_EARLY_MS = 1_000;

/** After so many ms without an answer to a claim, leases are told. */
const NOTICE_MS = 2_000;

/** How long a call of `close` waits for the release, in ms. */
const MAX_RELEASE_MS = 2_000;

export class Keeper {
  readonly _connection: Connection<AnyStore>;
  readonly _clock: StoreClock;
  readonly #terms: KeeperTerms;
  readonly #kept = new Set<Kept>();
  #claimant: SeatClaimant;
  /** A server decides their section. */
  #seats: Seats;
  #seat: LeasedSeat | undefined;
  #held: Held | undefined;
  /** Whether the seat can't be extended: its window is used up, and another one claimed. */
  #isLost = false;
  /** Whether the window is closed until it has been extended, because a clock has jumped. */
  #isSuspended = false;
  #isClosed = false;
  /** The attempt that is running. */
  #attempt: Pulse | undefined;
  /** The last attempt that a call waited for although it had a window. */
  #awaited: Pulse | undefined;
  #pause: Timer | undefined;
  #failures = 0;
  #hadSeat = false;
  /** How often in a row no seat was free. */
  #refusals = 0;
  /** Those who wait for the end of the next attempt, or until a lease leaves. */
  readonly #waiting: Waiting;
  /** The end of what was used of the earlier seats, so that IDs increase. */
  #floor = 0;
  /** The error of the last attempt. */
  _lastError: FlakeError | undefined;

  constructor(connection: Connection<AnyStore>, terms: KeeperTerms) {
    this._connection = connection;
    this.#terms = terms;
    this.#seats = terms.seats;
    this.#waiting = new Waiting(connection.timers);
    this.#claimant = newClaimant(connection, terms.text);
    this._clock = new StoreClock(terms.maxJump, (jumped) => {
      this.#tick(jumped);
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

  _join(kept: Kept): void {
    this.#kept.add(kept);
    this._connection.store = kept._store;
  }

  /** Removes a lease; the last one releases the seat. */
  async _leave(kept: Kept): Promise<void> {
    this.#waiting._wake();
    if (!this.#kept.delete(kept)) return;
    // The user may close the store of this lease now, so the keeper uses that of another one.
    for (const { _store } of this.#kept) this._connection.store = _store;
    if (this.#kept.size > 0) return;
    this.#isClosed = true;
    this.#terms.onClosed();
    this.#pause?._cancel();
    this.#endSeat();
    const { timers } = this._connection;
    const timer = timers._start(MAX_RELEASE_MS);
    await timers._keepAlive(Promise.race([this.#release(), timer._done]));
    timer._cancel();
  }

  /** Begins an attempt to claim a seat or to extend the window, unless one is running. */
  _renew(): void {
    if (this.#isClosed || this.#attempt !== undefined) return;
    this.#begin();
  }

  #begin(): void {
    const attempt = this.#supersede();
    // In a microtask, so that a call of `next` never runs the store's code.
    void Promise.resolve().then(() => this.#perform(attempt));
  }

  /**
   * Begins an attempt in the place of the one that was running, which does nothing more. If a swap of it is made later,
   * that is as if its answer had been lost.
   */
  #supersede(): Pulse {
    this.#attempt?._stop();
    return (this.#attempt = new Pulse(this._connection.timers));
  }

  /**
   * Where timers do not run, renews when it is time, and returns a promise to wait for: a request that does not wait may
   * be over before. One call waits for an attempt; the others have a window. For them it returns `undefined`.
   */
  _renewIfDue(): Promise<void> | undefined {
    const isDue = this.#held !== undefined && this.#failures === 0 && this.#isDue;
    if (!isDue || this.#isClosed) return undefined;
    this._renew();
    if (this.#awaited === this.#attempt && this.#attempt?._isAlive === true) return undefined;
    this.#awaited = this.#attempt;
    // Whoever asked still has a window, so errors are for the next attempt.
    return this._whenRenewed(MAX_EARLY_MS, () => this.#attempt === undefined).catch(() => undefined);
  }

  /** Whether calls begin an attempt, if no timer has. */
  get #isDue(): boolean {
    return monotonic() >= this._clock._dueAt;
  }

  /** Called by calls that make IDs: where timers don't run, the window is extended from here. */
  #tick(jumped: boolean): void {
    if (this.#held === undefined || this.#isClosed) return;
    if (jumped && !this.#isSuspended) {
      this.#isSuspended = true;
      this.#seat?._move(0, 0);
      this._renew();
    } else if (this.#isDue) {
      this._renew();
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
      this._renew();
      while (!isOver) {
        const isRenewed = await this.#waiting._whenWoken(given);
        if (isDone()) return;
        if (!isRenewed) this.#look();
        else if (this._lastError !== undefined && !isTemporary(this._lastError, this.#hadSeat)) throw this._lastError;
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

  /**
   * Begins an attempt in the place of one that has stopped, and if it is time and no timer has begun one. Called after a
   * wait: if the thread was busy before, the timers of a live attempt have run meanwhile.
   */
  #look(): void {
    if (this.#isClosed) return;
    if (this.#attempt === undefined ? this.#isDue : !this.#attempt._isAlive) this.#begin();
  }

  async #perform(attempt: Pulse): Promise<void> {
    const isSuperseded = (): boolean => this.#attempt !== attempt;
    this.#pause?._cancel();
    const task = this.#held === undefined || this.#isLost ? "claim" : "extend";
    const began = monotonic();
    const notice = this._connection.timers._start(NOTICE_MS);
    void notice._done.then(() => {
      if (this.#held !== undefined || isSuperseded()) return;
      this._lastError ??= noAnswer(NOTICE_MS);
      this.#notify();
    });
    let pause: number;
    try {
      const outcome = await this.#claimant._perform(task, {
        observe: (reading, asked) => {
          this._clock._observe(reading, asked);
        },
        canTake: (key) => this.#canTake(key),
        isSuperseded,
        usedUntil: 0,
      });
      if (outcome === undefined) return;
      pause = await this.#handle(outcome, isSuperseded);
      if (isSuperseded()) return;
      this.#failures = 0;
    } catch (error) {
      if (isSuperseded()) return;
      this._lastError = asFlakeError(error);
      this.#failures += 1;
      pause = this.#pauseAfterFailure(error instanceof SlowStore, elapsed(began));
    } finally {
      notice._cancel();
    }
    attempt._stop();
    this.#attempt = undefined;
    this._clock._dueAt = monotonic() + 1.5 * Math.max(pause, MIN_PAUSE_MS);
    this.#schedule(pause);
    this.#waiting._wake();
    this.#notify();
  }

  /** Takes over what has come of a task. Returns when to try again, in ms. */
  async #handle({ word, time, section }: Outcome, isSuperseded: () => boolean): Promise<number> {
    switch (word) {
      case "done":
        this._lastError = undefined;
        this.#refusals = 0;
        if (section !== undefined) this.#adopt(section);
        await this.#takeOver(isSuperseded);
        return this.#seats._section.window / 3;
      case "lost":
        this.#isLost = true;
        return 0;
      case "unknown":
        this.#claimant = newClaimant(this._connection, this.#terms.text);
        this.#isLost = true;
        return 0;
      case "wait":
        this._lastError = waitForGrace(this._connection.space, time);
        return Math.min(this.#untilTime(time), MAX_RETRY_MS);
      case "full":
        this._lastError = noFreeSeat(this._connection.space, time);
        return Math.min(this.#untilTime(time), this.#pauseWhenFull());
    }
  }

  /** The time until another attempt when one has failed, which took so many ms. */
  #pauseAfterFailure(isSlow: boolean, tookMs: number): number {
    const pause = Math.min(MIN_PAUSE_MS * 2 ** this.#failures, this.#seats._section.window / 3);
    // A store that has more to do than it can must get less to do. But one that has not answered may have lost a message,
    // and then a window that runs can be extended in time.
    const left = (this._until ?? 0) - this._clock._read();
    const patience = isSlow || left <= 0 ? tookMs : Math.min(tookMs, left / 2);
    return Math.min(Math.max(pause, patience), MAX_RETRY_MS);
  }

  /** The time until another attempt when no seat was free: longer each time, because such attempts read many records. */
  #pauseWhenFull(): number {
    const pause = MAX_PAUSE_MS * 2 ** this.#refusals;
    this.#refusals += 1;
    return Math.min(pause, this.#seats._section.window / 4, MAX_RETRY_MS);
  }

  /** The time from now until a time of the store, in ms: more than 0, although the estimated clock may be past it. */
  #untilTime(time = Number.POSITIVE_INFINITY): number {
    return Math.max(1, time + 1 - this._clock._read());
  }

  /** Takes over the terms of the server. */
  #adopt(section: Section): void {
    try {
      this.#seats = this.#seats._with(section);
    } catch (error) {
      throw storeFailed(`the terms of the server do not suit the lease: ${(error as Error).message}`, error);
    }
  }

  /** Gives the seat and the window that the claimant holds to the leases. */
  async #takeOver(isSuperseded: () => boolean): Promise<void> {
    const held = this.#claimant._held;
    if (held === undefined || this.#isClosed) return;
    try {
      // After a migration, a seat of the same name can have other sequence numbers.
      if (this.#seat?._isOf(this.#seats, held) !== true) this.#moveTo(held);
    } catch (error) {
      // For example, a generator of this process has got the numbers of the seat meanwhile.
      await this.#giveBack(held.from, isSuperseded);
      throw error;
    }
    this.#held = held;
    this.#hadSeat = true;
    this.#isLost = false;
    this.#isSuspended = false;
    this.#seat?._move(Math.max(held.from, this.#floor), held.until);
  }

  /** Takes another seat, and moves the leases to it. */
  #moveTo(held: Held): void {
    const seat = new LeasedSeat(this.#seats, this.#terms.spaceNumber, held);
    try {
      for (const kept of this.#kept) kept._move(seat);
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
    return canTake(this.#seats, ...readSeatKey(key));
  }

  /** Tells the store that the seat is free, after the attempt that is running. */
  async #release(): Promise<void> {
    // Without an attempt, nothing is waited for: a page that is left sends at once, or not at all.
    while (this.#attempt !== undefined) {
      const isOver = await this.#waiting._whenWoken();
      if (!isOver && !this.#attempt._isAlive) break;
    }
    const attempt = this.#supersede();
    await this.#giveBack(this.#floor, () => this.#attempt !== attempt);
    attempt._stop();
    this.#claimant._close();
  }

  /** Tells the store that the seat is free. If that fails, the window ends by itself. */
  async #giveBack(usedUntil: number, isSuperseded: () => boolean): Promise<void> {
    try {
      await this.#claimant._perform("release", {
        observe: () => undefined,
        canTake: () => true,
        isSuperseded,
        usedUntil,
      });
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

  #notify(): void {
    for (const kept of this.#kept) kept._notify();
  }
}

/** A claimant that claims from a store, or by its server. */
function newClaimant(connection: Connection<AnyStore>, terms: string): SeatClaimant {
  if (isServer(connection.store)) return new ServerClaimant(connection as Connection<LeaseServer>, terms);
  return new StoreClaimant(connection as Connection, terms);
}
