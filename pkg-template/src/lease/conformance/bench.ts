// The tools of the checks: new spaces, and calls of the store with an expected result.

import type { SwapGuard } from "../../../types/lease/store.js";
import { append } from "../../values/index.js";
import { HEAD_KEY } from "../../generated/contract.js";
import type { Answer, Connection } from "./connection.js";
import { expectSameList, Failure, shown } from "./failure.js";
import type { Limits } from "./deadline.js";
import type { Watch } from "./watch.js";

/** How far `before` of a guard that must hold is in the future, in ms. Longer than any check takes. */
const FUTURE = 86_400_000;

/** A check: the promise that it tests, which is its name, and the test. It throws a `Failure` if the promise is broken. */
export type Check = readonly [promise: string, run: (bench: Bench) => Promise<void>];

/** The connections to the store, and new spaces. */
export class Bench {
  readonly _connections: readonly Connection[];
  readonly _limits: Limits;
  readonly _watch: Watch;
  readonly #prefix: string;
  #names = 0;
  #turn = 0;
  /** The spaces of the check that runs. */
  #spaces: Space[] = [];
  /** The spaces of the checks that have passed. */
  readonly #passed: Space[] = [];

  constructor(prefix: string, connections: readonly Connection[], limits: Limits, watch: Watch) {
    this.#prefix = prefix;
    this._connections = connections;
    this._limits = limits;
    this._watch = watch;
  }

  /** The next connection, in turn. */
  _next(): Connection {
    this.#turn += 1;
    return this._connections[this.#turn % this._connections.length] as Connection;
  }

  /** A name that no space has had. All names that begin with it are made of it by one check. */
  _newName(): string {
    this.#names += 1;
    return `${this.#prefix}-${this.#names}-`;
  }

  /** A new space. */
  _space(name: string = this._newName()): Space {
    const space = new Space(this, name);
    append(this.#spaces, space);
    return space;
  }

  /** Called after each check. Remembers the spaces of the check if it has passed. */
  _endCheck(passed: boolean): void {
    if (passed) for (const space of this.#spaces) append(this.#passed, space);
    this.#spaces = [];
  }

  /** Demands that all records are as the passed checks last saw them. */
  async _expectUnchanged(): Promise<void> {
    const spaces = this.#passed.filter((space) => space._isWritten());
    if (spaces.length === 0) throw new Failure("not tried, because no check has passed that writes records");
    for (const space of spaces) await space._expectUnchanged();
  }
}

/** A space, and the records that it must have from now on. */
export class Space {
  readonly _name: string;
  readonly #bench: Bench;
  readonly #records = new Map<string, string | null>();

  constructor(bench: Bench, name: string) {
    this.#bench = bench;
    this._name = name;
  }

  /** Reads by one of the connections. */
  _read(keys: readonly string[]): Promise<Answer> {
    return this.#bench._next()._read(this._name, keys);
  }

  /** Swaps by one of the connections. */
  _swap(key: string, previous: string | null, next: string, guard: SwapGuard): Promise<boolean> {
    return this.#bench._next()._swap(this._name, key, previous, next, guard);
  }

  /** A guard that holds, except for the parts that are given. */
  async _guard(given?: Partial<SwapGuard>): Promise<SwapGuard> {
    return guardOf(await this._read([HEAD_KEY]), given);
  }

  /**
   * Makes a swap, and demands that it applies, or is refused, and that a read then shows the outcome. Its guard holds,
   * except for the parts that are given.
   */
  async _expectSwap(
    applies: boolean,
    what: string,
    [key, previous, next]: readonly [key: string, previous: string | null, next: string],
    given?: Partial<SwapGuard>,
  ): Promise<void> {
    const view = await this._read(key === HEAD_KEY ? [HEAD_KEY] : [HEAD_KEY, key]);
    const answer = await this._swap(key, previous, next, guardOf(view, given));
    const [after = null] = (await this._read([key]))._records;
    const expected = applies ? next : view._records.at(-1);
    if (answer !== applies || after !== expected) {
      const want = `expected ${applies} and then the record ${shown(expected)}`;
      throw new Failure(`${what}: ${want}, got ${answer} and the record ${shown(after)}`);
    }
    this.#records.set(key, after);
  }

  /** Writes a record that is missing. */
  async _write(key: string, text: string): Promise<void> {
    await this._expectSwap(true, "a swap whose guard holds", [key, null, text]);
  }

  /** Demands that the records are these, now and at the end of all checks. */
  async _expectRecords(what: string, expected: Readonly<Record<string, string | null>>): Promise<void> {
    const entries = Object.entries(expected);
    for (const [key, record] of entries) this.#records.set(key, record);
    const { _records } = await this._read(entries.map(([key]) => key));
    expectSameList(
      what,
      _records,
      entries.map(([, record]) => record),
    );
  }

  _isWritten(): boolean {
    return this.#records.size > 0;
  }

  async _expectUnchanged(): Promise<void> {
    const { _records } = await this._read([...this.#records.keys()]);
    expectSameList(`the records of the space ${shown(this._name)} at the end`, _records, [...this.#records.values()]);
  }
}

/** A guard that holds, except for the parts that are given. The answer is that of a read whose first key is `head`. */
export function guardOf({ _records, _generation, _now }: Answer, given?: Partial<SwapGuard>): SwapGuard {
  return { head: _records[0] as string | null, generation: _generation, before: _now + FUTURE, ...given };
}
