// Orders with IDs, and the check that a database stores, pages and finds them. It runs in Node, Bun and Deno.

import assert from "node:assert/strict";
import { batch, generator, twitter, withOptions } from "flakekit";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-11-20");
const PER_DAY = 3_000;

/** The format of the document. */
export const format = withOptions(twitter, { epoch: "2024-01-01" });

/** An ID whose last digits a double cannot hold. */
export const ODD = 1541815603606036481n;

/** The largest ID of a signed column, which no order has. */
const LARGEST = 2n ** 63n - 1n;

/** Orders of three days, in the order of time. */
export const ORDERS = [0, 1, 2].flatMap((day) => {
  const ids = generator(format, { machineId: 1, clock: () => START + day * DAY_MS });
  return Array.from(batch(ids, PER_DAY), (id, n) => ({ id, item: `item ${n} of day ${day}` }));
});

/** Each row as plain data: drivers return objects of their own classes. */
const plain = (rows) => rows.map(({ id, item }) => ({ id, item }));

/** Checks the functions of an adapter of docs/databases.md, which are given without their database. */
export async function checkOrders({ insert, page, between }, orders = ORDERS, largest = LARGEST) {
  await insert(orders);
  const found = [];
  for (let before = largest; ;) {
    const rows = plain(await page(before, 1_000));
    if (rows.length === 0) break;
    found.push(...rows);
    before = rows.at(-1).id;
  }
  assert.deepEqual(found.reverse(), orders);
  const ofDay = plain(await between(new Date(START + DAY_MS), new Date(START + 2 * DAY_MS)));
  assert.deepEqual(ofDay, orders.slice(PER_DAY, 2 * PER_DAY));
}

/** The functions of an adapter with their first argument. */
export function on(database, functions) {
  return Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [name, (...args) => run(database, ...args)]),
  );
}

/** Texts of 2000 IDs from the epoch until 2040, in the order of time. */
export function textsOf(format, options) {
  const [from, until] = [format.epoch, Date.parse("2040-01-01")];
  const times = Array.from({ length: 2_000 }, (_, i) => from + ((until - from) / 2_000) * i);
  return times.map((time) => format.toText(format.firstAt(time), options));
}
