// The store of PostgreSQL. Nothing is sent before the first use.
// May import: `generated`, `lease/stores`, `lease/stores/postgres/statements`, `types`, `values`.

import type * as api from "../../../../types/lease/postgres.js";
import type { StoreAnswer, SwapGuard } from "../../../../types/lease/store.js";
import { quoted, readOptions } from "../../../values/index.js";
import { Again, locationOf, optionalGeneration, type Row, storeFailed } from "../index.js";
import { queryOf, type Query } from "./client.js";
import { retry } from "./errors.js";
import {
  createTable,
  quoteTable,
  readTable,
  statements,
  TRANSACTION_STATUS,
  type Statements,
} from "./statements/index.js";

const IN_TRANSACTION =
  "the client of the store is inside of a transaction, which could be rolled back; give the store a pool, or a client " +
  "of its own, and not one of a transaction";

class PostgresStore implements api.PostgresStore {
  readonly location: object;
  readonly #query: Query;
  readonly #table: string;
  readonly #statements: Statements;
  /** The generation that the user gives. */
  readonly #generation: string | undefined;

  constructor(client: api.PostgresClient, table: string, generation: string | undefined) {
    this.#query = queryOf(client);
    this.#table = quoteTable(table);
    this.#statements = statements(this.#table, generation !== undefined);
    this.#generation = generation;
    this.location = locationOf(client, table);
  }

  async setup(): Promise<void> {
    // If two processes make the table at once, one of them fails, although the table exists then. So it tries again.
    await retry(() => this.#query(createTable(this.#table), [])).catch(() =>
      retry(() => this.#query(createTable(this.#table), [])),
    );
  }

  async spaces(): Promise<readonly string[]> {
    const { spaces } = await retry(() => this.#ask(this.#statements._spaces, []));
    return JSON.parse(String(spaces)) as string[];
  }

  async keysOf(space: string): Promise<readonly string[]> {
    const { keys } = await retry(() => this.#ask(this.#statements._keys, [space]));
    return JSON.parse(String(keys)) as string[];
  }

  read(space: string, keys: readonly string[]): Promise<StoreAnswer> {
    const values = [space, JSON.stringify(keys)];
    return retry(async () => {
      const { used, clock, generation, fresh, records } = await this.#ask(this.#statements._read, values);
      if (used !== "") throw storeFailed(IN_TRANSACTION);
      if (fresh !== "true") throw new Again("a swap came between");
      const found = new Map(JSON.parse(String(records)) as [string, string][]);
      return {
        now: Number(clock),
        generation: this.#generation ?? String(generation),
        records: keys.map((key) => found.get(key) ?? null),
      };
    });
  }

  async swap(space: string, key: string, previous: string | null, next: string, guard: SwapGuard): Promise<boolean> {
    const { head, generation, before } = guard;
    if (this.#generation !== undefined && generation !== this.#generation) return false;
    if (previous === null || head === null) await retry(() => this.#query(this.#statements._reserve, [space, key]));
    const values = [space, key, previous, next, head, generation, String(before)];
    const { used, count, transaction } = await retry(() => this.#ask(this.#statements._swap, values));
    if (used !== "") throw storeFailed(IN_TRANSACTION);
    if (Number(count) === 0) return false;
    // Nothing that a statement sees in its own session tells for sure whether a user's transaction was begun before it:
    // `now()` and `statement_timestamp()` differ outside of one too, if a statement comes in several messages, as
    // statements with values do. So another statement asks whether the swap was committed.
    const { status } = await retry(() => this.#ask(TRANSACTION_STATUS, [String(transaction)]));
    if (status === "committed") return true;
    throw storeFailed(`${IN_TRANSACTION} (the transaction of a swap is ${quoted(status)})`);
  }

  /** The only row of a statement. */
  async #ask(text: string, values: (string | null)[]): Promise<Row> {
    const [row] = await this.#query(text, values);
    if (row !== undefined) return row;
    throw storeFailed(
      "the client gave no row for a statement that has one; see what the function given as client returns",
    );
  }
}

export const setupSql: typeof api.setupSql = (table) => createTable(quoteTable(readTable(table)));

export const postgres: typeof api.postgres = (client, given) => {
  const { table, generation } = readOptions("postgres()", given, ["table", "generation"]);
  return new PostgresStore(client, readTable(table), optionalGeneration(generation));
};
