// The connections that orders and leases share, and the terms that all processes have in common.

import { twitter, withOptions } from "flakekit";
import { postgres } from "flakekit/lease/postgres";
import pg from "pg";

// With time-outs, a server that has vanished is noticed.
export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  connectionTimeoutMillis: 4_000,
  query_timeout: 4_000,
});
// An idle connection was lost. The next query opens another one.
pool.on("error", (error) => console.error(error.message));

/** For BIGINT columns. Do not change the epoch later. */
export const format = withOptions(twitter, { epoch: "2024-01-01" });

export const store = postgres(pool);
/** Leases of one store and one space repeat no ID. */
export const space = "orders";
