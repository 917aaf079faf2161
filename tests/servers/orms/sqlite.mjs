// Runs a recipe of docs/orms.md on SQLite. The arguments are the folder of the recipes and the name of the ORM. It
// prints the value as which `ODD` comes back without the settings. It runs in Node 24, which better-sqlite3 needs.

import assert from "node:assert/strict";
import Database from "better-sqlite3";
import { knexFinding, typeOrmFinding } from "../lib/finding.mjs";
import { ODD, on } from "../lib/orders.mjs";
import { checkRecipe, drizzleFunctions, writeRecipes } from "../lib/recipes.mjs";

const [, , folder, name] = process.argv;
const files = writeRecipes(folder);
const recipe = (file) => import(files[file]);
const { ids } = await recipe("ids.mjs");

const RUNS = {
  async drizzle() {
    const { drizzle } = await import("drizzle-orm/better-sqlite3");
    const { integer, sqliteTable, text } = await import("drizzle-orm/sqlite-core");
    const [exact, plain] = [new Database(":memory:").defaultSafeIntegers(), new Database(":memory:")];
    for (const database of [exact, plain]) database.exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, item TEXT)");
    const { sqliteBigint } = await recipe("drizzle-columns.mjs");
    const id = sqliteBigint("id").primaryKey();
    const orders = sqliteTable("orders", { id: id.$defaultFn(() => ids.next()), item: text("item") });
    const { toJson } = await recipe("format.mjs");
    await checkRecipe({ ...drizzleFunctions(drizzle(exact), orders), toJson }, { as: "bigint" });

    plain.exec(`INSERT INTO orders VALUES (${ODD}, 'odd')`);
    const rounding = sqliteTable("orders", { id: integer("id").primaryKey() });
    return (await drizzle(plain).select().from(rounding))[0].id;
  },

  async knex() {
    const { default: knex } = await import("knex");
    const { toJson } = await recipe("format.mjs");
    const { create, ...functions } = { ...knexFinding, ...(await recipe("knex.mjs")) };
    const client = "better-sqlite3";
    const open = async (options, more) => {
      const db = knex({ client, useNullAsDefault: true, connection: { filename: ":memory:", options }, ...more });
      await create(db);
      return db;
    };
    const db = await open({ safeIntegers: true }, { compileSqlOnError: false });
    const insert = (rows) =>
      db.batchInsert(
        "orders",
        rows.map((row) => ({ id: ids.next(), ...row })),
        500,
      );
    await checkRecipe({ ...on(db, functions), insert, toJson }, { as: "bigint" });
    const many = Array.from({ length: 501 }, () => ({ item: "of too many" }));
    await assert.rejects(functions.insert(db, many), /too many terms in compound SELECT/);
    await functions.insert(db, many.slice(1));
    await assert.rejects(db("orders").insert({ id: 1n, item: "again" }), { code: "SQLITE_CONSTRAINT_PRIMARYKEY" });

    const masking = await open({ safeIntegers: true });
    const twice = [1n, 1n].map((id) => ({ id, item: "twice" }));
    await assert.rejects(masking("orders").insert(twice), /^TypeError: str\.replace is not a function$/);

    const plain = await open();
    await functions.insert(plain, [{ id: ODD, item: "odd" }]);
    const [{ id }] = await plain("orders");
    await Promise.all([db, masking, plain].map((one) => one.destroy()));
    return id;
  },

  async typeorm() {
    const { DataSource } = await import("typeorm");
    const { toJson } = await recipe("format.mjs");
    const { Order, MakeIds, ...functions } = { ...typeOrmFinding, ...(await recipe("typeorm.mjs")) };
    const open = async (options) => {
      const all = {
        type: "better-sqlite3",
        database: ":memory:",
        entities: [Order],
        subscribers: [MakeIds],
        ...options,
      };
      return (await new DataSource({ ...all, synchronize: true }).initialize()).getRepository(Order);
    };
    const exact = await open({ prepareDatabase: (database) => database.defaultSafeIntegers() });
    await checkRecipe({ ...on(exact, functions), toJson }, { as: "bigint" });

    const plain = await open();
    await plain.insert([{ id: ODD, item: "odd" }]);
    const [{ id }] = await plain.find();
    await plain.insert([{ id: ODD - 1n, item: "its neighbour" }]);
    assert.equal(await plain.count(), 2);
    assert.equal((await plain.find()).length, 1, "rows with the same rounded ID become one object");
    return id;
  },
};

console.log(String(await RUNS[name]()));
