// The store in this thread.

import assert from "node:assert/strict";
import { test } from "node:test";
import { memory } from "flakekit/lease";

const FAR = Number.MAX_SAFE_INTEGER;
const guard = { head: null, generation: "memory", before: FAR };

test("a new store has no records, is durable, and has a constant generation", async () => {
  const used = memory();
  assert.equal(await used.swap("space", "seat 0", null, "a", guard), true);
  const store = memory();
  assert.equal(store.durable, true);
  const { generation, records } = await store.read("space", ["head", "seat 0"]);
  assert.deepEqual(records, [null, null]);
  assert.equal(generation, "memory");
  assert.equal((await memory({ generation: "g1" }).read("space", [])).generation, "g1");
});

test("the clock is Date.now, looked up at each call, or the given one, rounded down to whole ms", async (t) => {
  const store = memory();
  const own = memory({ clock: () => 1_790_000_000_000.9 });
  t.mock.method(Date, "now", () => 1_800_000_000_000.5);
  assert.equal((await store.read("space", [])).now, 1_800_000_000_000);
  assert.equal((await own.read("space", [])).now, 1_790_000_000_000);
  assert.equal(await own.swap("space", "a", null, "x", { ...guard, before: 1_790_000_000_000 }), false);
  assert.equal(await own.swap("space", "a", null, "x", { ...guard, before: 1_790_000_000_001 }), true);
});

test("a reading that is no Unix time rejects the call, which has no effect", async () => {
  for (const reading of [NaN, Infinity, -1, 2 ** 53, "1790000000000", 1n, undefined, null, {}]) {
    let now = reading;
    const store = memory({ clock: () => now });
    const refusal = (error) => error.name === "FlakeError" && error.code === "CLOCK_INVALID";
    await assert.rejects(store.read("space", ["a"]), refusal);
    await assert.rejects(store.swap("space", "a", null, "x", guard), refusal);
    now = 0;
    assert.deepEqual((await store.read("space", ["a"])).records, [null]);
  }
});

test("what the clock throws rejects the call", async () => {
  const error = new Error("no clock");
  const store = memory({
    clock() {
      throw error;
    },
  });
  await assert.rejects(store.read("space", ["a"]), error);
  await assert.rejects(store.swap("space", "a", null, "x", guard), error);
});

test("a swap that the clock makes comes before the swap that has read the clock", async () => {
  let inner;
  const store = memory({
    clock() {
      if (inner === undefined) {
        inner = null;
        inner = store.swap("space", "a", null, "by the clock", guard);
      }
      return 1;
    },
  });
  assert.equal(await store.swap("space", "a", null, "by the caller", guard), false);
  assert.equal(await inner, true);
  assert.deepEqual((await store.read("space", ["a"])).records, ["by the clock"]);
});

test("a swap applies only before a time that is a number", async () => {
  const store = memory();
  assert.equal(await store.swap("space", "a", null, "x", { ...guard, before: NaN }), false);
  assert.equal(await store.swap("space", "a", null, "x", { head: null, generation: "memory" }), false);
});

test("wrong options are refused, by name", () => {
  const refused = (options, words) =>
    assert.throws(
      () => memory(options),
      (error) => error.code === "INVALID_OPTION" && error.message.includes(words),
      JSON.stringify(options),
    );
  refused({ clock: 5 }, "clock is 5; it must be a function");
  for (const generation of ["", "a b", "é", "x".repeat(1001), "a\n", 5, null])
    refused({ generation }, "generation is ");
  refused({ durable: false }, "memory() has no option 'durable'");
  refused(5, "the argument of memory() is 5");
  memory({ clock: undefined, generation: "x".repeat(1000) });
});
