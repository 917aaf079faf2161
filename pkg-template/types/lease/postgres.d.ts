import type { LeaseStore } from "./store.js";

/**
 * The client that sends statements to PostgreSQL: a `Pool` or `Client` of pg, the `sql` of postgres.js, or a function
 * that runs a statement with values `$1`, `$2`, … and gives its rows as objects.
 */
export type PostgresClient =
  | { readonly query: (...args: never[]) => unknown }
  | { readonly unsafe: (...args: never[]) => unknown }
  | ((text: string, values: (string | null)[]) => PromiseLike<readonly object[]>);

/** Options of {@link postgres}. */
export interface PostgresOptions {
  /**
   * The table: a name, or a schema and a name with a dot between, such as `"app.leases"`. It is quoted, so upper and
   * lower case differ. Without a schema, the table is looked for in the `search_path` at the first use, so all
   * processes must have the same `search_path`. Default: `flakekit_leases`.
   */
  readonly table?: string | undefined;
  /**
   * The generation, where the server cannot tell it: 1 to 1000 printable ASCII characters without spaces. All processes
   * must give the same generation, and give another one whenever the server may have forgotten writes: before clients
   * use a promoted standby or a restored backup.
   */
  readonly generation?: string | undefined;
  /**
   * A role that may own the table and its schema, such as that of your migrations: its name, as it is, of 1 to 63 characters.
   * Default: only the role that connects, the owner of the database and superusers may own them.
   */
  readonly owner?: string | undefined;
}

/** A store in PostgreSQL. */
export interface PostgresStore extends LeaseStore {
  /**
   * Creates the table if it is missing, which needs `CREATE` on its schema. If the table exists, nothing is changed,
   * and its owner is checked. For migrations, print {@link setupSql} instead.
   *
   * @example
   * ```js
   * import { postgres } from "flakekit/lease/postgres";
   * import pg from "pg";
   *
   * await postgres(new pg.Pool()).setup();
   * ```
   */
  setup(): Promise<void>;
}

