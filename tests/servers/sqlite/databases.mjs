// Stores orders in SQLite by a driver of docs/databases.md, whose name is the argument; then reads an ID without the driver's
// setting, and prints the value that came back.

import assert from "node:assert/strict";
import { openSqlite, sqlite } from "../lib/drivers.mjs";
import { checkOrders, ODD, on } from "../lib/orders.mjs";

const [exact, plain] = await openSqlite[process.argv[2]]();
sqlite.create(exact);
await checkOrders(on(exact, sqlite));
assert.throws(() =>
  sqlite.insert(exact, [
    { id: 1n, item: "one" },
    { id: 1n, item: "the same" },
  ]),
);
assert.deepEqual(sqlite.page(exact, 2n, 1), [], "a failed insert leaves nothing behind");

plain.exec(`CREATE TABLE orders (id INTEGER PRIMARY KEY); INSERT INTO orders VALUES (${ODD})`);
try {
  console.log(String(plain.prepare("SELECT id FROM orders").get().id));
} catch (error) {
  console.log(error.code);
}
