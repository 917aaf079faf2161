// The recipes of docs/orms.md that need a newer Node: Prisma, MikroORM, and the recipes that use better-sqlite3.

import { equal } from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { nextSql } from "flakekit/sql";
import { ODD } from "./lib/orders.mjs";
import { pool, url } from "./lib/orders-postgres.mjs";
import { format } from "./lib/recipes.mjs";

const here = import.meta.dirname;
const modules = join(here, "node_modules");

/**
 * Prisma downloads its engine of migrations unless a variable names the path of the engine. To generate clients, Prisma
 * does not need the engine.
 */
const WITHOUT_ENGINE = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };

/** Runs a program in Node 24. Resolves to what it prints. */
async function run(program, args, { cwd = here, env = {} } = {}) {
  const node = join(modules, "node24", "bin", "node");
  const options = { cwd, env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env } };
  const { stdout } = await promisify(execFile)(node, [program, ...args], options);
  return stdout.trim();
}

/** The folder of the recipes of a test, which its process writes. */
const documented = (name) => join(here, `documented-${name}`);

test("Prisma makes IDs by an extension, keeps their digits and finds them; nested writes have none by it", async () => {
  await pool.query(nextSql(format, "postgres", { machineId: 1023, leases: null }));
  await pool.query(`CREATE TABLE customers (id BIGINT PRIMARY KEY DEFAULT twitter_next(), name TEXT NOT NULL);
    CREATE TABLE orders (id BIGINT PRIMARY KEY, item TEXT NOT NULL, customer_id BIGINT REFERENCES customers)`);
  const prisma = join(here, "prisma");
  await run(join(modules, "prisma", "build", "index.js"), ["generate"], { cwd: prisma, env: WITHOUT_ENGINE });
  await run(join(prisma, "cases.mjs"), [documented("prisma"), url]);
});

test("MikroORM makes IDs in onCreate, keeps their digits and finds them; insertMany has none by it", async () => {
  await run(join(here, "orms", "mikro-orm.mjs"), [documented("mikro-orm"), url]);
});

for (const [name, title, without] of [
  ["drizzle", "Drizzle", String(Number(ODD))],
  ["knex", "Knex", String(Number(ODD))],
  ["typeorm", "TypeORM", String(BigInt(Number(ODD)))],
]) {
  test(`${title} makes, keeps and finds IDs in SQLite; without the settings, it rounds them`, async () => {
    equal(await run(join(here, "orms", "sqlite.mjs"), [documented(`sqlite-${name}`), name]), without);
  });
}
