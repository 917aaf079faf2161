// The recipes of docs/orms.md for Sequelize and TypeORM on real servers, and the statements of that page about them.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import mysql from "mysql2/promise";
import { DataTypes, Sequelize } from "sequelize";
import { BeforeInsert, Column, DataSource, Entity, PrimaryColumn } from "typeorm";
import { sequelizeFinding, typeOrmFinding } from "./lib/finding.mjs";
import { startMariaDb } from "./lib/mariadb.mjs";
import { ODD, on } from "./lib/orders.mjs";
import { url } from "./lib/orders-postgres.mjs";
import { checkRecipe, format, writeRecipes } from "./lib/recipes.mjs";

const files = writeRecipes(join(import.meta.dirname, "documented-entities"));
const { ids } = await import(files["ids.mjs"]);
const { define, ...ofSequelize } = { ...sequelizeFinding, ...(await import(files["sequelize.mjs"])) };
const { Order, MakeIds, ...ofTypeOrm } = { ...typeOrmFinding, ...(await import(files["typeorm.mjs"])) };
const { toJson } = await import(files["format.mjs"]);

/** The options of connections to a database of MariaDB, by the names of Sequelize and TypeORM. */
async function startShop(context) {
  const { host, port, user, database } = await startMariaDb(context);
  const root = await mysql.createConnection({ host, port, user, database });
  await root.query("CREATE DATABASE shop");
  await root.end();
  return { host, port, username: user, database: "shop" };
}

async function startSequelize(context, ...options) {
  const sequelize = new Sequelize(...options);
  context.after(() => sequelize.close());
  const Model = define(sequelize);
  await sequelize.sync({ force: true });
  return { sequelize, Model };
}

/** TypeORM with the recipe's entity in PostgreSQL, and the statements that it has sent. */
async function startTypeOrm(context, options) {
  const statements = [];
  const logQuery = (statement) => statements.push(statement.split(" ")[0]);
  const nothing = () => undefined;
  const logger = { logQuery, logQueryError: nothing, logSchemaBuild: nothing, log: nothing };
  const all = { entities: [Order], subscribers: [MakeIds], synchronize: true, logging: ["query"], logger, ...options };
  const source = await new DataSource({ type: "postgres", url, ...all }).initialize();
  context.after(() => source.destroy());
  /** The statements of a call. */
  const sentBy = async (call) => {
    statements.length = 0;
    await call();
    return statements.filter((statement) => /^(SELECT|INSERT|UPDATE)$/.test(statement));
  };
  return { source, repository: source.getRepository(options?.entities?.[0] ?? Order), sentBy };
}

test("Sequelize makes IDs as defaults, keeps their digits as texts and finds them in PostgreSQL", async (context) => {
  const { Model } = await startSequelize(context, url, { logging: false });
  await checkRecipe({ ...on(Model, ofSequelize), toJson: (order) => order }, { as: "string" });
});

test("Sequelize makes IDs in create, upsert and findOrCreate, and rounds a number in a condition", async (context) => {
  const { Model } = await startSequelize(context, url, { logging: false });
  const made = [
    await Model.create({ item: "created" }),
    (await Model.upsert({ item: "upserted" }))[0],
    (await Model.findOrCreate({ where: { item: "found" } }))[0],
  ];
  for (const { id } of made) assert.ok(typeof id === "string" && format.isValid(id));
  assert.equal(new Set(made.map(({ id }) => id)).size, 3);
  await Model.create({ id: String(ODD), item: "odd" });
  assert.equal(await ofSequelize.find(Model, Number(ODD)), null);
});

