// Runs the recipe of Prisma of docs/orms.md. The arguments are the folder of the recipes and the URL of a database, which has
// the tables. It runs in Node 24, which reads the TypeScript of the generated client.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { prismaFinding } from "../lib/finding.mjs";
import { ODD } from "../lib/orders.mjs";
import { checkRecipe, FIELDS, format, writeRecipes } from "../lib/recipes.mjs";
import { PrismaClient } from "./generated/client.ts";

const [, , folder, connectionString] = process.argv;
const files = writeRecipes(folder);
const { ids } = await import(files["ids.mjs"]);
const { toJson } = await import(files["format.mjs"]);
const { makeIds, insert } = await import(files["prisma.mjs"]);
const plain = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
const prisma = plain.$extends(makeIds);

/** A row without the column that the recipe does not have. */
const own = ({ id, item }) => ({ id, item });
const onPrisma = Object.entries({ ...prismaFinding, insert }).map(([name, run]) => [
  name,
  (...args) => run(prisma, ...args),
]);
await checkRecipe({ ...Object.fromEntries(onPrisma), toJson: (order) => toJson(own(order)) }, { as: "bigint" });

const made = ({ id }) => {
  const { datacenterId, workerId } = format.decode(id);
  assert.deepEqual({ datacenterId, workerId }, FIELDS);
  return id;
};

// These are all calls that make rows, except nested calls.
const where = { id: 77n };
made(await prisma.order.create({ data: { item: "created" } }));
const two = await prisma.order.createManyAndReturn({ data: [{ item: "one" }, { item: "two" }] });
assert.ok(made(two[0]) < made(two[1]));
assert.deepEqual(await prisma.order.createMany({ data: { item: "alone" } }), { count: 1 });
made(await prisma.order.upsert({ where, create: { item: "upserted" }, update: { item: "updated" } }));
await prisma.order.create({ data: { id: 77n, item: "given" } });
const updated = await prisma.order.upsert({ where, create: { item: "upserted" }, update: { item: "updated" } });
assert.deepEqual(own(updated), { id: 77n, item: "updated" });
made(await prisma.$transaction((transaction) => transaction.order.create({ data: { item: "in a transaction" } })));

// Nested writes are refused without an ID, unless the database makes it.
const customer = await prisma.customer.create({ data: { name: "the database makes its ID" } });
assert.equal(format.decode(customer.id).machineId, 1023);
const nested = (create) => prisma.customer.update({ where: { id: customer.id }, data: { orders: create } });
await assert.rejects(nested({ create: { item: "nested" } }), { code: "P2011" });
const connectOrCreate = { where: { id: 78n }, create: { item: "nested" } };
await assert.rejects(nested({ connectOrCreate }), { code: "P2011" });
await nested({ create: { id: ids.next(), item: "nested" } });
const data = { item: "outer", customer: { create: { name: "nested" } } };
const outer = await prisma.order.create({ data, include: { customer: true } });
made(outer);
assert.equal(format.decode(outer.customer.id).machineId, 1023);

await assert.rejects(plain.order.create({ data: { item: "without the extension" } }), { code: "P2011" });
assert.equal(await prisma.order.findUnique({ where: { id: Number(ODD) } }), null);
assert.throws(() => JSON.stringify(outer), /BigInt/);
const types = readFileSync(join(import.meta.dirname, "generated", "models", "Order.ts"), "utf8");
assert.match(types, /type OrderCreateInput = \{\s+id\?: bigint/, "the ID is optional in the types");
await prisma.$disconnect();
