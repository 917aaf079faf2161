// The recipes of docs/orms.md, and the check that they share. It runs in Node 20 and in Node 24.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { and, asc, eq, gte, lt } from "drizzle-orm";
import { twitter, withOptions } from "flakekit";
import { writeFiles } from "../../../scripts/documents.mjs";
import { ODD } from "./orders.mjs";

/** The machine numbers of the recipes' IDs in the tests. */
export const FIELDS = { datacenterId: 3, workerId: 14 };

/** The format of the document. */
export const format = withOptions(twitter, { epoch: "2024-01-01" });

/** IDs at both ends of a signed column, and IDs whose last digits a double cannot hold. */
const SIGNED = [1n, 2n ** 53n + 1n, ODD, 2n ** 63n - 1n];

/** The IDs of `SIGNED`, and the last ID of an unsigned column. */
export const UNSIGNED = [...SIGNED, 2n ** 64n - 1n];

const ITEMS = Array.from({ length: 1_000 }, (_, n) => `item ${n}`);

/**
 * Writes the recipes of examples/orms/ into a folder, and returns their URLs by name. The recipes get their IDs from a
 * plain generator, because the first lease of a new space waits for 13 s.
 */
export function writeRecipes(folder) {
  const files = writeFiles("examples/orms", folder);
  const code = `import { generator } from "flakekit";
import { format } from "./format.mjs";
export const ids = generator(format, ${JSON.stringify(FIELDS)});
`;
  writeFileSync(new URL(files["ids.mjs"]), code);
  return files;
}

/** The functions of Drizzle's recipe for another table. */
export function drizzleFunctions(db, orders) {
  return {
    insert: (rows) => db.insert(orders).values(rows),
    find: async (id) => (await db.select().from(orders).where(eq(orders.id, id)))[0],
    rename: (id, item) => db.update(orders).set({ item }).where(eq(orders.id, id)),
    between(from, to) {
      const { min, end } = format.range(from, to, { halfOpen: true });
      const span = and(gte(orders.id, min), lt(orders.id, end));
      return db.select().from(orders).where(span).orderBy(asc(orders.id));
    },
  };
}

/**
 * Checks the functions of a recipe, which are given without their database, on an empty table.
 *
 * @param as - the type that IDs come back as
 * @param extremes - IDs that the column can hold
 */
export async function checkRecipe({ insert, find, rename, between, toJson }, { as, extremes = SIGNED }) {
  const read = as === "bigint" ? BigInt : String;
  const start = Date.now();
  await insert(ITEMS.map((item) => ({ item })));
  const [from, to] = [new Date(start - 1_000), new Date(Date.now() + 1_000)];
  const rows = await between(from, to);
  assert.deepEqual(
    rows.map(({ item }) => item),
    ITEMS,
    "IDs are in the order in which they were made",
  );
  assert.equal(new Set(rows.map(({ id }) => id)).size, ITEMS.length, "IDs of one call are distinct");
  for (const { id } of rows) {
    assert.equal(typeof id, as);
    assert.ok(format.isValid(id));
    const { datacenterId, workerId } = format.decode(id);
    assert.deepEqual({ datacenterId, workerId }, FIELDS, "the generator made it");
  }

  await insert(extremes.map((id) => ({ id: read(id), item: `given ${id}` })));
  for (const id of extremes) {
    const row = await find(read(id));
    assert.deepEqual({ id: row.id, item: row.item }, { id: read(id), item: `given ${id}` });
  }
  assert.equal((await find(read(ODD - 1n))) ?? null, null, "no digit is lost in a condition");

  const { id } = rows[500];
  for (const given of [BigInt(id), String(id)]) {
    assert.equal((await find(given)).id, id);
    await rename(given, `renamed by a ${typeof given}`);
    assert.equal((await find(given)).item, `renamed by a ${typeof given}`);
  }

  const idsOf = (found) => found.map((row) => row.id);
  assert.deepEqual(idsOf(await between(from, to)), idsOf(rows), "a span of time has its rows alone");
  assert.deepEqual(await between(new Date(start - 2_000), from), []);

  const { item } = rows[0];
  assert.deepEqual(JSON.parse(JSON.stringify(toJson(rows[0]))), { id: String(rows[0].id), item });
  assert.equal(format.fromText(String(rows[0].id)), BigInt(rows[0].id));
}
