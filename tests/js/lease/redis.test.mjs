// The options of the store in Redis. tests/servers/ tests the store on real servers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { redis } from "flakekit/lease/redis";
import { refusesWrongRequests } from "../support/leases.mjs";
import { refused } from "../support/shared.mjs";

const client = () => undefined;

test("what is no client is refused, with those that are", () => {
  const wrong = [undefined, null, 1, "redis://localhost", {}, [], { get() {}, set() {} }, { isOpen: true }];
  for (const value of wrong)
    refused("INVALID_OPTION", () => redis(value), "client is", "ioredis", "(command, ...args)");
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
  refused("INVALID_OPTION", () => redis(throwing), "client", "no");
});

test("options that are wrong are refused, with the value and what it must be", () => {
  refused("INVALID_OPTION", () => redis(client, { durable: 1 }), "durable is 1", "true or false");
  refused("INVALID_OPTION", () => redis(client, { replicas: -1 }), "replicas is -1", "0 to 100");
  refused("INVALID_OPTION", () => redis(client, { replicas: 101 }), "replicas is 101");
  refused("INVALID_OPTION", () => redis(client, { generation: "" }), "generation is ''", "1 to 1000");
  refused("INVALID_OPTION", () => redis(client, { generation: "a b" }), "generation is 'a b'", "without spaces");
  for (const prefix of ["", "a b", "{a}", "ä", "x".repeat(101)])
    refused("INVALID_OPTION", () => redis(client, { prefix }), "prefix is");
  refused("INVALID_OPTION", () => redis(client, { prefx: "a" }), "'prefx'", "prefix");
  for (const other of [{ durable: true }, { generation: "g" }]) {
    refused(
      "INVALID_OPTION",
      () => redis(client, { replicas: 1, ...other }),
      "replicas is 1",
      "neither durable nor generation",
    );
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
  let sent = 0;
  await refusesWrongRequests(redis(() => void sent++));
  assert.equal(sent, 0);
});

test("scripts in the package have the escapes of their source, and no quoted text with a line break", async () => {
  const scripts = [];
  const store = redis(async (command, script) => {
    if (command === "EVALSHA") throw new Error("NOSCRIPT No matching script");
    scripts.push(script);
    throw new Error("not run");
  });
  for (const call of [() => store.read("s", []), () => store.spaces(), () => store.keysOf("s")]) {
    await assert.rejects(call, { code: "STORE_FAILED", message: /not run/ });
  }
  assert.equal(scripts.length, 3);
  assert.ok(scripts.some((script) => script.includes("\\n")));
  for (const script of scripts) {
    for (const line of script.split("\n")) assert.equal(line.split("'").length % 2, 1, line);
  }
});
