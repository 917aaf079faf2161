// A lease's estimate of the store's clock.
//
// Each answer of the store gives a reading, and a monotonic clock carries the reading on. So it does not matter what
// the wall clock of this machine reads. The estimate never goes back, unless it was far ahead.

/** How fast the estimate runs, compared with the monotonic clock, while it is ahead of the store's clock. */
const SLOW = 0.5;

const systemPerformance = globalThis.performance as Performance | undefined;

/** The monotonic clock, in ms. */
export function monotonic(): number {
  return systemPerformance === undefined ? Date.now() : systemPerformance.now();
}

/** The ms since a reading of the monotonic clock; 0 if they are not positive and finite, as with the fake clock of a test. */
export function elapsed(since: number): number {
  const ms = monotonic() - since;
  return ms > 0 && ms < Number.POSITIVE_INFINITY ? ms : 0;
}

export class StoreClock {
  /** The wall clock's reading at the last estimate. */
  #wall = Number.NaN;
  #estimate = 0;
  #monotonic = 0;
  /** The estimate minus the monotonic clock. If `#target` is less, the offset sinks to it slowly. */
  #offset = Number.NEGATIVE_INFINITY;
  #target = Number.NEGATIVE_INFINITY;
  /** The wall clock minus the monotonic clock at the last answer of the store. */
  #difference = 0;
  readonly #maxJump: number;
  readonly #onDue: (jumped: boolean) => void;
  /** The monotonic clock's reading from which on `onDue` is called. */
  _dueAt = 0;

  /**
   * `onDue` is called from `_dueAt` on, and if the clock has jumped; at most once for each ms of the wall clock.
   * `jumped`: the wall clock has moved by more than `maxJump` ms against the monotonic clock since the last answer of
   * the store. For example, the computer slept: on some systems the monotonic clock stands still then.
   */
  constructor(maxJump: number, onDue: (jumped: boolean) => void) {
    this.#maxJump = maxJump;
    this.#onDue = onDue;
  }

  /**
   * The store's clock in whole Unix ms. It is called for each ID. Most calls cost a reading of the wall clock, which is
   * the fastest clock. This reading serves only to notice that a ms has passed.
   */
  readonly _read = (): number => {
    const wall = Date.now();
    return wall === this.#wall ? this.#estimate : this.#advance(wall);
  };

  #advance(wall: number): number {
    const now = this.#carryOn(wall);
    const jumped = Math.abs(wall - now - this.#difference) > this.#maxJump;
    if (jumped || now >= this._dueAt) this.#onDue(jumped);
    return this.#estimate;
  }

  /** Brings the estimate up to date, and returns the reading of the monotonic clock. */
  #carryOn(wall: number): number {
    const reading = monotonic();
    // The clock of a test may read anything.
    const now = Number.isFinite(reading) ? reading : this.#monotonic;
    if (this.#target < this.#offset && now > this.#monotonic) {
      this.#offset = Math.max(this.#target, this.#offset - (now - this.#monotonic) * (1 - SLOW));
    }
    this.#monotonic = now;
    this.#wall = wall;
    this.#estimate = Math.max(this.#estimate, Math.floor(now + this.#offset));
    return now;
  }

  /**
   * Takes a reading of the store's clock, from an answer to a question that was asked at `asked` of the monotonic clock.
   * The store's clock is now between the reading and the reading plus the time of the round trip. An estimate between these
   * bounds stays. An estimate below the bounds moves to the lower bound at once, and an estimate above them to the upper
   * bound slowly. The first estimate is set to the lower bound, and so is one that is above by more than `maxJump`: so a slow
   * answer makes no IDs that lead the store's clock, which other processes would make again after the records are deleted.
   */
  _observe(reading: number, asked: number): void {
    const wall = Date.now();
    const now = this.#carryOn(wall);
    const earliest = reading - now;
    const latest = asked < now ? reading + 1 - asked : earliest + 1;
    const isFarAhead = this.#estimate > now + latest + this.#maxJump;
    if (isFarAhead || this.#offset === Number.NEGATIVE_INFINITY) {
      this.#target = earliest;
      this.#offset = this.#target;
      this.#estimate = 0;
    } else {
      this.#target = Math.min(Math.max(this.#offset, earliest), latest);
      this.#offset = Math.max(this.#offset, this.#target);
    }
    this.#difference = wall - now;
    // Without a reading here, the next `_read` makes a new estimate, even in the same ms.
    this.#wall = Number.NaN;
  }

  /** The store's clock minus the wall clock, in ms. */
  get _offset(): number {
    return this._read() - this.#wall;
  }
}
