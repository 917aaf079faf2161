// The store of SQLite. Nothing is read or written before the first use.
// May import: `generated`, `lease/stores`, `types`, `values`.
//
// The clock is the host's, as SQLite reads it: one clock for all processes. (Engines of JavaScript may keep a clock of
// their own, which differs by some ms, and tests replace `Date`.) The database does not keep its highest reading:
// - Uniqueness does not need it. If nothing was forgotten, a clock that goes back takes nothing away from windows, because
//   a window begins where the last window ended. And a restored database would lack the later readings, too.
// - With the highest reading, a clock that was a year ahead for a moment would stand still for a year.

import type * as api from "../../../../types/lease/sqlite.js";
import type { LeaseStore, StoreAnswer, SwapGuard } from "../../../../types/lease/store.js";
import { HEAD_KEY } from "../../../generated/contract.js";
import { invalid, readGuarded } from "../../../values/index.js";
import { Again, areAsRead, checkSpace, HAS_LOST, MAKING_MS, recordsLost, storeFailed } from "../index.js";
import { Database } from "./database.js";
import { isReplacedFile, isSameFile, markOf, type FileMark } from "./original.js";

/** `version` counts the swaps. */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS flakekit_leases (
    space TEXT NOT NULL, key TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (space, key)
  ) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS flakekit_lease_store (
    number INTEGER PRIMARY KEY CHECK (number = 1), generation TEXT NOT NULL, inode TEXT NOT NULL, born TEXT NOT NULL,
    version INTEGER NOT NULL
  )`,
];

/**
 * Finds what can change the records, lose them without an error, or stand in the place of a table. The conflict clauses of
 * columns and constraints can make SQLite skip a record.
 */
const STRANGE = `SELECT type || ' ' || name AS what FROM sqlite_schema
  WHERE type IN ('trigger', 'view') AND tbl_name COLLATE NOCASE IN ('flakekit_leases', 'flakekit_lease_store')
  UNION ALL SELECT 'column ' || name FROM pragma_table_xinfo('flakekit_leases')
  WHERE hidden <> 0 OR "notnull" AND name NOT IN ('space', 'key', 'record')
  UNION ALL SELECT 'constraint ' || name FROM pragma_index_list('flakekit_leases') WHERE origin = 'u'`;

const READ = `SELECT key, record FROM flakekit_leases
  WHERE space = ? AND key IN (SELECT value FROM json_each(?))`;

const WRITE = `INSERT INTO flakekit_leases (space, key, record) VALUES (?, ?, ?)
  ON CONFLICT (space, key) DO UPDATE SET record = excluded.record`;

const CLOCK = "SELECT CAST(round((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) AS clock";

/** The state of a database when a connection saw it last. */
interface Seen {
  /** The path of the file; empty for a database in memory. */
  readonly _path: string;
  readonly _file: FileMark;
  readonly _generation: string;
  readonly _version: number;
}

class SqliteStore implements LeaseStore {
  readonly durable = true;
  readonly location: object;
  readonly #database: Database;
  #seen: Seen | undefined;
  /** The reading of the monotonic clock from which on a generation is made: see `lost.ts`. */
  #makingAt: number | undefined;

  constructor(database: api.SqliteDatabase) {
    this.location = database;
    this.#database = new Database(database);
  }

  spaces(): Promise<readonly string[]> {
    return this.#database._transaction(() => {
      this.#open();
      return this.#database._all("SELECT DISTINCT space FROM flakekit_leases").map(({ space }) => String(space));
    });
  }

  keysOf(space: string): Promise<readonly string[]> {
    return this.#database._transaction(() => {
      this.#open();
      return this.#database
        ._all("SELECT key FROM flakekit_leases WHERE space = ?", checkSpace(space))
        .map(({ key }) => String(key));
    });
  }

  read(space: string, keys: readonly string[]): Promise<StoreAnswer> {
    return this.#database._transaction(() => {
      const { _generation: generation } = this.#open();
      const records = this.#records(space, keys);
      return { now: this.#now(), generation, records: keys.map((key) => records.get(key) ?? null) };
    });
  }

  async swap(space: string, key: string, previous: string | null, next: string, guard: SwapGuard): Promise<boolean> {
    const known = await this.#database._transaction(() => {
      const opened = this.#open();
      const records = this.#records(space, [HEAD_KEY, key]);
      if (
        !areAsRead((name) => records.get(name) ?? null, opened._generation, key, previous, guard) ||
        this.#now() >= guard.before
      )
        return undefined;
      this.#database._run(WRITE, space, key, next);
      this.#database._run("UPDATE flakekit_lease_store SET version = version + 1");
      return opened;
    });
    if (known === undefined) return false;
    const _version = known._version + 1;
    const seen = this.#seen;
    if (seen?._generation === known._generation && seen._version < _version) this.#seen = { ...seen, _version };
    return true;
  }

  [HAS_LOST](): boolean {
    return this.#seen !== undefined && isReplacedFile(this.#seen._path, this.#seen._file);
  }

  #records(space: string, keys: readonly string[]): Map<string, string> {
    const rows = this.#database._all(READ, checkSpace(space), JSON.stringify(keys));
    return new Map(rows.map(({ key, record }) => [String(key), String(record)]));
  }

  #now(): number {
    return Number(this.#database._all(CLOCK).at(0)?.["clock"]);
  }

  /** Makes the tables if they are missing, and returns the state of the database. */
  #open(): Seen {
    const seen = this.#seen;
    const path = this.#database._path();
    if (this[HAS_LOST]()) {
      // This connection still uses the file that had this name before.
      throw recordsLost(
        `'${path}' is gone, or was replaced by another file; stop all processes that use it, and start them again when the ` +
          "longest window has passed",
      );
    }
    const file = markOf(path);
    if (path !== "") this.#database._refuseUnsafeJournal();
    for (const table of TABLES) this.#database._run(table);
    if (seen === undefined) this.#refuseStrange();
    const row = this.#database._all("SELECT generation, inode, born, version FROM flakekit_lease_store").at(0);
    if (row === undefined && path !== "" && performance.now() < (this.#makingAt ??= performance.now() + MAKING_MS)) {
      throw new Again("the file may have been deleted under leases");
    }
    const found = { _inode: String(row?.["inode"]), _born: String(row?.["born"]) };
    const known = {
      _path: path,
      _file: file,
      _generation: String(row?.["generation"]),
      _version: Number(row?.["version"]),
    };
    const hasGoneBack = known._generation === seen?._generation && known._version < seen._version;
    // A copy, or a state that was restored into this file, lacks later writes. So it gets a new generation.
    const isNew = row === undefined || hasGoneBack || !isSameFile(found, file, path);
    this.#seen = isNew ? this.#renew(path, file) : known;
    return this.#seen;
  }

  /** Looks once at what somebody else may have put into the database, before a record is written. */
  #refuseStrange(): void {
    const [row] = this.#database._all(STRANGE);
    if (row === undefined) return;
    throw storeFailed(
      `the database has the ${String(row["what"])} at the tables of leases, which can change or lose records; see what it does, and drop it, or ` +
        "give another database",
      undefined,
      true,
    );
  }

  /** Writes a new generation. */
  #renew(path: string, file: FileMark): Seen {
    const generation = crypto.randomUUID();
    this.#database._run(
      "INSERT OR REPLACE INTO flakekit_lease_store (number, generation, inode, born, version) VALUES (1, ?, ?, ?, 0)",
      generation,
      file._inode,
      file._born,
    );
    return { _path: path, _file: file, _generation: generation, _version: 0 };
  }
}

export const sqlite: typeof api.sqlite = (database) => {
  readGuarded("INVALID_OPTION", "database", () => {
    const { exec, prepare } = ((database as unknown) ?? {}) as { exec?: unknown; prepare?: unknown };
    if (typeof exec === "function" && typeof prepare === "function") return;
    throw invalid(
      "INVALID_OPTION",
      "database",
      database,
      "a connection, such as new DatabaseSync(path) of node:sqlite",
    );
  });
  return new SqliteStore(database);
};
