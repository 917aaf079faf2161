// The recipe of docs/orms.md for Mongoose, without a server: Debian has no server of MongoDB.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Long } from "bson";
import mongoose from "mongoose";
import { ODD } from "./lib/orders.mjs";
import { FIELDS, format, writeRecipes } from "./lib/recipes.mjs";

const files = writeRecipes(join(import.meta.dirname, "documented-mongoose"));
const { Order } = await import(files["mongoose.mjs"]);

const { BSON } = mongoose.mongo;
const LARGEST = 2n ** 63n - 1n;

test("Mongoose makes IDs as defaults, in the order of making, and validates them", async () => {
  const orders = Array.from({ length: 1_000 }, (_, n) => new Order({ item: `item ${n}` }));
  const made = orders.map(({ _id }) => _id);
  assert.equal(new Set(made).size, 1_000);
  assert.deepEqual(
    made.toSorted((a, b) => (a < b ? -1 : 1)),
    made,
  );
  for (const id of made) {
    assert.equal(typeof id, "bigint");
    const { datacenterId, workerId } = format.decode(id);
    assert.deepEqual({ datacenterId, workerId }, FIELDS);
  }
  await orders[0].validate();
  await assert.rejects(new Order({}).validate(), /item: Path `item` is required/);
});

test("Mongoose casts bigints, texts and its own Longs to bigints with all digits, and refuses 2^63", async () => {
  for (const id of [1n, ODD, LARGEST]) {
    for (const given of [id, String(id), BSON.Long.fromBigInt(id)]) {
      const order = new Order({ _id: given, item: "given" });
      assert.equal(order._id, id);
      await order.validate();
    }
  }
  for (const given of [LARGEST + 1n, String(LARGEST + 1n), "12x", Long.fromBigInt(ODD)]) {
    const order = new Order({ _id: given, item: "given" });
    assert.ok(format.decode(order._id).workerId === FIELDS.workerId, "it has a new ID until it is validated");
    await assert.rejects(order.validate(), /_id: Cast to BigInt failed/);
  }
  assert.equal(new Order({ _id: Number(ODD), item: "a number" })._id, BigInt(Number(ODD)));
});

test("Mongoose writes IDs as texts in JSON, and throws for the bigint of a path without a transform", () => {
  const order = new Order({ _id: ODD, item: "odd" });
  assert.deepEqual(JSON.parse(JSON.stringify(order)), { _id: String(ODD), item: "odd" });
  const Line = mongoose.model("Line", new mongoose.Schema({ order: { type: BigInt, ref: "Order" } }));
  assert.throws(() => JSON.stringify(new Line({ order: ODD })), /BigInt/);
});

test("Mongoose sends and reads IDs with all digits", () => {
  for (const id of [ODD, LARGEST]) {
    const bytes = BSON.serialize(new Order({ _id: id, item: "sent" }).toBSON());
    assert.deepEqual(BSON.deserialize(bytes, { useBigInt64: true }), { _id: id, item: "sent" });
    // Without the setting, the library reads a Long.
    const read = BSON.deserialize(bytes);
    assert.equal(Order.hydrate(read)._id, id);
  }
});

test("Mongoose casts the IDs of filters: a text, and a span of time in order", () => {
  const filterOf = (query) => {
    query.cast(Order);
    return query.getFilter();
  };
  assert.deepEqual(filterOf(Order.find({ _id: String(ODD) })), { _id: ODD });
  assert.deepEqual(filterOf(Order.updateOne({ _id: ODD }, { item: "new" })), { _id: ODD });
  assert.throws(() => filterOf(Order.find({ _id: "12x" })), /Cast to BigInt failed/);
  const { min, end } = format.range("2026-11-20", "2026-11-21", { halfOpen: true });
  const query = Order.find({ _id: { $gte: min, $lt: end } }).sort({ _id: 1 });
  assert.deepEqual(filterOf(query), { _id: { $gte: min, $lt: end } });
  assert.deepEqual(query.getOptions().sort, { _id: 1 });
});
