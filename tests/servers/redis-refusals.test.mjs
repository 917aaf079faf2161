// The errors of the store in Redis when the server refuses a command.

import assert from "node:assert/strict";
import { test } from "node:test";
import { redis } from "flakekit/lease/redis";
import { ioredis, nodeRedis, plainFunction } from "./lib/clients.mjs";
import { fails } from "./lib/fails.mjs";
import { RedisServer } from "./lib/redis.mjs";

const COMMANDS = ["evalsha", "eval", "time", "info", "hmget", "hget", "hset", "sadd", "smembers", "exists", "hkeys"];

/** Writes a record without any guard. */
async function write(store, space, key, record) {
  const { generation, records } = await store.read(space, ["head", key]);
  return store.swap(space, key, records[1], record, { head: records[0], generation, before: Infinity });
}

/** Stores of a user with these permissions, by two clients. */
async function storesOf(context, server, rules, options) {
  await server.command("ACL", "SETUSER", "ids", "reset", "on", ">word", ...rules);
  const url = `redis://ids:word@127.0.0.1:${server.port}`;
  return [
    redis(await nodeRedis(context, { url }), options),
    redis(ioredis(context, { url }, { enableReadyCheck: false }), options),
  ];
}

test("the permissions that the documentation names are enough", async (context) => {
  const server = await RedisServer.start(context);
  const rules = ["~{flakekit}*", ...COMMANDS.map((name) => `+${name}`)];
  for (const store of await storesOf(context, server, rules)) {
    assert.equal(await write(store, "orders", "seat 1", "one"), true);
    assert.deepEqual(await store.spaces(), ["orders"]);
    assert.deepEqual(await store.keysOf("orders"), ["seat 1"]);
  }
});

for (const name of COMMANDS) {
  test(`a user without permission for ${name} gets an error that names it`, async (context) => {
    const server = await RedisServer.start(context);
    const rules = [
      "~*",
      "+hello",
      "+client",
      ...COMMANDS.filter((other) => other !== name).map((other) => `+${other}`),
    ];
    for (const store of await storesOf(context, server, rules)) {
      await server.command("SCRIPT", "FLUSH");
      const use = async () => {
        await write(store, "orders", "head", "one");
        await store.spaces();
        await store.keysOf("orders");
      };
      const error = await fails(use(), ...(name === "info" ? ["option generation"] : []));
      assert.match(error.message, new RegExp(`\\+${name}\\b`));
    }
  });
}

test("a user without permission for the keys gets an error that names them", async (context) => {
  const server = await RedisServer.start(context);
  for (const store of await storesOf(context, server, ["~other*", "+@all"])) {
    await fails(store.read("orders", ["head"]), "NOPERM", "~{flakekit}*");
  }
});

test("with the option generation, INFO is not needed, and swaps with another generation are refused", async (context) => {
  const server = await RedisServer.start(context);
  for (const store of await storesOf(context, server, ["~*", "+@all", "-info"], { generation: "first" })) {
    assert.equal((await store.read("orders", [])).generation, "first");
    const guard = { head: null, before: Infinity };
    assert.equal(await store.swap("orders", "a", null, "one", { ...guard, generation: "second" }), false);
    await server.command("FLUSHALL");
    assert.equal(await store.swap("orders", "a", null, "one", { ...guard, generation: "first" }), true);
  }
});

test("a server that does not say who it is gets an error that names the option generation", async (context) => {
  const send = await plainFunction(context, await RedisServer.start(context));
  const store = redis((command, text, ...rest) => {
    if (command === "EVALSHA") throw new Error("NOSCRIPT");
    return send(command, text.replace("%crun_id:", "%cother_id:"), ...rest);
  });
  await fails(store.read("orders", []), "no run_id", "option generation");
});

test("a server that lacks a command gets an error that says so", async (context) => {
  const server = await RedisServer.start(context, ["--rename-command", "INFO", "hidden"]);
  const store = redis(await nodeRedis(context, server));
  await fails(store.read("orders", []), "INFO", "lacks this command", "option generation");
});

test("a server that has lost its scripts gets them again", async (context) => {
  const server = await RedisServer.start(context);
  const store = redis(await nodeRedis(context, server));
  for (const record of ["one", "two"]) {
    await server.command("SCRIPT", "FLUSH");
    assert.equal(await write(store, "orders", "seat 1", record), true);
  }
  assert.deepEqual((await store.read("orders", ["seat 1"])).records, ["two"]);
});

test("a key of another type is an error, and stays as it is", async (context) => {
  const server = await RedisServer.start(context);
  const store = redis(await nodeRedis(context, server));
  await server.command("SET", "{flakekit}:orders", "mine");
  await fails(store.read("orders", ["head"]), "WRONGTYPE", "choose another prefix");
  assert.equal(await server.command("GET", "{flakekit}:orders"), "mine");
  await server.command("SET", "{flakekit}", "mine");
  await fails(write(store, "letters", "head", "one"), "WRONGTYPE", "choose another prefix");
  assert.deepEqual((await store.read("letters", ["head"])).records, [null]);
});

test("a server whose memory is full refuses a swap and writes nothing", async (context) => {
  const server = await RedisServer.start(context);
  const store = redis(await nodeRedis(context, server));
  await server.command("CONFIG", "SET", "maxmemory", "1");
  await fails(write(store, "orders", "head", "one"), "OOM", "maxmemory");
  await server.command("CONFIG", "SET", "maxmemory", "0");
  assert.deepEqual((await store.read("orders", ["head"])).records, [null]);
  assert.deepEqual(await store.spaces(), []);
});

test("a replica is refused: it may lag behind its master", async (context) => {
  const [master, replica] = [await RedisServer.start(context), await RedisServer.start(context)];
  await replica.command("REPLICAOF", "127.0.0.1", master.port);
  const store = redis(await nodeRedis(context, replica));
  await fails(store.read("orders", ["head"]), "role is slave", "connect to the master");
});

test("replies that no script gives are errors", async (context) => {
  const server = await RedisServer.start(context);
  const client = await nodeRedis(context, server);
  const replies = ["QUEUED", "OK", null, undefined, 1, ["read"], Buffer.from("read\n1"), "", "failed", "read\n1"];
  for (const reply of [...replies, "read\nnow\ng\n0\n0\n-", "read\n5\ng\n0\n0\n-\n-", "read\n5\ng\n0\n0\nrecord"]) {
    await fails(redis(() => reply).read("orders", ["head"]));
  }
  const multi = redis((...command) => client.multi().addCommand(command));
  await fails(multi.read("orders", ["head"]), "without transactions");
});

test("a function that answers errors in place of throwing them is understood", async (context) => {
  const client = await nodeRedis(context, await RedisServer.start(context));
  const store = redis((...command) => client.sendCommand(command).catch((error) => error));
  assert.equal(await write(store, "orders", "head", "one"), true);
  await fails(redis(() => new Error("no connection")).read("orders", []), "no connection", "can be reached");
});
