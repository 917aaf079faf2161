// Calls of the store under test.

import type * as api from "../../../types/lease/store.js";
import { Failure, shown } from "./failure.js";
import type { Limits } from "./deadline.js";
import type { Watch } from "./watch.js";

/** An answer to a read, whose parts have the types that the interface promises. */
export interface Answer {
  readonly _now: number;
  readonly _generation: string;
  readonly _records: readonly (string | null)[];
  /** The list of records that the store gave, of which `_records` is a copy. */
  readonly _list: readonly unknown[];
}

/** One connection to the store. */
export class Connection {
  readonly _store: api.LeaseStore;
  readonly #number: number;
  readonly #limits: Limits;
  readonly #watch: Watch;

  constructor(store: api.LeaseStore, number: number, limits: Limits, watch: Watch) {
    this._store = store;
    this.#number = number;
    this.#limits = limits;
    this.#watch = watch;
  }

  /** Calls `read` with the same list, so that a check can see whether the store changes it. */
  async _read(space: string, keys: readonly string[]): Promise<Answer> {
    const count = keys.length;
    const endRead = this.#watch._begin(space, this.#number);
    const store = this._store;
    const read = () => store.read(space, keys);
    const answer = await this.#limits._call("read", read, (given) => readAnswer(given, count));
    endRead(answer._now, answer._generation);
    return answer;
  }

  /** Calls `swap` with the same guard, so that a check can see whether the store changes it. */
  async _swap(
    space: string,
    key: string,
    previous: string | null,
    next: string,
    guard: api.SwapGuard,
  ): Promise<boolean> {
    const store = this._store;
    return this.#limits._call("swap", () => store.swap(space, key, previous, next, guard), readApplied);
  }

  /** Calls `spaces`; `undefined` if the store does not have it. */
  async _spaces(): Promise<string[] | undefined> {
    const store = this._store;
    if (store.spaces === undefined) return undefined;
    return this.#limits._call("spaces", () => store.spaces?.(), readTexts("spaces", "names"));
  }

  /** Calls `keysOf`; `undefined` if the store does not have it. */
  async _keysOf(space: string): Promise<string[] | undefined> {
    const store = this._store;
    if (store.keysOf === undefined) return undefined;
    return this.#limits._call("keysOf", () => store.keysOf?.(space), readTexts("keysOf", "keys"));
  }
}

/** Reads the list of names or keys that a method of a store gives. */
const readTexts =
  (method: string, what: string) =>
  (given: unknown): string[] => {
    if (!Array.isArray(given))
      throw new Failure(`${method} answered ${shown(given)}; it must answer a list of ${what}`);
    return Array.from(given as unknown[], (text) => {
      if (typeof text === "string") return text;
      throw new Failure(`${method} answered a list with ${shown(text)}; it must answer a list of ${what}`);
    });
  };

/** The answer to a read of `count` keys. */
function readAnswer(given: unknown, count: number): Answer {
  if (typeof given !== "object" || given === null) {
    throw new Failure(`read answered ${shown(given)}; it must answer an object with now, generation and records`);
  }
  const { now, generation, records } = given as Record<string, unknown>;
  if (typeof now !== "number" || !Number.isFinite(now)) {
    throw new Failure(`read answered now: ${shown(now)}; it must be a number of Unix ms`);
  }
  if (typeof generation !== "string") {
    throw new Failure(`read answered generation: ${shown(generation)}; it must be a text`);
  }
  if (!Array.isArray(records) || records.length !== count) {
    throw new Failure(`read answered records: ${shown(records)} for ${count} keys; it must be a list of as many`);
  }
  const list = records as unknown[];
  return { _now: now, _generation: generation, _records: Array.from(list, readRecord), _list: list };
}

function readRecord(record: unknown, position: number): string | null {
  if (typeof record === "string" || record === null) return record;
  throw new Failure(
    `read answered records[${position}]: ${shown(record)}; it must be a text, or null if it is missing`,
  );
}

function readApplied(given: unknown): boolean {
  if (typeof given === "boolean") return given;
  throw new Failure(`swap answered ${shown(given)}; it must answer true or false`);
}
