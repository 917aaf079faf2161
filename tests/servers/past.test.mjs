// The table of docs/past.md, whose rows get IDs, on a real server.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { discord } from "flakekit";
import pg from "pg";
import { blocksOf, writeFiles } from "../../scripts/documents.mjs";
import { FAST, Server } from "./lib/postgres.mjs";

const files = writeFiles("examples/past", join(import.meta.dirname, "documented"));
const { backfill } = await import(files["backfill.mjs"]);
const [{ code: setup }] = blocksOf("docs/past.md", "sql");

const ROWS = 20_000;
const NUMBER = { workerId: 31, processId: 31 };

let server, pool;

before(async () => {
  server = await Server.start(...FAST);
  pool = new pg.Pool(server.connection());
});

after(async () => {
  await pool.end();
  await server.remove();
});

beforeEach(async () => {
  await pool.query("DROP TABLE IF EXISTS orders, backfill");
  // Half of the rows have one time; the other rows are in an order of their own.
  await pool.query(`CREATE TABLE orders AS SELECT i::bigint AS old_id,
    timestamptz '2025-03-01Z' + CASE WHEN i % 2 = 0 THEN 0 ELSE hashint4(i) % 1000000 + 1000001 END * interval '1.0007 ms' AS created_at
    FROM generate_series(1, ${ROWS}) AS i`);
  await pool.query(setup);
});

/** The faults of the IDs of the table. */
async function faults() {
  const { rows } = await pool.query("SELECT id, created_at FROM orders ORDER BY created_at, old_id");
  const ids = rows.map(({ id }) => BigInt(id));
  const late = rows.filter(({ created_at }, i) => {
    const lead = discord.timestamp(ids[i]) - created_at.getTime();
    return lead < 0 || lead > 10;
  });
  const descents = ids.filter((id, i) => i > 0 && id <= ids[i - 1]);
  return { late: late.length, descents: descents.length, repeats: ids.length - new Set(ids).size };
}

const NONE = { late: 0, descents: 0, repeats: 0 };

async function withClient(work) {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

test("a run gives all rows IDs in the order of their times", () =>
  withClient(async (client) => {
    while (await backfill(client, NUMBER, 3000)) {
      // The next rows.
    }
    assert.deepEqual(await faults(), NONE);
  }));

test("a run whose connection is killed in a batch goes on, and repeats no ID", async () => {
  let runs = 0;
  for (
    let left = ROWS;
    left > 0;
    left = Number((await pool.query("SELECT count(*) FROM orders WHERE id IS NULL")).rows[0].count)
  ) {
    runs += 1;
    const client = new pg.Client(server.connection());
    client.on("error", () => undefined);
    await client.connect();
    const { processID } = client;
    const { query } = client;
    let statements = 0;
    // Each run ends at another statement of its third batch, which has 8.
    client.query = async (...values) => {
      statements += 1;
      if (statements === 16 + ((runs - 1) % 8)) await pool.query("SELECT pg_terminate_backend($1)", [processID]);
      return query.apply(client, values);
    };
    try {
      while (await backfill(client, NUMBER, 1000)) {
        // The next rows.
      }
    } catch (error) {
      assert.match(error.message, /terminat|closed|not queryable|ECONNRESET/i);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  assert.ok(runs > 5, `${runs} runs`);
  assert.deepEqual(await faults(), NONE);
});

test("two runs at the same time take turns", async () => {
  const run = () =>
    withClient(async (client) => {
      while (await backfill(client, NUMBER, 1000)) {
        // The next rows.
      }
    });
  await Promise.all([run(), run()]);
  assert.deepEqual(await faults(), NONE);
});

test("rows that are not older than the service are refused, and those before them keep their IDs", () =>
  withClient(async (client) => {
    const before = discord.firstAt("2025-03-01T00:10:00Z");
    await assert.rejects(
      (async () => {
        while (await backfill(client, { ...NUMBER, before }, 1000)) {
          // The next rows.
        }
      })(),
      { code: "INVALID_TIME", message: /^the row of 2025-03-01T00:10:00/ },
    );
    const { rows } = await pool.query("SELECT max(id) < $1 AS holds, count(id) > 10000 AS many FROM orders", [before]);
    assert.deepEqual(rows, [{ holds: true, many: true }]);
  }));
