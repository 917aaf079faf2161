// The Durable Object of a space: its records, its clock, and the guarded swap.
//
// It has `fetch` and no methods for RPC. RPC needs a class that extends one of "cloudflare:workers", which no other runtime
// and no bundler without settings can import, and a compatibility date of 2024-04-03 or later.
//
// Why a swap is one atomic and durable step:
// - From the first read of a record to the write, nothing is awaited. An object runs in one thread, in one place at a time.
// - The runtime holds every answer of the object back until all writes before it are confirmed ("output gate"). If a
//   write fails, the object is restarted, and the answers that were held back fail. That includes answers to reads, so nobody
//   sees a record that could be lost.
// - The clock stands still while code runs. So a swap happens at the time that it has compared with `before`. The read on
//   which the swap is based had a reading of this clock.

import { FlakeError, readGuarded, readProperties, reason } from "../../../values/index.js";
import { HEAD_KEY } from "../../../generated/contract.js";
import { areAsRead, checkGuard, checkKey, checkKeys, checkPrevious, checkRecord } from "../index.js";

/** Constant, because the storage forgets nothing. */
const GENERATION = "durable-object";

const TABLE = `CREATE TABLE IF NOT EXISTS flakekit_leases (key TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID`;

const HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'flakekit_leases'";

/** One parameter for all keys, because a statement can have only 100. */
const READ = "SELECT key, record FROM flakekit_leases WHERE key IN (SELECT value FROM json_each(?))";

const LIST = "SELECT key FROM flakekit_leases";

const WRITE = `INSERT INTO flakekit_leases (key, record) VALUES (?, ?)
  ON CONFLICT (key) DO UPDATE SET record = excluded.record`;

/** Options for the runtime have no prototype, so that they inherit nothing of `Object.prototype`. */
const NO_OPTIONS = { __proto__: null } as ResponseInit;

/** The storage of an object whose class has SQLite. The storage of other classes throws when `sql` is read. */
interface Storage {
  readonly sql: {
    exec(sql: string, ...values: string[]): { toArray(): Record<string, unknown>[] };
  };
}

export class LeasesObject {
  readonly #storage: Storage;

  constructor(state: { readonly storage: Storage }) {
    this.#storage = readGuarded("INVALID_OPTION", "the state of the object", () => state.storage);
  }

  async fetch(request: Request): Promise<Response> {
    try {
      const question: unknown = await request.json();
      const names = ["list", "keys", "key", "previous", "next", "guard"];
      return Response.json(this.#answer(readProperties(question, names)), NO_OPTIONS);
    } catch (error) {
      const message = error instanceof FlakeError ? error.message : `the object failed: ${reason(error)}`;
      return new Response(message, { __proto__: null, status: 500 } as ResponseInit);
    }
  }

  #answer({ list, keys, key, previous, next, guard }: Record<string, unknown>): object {
    if (list === true) return { list: this.#hasRecords() ? this.#all(LIST).map(({ key }) => String(key)) : [] };
    if (key === undefined) return this.#read(checkKeys(keys));
    return { applied: this.#swap(checkKey(key), checkPrevious(previous), checkRecord(next), checkGuard(guard)) };
  }

  #read(keys: readonly string[]): object {
    const records = this.#records(keys);
    return { now: Date.now(), generation: GENERATION, records: keys.map((key) => records.get(key) ?? null) };
  }

  #swap(key: string, previous: string | null, next: string, guard: ReturnType<typeof checkGuard>): boolean {
    const records = this.#records([HEAD_KEY, key]);
    if (!areAsRead((name) => records.get(name) ?? null, GENERATION, key, previous, guard) || Date.now() >= guard.before)
      return false;
    this.#all(TABLE);
    this.#all(WRITE, key, next);
    return true;
  }

  /** The records of keys. It does not make the table, so that reading an unused space stores nothing. */
  #records(keys: readonly string[]): Map<string, string> {
    if (!this.#hasRecords()) return new Map();
    return new Map(this.#all(READ, JSON.stringify(keys)).map(({ key, record }) => [String(key), String(record)]));
  }

  #hasRecords(): boolean {
    return this.#all(HAS_TABLE).length > 0;
  }

  #all(sql: string, ...values: string[]): Record<string, unknown>[] {
    return this.#storage.sql.exec(sql, ...values).toArray();
  }
}
