// The totals of a run so far.

import { countIds } from "./journal.mjs";

/** The errors that faults cause. */
const EXPECTED = ["LEASE_EXPIRED", "NO_FREE_SEAT", "WAIT_TOO_LONG"];

/** The errors of all stores that faults cause: processes that were stopped, or that other processes have overtaken. */
const EXPECTED_OF_STORES = /ENOSPC|has not answered within|did not answer|is too slow|changed during each of/;

export class Totals {
  #folder;
  #spaces;
  #crew;
  #log;
  #explained;
  #started;
  /** How many IDs were made by processes that have ended. */
  #ended = new Map();
  #errors = new Map();
  #unexpected = new Set();

  /** `explained` are the errors of the store that faults of its engine cause. */
  constructor({ folder, spaces, log, explained }) {
    this.#folder = folder;
    this.#spaces = spaces;
    this.#log = log;
    this.#explained = explained;
  }

  start(crew) {
    this.#crew = crew;
    this.#started = performance.now();
  }

  get elapsed() {
    return performance.now() - this.#started;
  }

  get ids() {
    return this.#crew.runs.reduce((sum, child) => sum + this.#idsOf(child), 0);
  }

  #idsOf({ run, hasEnded }) {
    const known = this.#ended.get(run);
    if (known !== undefined) return known;
    const count = this.#spaces.reduce((sum, { name }) => sum + countIds(this.#folder, name, run), 0);
    if (hasEnded) this.#ended.set(run, count);
    return count;
  }

  addError(code, message) {
    const isOfStore = code === "STORE_FAILED";
    const cause = isOfStore ? (EXPECTED_OF_STORES.exec(message) ?? this.#explained.exec(message))?.[0] : undefined;
    increase(this.#errors, cause === undefined ? code : `${code} (${cause})`);
    if (!EXPECTED.includes(code) && cause === undefined) this.#unexpected.add(`${code}: ${message}`);
  }

  line() {
    const seconds = (this.elapsed / 1000).toFixed(0).padStart(5);
    return `${seconds} s  ${this.ids} IDs; faults: ${counts(this.#log.counts)}; errors: ${counts(this.#errors)}`;
  }

  /** The failures apart from repeated IDs. */
  failures(ids) {
    const unexpected = [...this.#unexpected].map((error) => `unexpected error: ${error}`);
    return this.ids < ids ? [...unexpected, `fewer than ${ids} IDs`] : unexpected;
  }
}

function increase(counts, name) {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function counts(map) {
  const parts = [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${count} ${name}`);
  return parts.join(", ") || "none";
}
