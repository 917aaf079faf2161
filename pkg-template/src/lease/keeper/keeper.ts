// Keeps a seat for all leases of one space and store in this thread: claims it, extends its window, releases it.
//
// The keeper does the I/O and runs the timers. `src/lease/keeper.rs` decides which task comes next and when. A keeper makes no
// decision that uniqueness depends on: the protocol (`src/lease/` in Rust) and the sequencer make such decisions. At worst, a
// mistake here makes leases refuse IDs.

import { addAbortListener, type FlakeError, removeAbortListener } from "../../values/index.js";
import { elapsed, monotonic, StoreClock } from "./clock.js";
import { type LeaseParts, newClaimant } from "./claimants.js";
import type { SeatCounts } from "./holder.js";
import type { Outcome, SeatClaimant } from "./perform.js";
import { type Held, KeeperState, type Moment, type Section } from "../protocol/index.js";
import { Pulse } from "./pulse.js";
import { asFlakeError, isTemporary, noAnswer, noFreeSeat, noWindow, waitForGrace } from "./reasons.js";
import { canTake, LeasedSeat } from "./seat.js";
import type { Seats } from "./seats.js";
import { type AnyStore, type Connection, lossIn, SlowStore } from "./connection.js";
import { HAS_LOST, type Losing, LOOK_MS, storeFailed, type Timer } from "../stores/index.js";
import { Waiting } from "./waiting.js";

/** The part of a lease that its keeper uses. */
export interface Kept {
  /** The store that the user gave. */
  readonly _store: AnyStore;
  /** Moves the lease's generator to another seat. */
  _move(seat: LeasedSeat): void;
  /** Called when something may have changed that `status` shows. */
  _notify(): void;
}

/** The space of a keeper, and the terms and settings of its leases. */
export interface KeeperTerms {
  /** The parts that the entry of the first lease brings. */
  readonly parts: LeaseParts;
  /** The seats of the first lease. */
  readonly seats: Seats;
  /** The terms as text, and the layout of the IDs among them. */
  readonly text: string;
  readonly layout: string;
  /** In ms. If the wall clock moves further against the monotonic clock, the window is closed until it has been extended. */
  readonly maxJump: number;
  /** The number by which the core knows the space. */
  readonly spaceNumber: number;
  /** How many seats of the space keepers of this thread have. */
  readonly countSeats: () => number;
  /** Called when the last lease has left. */
  readonly onClosed: () => void;
}

/** The longest wait of a call of `nextAsync` for a window that it does not need yet, in ms. */
const MAX_EARLY_MS = 1_000;

/** After this many ms without an answer to a claim, leases are told. */
const NOTICE_MS = 2_000;

/** How long a call of `close` waits for the release, in ms. */
const MAX_RELEASE_MS = 2_000;

export class Keeper {
  readonly _connection: Connection<AnyStore>;
  readonly _clock: StoreClock;
  readonly #terms: KeeperTerms;
  readonly #kept = new Set<Kept>();
  #claimant: SeatClaimant;
  readonly #rules: KeeperState;
  /** If the leases are of a server, the server decides the section of the seats. */
  #seats: Seats;
  /** The seat in the core. */
  #seat: LeasedSeat | undefined;
  #isClosed = false;
  /** The attempt that is running. */
  #attempt: Pulse | undefined;
  /** The last attempt that a call has waited for although it had a window: see `_renewIfDue`. */
  #awaited: Pulse | undefined;
  #pause: Timer | undefined;
  /** The calls that wait for the end of an attempt, or for a lease to leave. */
  readonly #waiting: Waiting;
  /** Tells whether the store has lost the records, if it can tell. */
  #isLost: (() => boolean) | undefined;
  /** The reading of the monotonic clock from which on the store is asked, before an ID is made. */
  #lookAt = 0;
  /** The error of the last attempt. */
  _lastError: FlakeError | undefined;

  constructor(connection: Connection<AnyStore>, terms: KeeperTerms) {
    this._connection = connection;
    this.#terms = terms;
    this.#seats = terms.seats;
    this.#waiting = new Waiting(connection.timers, terms.parts._engine._isWorker);
    this.#claimant = newClaimant(terms.parts, connection, terms);
    this.#rules = new KeeperState(terms.parts._keeperCore());
    this._clock = new StoreClock(terms.maxJump, (hasJumped) => {
      this.#tick(hasJumped);
    });
  }

  get _seat(): LeasedSeat | undefined {
    return this.#seat;
  }

  /** The end of the window, in Unix ms of the store's clock. */
  get _until(): number | undefined {
    return this.#seat === undefined ? undefined : this.#rules._until;
  }

