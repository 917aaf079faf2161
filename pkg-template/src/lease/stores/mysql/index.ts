// The store of MySQL and MariaDB. Nothing is sent before the first use.
// May import: `generated`, `lease/stores`, `types`, `values`.

import type * as api from "../../../../types/lease/mysql.js";
import type { StoreAnswer, SwapGuard } from "../../../../types/lease/store.js";
import { HEAD_KEY } from "../../../generated/contract.js";
import { quoted, readOptions } from "../../../values/index.js";
import { Again, checkGuard, locationOf, optionalGeneration, randomHex, type Row, storeFailed } from "../index.js";
import { queryOf, rowsIn, type Query } from "./client.js";
import { isInTransaction, retry } from "./errors.js";
import {
  check,
  createTable,
  fromHex,
  lookAt,
  MAX_ELAPSED_US,
  quoteTable,
  readTable,
  type Statement,
  Statements,
} from "./statements.js";

const IN_TRANSACTION =
  "the client of the store is inside of a transaction, which could be rolled back; give the store a pool, or a " +
  "connection of its own, with autocommit, and not one of a transaction";

/** How often a statement is made again because its session was not the session that was checked. */
const MAX_CHECKS = 20;

const isTrue = (value: unknown): boolean => Number(value) === 1;

class MysqlStore implements api.MysqlStore {
  readonly location: object;
  readonly #query: Query;
  readonly #table: string;
  readonly #statements: Statements;
  /** The generation that the user gives. */
  readonly #generation: string | undefined;
  /** Whether the table is known to be as `setup` makes it. */
  #isSafe = false;

  constructor(client: api.MysqlClient, table: string, generation: string | undefined) {
    this.#query = queryOf(client);
    this.#table = table;
    this.#statements = new Statements(quoteTable(table), generation !== undefined);
    this.#generation = generation;
    this.location = locationOf(client, table);
  }

