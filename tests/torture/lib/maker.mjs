// Makes the IDs of one space in a child, in all ways and at a given rate, and writes them down.

import { setTimeout as sleep } from "node:timers/promises";
import { batch } from "flakekit";
import { lease } from "flakekit/lease";
import { monotonic } from "./clocks.mjs";
import { IdJournal, TimeJournal } from "./journal.mjs";
import { CLOCK_SKEW_MS } from "./spaces.mjs";

/** The longest time of a burst, and the longest pause between two bursts, in ms. */
const BURST_MS = 10;
const PAUSE_MS = 8;

/** The longest time whose missing IDs are made afterwards, in ms. */
const ARREARS_MS = 200;

/** How long a lease is waited for, in windows, and in ms at most. */
const MAX_WAIT = { windows: 6, ms: 10_000 };

/** The policies of leases for a tick that is used up and for a window that has passed. */
const POLICIES = [
  { weight: 3, onExhausted: "wait" },
  { onExhausted: "wait", maxLag: 0 },
  { onExhausted: "lead", maxLead: 20 },
  { onExhausted: "lead", maxLead: 400 },
  { onExhausted: "lead", maxLead: 400, maxLag: 50 },
  { onExhausted: "lead", maxLead: 10_000 },
];

export class Maker {
  #space;
  #store;
  #window;
  #rate;
  #random;
  #faults;
  #note;
  #tellOfIds;
  #hasIds = false;
  #journal;
  #times;
  #ids;
  #madeAt = monotonic();
  #isReopening = false;
  #isClosed = false;

  /** `rate` is in IDs per ms. `note` is called with each error, `tellOfIds` when the first IDs of a main space are made. */
  constructor({ space, store, window, rate, random, faults, note, tellOfIds, journal: { folder, run } }) {
    this.#space = space;
    this.#store = store;
    this.#window = window;
    this.#rate = rate;
    this.#random = random;
    this.#faults = faults;
    this.#note = note;
    this.#tellOfIds = tellOfIds;
    this.#journal = new IdJournal(folder, space.name, run);
    this.#times = new TimeJournal(folder, space.name, run);
  }

  /** Opens leases and makes IDs, one lease after the other, until `close` is called. */
  async run() {
    while (!this.#isClosed) {
      try {
        const { weight: _, ...policy } = this.#random.pick(POLICIES);
        await this.#useLease(policy);
      } catch (error) {
        this.#note(error);
        await sleep(PAUSE_MS);
      }
    }
  }

  /** Closes the lease, and opens another one. */
  reopen() {
    this.#isReopening = true;
  }

  close() {
    this.#isClosed = true;
  }

  async #useLease(policy) {
    this.#ids = await lease(this.#space.format, {
      store: this.#store,
      space: this.#space.name,
      ...this.#space.terms,
      window: this.#window,
      clockSkew: CLOCK_SKEW_MS,
      maxWait: Math.min(MAX_WAIT.windows * this.#window, MAX_WAIT.ms),
      ...policy,
    });
    try {
      while (!this.#isClosed && !this.#isReopening) {
        await this.#burst();
        await sleep(this.#random.below(PAUSE_MS));
      }
    } finally {
      this.#isReopening = false;
      const ids = this.#ids;
      this.#ids = undefined;
      await ids.close();
    }
  }

  async #burst() {
    const now = monotonic();
    const due = Math.ceil(Math.min(now - this.#madeAt, ARREARS_MS) * this.#rate);
    this.#madeAt = now;
    try {
      await this.#random.pick(WAYS).make(this.#ids, due, (id) => this.#add(id), this.#space.format);
    } catch (error) {
      this.#note(error);
      await this.#waitForWindow();
    } finally {
      this.#write();
    }
  }

  async #waitForWindow() {
    try {
      this.#add(await this.#ids.nextAsync());
    } catch (error) {
      this.#note(error);
    }
  }

  /** Makes IDs for `ms` ms without a turn of the event loop. */
  block(ms) {
    const end = monotonic() + ms;
    try {
      while (monotonic() < end) {
        this.#add(this.#ids.next());
        this.#write();
        spin(0.5);
      }
    } catch (error) {
      this.#note(error);
      spin(end - monotonic());
    } finally {
      this.#write();
    }
  }

  get isHolding() {
    return this.#ids !== undefined;
  }

  #add(id) {
    this.#journal.add(this.#space.pack(id));
  }

  #write() {
    const count = this.#journal.write();
    if (count === 0) return;
    this.#times.write(count);
    if (this.#space.isMain && !this.#hasIds) this.#tellOfIds();
    this.#hasIds = true;
    this.#faults.pass("after IDs were written");
  }
}

/** Keeps the event loop busy. */
export function spin(ms) {
  const end = monotonic() + ms;
  while (monotonic() < end);
}

/** The ways to make up to `count` IDs of a lease. */
const WAYS = [
  {
    weight: 4,
    make(ids, count, add) {
      const end = monotonic() + BURST_MS;
      for (let i = 0; i < count && monotonic() < end; i++) add(ids.next());
    },
  },
  {
    weight: 4,
    make(ids, count, add) {
      for (const id of batch(ids, Math.min(count, 4096))) add(id);
    },
  },
  {
    make(ids, count, add, format) {
      const end = monotonic() + BURST_MS;
      for (let i = 0; i < count && monotonic() < end; i++) add(format.fromText(ids.nextText()));
    },
  },
  {
    async make(ids, count, add) {
      const end = monotonic() + BURST_MS;
      for (let i = 0; i < count && monotonic() < end; i++) add(await ids.nextAsync());
    },
  },
];
