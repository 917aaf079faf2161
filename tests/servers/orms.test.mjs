// The recipes of docs/orms.md for query builders on real servers, and the statements of that page about them.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { promisify } from "node:util";
import { drizzle } from "drizzle-orm/node-postgres";
import { drizzle as drizzleMariaDb } from "drizzle-orm/mysql2";
import { mysqlTable, text as mysqlText } from "drizzle-orm/mysql-core";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { lazyLease, memory } from "flakekit/lease";
import knex from "knex";
import { Kysely, PostgresDialect } from "kysely";
import mysql from "mysql2/promise";
import { writeFiles } from "../../scripts/documents.mjs";
import { knexFinding, kyselyFinding } from "./lib/finding.mjs";
import { startMariaDb } from "./lib/mariadb.mjs";
import { ODD, on } from "./lib/orders.mjs";
import { pool, server, url } from "./lib/orders-postgres.mjs";
import { checkRecipe, drizzleFunctions, format, UNSIGNED, writeRecipes } from "./lib/recipes.mjs";

const here = import.meta.dirname;
const files = writeRecipes(join(here, "documented-orms"));
const recipe = (name) => import(files[name]);
const { ids } = await recipe("ids.mjs");
const { toJson } = await recipe("format.mjs");

let leased;

beforeEach(() => {
  // The call begins with the first test. It waits for 13 s, while the tests run.
  leased ??= makeOneUnderLease();
  leased.catch(() => undefined);
});

/** Makes an ID by the documented file of the generator, in a process of its own. */
async function makeOneUnderLease() {
  const documented = writeFiles("examples/orms", join(here, "documented-lease"))["ids.mjs"];
  const code = `const { ids } = await import(${JSON.stringify(documented)});
    console.log(ids.nextText(), ids.status().state);
    await ids.close();
    process.exit();`;
  const { host, port, user, database } = server.connection();
  const env = { ...process.env, PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], { env });
  return stdout.trim().split(" ");
}

const createOrders = () => pool.query("CREATE TABLE orders (id BIGINT PRIMARY KEY, item TEXT NOT NULL)");

/** A database of MariaDB, and the settings of mysql2 that keep all digits. */
async function startShop(context) {
  const options = { ...(await startMariaDb(context)), database: "shop" };
  const root = await mysql.createConnection({ ...options, database: "mysql" });
  await root.query("CREATE DATABASE shop");
  await root.end();
  return { options, exact: { ...options, supportBigNumbers: true, bigNumberStrings: true } };
}

test("Drizzle makes IDs as defaults, keeps their digits and finds them in PostgreSQL", async () => {
  const { orders, ...functions } = await recipe("drizzle.mjs");
  assert.equal(orders.id.name, "id");
  await createOrders();
  const db = drizzle(pool);
  await checkRecipe({ ...drizzleFunctions(db, orders), ...on(db, functions), toJson }, { as: "bigint" });
});

test("a default of Drizzle throws until a lazy lease is open, and then takes its IDs", async (context) => {
  const lazy = lazyLease(format, () => ({ store: memory() }));
  context.after(() => lazy.close());
  const id = bigint("id", { mode: "bigint" }).primaryKey();
  const orders = pgTable("orders", { id: id.$defaultFn(() => lazy.next()), item: text("item") });
  await createOrders();
  const insert = async (row) => drizzle(pool).insert(orders).values(row);
  await assert.rejects(insert({ item: "early" }), { code: "LEASE_NOT_OPEN" });
  await insert({ id: await lazy.nextAsync(), item: "with an ID of its own" });
  await insert({ item: "late" });
  const { rows } = await pool.query("SELECT id, item FROM orders ORDER BY id");
  assert.deepEqual(
    rows.map(({ item }) => item),
    ["with an ID of its own", "late"],
  );
  assert.ok(rows.every((row) => format.isValid(row.id)));
});

