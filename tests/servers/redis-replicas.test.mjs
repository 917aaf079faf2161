// The option `replicas`: a window counts only when replicas have it.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { conformance } from "flakekit/lease/conformance";
import { redis } from "flakekit/lease/redis";
import { broken } from "./lib/checks.mjs";
import { clients, nodeRedis } from "./lib/clients.mjs";
import { Ends } from "./lib/ends.mjs";
import { fails } from "./lib/fails.mjs";
import { RedisServer } from "./lib/redis.mjs";
import { until } from "./lib/wait.mjs";

/** A master and its replica, which has all records of the master. */
async function pair(context) {
  const [master, replica] = [await RedisServer.start(context), await RedisServer.start(context)];
  await replica.command("REPLICAOF", "127.0.0.1", master.port);
  await until(async () => (await master.command("INFO", "replication")).includes("state=online"));
  return { master, replica };
}

/** A swap of the record `a` of a space. */
async function swapper(store, space = "orders") {
  const { generation } = await store.read(space, []);
  const guard = { head: null, generation, before: Infinity };
  return (previous, next) => store.swap(space, "a", previous, next, guard);
}

// In these tests, a master waits for its replica most of the time.
describe("the option replicas", { concurrency: true }, () => {
  describe("with a replica that runs", { concurrency: true }, () => {
    const ends = new Ends();
    let servers;
    before(async () => {
      servers = await pair(ends);
    });
    after(() => ends.run());

    test("the store passes every check of stores", async (context) => {
      const connect = async () => redis(await nodeRedis(context, servers.master), { replicas: 1 });
      assert.deepEqual(broken(await conformance([await connect(), await connect()])), []);
    });

    for (const [name, connect] of Object.entries(clients)) {
      test(`by ${name}, a swap is true when the replica has it`, async (context) => {
        const { master, replica } = servers;
        const space = `orders by ${name}`;
        const swap = await swapper(redis(await connect(context, master), { replicas: 1 }), space);
        assert.equal(await swap(null, "one"), true);
        const [key] = await replica.command("KEYS", `*${space}`);
        assert.equal(await replica.command("HGET", key, "a"), "one");
      });
    }
  });

  test("with fewer replicas than asked for, reads and swaps fail", async (context) => {
    const { master } = await pair(context);
    const store = redis(await nodeRedis(context, master), { replicas: 2 });
    await fails(store.read("orders", []), "1 of 2 replicas", "fewer replicas");
    const alone = redis(await nodeRedis(context, await RedisServer.start(context)), { replicas: 1 });
    await fails(alone.read("orders", []), "0 of 1 replicas");
  });

  test("while the replica is stopped, a swap fails; what it wrote is not shown until the replica has it", async (context) => {
    const { master, replica } = await pair(context);
    const store = redis(await nodeRedis(context, master), { replicas: 1 });
    const swap = await swapper(store);
    replica.pause();
    await fails(swap(null, "one"), "0 of 1 replicas");
    assert.equal(await master.command("HGET", "{flakekit}:orders", "a"), "one");
    await fails(store.read("orders", ["a"]), "0 of 1 replicas");
    replica.resume();
    assert.deepEqual((await store.read("orders", ["a"])).records, ["one"]);
    assert.equal(await replica.command("HGET", "{flakekit}:orders", "a"), "one");
  });

  test("a swap of which the master was restarted before the replica had it fails", async (context) => {
    const { master, replica } = await pair(context);
    const store = redis(await nodeRedis(context, master), { replicas: 1 });
    const swap = await swapper(store);
    replica.pause();
    const swapped = swap(null, "one");
    const failed = fails(swapped);
    await until(async () => (await master.command("HGET", "{flakekit}:orders", "a")) !== null);
    await master.restart();
    replica.resume();
    await failed;
  });

  test("a pool of several connections confirms its own writes only", async (context) => {
    const { master, replica } = await pair(context);
    const connections = await Promise.all([1, 2, 3].map(() => nodeRedis(context, master)));
    let turn = 0;
    const store = redis((...command) => connections[turn++ % 3].sendCommand(command), { replicas: 1 });
    const swap = await swapper(store);
    assert.equal(await swap(null, "one"), true);
    replica.pause();
    await fails(swap("one", "two"), "0 of 1 replicas");
  });
});