test("Sequelize keeps IDs in MariaDB; with settings of mysql2 small ones are texts too", async (context) => {
  const shop = { ...(await startShop(context)), dialect: "mysql", logging: false };
  const settings = { supportBigNumbers: true, bigNumberStrings: true };
  const { Model, sequelize } = await startSequelize(context, { ...shop, dialectOptions: settings });
  await checkRecipe({ ...on(Model, ofSequelize), toJson: (order) => order }, { as: "string" });

  const plain = define(new Sequelize(shop));
  context.after(() => plain.sequelize.close());
  assert.equal((await ofSequelize.find(plain, ODD)).id, String(ODD));
  assert.equal((await ofSequelize.find(plain, 1n)).id, 1);

  const id = { type: DataTypes.BIGINT, primaryKey: true, defaultValue: () => ids.next() };
  const WithBigint = sequelize.define("order", { id, item: DataTypes.TEXT }, { timestamps: false });
  const order = await WithBigint.create({ item: "a bigint until it is read" });
  assert.throws(() => JSON.stringify(order), /BigInt/);
});

test("TypeORM makes IDs by a subscriber, keeps their digits and finds them in PostgreSQL", async (context) => {
  const { repository } = await startTypeOrm(context);
  await checkRecipe({ ...on(repository, ofTypeOrm), toJson }, { as: "bigint" });
});

test("TypeORM keeps IDs in MariaDB without a setting", async (context) => {
  const { repository } = await startTypeOrm(context, { ...(await startShop(context)), type: "mysql", url: undefined });
  await checkRecipe({ ...on(repository, ofTypeOrm), toJson }, { as: "bigint" });
});

test("TypeORM asks the database before it saves an ID that is given, and not before it inserts one", async (context) => {
  const { repository, sentBy } = await startTypeOrm(context);
  assert.deepEqual(await sentBy(() => repository.save({ item: "without an ID" })), ["INSERT"]);
  assert.deepEqual(await sentBy(() => repository.save({ id: ids.next(), item: "with one" })), ["SELECT", "INSERT"]);
  assert.deepEqual(await sentBy(() => repository.insert({ id: ids.next(), item: "with one" })), ["INSERT"]);
  assert.deepEqual(await sentBy(() => repository.upsert({ item: "without one" }, ["id"])), ["INSERT"]);
  for (const { id } of await repository.find()) assert.ok(format.isValid(id));
});

test("TypeORM saves a row again by its bigint, and takes it for a new one by its text", async (context) => {
  const { repository } = await startTypeOrm(context);
  const order = await repository.save({ item: "first" });
  await repository.save({ id: order.id, item: "second" });
  assert.deepEqual(await repository.find(), [{ id: order.id, item: "second" }]);
  await assert.rejects(repository.save({ id: String(order.id), item: "third" }), /duplicate key/);
});

test("TypeORM's BeforeInsert sees objects of the class alone; without a transformer, IDs are read as texts", async (context) => {
  class Note {
    makeId() {
      this.id ??= ids.next();
    }
  }
  Entity("notes")(Note);
  PrimaryColumn({ type: "bigint" })(Note.prototype, "id");
  Column({ type: "text" })(Note.prototype, "item");
  BeforeInsert()(Note.prototype, "makeId");
  const { repository } = await startTypeOrm(context, { entities: [Note], subscribers: [] });
  await repository.insert([{ item: "one" }, { item: "two" }].map((note) => repository.create(note)));
  await repository.save(repository.create({ item: "three" }));
  const found = await repository.find({ order: { id: "ASC" } });
  assert.deepEqual(
    found.map(({ id, item }) => [typeof id, format.isValid(id), item]),
    ["one", "two", "three"].map((item) => ["string", true, item]),
  );
  await assert.rejects(repository.insert({ item: "plain" }), /null value in column "id"/);
  await assert.rejects(repository.save({ item: "plain" }), /null value in column "id"/);
});

test("TypeORM makes an object of each row that it reads, and so an ID for a field that makes one", async (context) => {
  let made = 0;
  class Note {
    id = ((made += 1), ids.next());
  }
  Entity("notes_with_field")(Note);
  PrimaryColumn({ type: "bigint" })(Note.prototype, "id");
  const { repository } = await startTypeOrm(context, { entities: [Note], subscribers: [] });
  await repository.insert([new Note(), new Note()]);
  made = 0;
  await repository.find();
  assert.equal(made, 2);
});