/**
 * A store in a table of PostgreSQL 13 or newer, for processes on any number of hosts.
 *
 * Clients:
 * - pg: `postgres(pool)`. A `Client` works too, but does not connect again after its connection is lost.
 * - postgres.js: `postgres(sql)`. Make `sql` with the option `fetch_types: false`: otherwise a connection that is lost at its
 *   beginning ends the process by an unhandled rejection (issue 1192 of postgres.js, seen with 3.4.9).
 * - Drizzle: `postgres(db.$client)`
 * - Kysely: `postgres(async (text, values) => (await db.executeQuery(CompiledQuery.raw(text, values))).rows)`
 * - Prisma: `postgres((text, values) => prisma.$queryRawUnsafe(text, ...values))`
 *
 * Give the store no client of a transaction, which could be rolled back: a call in a transaction fails with
 * `STORE_FAILED`. A swap of this call may have been written, and counts once the transaction is committed. PgBouncer
 * works in all modes. Poolers that send reads to standbys do not work.
 *
 * - **Privileges.** `USAGE` on the schema, and `SELECT`, `INSERT` and `UPDATE` on the table; `SELECT` alone for `spaces` and `keysOf`.
 *   `setup()` needs `CREATE` on the schema, if the table is missing. The store never deletes rows, and nobody else
 *   should. Do not `GRANT ALL`: it includes `TRIGGER`, by which a role runs its code with the rights of all roles that
 *   write.
 * - **Owner.** The owner of the table can run code with the rights of all roles that write to it. So at its first use,
 *   and in `setup()`, the store checks the owners of the table, of its schema and of the functions of its triggers.
 *   Each owner must be the role that connects, the owner of the database, a superuser, or the role of the option
 *   `owner`. Membership in a role does not count. The table must be as `setup()` makes it: without other columns,
 *   defaults, constraints, rules, inheritance, indexes of expressions, conditions of triggers, or row security that
 *   applies to this role. No function, operator or type of the `search_path` is called.
 * - **Clock.** The store's clock is the server's clock. After a failover or a restart it must not be more than
 *   `clockSkew` below its latest reading: keep the servers' clocks synchronised.
 * - **Durability.** A swap waits until its commit is on the disk, and on synchronous standbys if there are any,
 *   whatever `synchronous_commit` of the session says.
 * - **Generation.** The system identifier, the timeline and the start of the server. So after a restart, a crash, a
 *   promotion of a standby or a restored backup, processes with a seat keep it, and new processes wait for `window +
 *   clockSkew + 2 s` (13 s by default). In a new space, processes wait for this time too, once. If the server does not
 *   allow `pg_control_system()`, `read` fails; give the option `generation`.
 * - **Load.** A lease makes 3 statements every third of its window; each takes less than a ms of the server, plus the
 *   time of a commit. Swaps of one space wait for each other, so a commit of 5 ms allows 200 swaps a second. That is
 *   enough for 600 processes with windows of 10 s; longer windows (option `window`) allow more. Plan for half of this
 *   load: a server that has too much to do refuses swaps because they are late, and then serves fewer leases. Measured
 *   with a server and its clients on two processors: 1200 leases with windows of 10 s had their seats 5 s after they
 *   started at once, and ran without a gap; 2400 with windows of 60 s had their seats after 18 s.
 *
 * **When the server is down** or fails over, leases go on until their windows end, at most 10 s by default, and then
 * throw `LEASE_EXPIRED`. Leases continue by themselves when the server is back. Longer windows bridge longer gaps. A
 * connection whose other end has vanished can hang for minutes: give the client time-outs (for pg
 * `connectionTimeoutMillis: 4000` and `query_timeout: 4000`).
 *
 * **What is not covered.** In these cases two processes can make the same IDs. To prevent repeats, stop all processes
 * before, and start them again when the longest window has passed; or call `resetSpace` before any process starts.
 * - A table that is restored from a dump into the same server, or some rows of a space that are deleted, while leases
 *   run. (If all rows of a space are deleted, the space is a new space, in which new processes wait.)
 * - A copy of a whole virtual machine that runs on beside the original or continues from a snapshot of its memory, and a
 *   primary that still serves although a standby was promoted.
 * - Processes that use different tables, databases or servers.
 *
 * Errors of `setup`, `spaces`, `read` and `swap` are `STORE_FAILED`, with the driver's error as their `cause`: the server
 * can't be reached, is a standby or read-only; the table or a privilege is missing; the table is not trusted; another session holds a lock for
 * more than 3 s; or too many statements come at once. (For a lock of the whole table, set `statement_timeout`.) If a
 * swap fails because the connection is lost, it may have been made.
 *
 * @throws FlakeError `INVALID_OPTION` if the client or an option is wrong
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { lease } from "flakekit/lease";
 * import { postgres } from "flakekit/lease/postgres";
 * import pg from "pg";
 *
 * const store = postgres(new pg.Pool());
 * await store.setup(); // once, or by a migration
 * const ids = await lease(discord, { store });
 * ```
 */
export function postgres(client: PostgresClient, options?: PostgresOptions): PostgresStore;

/**
 * The statement by which `setup()` makes the table, for migrations. It changes nothing if a table of this name exists,
 * whoever owns the table: the store checks the owner at its first use.
 *
 * ```sh
 * node -p 'require("flakekit/lease/postgres").setupSql()' > migrations/leases.sql
 * ```
 *
 * @param table - as the option `table` of {@link postgres}
 * @throws FlakeError `INVALID_OPTION` if it is no name of a table
 *
 * @example
 * ```js
 * import { setupSql } from "flakekit/lease/postgres";
 *
 * console.log(setupSql("app.leases")); // for a migration
 * ```
 */
export function setupSql(table?: string): string;
