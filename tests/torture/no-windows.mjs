// A store that grants seats as other libraries do: each seat is a lock with a time to live.
//
// The lock ends soon, and a timer renews it. The lease is told a window that ends much later, so it does not know when the
// lock ends. A process that was stopped or blocked goes on with a seat that another process has got in the meantime.

import { parseSeat } from "./lib/journal.mjs";

/** The windows that leases are told, in ms. */
export const TOLD_WINDOW_MS = 60_000;

/** How long a lock lives without a renewal, in ms. */
const TIME_TO_LIVE_MS = 500;

/** How often locks are renewed, in ms. */
const HEARTBEAT_MS = 100;

export class LockStore {
  #store;
  /**
   * The locks that this process has, by space and key: the record that the lease was told, and the record in the store.
   */
  #locks = new Map();

  constructor(store) {
    this.#store = store;
    setInterval(() => {
      for (const lock of this.#locks.values()) this.#renew(lock).catch(() => undefined);
    }, HEARTBEAT_MS).unref();
  }

  get durable() {
    return this.#store.durable;
  }

  async read(space, keys) {
    const answer = await this.#store.read(space, keys);
    const records = answer.records.map((record, i) => {
      const lock = this.#locks.get(`${space} ${keys[i]}`);
      return lock?.stored === record ? lock.told : record;
    });
    return { ...answer, records };
  }

  async swap(space, key, previous, next, guard) {
    if (key === "head") return this.#store.swap(space, key, previous, next, guard);
    const name = `${space} ${key}`;
    const lock = this.#locks.get(name);
    const before = lock?.told === previous ? lock.stored : previous;
    const isRelease = parseSeat(next).owner === "-";
    const stored = isRelease ? next : await this.#shortened(space, next);
    const applied = await this.#store.swap(space, key, before, stored, guard);
    if (applied && isRelease) this.#locks.delete(name);
    else if (applied) this.#locks.set(name, { space, key, stored, told: next });
    return applied;
  }

  /** Renews a lock, unless somebody else has it. */
  async #renew(lock) {
    const { space, key, stored } = lock;
    const { now, generation, records } = await this.#store.read(space, ["head", key]);
    const [head, record] = records;
    if (record !== stored) return;
    const next = await this.#shortened(space, stored);
    const guard = { head, generation, before: now + TIME_TO_LIVE_MS };
    if (await this.#store.swap(space, key, stored, next, guard)) lock.stored = next;
  }

  /** A record whose window ends with the time to live. */
  async #shortened(space, record) {
    const { owner, from } = parseSeat(record);
    const { now } = await this.#store.read(space, []);
    return `1 owner=${owner} from=${from} until=${Math.max(from, now + TIME_TO_LIVE_MS)}`;
  }
}
