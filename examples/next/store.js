import { postgres } from "flakekit/lease/postgres";
import pg from "pg";

/** The connections, which are made at the first query. With time-outs, a server that has vanished is noticed. */
function newPool() {
  const connectionString = process.env.DATABASE_URL;
  const made = new pg.Pool({ connectionString, connectionTimeoutMillis: 4_000, query_timeout: 4_000 });
  // An idle connection that is lost is replaced by the next query.
  made.on("error", (error) => console.error(error.message));
  return made;
}

// `next dev` evaluates this module again after each edit, and all copies need one pool.
export const pool = (globalThis.pool ??= newPool());

export const store = postgres(pool);

/** Creates the tables, if they are missing. */
export async function setUp() {
  await store.setup();
  await pool.query("CREATE TABLE IF NOT EXISTS orders (id BIGINT PRIMARY KEY, item TEXT NOT NULL)");
}
