// The stores of a child, whose swaps are written down. Faults make their calls fail, or end the process.

import { STORES } from "../stores.mjs";
import { writeSwap } from "./journal.mjs";

/** Opens the store of a kind, which is a name of `STORES`. */
export async function openStore(kind, connection, { slot, faults, journal }) {
  const { child, options, wrap = (store) => store } = STORES[kind];
  const { open } = await child();
  const store = new FaultyStore(await open(connection, { slot, faults, options }), faults);
  return new WrittenStore(wrap(store), journal);
}

/** The faults of a child's stores, and the points at which it can be killed. */
export class Faults {
  #clock;
  #fullUntil = Number.NEGATIVE_INFINITY;
  #crashPoint;

  /** `clock` gives ms. */
  constructor(clock) {
    this.#clock = clock;
  }

  /** Pretends for `ms` ms that the disk is full. */
  fillDisk(ms) {
    this.#fullUntil = this.#clock() + ms;
  }

  /** Lets the process die, as by kill -9, when it comes to this point. */
  crashAt(point) {
    this.#crashPoint = point;
  }

  passDisk() {
    if (this.#clock() >= this.#fullUntil) return;
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  }

  pass(point) {
    if (this.#crashPoint === point) process.kill(process.pid, "SIGKILL");
  }
}

class FaultyStore {
  #store;
  #faults;

  constructor(store, faults) {
    this.#store = store;
    this.#faults = faults;
  }

  get durable() {
    return this.#store.durable;
  }

  async read(space, keys) {
    this.#faults.passDisk();
    return this.#store.read(space, keys);
  }

  async swap(...args) {
    this.#faults.passDisk();
    this.#faults.pass("before a swap");
    const applied = await this.#store.swap(...args);
    this.#faults.pass("after a swap");
    return applied;
  }
}

/** The number of the last swap of this process. */
let swaps = 0;

/**
 * Writes down each swap before it is made, and its outcome before the lease learns it. Sometimes the outcome is known
 * only when the record is read: after an error, and after a client has sent a swap again, whose second attempt was
 * refused.
 */
class WrittenStore {
  #store;
  #journal;
  /** The numbers of the swaps that were not confirmed, by space, key and record. */
  #unconfirmed = new Map();

  constructor(store, journal) {
    this.#store = store;
    this.#journal = journal;
  }

  get durable() {
    return this.#store.durable;
  }

  async read(space, keys) {
    const answer = await this.#store.read(space, keys);
    answer.records.forEach((record, i) => {
      const name = `${space} ${keys[i]} ${record}`;
      const number = this.#unconfirmed.get(name);
      if (number === undefined) return;
      this.#write({ number, applied: true });
      this.#unconfirmed.delete(name);
    });
    return answer;
  }

  async swap(space, key, previous, next, guard) {
    const number = ++swaps;
    const name = `${space} ${key} ${next}`;
    this.#write({ number, space, key, previous, next });
    this.#unconfirmed.set(name, number);
    const applied = await this.#store.swap(space, key, previous, next, guard);
    // The outcome is not written if a read has already shown that the swap was applied.
    if (applied || this.#unconfirmed.has(name)) this.#write({ number, applied });
    if (applied) this.#unconfirmed.delete(name);
    return applied;
  }

  #write(entry) {
    writeSwap(this.#journal.folder, this.#journal.run, entry);
  }
}
