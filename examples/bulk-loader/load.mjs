// Loads the lines of standard input into a table, each with an ID: all of them, or none if it fails or is interrupted.

import { createInterface } from "node:readline";
import { batchAsync, twitter, withOptions } from "flakekit";
import { lease } from "flakekit/lease";
import { postgres } from "flakekit/lease/postgres";
import pg from "pg";

const CHUNK = 50_000;

const interrupt = new AbortController();
process.once("SIGINT", () => interrupt.abort(new Error("Interrupted: no line was loaded.")));
const { signal } = interrupt;

// Both connect when they are used: one connection for the rows, one for the lease.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const store = postgres(pool);

try {
  await store.setup();
  await pool.query("CREATE TABLE IF NOT EXISTS events (id BIGINT PRIMARY KEY, line TEXT NOT NULL)");
  console.error("Waiting for a seat: 13 s in a new database.");
  const format = withOptions(twitter, { epoch: "2024-01-01" });
  const ids = await lease(format, { store, space: "events", signal });
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const count = await load(client, ids);
    signal.throwIfAborted();
    await client.query("COMMIT");
    console.error(`\nLoaded ${count} lines.`);
  } finally {
    // Without a COMMIT, the rows vanish with the connection.
    client.release(true);
    await ids.close();
  }
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
await pool.end();
// It may have more lines after an error.
process.stdin.destroy();

/** Inserts all lines, CHUNK at a time, and returns how many. The input waits meanwhile. */
async function load(client, ids) {
  let count = 0;
  let lines = [];
  const insert = async () => {
    const onProgress = (done) => process.stderr.write(`\r${count + done} lines`);
    // A BigUint64Array. The format makes 4096 IDs a ms, so this waits, and Ctrl-C ends it at once.
    const made = await batchAsync(ids, lines.length, { signal, onProgress });
    await client.query("INSERT INTO events SELECT * FROM unnest($1::bigint[], $2::text[])", [Array.from(made), lines]);
    count += lines.length;
    lines = [];
  };
  for await (const line of createInterface({ input: process.stdin, signal })) {
    if (lines.push(line) === CHUNK) await insert();
  }
  await insert();
  return count;
}
