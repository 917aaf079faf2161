// Calls of a database, by the methods that all drivers have.

import timers from "node:timers/promises";
import type * as api from "../../../../types/lease/sqlite.js";
import { FlakeError, reason } from "../../../values/index.js";
import { retry, storeFailed } from "../index.js";

/** How long a statement waits for a lock, in ms. The wait blocks the thread, so it is short; then the call is repeated. */
const BUSY_TIMEOUT_MS = 100;

/** How long a call is repeated, and the longest wait between two tries, in ms. */
const MAX_BUSY_MS = 4_000;
const MAX_DELAY_MS = 30;

/**
 * EXTRA, because after FULL a loss of power may bring back the journal of the last transaction, and undo it. The two last
 * settings make macOS write the cache of the disk to the disk.
 */
const SETTINGS = [
  `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`,
  "PRAGMA synchronous = EXTRA",
  "PRAGMA fullfsync = 1",
  "PRAGMA checkpoint_fullfsync = 1",
];

/** The journal modes with which a process that is killed can leave a damaged database. */
const UNSAFE_JOURNALS = ["off", "memory"];

interface Statement {
  all(...values: string[]): unknown;
  run(...values: string[]): unknown;
}

/** The methods that all drivers have. */
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

  /** Runs a statement whose result has no rows. */
  _run(sql: string, ...values: string[]): void {
    this.#database.prepare(sql).run(...values);
  }

  /** The path of the file; empty for a database in memory. */
  _path(): string {
    return String(this._all("SELECT file FROM pragma_database_list WHERE name = 'main'").at(0)?.["file"] ?? "");
  }

  _refuseUnsafeJournal(): void {
    const mode = String(Object.values(this._all("PRAGMA journal_mode").at(0) ?? {}).at(0));
    if (!UNSAFE_JOURNALS.includes(mode)) return;
    throw storeFailed(
      `the journal_mode of the database is '${mode}', with which a process that is killed can damage it; set it to ` +
        "'wal' or 'delete'",
      undefined,
      true,
    );
  }

  /**
   * Runs `work` in a transaction during which no other connection writes. Reads take this lock too: a swap has been committed
   * before the read, or looks at the clock after the read.
   */
  _transaction<T>(work: () => T): Promise<T> {
    const deadline = performance.now() + MAX_BUSY_MS;
    return retry(() => this.#attempt(work), {
      _isOver: () => performance.now() >= deadline,
      _maxDelay: () => MAX_DELAY_MS,
      // The wait does not use the global timers, which a user's test may have replaced by timers that stand still.
      _wait: (ms) => timers.setTimeout(ms),
      _mayPass: (error) => {
        if (!isBusy(error)) throw failed(error);
      },
      _giveUp: (cause) => {
        throw storeFailed(
          `another connection has held the lock of the database for ${MAX_BUSY_MS} ms; end its transaction`,
          cause,
        );
      },
    });
  }

  #attempt<T>(work: () => T): T {
    for (const setting of SETTINGS) this.#database.exec(setting);
    // This fails if the user has begun a transaction, which could be rolled back.
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

/** Words in SQLite's messages about files that it can't use. Codes are not compared, because each driver has its own. */
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
