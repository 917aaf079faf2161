// The store of PostgreSQL. Nothing is sent before the first use.
// May import: `generated`, `lease/stores`, `lease/stores/postgres/statements`, `types`, `values`.

import type * as api from "../../../../types/lease/postgres.js";
import type { StoreAnswer, SwapGuard } from "../../../../types/lease/store.js";
import { quoted, readOptions } from "../../../values/index.js";
import { Again, checkSpace, locationOf, optionalGeneration, type Row, storeFailed } from "../index.js";
import { queryOf, type Query } from "./client.js";
import { retry, SET_UP } from "./errors.js";
import {
  createTable,
  lookAt,
  optionalOwner,
  quoteTable,
  readTable,
  REMEDY,
  statements,
  TRANSACTION_STATUS,
  type Statements,
  value,
} from "./statements/index.js";

const IN_TRANSACTION =
  "the client of the store is inside of a transaction, which could be rolled back; give the store a pool, or a client " +
  "of its own, and not one of a transaction";

class PostgresStore implements api.PostgresStore {
  readonly location: object;
  readonly #query: Query;
  /** The name of the table, which may have a schema. */
  readonly #table: string;
  /** The generation that the user gives. */
  readonly #generation: string | undefined;
  /** A role that the user trusts. */
  readonly #owner: string | undefined;
  /** The statements for the table, once somebody has looked at it. */
  #statements: Promise<Statements> | undefined;

  constructor(client: api.PostgresClient, table: string, generation: string | undefined, owner: string | undefined) {
    this.#query = queryOf(client);
    this.#table = table;
    this.#generation = generation;
    this.#owner = owner;
    this.location = locationOf(client, table);
  }

  async setup(): Promise<void> {
    const { found, name } = await this.#look();
    if (found) return;
    const create = () => retry(() => this.#query(createTable(name), []));
    // If two processes make the table at once, one of them fails, although the table exists then. So this process tries
    // again.
    await create().catch(create);
    // A stranger may have made a table meanwhile.
    await this.#trusted();
  }

  async spaces(): Promise<readonly string[]> {
    const { _spaces } = await this.#trusted();
    const { spaces } = await retry(() => this.#ask(_spaces, []));
    return JSON.parse(String(spaces)) as string[];
  }

  async keysOf(space: string): Promise<readonly string[]> {
    const { _keys } = await this.#trusted();
    const { keys } = await retry(() => this.#ask(_keys, [checkSpace(space)]));
    return JSON.parse(String(keys)) as string[];
  }

  async read(space: string, keys: readonly string[]): Promise<StoreAnswer> {
    const { _read } = await this.#trusted();
    const values = [checkSpace(space), JSON.stringify(keys)];
    return retry(async () => {
      const { used, clock, generation, fresh, records } = await this.#ask(_read, values);
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
    checkSpace(space);
    const { _reserve, _swap } = await this.#trusted();
    if (previous === null || head === null) await retry(() => this.#query(_reserve, [space, key]));
    const values = [space, key, previous, next, head, generation, String(before)];
    const { used, count, transaction } = await retry(() => this.#ask(_swap, values));
    if (used !== "") throw storeFailed(IN_TRANSACTION);
    if (Number(count) === 0) return false;
    // Nothing that a statement sees in its own session tells for sure whether a user's transaction was begun before it:
    // `now()` and `statement_timestamp()` differ outside of one too, if a statement comes in several messages, as
    // statements with values do. So another statement asks whether the swap was committed.
    const { status } = await retry(() => this.#ask(TRANSACTION_STATUS, [String(transaction)]));
    if (status === "committed") return true;
    throw storeFailed(`${IN_TRANSACTION} (the transaction of a swap is ${quoted(status)})`);
  }

  /** The statements for the table. The first call looks at the table. If that call fails, the next one looks. */
  #trusted(): Promise<Statements> {
    this.#statements ??= this.#open().catch((error: unknown) => {
      this.#statements = undefined;
      throw error;
    });
    return this.#statements;
  }

  async #open(): Promise<Statements> {
    const { found, name } = await this.#look();
    if (found) return statements(name, this.#generation !== undefined);
    throw storeFailed(`the table ${name} does not exist; ${SET_UP}`, undefined, true);
  }

  /** Whether the table exists, and its name with the schema where it is or would be made. Throws if it must not be used. */
  async #look(): Promise<{ found: boolean; name: string }> {
    const look = lookAt(value(1), value(2), value(3));
    const table = quoteTable(this.#table);
    const [own = "", given = null] = this.#table.split(".").reverse();
    const { schema, found, fault } = await retry(() => this.#ask(look, [table, given, this.#owner ?? null]));
    if (fault !== null) throw storeFailed(`${String(fault)}; ${REMEDY}`, undefined, true);
    // Without a schema, the server says in its own words which one is missing.
    const name = typeof schema === "string" ? `${schema}.${quoteTable(own)}` : table;
    return { found: found === "true", name };
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
  const { table, generation, owner } = readOptions("postgres()", given, ["table", "generation", "owner"]);
  return new PostgresStore(client, readTable(table), optionalGeneration(generation), optionalOwner(owner));
};
