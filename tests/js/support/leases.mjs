// For the suites of leases: a store that a test controls, and clocks that it moves.

import assert from "node:assert/strict";
import { FlakeError } from "flakekit";

/** A store in memory whose clock, generation and failures a test decides. */
export class ControlledStore {
  durable = true;
  generation = "g1";
  /** Called before each call of the store with its name; may throw, or return a promise to wait for. */
  before = () => undefined;
  /** Changes the answer of a read. */
  change = (answer) => answer;
  /** The calls so far. */
  calls = [];
  #spaces;
  #clock;

  constructor({ clock = Date.now, spaces = new Map() } = {}) {
    this.#clock = clock;
    this.#spaces = spaces;
  }

  /** Another connection to the same records, as another process has it. */
  connect() {
    return new ControlledStore({ clock: this.#clock, spaces: this.#spaces });
  }

  /** The records of a space, by key. */
  records(space) {
    const records = this.#spaces.get(space) ?? new Map();
    this.#spaces.set(space, records);
    return records;
  }

  /** The records of seats, each with its key, owner, from and until. */
  seats(space) {
    return [...this.records(space)]
      .filter(([key]) => key !== "head")
      .map(([key, record]) => {
        const [, owner, from, until] = record.match(/^1 owner=(.+) from=(\d+) until=(\d+)(?: holder=\w+)?$/);
        return { key, owner, from: Number(from), until: Number(until) };
      });
  }

  async read(space, keys) {
    this.calls.push("read");
    await this.before("read");
    const records = keys.map((key) => this.records(space).get(key) ?? null);
    return this.change({ now: this.#clock(), generation: this.generation, records });
  }

  async swap(space, key, previous, next, guard) {
    this.calls.push("swap");
    await this.before("swap");
    const records = this.records(space);
    const isAsRead =
      (records.get(key) ?? null) === previous &&
      (records.get("head") ?? null) === guard.head &&
      guard.generation === this.generation &&
      this.#clock() < guard.before;
    if (isAsRead) records.set(key, next);
    return isAsRead;
  }
}

/** Replaces the clocks of this process, for one test. */
export class Clocks {
  #wall = Date.now();
  #monotonic = performance.now();
  #store = Date.now();

  /** `context` is the context of the test. At the end of the test, the real clocks come back. */
  constructor(context) {
    const { now } = Date;
    Date.now = () => this.#wall;
    performance.now = () => this.#monotonic;
    context.after(() => {
      Date.now = now;
      delete performance.now;
    });
  }

  /** The clock of a store. */
  store = () => this.#store;

  /** Lets time pass on all clocks. */
  advance(ms) {
    this.#wall += ms;
    this.#monotonic += ms;
    this.#store += ms;
  }

  /** Sets the wall clock, as a person or a time server does. */
  stepWall(ms) {
    this.#wall += ms;
  }

  /** Lets the computer sleep: the monotonic clock stands still. */
  sleep(ms) {
    this.#wall += ms;
    this.#store += ms;
  }

  /** Lets the monotonic clock and the wall clock drift against the store's clock. */
  drift(ms) {
    this.#wall += ms;
    this.#monotonic += ms;
  }
}

/** Asserts that a promise is rejected with a FlakeError of this code and these words. Returns the error. */
export async function rejected(code, promise, ...words) {
  const error = await promise.then(
    (value) => assert.fail(`not rejected, but ${value}`),
    (error) => error,
  );
  assert.ok(error instanceof FlakeError, `not a FlakeError: ${error?.stack}`);
  assert.equal(error.code, code, error.message);
  for (const word of words) assert.ok(error.message.includes(word), `'${word}' is not in: ${error.message}`);
  return error;
}

/** Asserts that a store refuses requests that break the limits of stores. */
export async function refusesWrongRequests(store) {
  const guard = { head: null, generation: "g", before: 1 };
  const calls = [
    store.read("a\nb", []),
    store.read("a", ["\n"]),
    store.swap("a", "k", null, "ä", guard),
    store.swap("a", "k", null, "r", { ...guard, before: NaN }),
  ];
  for (const call of calls) await rejected("STORE_FAILED", call, "asked wrongly");
}

/** Resolves when a condition holds, which is looked at after each turn of the event loop. */
export async function until(condition) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 1));
}