test("Drizzle with a type of its own reads a BIGINT as text", async () => {
  const { bigintText } = await recipe("drizzle-columns.mjs");
  const id = bigintText("id").primaryKey();
  const orders = pgTable("orders", { id: id.$defaultFn(() => ids.nextText()), item: text("item") });
  await createOrders();
  await checkRecipe({ ...drizzleFunctions(drizzle(pool), orders), toJson: (order) => order }, { as: "string" });
});

test("Drizzle with the mode number rounds IDs", async () => {
  await createOrders();
  await pool.query("INSERT INTO orders VALUES ($1, 'one')", [ODD]);
  const rounding = pgTable("orders", { id: bigint("id", { mode: "number" }).primaryKey() });
  assert.deepEqual(await drizzle(pool).select().from(rounding), [{ id: Number(ODD) }]);
});

test("Drizzle keeps IDs of 64 bits in MariaDB, and mysql2 without its settings rounds them", async (context) => {
  const { options, exact } = await startShop(context);
  const [client, rounding] = [mysql.createPool(exact), mysql.createPool(options)];
  context.after(() => Promise.all([client.end(), rounding.end()]));
  await client.query("CREATE TABLE orders (id BIGINT UNSIGNED PRIMARY KEY, item TEXT NOT NULL)");
  const { unsignedBigint } = await recipe("drizzle-columns.mjs");
  const id = unsignedBigint("id").primaryKey();
  const orders = mysqlTable("orders", { id: id.$defaultFn(() => ids.next()), item: mysqlText("item") });
  const functions = drizzleFunctions(drizzleMariaDb(client), orders);
  await checkRecipe({ ...functions, toJson }, { as: "bigint", extremes: UNSIGNED });
  const { find } = drizzleFunctions(drizzleMariaDb(rounding), orders);
  assert.equal((await find(ODD)).id, BigInt(Number(ODD)));
});

test("Kysely makes IDs on insert, keeps their digits and finds them in PostgreSQL", async (context) => {
  const { connect, ...functions } = { ...kyselyFinding, ...(await recipe("kysely.mjs")) };
  const db = connect(url);
  context.after(() => db.destroy());
  await functions.create(db);
  await checkRecipe({ ...on(db, functions), toJson }, { as: "bigint" });
  const plain = new Kysely({ dialect: new PostgresDialect({ pool }) });
  assert.equal(typeof (await functions.find(plain, 1n)).id, "string", "without the parser");
});

test("Knex makes IDs on insert, keeps their digits and finds them in PostgreSQL", async (context) => {
  const { connect, ...functions } = { ...knexFinding, ...(await recipe("knex.mjs")) };
  const db = connect(url);
  const plain = knex({ client: "pg", connection: url });
  context.after(() => Promise.all([db.destroy(), plain.destroy()]));
  await functions.create(db);
  await checkRecipe({ ...on(db, functions), toJson }, { as: "bigint" });
  assert.equal(typeof (await functions.find(plain, 1n)).id, "string", "without the parser");
});

test("Knex reads texts from MariaDB with mysql2's settings, and rounds without", async (context) => {
  const { options, exact } = await startShop(context);
  const [db, rounding] = [exact, options].map((connection) => knex({ client: "mysql2", connection }));
  context.after(() => Promise.all([db.destroy(), rounding.destroy()]));
  await db.schema.createTable("orders", (table) => {
    table.bigint("id").unsigned().primary();
    table.text("item").notNullable();
  });
  const functions = { ...knexFinding, ...(await recipe("knex.mjs")) };
  await checkRecipe({ ...on(db, functions), toJson: (order) => order }, { as: "string", extremes: UNSIGNED });
  assert.equal((await functions.find(rounding, ODD)).id, Number(ODD));
});

test("the generator of the recipes is under a lease of PostgreSQL", async () => {
  const [id, state] = await leased;
  assert.equal(state, "held");
  assert.ok(format.isValid(id));
  const { rows } = await pool.query("SELECT count(*)::int AS records FROM flakekit_leases");
  assert.ok(rows[0].records > 0);
});
