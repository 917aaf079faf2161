// The adapters of docs/databases.md for PostgreSQL on a real server, and the statements of that page about drivers and
// columns.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { discord, sno, tsid, twitter } from "flakekit";
import { blocksOf, writeFiles } from "../../scripts/documents.mjs";
import { checkOrders, ODD, on, textsOf } from "./lib/orders.mjs";
import { pool, url } from "./lib/orders-postgres.mjs";

const files = writeFiles("docs/databases.md", join(import.meta.dirname, "documented"));
const adapter = (name) => import(files[name]);

test("pg stores, pages and finds IDs", async () => {
  const functions = await adapter("pg.mjs");
  await functions.create(pool);
  await checkOrders(on(pool, functions));
});

test("pg returns texts, and takes no typed array", async () => {
  const { rows } = await pool.query("SELECT $1::bigint AS id", [ODD]);
  assert.equal(rows[0].id, String(ODD));
  const select = (ids) => pool.query("SELECT unnest($1::bigint[]) AS id", [ids]);
  await assert.rejects(select(BigUint64Array.of(ODD)));
  assert.equal((await select(Array.from(BigUint64Array.of(ODD)))).rows[0].id, String(ODD));
});

test("postgres.js stores, pages and finds IDs", async (context) => {
  const { connect, ...functions } = await adapter("postgres.mjs");
  const sql = connect(url);
  context.after(() => sql.end());
  await functions.create(sql);
  await checkOrders(on(sql, functions));
});

test("postgres.js without a type returns texts", async (context) => {
  const { default: postgres } = await import("postgres");
  const sql = postgres(url);
  context.after(() => sql.end());
  assert.equal((await sql`SELECT ${String(ODD)}::bigint AS id`)[0].id, String(ODD));
});

test("a signed column refuses an ID of 64 bits, and NUMERIC(20) holds it", async () => {
  const last = discord.range("2084-09-07", null).min;
  const cast = (type) => pool.query(`SELECT $1::${type} AS id`, [last]);
  await assert.rejects(cast("bigint"), /out of range/);
  assert.equal((await cast("numeric(20)")).rows[0].id, String(last));
});

test("a partition of PostgreSQL is a range of IDs, and a statement reads only those of its span", async () => {
  const { code } = blocksOf("docs/databases.md", "sql").find(({ code }) => code.includes("PARTITION BY"));
  await pool.query(code);
  const partition = (from, to) => {
    const { min, end } = twitter.range(from, to, { halfOpen: true });
    return { min, end, values: `FOR VALUES FROM (${min}) TO (${end})` };
  };
  const november = partition("2026-11-01", "2026-12-01");
  assert.ok(code.includes(november.values));
  await pool.query(`CREATE TABLE december PARTITION OF events ${partition("2026-12-01", "2027-01-01").values}`);
  await pool.query("INSERT INTO events SELECT id, 'item' FROM unnest($1::bigint[]) AS ids (id)", [
    [november.min, november.end - 1n, november.end],
  ]);
  const { rows } = await pool.query("SELECT tableoid::regclass AS partition FROM events ORDER BY id");
  assert.deepEqual(
    rows.map(({ partition }) => partition),
    ["events_2026_11", "events_2026_11", "december"],
  );
  const plan = await pool.query(`EXPLAIN SELECT * FROM events WHERE id >= ${november.min} AND id < ${november.end}`);
  const text = plan.rows.map((row) => row["QUERY PLAN"]).join();
  assert.match(text, /events_2026_11/);
  assert.doesNotMatch(text, /december/);
});

for (const [name, options] of [
  ["padded base62", [twitter, { as: "base62", padded: true }]],
  ["padded decimal", [twitter, { as: "decimal", padded: true }]],
  ["padded hex", [twitter, { as: "hex", padded: true }]],
  ["padded base36", [twitter, { as: "base36", padded: true }]],
  ["crockford", [tsid, {}]],
  ["sno", [sno, {}]],
]) {
  test(`texts in ${name} sort by time in the binary collation of PostgreSQL`, async () => {
    assert.deepEqual(await sortedBy('"C"', textsOf(...options)), textsOf(...options));
  });
}

for (const collation of ["en-x-icu", "da-x-icu", "cs-x-icu"]) {
  test(`texts in base62 do not sort by time in the collation ${collation}`, async () => {
    const texts = textsOf(twitter, { as: "base62", padded: true });
    assert.notDeepEqual(await sortedBy(`"${collation}"`, texts), texts);
  });
}

async function sortedBy(collation, texts) {
  const text = `SELECT id FROM unnest($1::text[]) AS ids (id) ORDER BY id COLLATE ${collation}`;
  return (await pool.query(text, [[...texts].reverse()])).rows.map(({ id }) => id);
}
