// MongoDB's BSON library: the statements of docs/databases.md. Debian has no server of MongoDB.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deserialize, serialize } from "bson";
import { twitter } from "flakekit";
import { ODD } from "./lib/orders.mjs";

test("BSON holds IDs as Longs, reads them as bigints, and makes a larger bigint negative", async () => {
  const OPTIONS = { useBigInt64: true };
  const stored = serialize({ _id: ODD, item: "one" });
  assert.deepEqual(deserialize(stored, OPTIONS), { _id: ODD, item: "one" });
  assert.equal(twitter.toText(deserialize(stored)._id), String(ODD), "flakekit reads a Long");
  assert.equal(deserialize(serialize({ _id: Number(ODD) }))._id, Number(ODD), "a number is rounded");
  assert.equal(deserialize(serialize({ _id: 2n ** 64n - 1n }), OPTIONS)._id, -1n);
  const { min, end } = twitter.range("2026-06-28", "2026-06-29", { halfOpen: true });
  const filters = { before: { _id: { $lt: ODD } }, between: { _id: { $gte: min, $lt: end } } };
  assert.deepEqual(deserialize(serialize(filters), OPTIONS), filters);
});
