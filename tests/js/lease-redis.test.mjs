// The options of the store in Redis. tests/servers/ tests the store on real servers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { redis } from "flakekit/lease/redis";

const client = () => undefined;

/** Asserts that the call is refused with INVALID_OPTION and these words. */
function refused(call, ...words) {
  assert.throws(call, (error) => {
    assert.equal(error.code, "INVALID_OPTION", error.stack);
    for (const word of words) assert.ok(error.message.includes(word), `'${word}' is not in: ${error.message}`);
    return true;
  });
}

test("what is no client is refused, with those that are", () => {
  const wrong = [undefined, null, 1, "redis://localhost", {}, [], { get() {}, set() {} }, { isOpen: true }];
  for (const value of wrong) refused(() => redis(value), "client is", "ioredis", "(command, ...args)");
});

test("a client whose properties throw is refused", () => {
  const throwing = new Proxy(
    {},
    {
      get() {
        throw new Error("no");
      },
    },
  );
  refused(() => redis(throwing), "client", "no");
});

test("options that are wrong are refused, with the value and what it must be", () => {
  refused(() => redis(client, { durable: 1 }), "durable is 1", "true or false");
  refused(() => redis(client, { replicas: -1 }), "replicas is -1", "0 to 100");
  refused(() => redis(client, { replicas: 101 }), "replicas is 101");
  refused(() => redis(client, { generation: "" }), "generation is ''", "1 to 1000");
  refused(() => redis(client, { generation: "a b" }), "generation is 'a b'", "without spaces");
  for (const prefix of ["", "a b", "{a}", "ä", "x".repeat(101)]) refused(() => redis(client, { prefix }), "prefix is");
  refused(() => redis(client, { prefx: "a" }), "'prefx'", "prefix");
  for (const other of [{ durable: true }, { generation: "g" }]) {
    refused(() => redis(client, { replicas: 1, ...other }), "replicas is 1", "neither durable nor generation");
  }
});

test("equal options of one client are one store; others are another store", () => {
  assert.equal(redis(client), redis(client, { prefix: "flakekit" }));
  for (const options of [{ prefix: "other" }, { durable: true }, { replicas: 1 }, { generation: "g" }]) {
    assert.notEqual(redis(client), redis(client, options));
  }
  assert.notEqual(
    redis(client),
    redis(() => undefined),
  );
});

test("the store is durable only if the user promises it", () => {
  assert.equal(redis(client).durable, false);
  assert.equal(redis(client, { durable: true }).durable, true);
});

test("what breaks the limits of stores is STORE_FAILED, and nothing is sent", async () => {
  const store = redis(() => assert.fail("it was sent"));
  const guard = { meta: null, generation: "g", before: 1 };
  const calls = [
    store.read("a\nb", []),
    store.read("a", ["\n"]),
    store.swap("a", "k", null, "ä", guard),
    store.swap("a", "k", null, "r", { ...guard, before: NaN }),
  ];
  for (const call of calls) await assert.rejects(call, { code: "STORE_FAILED", message: /asked wrongly/ });
});
