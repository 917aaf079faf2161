// mysql2 with MariaDB: what docs/databases.md shows and states, on a real server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { discord, twitter } from "flakekit";
import mysql from "mysql2/promise";
import { EXACT, mysql2 } from "./lib/drivers.mjs";
import { startMariaDb } from "./lib/mariadb.mjs";
import { checkOrders, ODD, on, ORDERS, textsOf } from "./lib/orders.mjs";

test("mysql2 stores, pages and finds IDs in MariaDB, also those of 64 bits", async (context) => {
  const options = await startMariaDb(context);
  const pool = mysql.createPool({ ...options, ...EXACT });
  context.after(() => pool.end());
  await pool.query("CREATE DATABASE shop");
  const orders = mysql.createPool({ ...options, ...EXACT, database: "shop" });
  context.after(() => orders.end());
  await mysql2.create(orders);
  await checkOrders(on(orders, mysql2), ORDERS, 2n ** 64n - 1n);

  const last = discord.range("2084-09-07", null).min;
  await mysql2.insert(orders, [{ id: last, item: "of 2084" }]);
  assert.deepEqual(await mysql2.page(orders, last + 1n, 1), [{ id: last, item: "of 2084" }]);

  // These reads are without the settings.
  const read = async (settings) => {
    const connection = await mysql.createConnection({ ...options, ...settings, database: "shop" });
    const [rows] = await connection.query("SELECT ? AS odd, 5 AS small", [ODD]);
    await connection.end();
    return rows[0];
  };
  assert.deepEqual({ ...(await read({})) }, { odd: Number(ODD), small: 5 });
  assert.deepEqual({ ...(await read({ supportBigNumbers: true })) }, { odd: String(ODD), small: 5 });

  // The rest of the test is about collations.
  const texts = textsOf(twitter, { as: "base62", padded: true });
  await orders.query("CREATE TABLE texts (bin CHAR(16) CHARACTER SET ascii COLLATE ascii_bin, ci CHAR(16))");
  await orders.query("INSERT INTO texts VALUES ?", [texts.map((text) => [text, text])]);
  const sorted = async (column) => {
    const [rows] = await orders.query(`SELECT ${column} AS id FROM texts ORDER BY ${column}`);
    return rows.map(({ id }) => id);
  };
  assert.deepEqual(await sorted("bin"), texts);
  assert.notDeepEqual(await sorted("ci"), texts);
});
