// The store in Redis, by every client, on a real server.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { batch, discord } from "flakekit";
import { lease, listSeats } from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { redis } from "flakekit/lease/redis";
import { broken, QUICK } from "./lib/checks.mjs";
import { clients, clusterClients, ioredis, nodeRedis, plainFunction } from "./lib/clients.mjs";
import { RedisServer } from "./lib/redis.mjs";
import { freePort } from "./lib/user.mjs";
import { until } from "./lib/wait.mjs";

for (const [name, connect] of Object.entries({ "node-redis": nodeRedis, ioredis, "a function": plainFunction })) {
  test(`by ${name}, the store passes every check of stores`, async (context) => {
    const server = await RedisServer.start(context);
    const connections = await Promise.all([1, 2, 3].map(() => connect(context, server)));
    assert.deepEqual(broken(await conformance(connections.map((client) => redis(client)))), []);
  });
}

test("with durable: true, the store passes every check of stores", async (context) => {
  const client = await nodeRedis(context, await RedisServer.start(context));
  assert.deepEqual(broken(await conformance(redis(client, { durable: true }))), []);
});

// Each test has a server of its own, which does not know the scripts, and waits for a grace period.
describe("a lease makes IDs and releases its seat", { concurrency: 4 }, () => {
  for (const [name, connect] of Object.entries(clients)) {
    test(`by ${name}`, async (context) => {
      const server = await RedisServer.start(context);
      const store = redis(await connect(context, server));
      await makesIds(store);
    });
  }

  for (const runtime of ["bun", "deno"]) {
    test(`in ${runtime}`, async (context) => {
      const server = await RedisServer.start(context);
      const args = { bun: [], deno: ["run", "--allow-all"] }[runtime];
      const program = new URL(`./node_modules/.bin/${runtime}`, import.meta.url).pathname;
      const { stdout } = await promisify(execFile)(program, [...args, "lib/runtime.mjs", server.url], {
        cwd: new URL(".", import.meta.url),
      });
      assert.equal(stdout, "100 IDs\n");
    });
  }
});

async function makesIds(store) {
  // A seat can only be released before its window ends. On a busy machine, the test takes longer than a window of
  // `QUICK`.
  const ids = await lease(discord, { store, space: "ids { } ä", ...QUICK, window: 1_500 });
  assert.equal(new Set(batch(ids, 100)).size, 100);
  await ids.close();
  assert.ok((await store.spaces()).includes("ids { } ä"));
  const { seats } = await listSeats(store, "ids { } ä");
  assert.deepEqual(
    seats.map(({ owner }) => owner),
    [null],
  );
}

for (const [name, connect] of Object.entries(clusterClients)) {
  test(`in a cluster, by ${name}, the store passes every check of stores`, async (context) => {
    const port = String(await freePort());
    // A node that has met no other node does not know its own address.
    const address = ["--cluster-port", port, "--cluster-announce-ip", "127.0.0.1"];
    const server = await RedisServer.start(context, ["--cluster-enabled", "yes", ...address]);
    await server.command("CLUSTER", "ADDSLOTSRANGE", 0, 16383);
    await until(async () => (await server.command("CLUSTER", "INFO")).includes("cluster_state:ok"));
    const client = await connect(context, server);
    assert.deepEqual(broken(await conformance(redis(client))), []);
    await makesIds(redis(client));
  });
}

test("stores with other prefixes do not see each other's spaces", async (context) => {
  const client = await nodeRedis(context, await RedisServer.start(context));
  const [one, other] = ["one", "two"].map((prefix) => redis(client, { prefix, durable: true }));
  const ids = await lease(discord, { store: one });
  context.after(() => ids.close());
  assert.deepEqual([await one.spaces(), await other.spaces()], [["discord"], []]);
  assert.deepEqual((await other.read("discord", ["head"])).records, [null]);
});