  get _state(): "claiming" | "held" | "expired" | "closed" {
    return this.#isClosed ? "closed" : this.#rules._at(this._clock._read());
  }

  _join(kept: Kept): void {
    this.#kept.add(kept);
    this.#use(kept._store);
  }

  /** Removes a lease; the last one releases the seat. */
  async _leave(kept: Kept): Promise<void> {
    this.#waiting._wake();
    if (!this.#kept.delete(kept)) return;
    // The user may close the store of this lease now, so the keeper uses the store of another lease.
    for (const { _store } of this.#kept) this.#use(_store);
    if (this.#kept.size > 0) return;
    this.#isClosed = true;
    this.#terms.onClosed();
    this.#pause?._cancel();
    const usedUntil = this.#endSeat();
    const { timers } = this._connection;
    const timer = timers._start(MAX_RELEASE_MS);
    await timers._keepAlive(Promise.race([this.#release(usedUntil), timer._done]));
    timer._cancel();
  }

  #use(store: AnyStore): void {
    this._connection.store = store;
    this.#isLost = lossIn(this._connection);
  }

  /** Begins an attempt to claim a seat or to extend the window, unless one is running. */
  _renew(): void {
    if (this.#isClosed || this.#attempt !== undefined) return;
    this.#begin();
  }

  #begin(): void {
    const attempt = this.#supersede();
    // The attempt begins in a microtask, so that a call of `next` never runs the store's code.
    void Promise.resolve().then(() => this.#perform(attempt));
  }

  /**
   * Puts another attempt in the place of the running one, which does nothing more. A swap that the earlier attempt has sent
   * may still be applied; for the protocol, that is a swap whose answer was lost.
   */
  #supersede(): Pulse {
    this.#attempt?._stop();
    return (this.#attempt = new Pulse(this._connection.timers));
  }

  /**
   * Begins an attempt if it is due, because timers do not run in all runtimes. In a Worker an attempt ends with the request
   * that began it. So the first call for each attempt gets a promise to wait for. Other calls get `undefined`: they need not
   * wait, because there is a window.
   */
  _renewIfDue(): Promise<void> | undefined {
    if (this.#isClosed || !this.#rules._isWorthWaiting(monotonic())) return undefined;
    this._renew();
    if (this.#awaited === this.#attempt && this.#attempt?._isAlive === true) return undefined;
    this.#awaited = this.#attempt;
    // The caller still has a window, so an error does not concern it.
    return this._whenRenewed(MAX_EARLY_MS, () => this.#attempt === undefined).catch(() => undefined);
  }

  /**
   * Called by calls that make IDs: where timers don't run, the window is extended from here. The window is closed if a
   * clock has jumped, or if the store has lost the records: see `stores/lost.ts`.
   */
  #tick(isDoubtful: boolean): void {
    if (this.#isClosed) return;
    const now = monotonic();
    const demand = this.#rules._demand(now, this.#hasLost(now) || isDoubtful);
    this.#setDue();
    if (demand === "suspend") this.#seat?._move(0, 0);
    if (demand !== "nothing") this._renew();
  }

  /** Whether a look that is due finds that the store has lost the records. */
  #hasLost(now: number): boolean {
    if (this.#isLost === undefined || now < this.#lookAt) return false;
    const hasLost = this.#isLost();
    // After a loss each ID needs a look, because a window of an attempt that runs can come late.
    this.#lookAt = hasLost ? 0 : now + LOOK_MS;
    return hasLost;
  }

  /** Sets when calls that make IDs call `#tick`. */
  #setDue(): void {
    const due = this.#rules._due;
    this._clock._dueAt = this.#isLost === undefined ? due : Math.min(due, this.#lookAt);
  }

  /**
   * Waits for `ms` at most until `isDone` holds. `isDone` is tested after each attempt, when a lease leaves, and at
   * intervals. Throws the reason if `isDone` does not hold in the end; or at once, if another attempt cannot help.
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
        else if (this._lastError !== undefined && !isTemporary(this._lastError, this.#seat !== undefined))
          throw this._lastError;
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
   * Begins an attempt if the last one has stopped without an end, or if one is due and no timer has begun it. Called after a
   * wait: if the thread was busy before, the timers of a live attempt have run meanwhile.
   */
  #look(): void {
    if (this.#isClosed) return;
    const mustBegin = this.#attempt === undefined ? monotonic() >= this.#rules._due : !this.#attempt._isAlive;
    if (mustBegin) this.#begin();
  }

  async #perform(attempt: Pulse): Promise<void> {
    const isSuperseded = (): boolean => this.#attempt !== attempt;
    this.#pause?._cancel();
    const task = this.#rules._claims ? "claim" : "extend";
    const began = monotonic();
    const notice = this._connection.timers._start(NOTICE_MS);
    void notice._done.then(() => {
      if (this.#seat !== undefined || isSuperseded()) return;
      this._lastError ??= noAnswer(NOTICE_MS);
      this.#notify();
    });
    let pause: number;
    try {
      const outcome = await this.#claimant._perform(task, {
        observe: (reading, asked) => {
          this._clock._observe(reading, asked);
        },
        canTake: (node, share) => canTake(this.#seats, node, share),
        isSuperseded,
        usedUntil: 0,
      });
      if (outcome === undefined) return;
      pause = await this.#handle(outcome, isSuperseded);
      if (isSuperseded()) return;
    } catch (error) {
      if (isSuperseded()) return;
      this._lastError = asFlakeError(error);
      if ((this._lastError as Losing)[HAS_LOST] === true) this.#tick(true);
      pause = this.#rules._failed(error instanceof SlowStore, elapsed(began), this.#moment);
    } finally {
      notice._cancel();
    }
    attempt._stop();
    this.#attempt = undefined;
    this.#setDue();
    this.#schedule(pause);
    this.#waiting._wake();
    this.#notify();
  }

  /** Takes over the outcome of a task. Returns the time until the next attempt, in ms. */
  async #handle({ word, time, taken, held, section }: Outcome, isSuperseded: () => boolean): Promise<number> {
    if (word === "done") {
      this._lastError = undefined;
      if (section !== undefined) this.#adopt(section);
      if (held !== undefined && !this.#isClosed) await this.#takeOver(held, isSuperseded);
    }
    if (word === "wait") this._lastError = waitForGrace(this._connection.space, time);
    if (word === "full")
      this._lastError = noFreeSeat(
        this._connection.space,
        time,
        taken && this.#claimant._whoHas?.(this.#counts, taken),
      );
    // The state of the claimant was lost with the engine's stack. The claimant can extend nothing.
    if (word === "unknown") this.#claimant = newClaimant(this.#terms.parts, this._connection, this.#terms);
    const end = word === "unknown" ? "lost" : word;
    return this.#rules._ended(end, time, this.#moment);
  }

  /** How many seats the section has, and how many seats of the space the leases of this thread have. */
  get #counts(): SeatCounts {
    const { first, last, shares } = this.#seats._section;
    return [(last - first + 1) * shares, this.#terms.countSeats()];
  }

  get #moment(): Moment {
    return { window: this.#seats._section.window, now: monotonic(), clock: this._clock._read() };
  }

  /** Takes over the terms of the server. */
  #adopt(section: Section): void {
    try {
      this.#seats = this.#seats._with(section);
    } catch (error) {
      throw storeFailed(`the terms of the server do not suit the lease: ${(error as Error).message}`, error);
    }
  }

  /** Gives the seat and the window that were granted to the leases. */
  async #takeOver(held: Held, isSuperseded: () => boolean): Promise<void> {
    try {
      const { _range: range } = this.#seats._numbers(held.node, held.share);
      const granted = { ...held, range };
      if (this.#rules._movesTo(granted)) this.#moveTo(held);
      this.#seat?._move(this.#rules._take(granted), held.until);
      // The records may have been lost since the swap.
      this.#lookAt = 0;
      this.#tick(false);
    } catch (error) {
      // For example, a generator of this process has got the numbers of the seat meanwhile.
      await this.#giveBack(held.from, isSuperseded);
      throw error;
    }
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

  /** Gives up the seat of the leases. Returns the Unix ms up to which this seat and earlier seats were used. */
  #endSeat(): number {
    const seat = this.#seat;
    this.#seat = undefined;
    return this.#rules._leave(seat?._end() ?? 0);
  }

  /** Tells the store that the seat is free, when the running attempt has ended or stopped. */
  async #release(usedUntil: number): Promise<void> {
    // If no attempt runs, the release is sent at once: a page that is left sends nothing later.
    while (this.#attempt !== undefined) {
      const isOver = await this.#waiting._whenWoken();
      if (!isOver && !this.#attempt._isAlive) break;
    }
    const attempt = this.#supersede();
    await this.#giveBack(usedUntil, () => this.#attempt !== attempt);
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
    this.#pause = this._connection.timers._start(ms);
    void this.#pause._done.then(() => this._renew());
  }

  #notify(): void {
    for (const kept of this.#kept) kept._notify();
  }
}
