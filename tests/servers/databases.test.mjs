// The adapters of docs/databases.md for PostgreSQL on a real server, and the statements of that page about drivers and
// columns.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { discord, sno, tsid, twitter } from "flakekit";
import { sql } from "flakekit/sql";
import { blocksOf, writeFiles } from "../../scripts/documents.mjs";
import { postgresJs } from "./lib/drivers.mjs";
import { checkOrders, ODD, on, textsOf } from "./lib/orders.mjs";
import { pool, url } from "./lib/orders-postgres.mjs";

const files = writeFiles("examples/databases", join(import.meta.dirname, "documented"));
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
  const { default: postgres } = await import("postgres");
  const client = postgres(url, { types: { bigint: postgres.BigInt } });
  context.after(() => client.end());
  await postgresJs.create(client);
  await checkOrders(on(client, postgresJs));
});

test("postgres.js without a type returns texts", async (context) => {
  const { default: postgres } = await import("postgres");
  const client = postgres(url);
  context.after(() => client.end());
  assert.equal((await client`SELECT ${String(ODD)}::bigint AS id`)[0].id, String(ODD));
});

test("a signed column refuses an ID of 64 bits, and NUMERIC(20) holds it", async () => {
  const last = discord.range("2084-09-07", null).min;
  const cast = (type) => pool.query(`SELECT $1::${type} AS id`, [last]);
  await assert.rejects(cast("bigint"), /out of range/);
  assert.equal((await cast("numeric(20)")).rows[0].id, String(last));
});

test("a partition of PostgreSQL is a range of IDs, and a statement reads only those of its span", async () => {
  const { code } = blocksOf("docs/databases.md", "sql").find(({ code }) => code.includes("PARTITION BY"));
  await pool.query(sql(discord, "postgres").script);
  await pool.query(code);
  const december = "(discord_first('2026-12-01Z')) TO (discord_first('2027-01-01Z'))";
  await pool.query(`CREATE TABLE december PARTITION OF events FOR VALUES FROM ${december}`);
  const { min, end } = discord.range("2026-11-01", "2026-12-01", { halfOpen: true });
  await pool.query("INSERT INTO events SELECT id, 'item' FROM unnest($1::bigint[]) AS ids (id)", [
    [min, end - 1n, end],
  ]);
  const { rows } = await pool.query("SELECT tableoid::regclass AS partition FROM events ORDER BY id");
  assert.deepEqual(
    rows.map(({ partition }) => partition),
    ["events_2026_11", "events_2026_11", "december"],
  );
  const plan = await pool.query(`EXPLAIN SELECT * FROM events WHERE id >= ${min} AND id < ${end}`);
  const text = plan.rows.map((row) => row["QUERY PLAN"]).join();
  assert.match(text, /events_2026_11/);
  assert.doesNotMatch(text, /december/);
});

for (const [format, type, stored] of [
  [discord, "BIGINT"],
  [tsid, "TEXT", "text"],
  [sno, "TEXT"],
]) {
  test(`the functions of ${format.name} are those that pg_partman asks for, an encoder and a decoder of ${type}`, async () => {
    const name = format.name;
    await pool.query(sql(format, "postgres", { ...(stored && { stored }) }).script);
    // What check_time_encoder_decoder of pg_partman 5 looks at: types, volatility, NULL, and the begin of a partition.
    const { rows } = await pool.query(`
      SELECT proname, proargtypes::regtype[]::text AS takes, prorettype::regtype::text AS gives, provolatile, proparallel
      FROM pg_proc WHERE proname IN ('${name}_first', '${name}_time') ORDER BY proname`);
    const kept = { provolatile: "i", proparallel: "s" };
    const [id, time] = [type.toLowerCase(), "timestamp with time zone"];
    const first = { proname: `${name}_first`, takes: `[0:0]={"${time}"}`, gives: id, ...kept };
    assert.deepEqual(rows, [first, { proname: `${name}_time`, takes: `[0:0]={${id}}`, gives: time, ...kept }]);
    const { rows: values } = await pool.query(`
      SELECT ${name}_first(NULL) IS NULL AND ${name}_time(NULL) IS NULL AS nothing,
        (SELECT count(*)::int FROM generate_series(timestamptz '2026-01-01Z', '2026-12-31Z', interval '1 day') AS day
          WHERE ${name}_time(${name}_first(day)) = day) AS days`);
    assert.deepEqual(values, [{ nothing: true, days: 365 }]);
  });
}

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
