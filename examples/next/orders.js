import { nextId } from "./ids.js";
import { pool } from "./store.js";

/** Stores an order, and returns its ID. */
export async function addOrder(item) {
  const id = await nextId();
  await pool.query("INSERT INTO orders (id, item) VALUES ($1, $2)", [id, item]);
  return id;
}

/** The latest orders. The driver returns a BIGINT as text. */
export async function latestOrders() {
  const { rows } = await pool.query("SELECT id, item FROM orders ORDER BY id DESC LIMIT 10");
  return rows;
}
