// Stores orders in SQLite by a driver of docs/databases.md, whose file is the argument; then reads an ID without the
// driver's setting, and prints the value that came back.

import assert from "node:assert/strict";
import { checkOrders, ODD, on } from "../lib/orders.mjs";

const [, , orders, driver] = process.argv;
const { create, ...functions } = await import(orders);
const { open } = await import(driver);
const database = open(":memory:");
create(database);
await checkOrders(on(database, functions));
assert.throws(() =>
  functions.insert(database, [
    { id: 1n, item: "one" },
    { id: 1n, item: "the same" },
  ]),
);
assert.deepEqual(functions.page(database, 2n, 1), [], "a failed insert leaves nothing behind");

/** Opens a database with the driver's own settings. */
const PLAIN = {
  "better-sqlite3": async () => new (await import("better-sqlite3")).default(":memory:"),
  "node-sqlite": async () => new (await import("node:sqlite")).DatabaseSync(":memory:"),
  "bun-sqlite": async () => new (await import("bun:sqlite")).Database(":memory:"),
};
const plain = await PLAIN[driver.match(/([\w-]+)\.mjs$/)[1]]();
plain.exec(`CREATE TABLE orders (id INTEGER PRIMARY KEY); INSERT INTO orders VALUES (${ODD})`);
try {
  console.log(String(plain.prepare("SELECT id FROM orders").get().id));
} catch (error) {
  console.log(error.code);
}
