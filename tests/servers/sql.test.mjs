// SQL of `flakekit/sql` on the real databases: SQLite, DuckDB, PostgreSQL, MariaDB, ClickHouse.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { discord, twitter } from "flakekit";
import { sql } from "flakekit/sql";
import { pythonWith } from "../../scripts/suites/python.mjs";
import { writeFiles } from "../../scripts/documents.mjs";
import { compareSql } from "./lib/sql.mjs";
import { clientOfPostgres, openClickHouse, openDuckDb, openMariaDb, openPostgres } from "./lib/sql-databases.mjs";
import { checkStatements } from "./lib/sql-statements.mjs";

/** How many random IDs each dialect is compared with. */
const IDS = process.env.FLAKEKIT_LONG ? 1_000_000 : 100_000;

const here = import.meta.dirname;
const files = writeFiles("docs/databases.md", join(here, "documented"));

describe(
  "what SQL computes is what the package computes, and its statements run, and run again",
  { concurrency: 2 },
  () => {
    test("in SQLite", async () => {
      const node = join(here, "node_modules", "node24", "bin", "node");
      const { stdout } = await promisify(execFile)(node, [join(here, "sqlite", "sql.mjs"), String(IDS)], { cwd: here });
      console.log(`SQLite: ${stdout.trim()} values`);
    });

    for (const [name, open] of [
      ["PostgreSQL", openPostgres],
      ["MariaDB", openMariaDb],
      ["DuckDB", openDuckDb],
      ["ClickHouse", async (context) => openClickHouse(context, await pythonWith("clickhouse"))],
    ]) {
      test(`in ${name}`, async (context) => {
        const database = await open(context);
        await checkStatements(database);
        console.log(`${name}: ${await compareSql(database, IDS)} values`);
      });
    }
  },
);

test("PostgreSQL uses an index on the time, and the primary key for first", async (context) => {
  const { run, rows } = await openPostgres(context);
  const { time, index, first } = sql(discord, "postgres", { table: "posts", at: "timestamptz '2024-02-01Z'" });
  await run(`CREATE TABLE posts (id BIGINT PRIMARY KEY); ${index}`);
  await run(`INSERT INTO posts SELECT (n::bigint << 22) * 100000 FROM generate_series(1, 50000) AS n; ANALYZE posts`);
  const plan = async (where) => (await rows(`EXPLAIN SELECT * FROM posts WHERE ${where}`)).flat().join("\n");
  assert.match(await plan(`${time} = timestamptz '2015-01-02'`), /posts_id_time/);
  assert.match(await plan(`id BETWEEN ${first} AND ${first} + 5`), /posts_pkey/);
});

test("the document's statements create, read and find IDs", async (context) => {
  const client = await clientOfPostgres(context);
  const { create, read, since } = await import(files["sql.mjs"]);
  await client.query(create);
  const made = [Date.UTC(2024, 0), Date.UTC(2025, 0)].map((timestamp) =>
    discord.encode({ timestamp, workerId: 2, processId: 1, increment: 5 }),
  );
  for (const id of made) await client.query("INSERT INTO messages (id) VALUES ($1)", [id]);
  const { rows } = await client.query(read);
  assert.deepEqual(
    rows,
    made.map((id) => ({ id: String(id), made: discord.date(id), worker: "2" })),
  );
  const later = await client.query(since, [new Date(Date.UTC(2024, 6))]);
  assert.deepEqual(later.rows, [{ id: String(made[1]) }]);
  await assert.rejects(client.query("INSERT INTO messages (id) VALUES (-1)"), /id_is_discord/);
});

test("partitions of PostgreSQL are made once, and take the IDs of their month only", async (context) => {
  const { run, rows } = await openPostgres(context);
  await run("CREATE SCHEMA app; CREATE TABLE app.posts (id BIGINT PRIMARY KEY) PARTITION BY RANGE (id)");
  for (const month of ["2026-10-05", "2026-11-30T23:59:59.999Z", "2026-11-01Z", "2026-12-31T23:59:59Z"]) {
    await run(sql(twitter, "postgres", { table: "app.posts", at: `timestamptz '${month}'` }).partition);
  }
  const ids = [Date.UTC(2026, 10, 1) - 1, Date.UTC(2026, 10, 1), Date.UTC(2026, 11, 1) - 1, Date.UTC(2026, 11, 1)];
  await run(`INSERT INTO app.posts VALUES ${ids.map((ms) => `(${twitter.firstAt(ms)})`).join(", ")}`);
  assert.deepEqual(
    await rows("SELECT tableoid::regclass, count(*) FROM app.posts GROUP BY 1 ORDER BY tableoid::regclass::text"),
    [
      ["app.posts_2026_10", "1"],
      ["app.posts_2026_11", "2"],
      ["app.posts_2026_12", "1"],
    ],
  );
  await assert.rejects(run(`INSERT INTO app.posts VALUES (${twitter.firstAt(Date.UTC(2027, 0))})`), /no partition/);
});

test("partitions of MariaDB are made once, and take the IDs of their month", async (context) => {
  const { run, rows } = await openMariaDb(context);
  const { first } = sql(twitter, "mysql", { at: "'2026-10-01'" });
  const [[id]] = await rows(`SELECT ${first}`);
  assert.equal(id, String(twitter.firstAt(Date.UTC(2026, 9))));
  await run(
    `CREATE TABLE posts (id BIGINT PRIMARY KEY) PARTITION BY RANGE (id) (PARTITION older VALUES LESS THAN (${id}))`,
  );
  for (const month of ["2026-10-31", "2026-11-01", "2026-11-30 23:59:59", "2026-12-01"]) {
    await run(sql(twitter, "mysql", { table: "posts", at: `'${month}'` }).partition);
  }
  const ids = [Date.UTC(2026, 10, 1) - 1, Date.UTC(2026, 10, 1), Date.UTC(2026, 11, 1) - 1, Date.UTC(2026, 11, 1)];
  await run(`INSERT INTO posts VALUES ${ids.map((ms) => `(${twitter.firstAt(ms)})`).join(", ")}; ANALYZE TABLE posts`);
  assert.deepEqual(
    await rows(
      "SELECT partition_name, table_rows FROM information_schema.partitions WHERE table_name = 'posts' ORDER BY partition_ordinal_position",
    ),
    [
      ["older", "0"],
      ["p2026_10", "1"],
      ["p2026_11", "2"],
      ["p2026_12", "1"],
    ],
  );
});

test("ClickHouse puts IDs into the partition of their month", async (context) => {
  const { run, rows } = await openClickHouse(context, await pythonWith("clickhouse"));
  const { type, partition } = sql(discord, "clickhouse");
  await run(`CREATE TABLE ids (id ${type}) ENGINE = MergeTree ${partition} ORDER BY id`);
  await run(
    `INSERT INTO ids VALUES (${discord.firstAt(Date.UTC(2026, 10, 27))}), (${discord.firstAt(Date.UTC(2026, 9, 1))})`,
  );
  const names = await rows("SELECT DISTINCT partition FROM system.parts WHERE table = 'ids' ORDER BY partition");
  assert.deepEqual(names, [["202610"], ["202611"]]);
});
