// Orders in PostgreSQL by pg: many rows in one statement, pages, and the rows of a span of time: docs/databases.md

import { twitter, withOptions } from "flakekit";

const format = withOptions(twitter, { epoch: "2024-01-01" });

export const create = (pool) => pool.query("CREATE TABLE orders (id BIGINT PRIMARY KEY, item TEXT NOT NULL)");

export const insert = (pool, orders) =>
  pool.query("INSERT INTO orders (id, item) SELECT * FROM unnest($1::bigint[], $2::text[])", [
    orders.map(({ id }) => id),
    orders.map(({ item }) => item),
  ]);

// pg returns texts.
const read = ({ rows }) => rows.map(({ id, item }) => ({ id: BigInt(id), item }));

// The newest orders before an ID.
export const page = async (pool, before, limit) =>
  read(await pool.query("SELECT * FROM orders WHERE id < $1 ORDER BY id DESC LIMIT $2", [before, limit]));

// The orders of a span of time.
export async function between(pool, from, to) {
  const { min, end } = format.range(from, to, { halfOpen: true });
  return read(await pool.query("SELECT * FROM orders WHERE id >= $1 AND id < $2 ORDER BY id", [min, end]));
}
