// How the drivers of docs/databases.md open a database with the settings of its table, and store, page and find orders.

import { format } from "./orders.mjs";

const PAGE = "SELECT * FROM orders WHERE id < ? ORDER BY id DESC LIMIT ?";
const BETWEEN = "SELECT * FROM orders WHERE id >= ? AND id < ? ORDER BY id";

const ends = (from, to) => {
  const { min, end } = format.range(from, to, { halfOpen: true });
  return [min, end];
};

export const postgresJs = {
  create: (sql) => sql`CREATE TABLE orders (id BIGINT PRIMARY KEY, item TEXT NOT NULL)`,
  insert: (sql, orders) => sql`INSERT INTO orders ${sql(orders, "id", "item")}`,
  page: (sql, before, limit) => sql`SELECT * FROM orders WHERE id < ${before} ORDER BY id DESC LIMIT ${limit}`,
  between(sql, from, to) {
    const [min, end] = ends(from, to);
    return sql`SELECT * FROM orders WHERE id >= ${min} AND id < ${end} ORDER BY id`;
  },
};

/** The settings of mysql2. */
export const EXACT = { supportBigNumbers: true, bigNumberStrings: true };

const read = ([rows]) => rows.map(({ id, item }) => ({ id: BigInt(id), item }));

export const mysql2 = {
  create: (pool) => pool.query("CREATE TABLE orders (id BIGINT UNSIGNED PRIMARY KEY, item VARCHAR(200) NOT NULL)"),
  insert: (pool, orders) =>
    pool.query("INSERT INTO orders (id, item) VALUES ?", [orders.map(({ id, item }) => [id, item])]),
  page: async (pool, ...values) => read(await pool.query(PAGE, values)),
  between: async (pool, from, to) => read(await pool.query(BETWEEN, ends(from, to))),
};

export const sqlite = {
  create: (database) => database.exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, item TEXT NOT NULL)"),
  insert(database, orders) {
    const statement = database.prepare("INSERT INTO orders (id, item) VALUES (?, ?)");
    database.exec("BEGIN");
    try {
      for (const { id, item } of orders) statement.run(id, item);
      database.exec("COMMIT");
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  },
  page: (database, ...values) => database.prepare(PAGE).all(...values),
  between: (database, from, to) => database.prepare(BETWEEN).all(...ends(from, to)),
};

/** Opens a database in memory by each driver of SQLite, with the setting and without. */
export const openSqlite = {
  async "better-sqlite3"() {
    const { default: Database } = await import("better-sqlite3");
    return [new Database(":memory:").defaultSafeIntegers(), new Database(":memory:")];
  },
  async "node-sqlite"() {
    const { DatabaseSync } = await import("node:sqlite");
    return [new DatabaseSync(":memory:", { readBigInts: true }), new DatabaseSync(":memory:")];
  },
  async "bun-sqlite"() {
    const { Database } = await import("bun:sqlite");
    return [new Database(":memory:", { safeIntegers: true }), new Database(":memory:")];
  },
};
