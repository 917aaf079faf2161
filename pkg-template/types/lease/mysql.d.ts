import type { LeaseStore } from "./store.js";

/**
 * The client that sends statements to MySQL or MariaDB: a pool or connection of mysql2 (of `mysql2/promise`, or of the
 * API with callbacks) or of mariadb (of its promise API), or a function that runs a statement with values `?` and gives
 * its rows as objects.
 */
export type MysqlClient =
  | { readonly query: (...args: never[]) => unknown }
  | ((text: string, values: readonly (string | null)[]) => PromiseLike<unknown>);

/** Options of {@link mysql}. */
export interface MysqlOptions {
  /**
   * The table: a name, or a database and a name with a dot between, such as `"app.leases"`. Without a database, all
   * processes must connect to the same database. Default: `flakekit_leases`.
   */
  readonly table?: string | undefined;
  /**
   * The generation, in the place of the generation that the server tells: 1 to 1000 printable ASCII characters without
   * spaces. All processes must give the same generation, and give another one whenever the server may have forgotten
   * writes: before clients use a promoted replica or a restored backup, and after a crash of a server that does not
   * flush each commit. If they do not, two processes can make the same IDs.
   */
  readonly generation?: string | undefined;
}

/** A store in MySQL or MariaDB. */
export interface MysqlStore extends LeaseStore {
  /**
   * Creates the table if it is missing, and checks it if it exists. For migrations, print {@link setupSql} instead.
   *
   * @example
   * ```js
   * import { mysql } from "flakekit/lease/mysql";
   * import { createPool } from "mysql2/promise";
   *
   * await mysql(createPool(process.env.MYSQL_URL ?? "")).setup();
   * ```
   */
  setup(): Promise<void>;
}

/**
 * A store in a table of MariaDB 10.6 or newer, or MySQL 8.0 or newer, for processes on any number of hosts. It was tried on
 * MariaDB 10.11. On MySQL it was not tried: its statements follow the documentation of MySQL 8.0, and the checks of
 * `flakekit/lease/conformance` tell whether they work on your server.
 *
 * Clients:
 * - mysql2: `mysql(pool)`. A connection works too, but a lost connection is not made again.
 * - mariadb: `mysql(pool)`, as of mysql2.
 * - Drizzle: `mysql(db.$client)`
 * - Kysely: `mysql(async (text, values) => (await db.executeQuery(CompiledQuery.raw(text, values))).rows)`
 *
 * Give the store no client of a transaction, which could be rolled back, and no client with `autocommit` = 0: a call in
 * a transaction fails with `STORE_FAILED`, and its swap does not count. MySQL does not say whether there is a
 * transaction: such a swap may be written when the transaction is committed, and the rows are locked until the commit.
 * In MySQL, a step takes two more statements if its connection also made the last step.
 *
 * - **Privileges.** `SELECT`, `INSERT` and `UPDATE` on the table; for `setup()`, also `CREATE` if the table is missing. The
 *   store never deletes rows, and nobody else should.
 * - **Table.** The store checks the table once, at its first use. Another engine than InnoDB, other columns or another
 *   primary key than `setup()` makes, and a trigger are refused with `STORE_FAILED`. MariaDB and MySQL have no owners
 *   of tables: trust all users who have `INSERT`, `UPDATE`, `ALTER` or `TRIGGER` on the table, because they can change
 *   the records at any time. A trigger never gets the rights of the store's user: it has the rights of its definer.
 *   MySQL shows triggers only to users with the privilege `TRIGGER`, so in MySQL grant this privilege to let the store
 *   see triggers.
 * - **Replicas.** A session with `binlog_format` = `STATEMENT` is refused: replicas would not have the records. `MIXED` and `ROW` work.
 * - **Clock.** The store's clock is the server's clock, in any time zone. After a failover or a restart it must not be
 *   more than `clockSkew` below its latest reading: keep the servers' clocks synchronised. A server with
 *   `--sysdate-is-now`, and a session whose `timestamp` was set to another day, are refused.
 * - **Durability.** A swap is as durable as any commit of the server (`innodb_flush_log_at_trx_commit`, `sync_binlog`).
 *   If the server forgets commits in a crash, its generation changes.
 * - **Generation.** The server's `server_id`, host, port and start (in MySQL also `server_uuid`). So after a restart, a
 *   crash, a promotion of a replica or a restored backup, processes with a seat keep it, and new processes wait for
 *   `window + clockSkew + 2 s` (13 s by default). In a new space, processes wait for this time too, once. The start
 *   comes from `UUID_SHORT()`: 16 million calls of this function change the generation too.
 * - **Load.** A lease makes 3 statements every third of its window. Steps of one space wait for each other, so a commit of
 *   5 ms allows 200 swaps a second: enough for 600 processes with windows of 10 s. Plan for half of it.
 *
 * **When the server is down** or fails over, leases go on until their windows end, at most 10 s by default, and then
 * throw `LEASE_EXPIRED`. Leases continue by themselves when the server is back. Longer windows bridge longer gaps.
 *
 * **What is not covered.** In these cases two processes can make the same IDs. To prevent repeats, stop all processes
 * before, and start them again when the longest window has passed; or call `resetSpace` before any process starts.
 * - A dump that is restored into the same running server, or some rows of a space that are deleted, while leases run.
 *   (If all rows of a space are deleted, the space is a new space, in which new processes wait.)
 * - A primary that still serves although a replica was promoted, also if clients come back to this primary without a
 *   restart, before it has the writes of the promoted replica. A restart of the old primary before it serves again
 *   prevents repeats.
 * - Two starts of the server within one second, with commits that it forgets, if windows are shorter than a second.
 * - A copy of a whole virtual machine that runs on beside the original or continues from a snapshot of its memory.
 * - Processes that use different tables, databases or servers.
 *
 * **What does not work**, without a repeat: clients that use several servers at once, such as nodes of Galera or Group
 * Replication that all take writes, or a proxy that sends statements to replicas. Each server has its own generation, so
 * leases wait most of the time. Let all clients of the store use one node; another node may take its place. ProxySQL
 * and MaxScale must send `SELECT … FOR UPDATE` and `SET` to the primary, which they do by default, and keep the
 * comments of statements.
 *
 * Errors of `setup`, `spaces`, `read` and `swap` are `STORE_FAILED`, with the driver's error as their `cause`: the server
 * can't be reached or is read-only; the table or a privilege is missing; another session holds a lock for more than
 * 3 s (in MySQL for `innodb_lock_wait_timeout`, 50 s by default); or too many statements come at once. If a swap fails
 * because the connection is lost, it may have been made.
 *
 * @throws FlakeError `INVALID_OPTION` if the client or an option is wrong
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { lease } from "flakekit/lease";
 * import { mysql } from "flakekit/lease/mysql";
 * import { createPool } from "mysql2/promise";
 *
 * const store = mysql(createPool(process.env.MYSQL_URL));
 * await store.setup(); // once, or by a migration
 * const ids = await lease(discord, { store });
 * ```
 */
export function mysql(client: MysqlClient, options?: MysqlOptions): MysqlStore;

/**
 * The SQL that `setup()` runs, for migrations. It changes nothing if the table exists.
 *
 * ```sh
 * node -p 'require("flakekit/lease/mysql").setupSql()' > migrations/leases.sql
 * ```
 *
 * @param table - as the option `table` of {@link mysql}
 * @throws FlakeError `INVALID_OPTION` if it is no name of a table
 *
 * @example
 * ```js
 * import { setupSql } from "flakekit/lease/mysql";
 *
 * console.log(setupSql("app.leases")); // for a migration
 * ```
 */
export function setupSql(table?: string): string;
