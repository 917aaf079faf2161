import { postgres } from "flakekit/lease/postgres";
import pg from "pg";

/** The connections that orders and leases share. With time-outs, a server that has vanished is noticed. */
export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  connectionTimeoutMillis: 4_000,
  query_timeout: 4_000,
});

// An idle connection that is lost is replaced by the next query.
pool.on("error", (error) => console.error(error.message));

export const store = postgres(pool);

/** Creates the tables. */
export async function setUp() {
  await store.setup();
  await pool.query("CREATE TABLE IF NOT EXISTS orders (id BIGINT PRIMARY KEY, item TEXT NOT NULL)");
  await pool.end();
}
