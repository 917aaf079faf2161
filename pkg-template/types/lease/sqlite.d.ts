import type { LeaseStore } from "./store.js";

/** A connection of node:sqlite, better-sqlite3, bun:sqlite or `@db/sqlite` of Deno to a database. */
export interface SqliteDatabase {
  readonly exec: (...args: never[]) => unknown;
  readonly prepare: (...args: never[]) => unknown;
}

/**
 * A store in a SQLite database, for all processes of this host.
 *
 * Give the store a connection of its own, which nothing else uses: a call inside of a transaction fails with
 * `STORE_FAILED`, and the store sets `busy_timeout` (100 ms), `synchronous`, `fullfsync` and `checkpoint_fullfsync`.
 * The database may contain other tables. The store makes the tables `flakekit_leases` and `flakekit_lease_store` when
 * it is first used.
 *
 * - **Connections.** node:sqlite (Node.js 22.13 or newer, Deno), better-sqlite3, bun:sqlite, and `@db/sqlite` of Deno. It
 *   needs SQLite 3.38 or newer.
 * - **File.** It must be on a local disk, because locks do not work on network file systems. All processes give the same
 *   file. A database in memory is a store for its connection alone. `journal_mode` must not be `off` or `memory`.
 * - **Trust.** The store checks its tables once, at its first use: triggers, views and generated columns in place of
 *   its tables are refused with `STORE_FAILED`. Whoever can write the file can change the records at any time, so trust
 *   the owner of the file and all users who may write it.
 * - **Clock.** The store's clock is the host's clock, as SQLite reads it.
 * - **Durability.** A swap is on the disk before it succeeds (`synchronous = EXTRA`): `durable` is true, and nobody waits in
 *   a new space.
 * - **Load.** Each call locks the database for the time of a commit, some ms. Calls wait for each other without
 *   blocking their thread, for up to 4 s. Statements themselves block the thread, in all of these drivers.
 *
 * **Copied and restored databases.** A database that was copied to another file is recognised by the file's inode number
 * and time of creation. The copy has another generation, and claims wait until windows that the copy does not know have
 * ended. If a backup is restored into the same file, a process that has seen the newer state recognises it at its next
 * call.
 *
 * **What is not covered.** In the cases below, two processes can make the same IDs. To prevent repeats, stop all
 * processes before, and start them again when the longest window (option `window`, 10 s by default) has passed; or call
 * `resetSpace` before any process starts.
 * - A file that is deleted or replaced while leases run, if IDs lead the clock (`onExhausted: "lead"`), if a server leases
 *   from it for browsers (`handler`), or if the store is wrapped by a store of yours that has `read` and `swap` only.
 *   All other leases look at the file before they make an ID, if their last look is 10 ms old, and make no ID when the
 *   file is gone. A new database has no records for its first 30 ms.
 * - A backup that is restored into the same file, and a backup that was made before the space had records.
 * - Processes that use different files, such as containers without a common volume.
 * - A clone, snapshot or image of a whole disk or virtual machine that is restored.
 *
 * Errors of `read`, `swap` and `spaces` are `STORE_FAILED`, with the driver's error as their `cause`: the database can't be
 * written, the disk is full, the file is damaged or was replaced, or another connection holds the lock for 4 s.
 * Leases go on until their windows end, and continue by themselves once the cause is mended.
 *
 * @throws FlakeError `INVALID_OPTION` if `database` is not a connection
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { lease } from "flakekit/lease";
 * import { sqlite } from "flakekit/lease/sqlite";
 * import { DatabaseSync } from "node:sqlite";
 *
 * const ids = await lease(discord, { store: sqlite(new DatabaseSync("./leases.db")) });
 * ```
 */
export function sqlite(database: SqliteDatabase): LeaseStore;
