// A client, which makes IDs in transactions of all kinds.

import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** How long a client waits before it connects again, in ms. */
const PAUSE_MS = 20;

/** SQLSTATEs that faults explain: the connection is ended, the server stops or starts, a statement is cancelled. */
const EXPLAINED = /^(57P0[123]|57014|08...|25P02)$/;

/** Connects to a server, as soon as it can be reached. */
export async function connect(server) {
  for (;;) {
    const client = new pg.Client(server.connection());
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isExplained(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Errors of a connection have no SQLSTATE. */
function isExplained({ code, message }) {
  return EXPLAINED.test(code) || /^E[A-Z]+$/.test(code) || /^Connection terminated|not queryable/.test(message);
}

export class Client {
  #server;
  #random;
  #ids;
  /** Errors that no fault explains. */
  problems = [];

  constructor(server, random, ids) {
    this.#server = server;
    this.#random = random;
    this.#ids = ids;
  }

  /** Makes IDs until a time. */
  async work(end) {
    while (Date.now() < end) {
      const client = await connect(this.#server);
      try {
        while (Date.now() < end) await this.#transaction(client);
      } catch (error) {
        if (!isExplained(error)) this.problems.push(`${error.code} ${error.message}`);
      }
      await client.end().catch(() => undefined);
    }
  }

  /** One transaction. Its IDs count when its commit is answered. */
  async #transaction(client) {
    const rows = [];
    const calls = [];
    const insert = () => this.#statement(client, "INSERT INTO rows DEFAULT VALUES RETURNING id", rows);
    const insertMany = () => {
      const count = 1 + this.#random.below(200);
      return this.#statement(
        client,
        `INSERT INTO rows (client) SELECT 'x' FROM generate_series(1, ${count}) RETURNING id`,
        rows,
      );
    };
    const call = () => this.#statement(client, "SELECT discord_next() AS id", calls);
    const statements = [insert, insertMany, call];
    if (this.#random.below(3) > 0) {
      await this.#random.pick(statements)();
    } else {
      await client.query("BEGIN");
      for (let i = this.#random.below(4); i >= 0; i--) await this.#random.pick(statements)();
      if (this.#random.below(3) === 0) await this.#undone(client, statements);
      const isCommitted = this.#random.below(4) > 0;
      await client.query(isCommitted ? "COMMIT" : "ROLLBACK");
      if (!isCommitted) return;
    }
    this.#ids.take(rows, calls);
  }

  /** A statement after a savepoint, to which the transaction goes back. */
  async #undone(client, statements) {
    await client.query("SAVEPOINT before");
    await this.#statement(client, "INSERT INTO rows DEFAULT VALUES RETURNING id", []);
    await client.query("ROLLBACK TO before");
    await this.#random.pick(statements)();
  }

  /** Runs a statement, and keeps its IDs. */
  async #statement(client, text, ids) {
    const floor = this.#ids.highest;
    const { rows } = await client.query(text);
    const made = rows.map(({ id }) => BigInt(id));
    this.#ids.checkOrder(floor, made);
    ids.push(...made);
  }
}
