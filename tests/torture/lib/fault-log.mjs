// The faults of a run, with their times in ms of `hostTime`.

import { hostTime } from "./host-time.mjs";

export class FaultLog {
  /** Faults of the engine, which strike all children, one after the other: `{ name, start, end }`. */
  ofEngine = [];
  /** Faults of children, by slot. */
  ofSlots = new Map();
  /** The number of faults by name. */
  counts = new Map();

  /** Adds a fault that begins now, in the slots of children, for `ms` ms. */
  addOfChildren(name, children, ms) {
    const start = hostTime();
    for (const { slot } of children) {
      const faults = this.ofSlots.get(slot) ?? [];
      this.ofSlots.set(slot, faults);
      faults.push({ name, start, end: start + ms });
    }
    this.#count(name);
  }

  /** Adds a fault of the engine that began at `start` and ends now. */
  addOfEngine(name, start) {
    this.ofEngine.push({ name, start, end: hostTime() });
    this.#count(name);
  }

  /** The number of all faults. */
  get count() {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  #count(name) {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}
