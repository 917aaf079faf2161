// What the store does with a database, in the words that all drivers have.

import type * as api from "../../../../types/lease/sqlite.js";
import { FlakeError, reason } from "../../../values/index.js";
import { storeFailed } from "../index.js";

/** How long a statement waits for a lock. It blocks the thread, so it is short; the call is then made again. */
const BUSY_TIMEOUT_MS = 100;

/** How long a call is made again, and the longest wait between two tries, in ms. Waits are random. */
const MAX_BUSY_MS = 4_000;
const MAX_DELAY_MS = 30;

/**
 * EXTRA, because after FULL a loss of power may bring back the journal of the last transaction, and undo it. The others
 * make macOS write to the disk what it keeps in the disk's cache.
 */
const SETTINGS = [
  `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`,
  "PRAGMA synchronous = EXTRA",
  "PRAGMA fullfsync = 1",
  "PRAGMA checkpoint_fullfsync = 1",
];

/** The journals without which a process that is killed leaves a damaged database. */
const UNSAFE_JOURNALS = ["off", "memory"];

interface Statement {
  all(...values: string[]): unknown;
  run(...values: string[]): unknown;
}

/** What all drivers have. */
interface Driver {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
}

export class Database {
  readonly #database: Driver;

  constructor(database: api.SqliteDatabase) {
    this.#database = database as unknown as Driver;
  }

  /** The rows of a query. */
  _all(sql: string, ...values: string[]): Record<string, unknown>[] {
    return this.#database.prepare(sql).all(...values) as Record<string, unknown>[];
  }

  /** Runs a statement that has no rows. */
  _run(sql: string, ...values: string[]): void {
    this.#database.prepare(sql).run(...values);
  }

  /** The path of the file; empty for a database in memory. */
  _path(): string {
    return String(this._all("SELECT file FROM pragma_database_list WHERE name = 'main'")[0]?.["file"] ?? "");
  }

  _refuseUnsafeJournal(): void {
    const mode = String(Object.values(this._all("PRAGMA journal_mode")[0] ?? {})[0]);
    if (!UNSAFE_JOURNALS.includes(mode)) return;
    throw storeFailed(
      `the journal_mode of the database is '${mode}', with which a process that is killed can damage it; set it to ` +
        "'wal' or 'delete'",
      undefined,
      true,
    );
  }

  /**
   * Runs `work` in a transaction that nothing else is written during. The lock is taken by reads too: a swap that is
   * under way has then been committed, or has not yet looked at the clock.
   */
  async _transaction<T>(work: () => T): Promise<T> {
    const deadline = performance.now() + MAX_BUSY_MS;
    for (;;) {
      try {
        return this.#attempt(work);
      } catch (error) {
        if (!isBusy(error)) throw failed(error);
        if (performance.now() >= deadline) {
          throw storeFailed(
            `another connection has held the lock of the database for ${MAX_BUSY_MS} ms; end its transaction`,
            error,
          );
        }
      }
      const delay = Math.random() * MAX_DELAY_MS;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }

  #attempt<T>(work: () => T): T {
    for (const setting of SETTINGS) this.#database.exec(setting);
    // It fails inside of a transaction, which the user could roll back.
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      try {
        this.#database.exec("ROLLBACK");
      } catch {
        // SQLite has rolled back by itself, as it does after some errors.
      }
      throw error;
    }
  }
}

/** What SQLite says of a file that it can't write or open, and of one that is no database. Drivers give codes of their own. */
const PERMANENT = /readonly database|unable to open|not a database|not open/;

function isBusy(error: unknown): boolean {
  return /(database|table) is locked/i.test(reason(error));
}

function failed(error: unknown): unknown {
  if (error instanceof FlakeError) return error;
  const message = reason(error);
  const remedy = /(within|inside) a transaction/i.test(message)
    ? "; give the store a connection of its own, which nothing else uses"
    : "";
  return storeFailed(`SQLite failed: ${message}${remedy}`, error, PERMANENT.test(message) || undefined);
}
