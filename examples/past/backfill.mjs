// Gives IDs to the rows of a table in PostgreSQL. Each batch is one transaction, which stores the snapshot, too: docs/past.md

import { discord } from "flakekit"; // your format
import { past } from "./past.mjs";

const LEFT = `SELECT old_id, floor(extract(epoch FROM created_at) * 1000)::float8 AS time FROM orders
  WHERE id IS NULL ORDER BY created_at, old_id LIMIT $1`;
const WRITE =
  "UPDATE orders SET id = new.id FROM unnest($1::bigint[], $2::bigint[]) AS new (old_id, id) WHERE orders.old_id = new.old_id";

/** Gives IDs to the next rows that have none. Resolves to their number, 0 at the end. */
export async function backfill(client, options, count = 10_000) {
  await client.query("BEGIN");
  try {
    // The lock lets one run work at a time.
    await client.query("LOCK TABLE backfill");
    const { rows } = await client.query(LEFT, [count]);
    if (rows.length > 0) await write(client, options, rows);
    await client.query("COMMIT");
    return rows.length;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

async function write(client, options, rows) {
  const state = await client.query("SELECT saved FROM backfill");
  const ids = past(discord, { ...options, saved: state.rows[0]?.saved });
  const made = rows.map(({ time }) => ids.next(time));
  await client.query(WRITE, [rows.map(({ old_id }) => old_id), made]);
  await client.query("DELETE FROM backfill");
  await client.query("INSERT INTO backfill (saved) VALUES ($1)", [ids.saved()]);
}