  async setup(): Promise<void> {
    // The server would commit a transaction of the user before it makes a table.
    await retry(() => this.#check(randomHex()));
    // A user without the privilege CREATE may use a table that exists.
    if ((await this.#look()) === undefined) await retry(() => this.#query(createTable(quoteTable(this.#table)), []));
    await this.#demandSafe();
  }

  spaces(): Promise<readonly string[]> {
    return this.#names(this.#statements._spaces());
  }

  async keysOf(space: string): Promise<readonly string[]> {
    return this.#names(this.#statements._keys(space));
  }

  async read(space: string, keys: readonly string[]): Promise<StoreAnswer> {
    await this.#demandSafe();
    return retry(async () => {
      const rows = await this.#proven((mark) => this.#statements._read(space, keys, mark));
      const found = new Map(rows.map((row) => [fromHex(row["name"]), row]));
      const head = found.get(HEAD_KEY);
      if (head === undefined) {
        await this.#run(this.#statements._reserve(space, HEAD_KEY));
        throw new Again("the space was new");
      }
      demandServer(head);
      return {
        now: clockOf(head),
        generation: this.#generation ?? String(head["generation"]),
        records: keys.map((key) => recordOf(found.get(key))),
      };
    });
  }

  async swap(space: string, key: string, previous: string | null, next: string, given: SwapGuard): Promise<boolean> {
    const guard = checkGuard(given);
    if (this.#generation !== undefined && guard.generation !== this.#generation) return false;
    await this.#demandSafe();
    if (previous === null || guard.head === null) await retry(() => this.#run(this.#statements._reserve(space, key)));
    const generation = this.#generation === undefined ? guard.generation : "given";
    const mark = randomHex();
    const swap = this.#statements._swap([space, key], [previous, next], { ...guard, generation }, mark);
    await retry(() => this.#run(swap));
    const [row] = await retry(() => this.#proven(() => this.#statements._confirm(space, key, mark), mark));
    return row !== undefined && isTrue(row["made"]);
  }

  async #names(statement: Statement): Promise<readonly string[]> {
    const rows = rowsIn(await retry(() => this.#run(statement)));
    return rows.map(({ name }) => fromHex(name));
  }

  #run([text, values]: Statement): Promise<unknown> {
    return this.#query(text, values);
  }

  /** The rows of a statement, which nobody can roll back. `statement` makes it for a mark of the check. */
  async #proven(statement: (mark: string) => Statement, mark = randomHex()): Promise<readonly Row[]> {
    const made = statement(mark);
    for (let checks = 0; checks <= MAX_CHECKS; checks++) {
      const rows = rowsIn(await this.#run(made));
      if (rows.some(({ inside }) => isTrue(inside))) throw storeFailed(IN_TRANSACTION);
      const doubtful = rows.find(({ unproven }) => isTrue(unproven));
      if (doubtful === undefined) return rows;
      await this.#check(mark, String(doubtful["version"]));
    }
    throw new Again("the statement never had the session that was checked");
  }

  async #check(mark: string, version?: string): Promise<void> {
    try {
      await this.#run(check(mark, version));
    } catch (error) {
      throw isInTransaction(error) ? storeFailed(IN_TRANSACTION, error) : error;
    }
  }

  async #look(): Promise<Row | undefined> {
    return rowsIn(await retry(() => this.#run(lookAt(this.#table))))[0];
  }

  /**
   * Looks at the table once. Other engines than InnoDB have no transactions. A server without InnoDB may take another engine
   * without an error.
   */
  async #demandSafe(): Promise<void> {
    if (this.#isSafe) return;
    const row = await this.#look();
    if (row === undefined) {
      const message = `the table '${this.#table}' is missing, or this user may not see it; call setup() of the store once, or run the SQL of setupSql(), and grant SELECT, INSERT and UPDATE on the table to this user`;
      throw storeFailed(message, undefined, true);
    }
    if (String(row["engine"]).toLowerCase() !== "innodb") {
      const message = `the table '${this.#table}' is not one of InnoDB (${quoted(row["engine"])}), so its records are not safe; let the server have InnoDB, and drop the table before setup() makes it again`;
      throw storeFailed(message, undefined, true);
    }
    if (!isTrue(row["formed"])) {
      const message = `the table '${this.#table}' is another one than setup() makes: its columns or its primary key differ; give another name, or drop it before setup() makes it again`;
      throw storeFailed(message, undefined, true);
    }
    const { changing, definer } = row;
    if (changing !== null) {
      const who = definer === null ? "a user who is shown to those with the privilege TRIGGER" : quoted(definer);
      const message = `the table '${this.#table}' has the trigger ${quoted(changing)} of ${who}, which can change records; see what it does, and drop it`;
      throw storeFailed(message, undefined, true);
    }
    this.#isSafe = true;
  }
}

function recordOf(row: Row | undefined): string | null {
  const text = row?.["text"] ?? null;
  return text === null ? null : fromHex(text);
}

function demandServer({ barred, textual }: Row): void {
  if (isTrue(textual)) {
    const message = "replicas of the server would not have the records, because it logs statements (binlog_format)";
    throw storeFailed(`${message}; set binlog_format to MIXED or ROW, for the server and for this user`);
  }
  // MariaDB 12 has words in place of numbers.
  if (["0", "OFF"].includes(String(barred))) return;
  throw storeFailed("the server is read-only; connect to the primary server: this one may be a replica");
}

function clockOf({ clock, elapsed }: Row): number {
  const us = Math.abs(Number(elapsed));
  if (us > 0 && us < MAX_ELAPSED_US) return Number(clock);
  throw storeFailed(
    `SYSDATE() of the server does not tell its clock (it differs from NOW() by ${quoted(elapsed)} µs); start the ` +
      "server without --sysdate-is-now, and do not set the timestamp of the session",
  );
}

export const setupSql: typeof api.setupSql = (table) => createTable(quoteTable(readTable(table)));

export const mysql: typeof api.mysql = (client, given) => {
  const { table, generation } = readOptions("mysql()", given, ["table", "generation"]);
  return new MysqlStore(client, readTable(table), optionalGeneration(generation));
};
