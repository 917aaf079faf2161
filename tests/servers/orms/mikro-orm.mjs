// Runs the recipe of MikroORM of docs/orms.md. The arguments are the folder of the recipes and the URL of a database. It runs
// in Node 24: MikroORM needs Node 22.17.

import assert from "node:assert/strict";
import { defineEntity, MikroORM, p } from "@mikro-orm/postgresql";
import { mikroOrmFinding } from "../lib/finding.mjs";
import { checkRecipe, format, writeRecipes } from "../lib/recipes.mjs";

const [, , folder, clientUrl] = process.argv;
const files = writeRecipes(folder);
const { Order, ...functions } = await import(files["mikro-orm.mjs"]);

/** An entity with a sequence of its own, as MikroORM makes it by default. */
const Counted = defineEntity({
  name: "Counted",
  tableName: "counted",
  properties: {
    id: p
      .bigint("bigint")
      .primary()
      .onCreate(() => 1_000n),
    item: p.text(),
  },
});

const orm = await MikroORM.init({ entities: [Order, Counted], clientUrl, dbName: "postgres" });
await orm.schema.create();

// Each call has an entity manager of its own, so that it reads the rows of the database.
const all = { ...mikroOrmFinding(Order), ...functions };
const fresh = Object.entries(all).map(([name, run]) => [name, (...args) => run(orm.em.fork(), ...args)]);
await checkRecipe({ ...Object.fromEntries(fresh), toJson: (order) => order }, { as: "bigint" });

const em = orm.em.fork();
const order = em.create(Order, { item: "new" });
assert.ok(format.isValid(order.id), "the ID is there before the flush");
await em.flush();
for (const id of [order.id, String(order.id)]) assert.equal(await em.findOne(Order, { id }), order);
assert.ok(format.isValid((await em.upsert(Order, { item: "upserted" })).id));

await assert.rejects(em.insertMany(Order, [{ item: "without an ID" }]), /null value in column "id"/);
await em.insertMany(Counted, [{ item: "one" }, { item: "two" }]);
const counted = await em.fork().find(Counted, {}, { orderBy: { id: "asc" } });
assert.deepEqual(
  counted.map(({ id }) => id),
  [1n, 2n],
);
await orm.close();
