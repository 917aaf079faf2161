// Redis servers that forget, are replaced, and answer late or not at all.

import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, test } from "node:test";
import { batch, discord } from "flakekit";
import { lease } from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { redis } from "flakekit/lease/redis";
import { broken } from "./lib/checks.mjs";
import { ioredis, nodeRedis, plainFunction } from "./lib/clients.mjs";
import { fails } from "./lib/fails.mjs";
import { Holder } from "./lib/holder.mjs";
import { Proxy } from "./lib/proxy.mjs";
import { RedisServer } from "./lib/redis.mjs";

/** The terms of one seat, with windows that are long enough for a look at them. */
const ONE_SEAT = { nodes: [3, 3], window: 1_000, clockSkew: 50, maxWait: 60_000 };

// Leases wait for windows and grace periods.
describe("leases of a server that forgets or fails", { concurrency: true }, () => {
  /** How a server forgets everything. */
  const forgetting = {
    "that is killed and has no persistence": (server) => server.restart(),
    "whose keys are flushed": (server) => server.command("FLUSHALL"),
    "that evicts the hash of the space": (server) => server.command("DEL", "{flakekit}:discord"),
  };

  for (const [how, forget] of Object.entries(forgetting)) {
    test(`a server ${how} grants no seat until the windows that it forgot have ended`, async (context) => {
      const server = await RedisServer.start(context);
      const proxy = await Proxy.start(context, server);
      const first = await Holder.start(context, proxy.url, {}, ONE_SEAT);
      const client = await nodeRedis(context, server);
      // The holder of the window cannot tell the server that it has the window.
      proxy.cut();
      const { made, status } = await first.make(20);
      await forget(server);
      const reasons = new Set();
      const onChange = ({ lastError }) => reasons.add(lastError?.message.match(/may have forgotten|is free/)?.[0]);
      const second = await lease(discord, { store: redis(client), ...ONE_SEAT, onChange });
      context.after(() => second.close());
      assert.ok(reasons.has("may have forgotten"));
      const others = batch(second, 1000);
      assert.ok(discord.decode(others[0]).timestamp >= status.until);
      const all = [...made, ...(await first.make(20)).made, ...others];
      assert.equal(new Set(all).size, all.length);
    });
  }

  test("a holder that reaches a server that forgot everything keeps its seat", async (context) => {
    const server = await RedisServer.start(context);
    const options = { ...ONE_SEAT, window: 4_000 };
    const holder = await Holder.start(context, server.url, {}, options);
    const { status } = await holder.make(1);
    await server.restart();
    let later;
    do later = (await holder.make(20)).status;
    while (later.until === status.until);
    assert.deepEqual([later.state, later.fields], ["held", status.fields]);
  });

  test("a lease makes IDs again after a server that was slow, cut off and down", async (context) => {
    const server = await RedisServer.start(context);
    const proxy = await Proxy.start(context, server);
    const holder = await Holder.start(context, proxy.url, {}, { ...ONE_SEAT, window: 300 });
    const made = [];
    const makesUntil = async (isDone) => {
      for (let one; !one || !isDone(one); made.push(...one.made)) one = await holder.make(10);
    };
    const isExpired = ({ status }) => status.state === "expired";
    const isHeld = ({ status, made }) => status.state === "held" && made.length > 0;
    proxy.hold = () => new Promise((resolve) => setTimeout(resolve, 40));
    await makesUntil(isHeld);
    proxy.cut();
    await makesUntil(isExpired);
    proxy.mend();
    await makesUntil(isHeld);
    await server.kill();
    await makesUntil(isExpired);
    await server.restart();
    await makesUntil(isHeld);
    assert.equal(new Set(made).size, made.length);
  });
});

test("with durable: true and a server that forgets, repeats are found", async (context) => {
  const server = await RedisServer.start(context);
  const proxy = await Proxy.start(context, server);
  const options = { ...ONE_SEAT, window: 60_000 };
  const first = await Holder.start(context, proxy.url, { durable: true }, options);
  proxy.cut();
  await server.restart();
  const second = await Holder.start(context, server.url, { durable: true }, options);
  const made = [];
  while (new Set(made).size === made.length) {
    for (const more of await Promise.all([first.make(20), second.make(20)])) made.push(...more.made);
  }
});

test("a restart, a promotion and a return to the old master change the generation; time does not", async (context) => {
  const [one, other] = [await RedisServer.start(context), await RedisServer.start(context)];
  const [store, store2] = [redis(await nodeRedis(context, one)), redis(await nodeRedis(context, other))];
  const generations = [];
  const note = async (from) => generations.push((await from.read("orders", [])).generation);
  await note(store);
  assert.equal((await store.read("orders", [])).generation, generations[0]);
  await other.command("REPLICAOF", "127.0.0.1", one.port);
  await other.command("REPLICAOF", "NO", "ONE");
  await note(store2);
  await one.command("REPLICAOF", "127.0.0.1", other.port);
  await one.command("REPLICAOF", "NO", "ONE");
  await note(store);
  await one.restart();
  await note(redis(await nodeRedis(context, one)));
  assert.equal(new Set(generations).size, 4);
});

test("a server that comes back with its data has another generation, which a swap from before does not match", async (context) => {
  const server = await RedisServer.start(context, ["--appendonly", "yes", "--appendfsync", "always"]);
  const store = redis(await nodeRedis(context, server));
  const { generation } = await store.read("orders", []);
  const guard = { head: null, generation, before: Infinity };
  assert.equal(await store.swap("orders", "a", null, "one", guard), true);
  await server.restart();
  const later = redis(await nodeRedis(context, server));
  assert.equal(await later.swap("orders", "a", "one", "two", guard), false);
  assert.deepEqual((await later.read("orders", ["a"])).records, ["one"]);
});

test("the store with durable: true keeps its generation over a restart", async (context) => {
  const server = await RedisServer.start(context, ["--appendonly", "yes", "--appendfsync", "always"]);
  const generations = [];
  for (let i = 0; i < 2; i++) {
    const store = redis(await nodeRedis(context, server), { durable: true });
    generations.push((await store.read("orders", [])).generation);
    await server.restart();
  }
  assert.equal(generations[0], generations[1]);
});

for (const [name, connect] of Object.entries({ "node-redis": nodeRedis, ioredis })) {
  test(`by ${name}, a swap whose reply is cut off was made once, or not at all`, async (context) => {
    const server = await RedisServer.start(context);
    const proxy = await Proxy.start(context, server);
    const direct = redis(await nodeRedis(context, server));
    const store = redis(await connect(context, proxy));
    const { generation } = await store.read("orders", []);
    const guard = { head: null, generation, before: Infinity };
    assert.equal(await store.swap("orders", "a", null, "one", guard), true);
    const isAsked = new Promise((resolve) => {
      proxy.hold = () => {
        proxy.hold = async () => undefined;
        resolve();
        return new Promise(() => undefined);
      };
    });
    const swapped = store.swap("orders", "a", "one", "two", guard).catch((error) => error.code);
    await isAsked;
    assert.equal(await direct.swap("orders", "a", "two", "three", guard), true);
    proxy.cut();
    proxy.mend();
    // A client that sends the swap again gets the answer that the record has changed.
    assert.ok([false, "STORE_FAILED"].includes(await swapped));
    assert.deepEqual((await direct.read("orders", ["a"])).records, ["three"]);
    assert.deepEqual((await store.read("orders", ["a"])).records, ["three"]);
  });
}

test("a swap that reaches the server after its time is refused", async (context) => {
  const server = await RedisServer.start(context);
  const store = redis(await nodeRedis(context, server));
  const { generation, now } = await store.read("orders", []);
  server.pause();
  const swapped = store.swap("orders", "a", null, "one", { head: null, generation, before: now + 20 });
  while (Date.now() < now + 20) await new Promise((resolve) => setTimeout(resolve, 5));
  server.resume();
  assert.equal(await swapped, false);
  assert.deepEqual((await store.read("orders", ["a"])).records, [null]);
});

test("a server that cannot be reached is an error; with a client that queues commands, when maxWait is over", async (context) => {
  const server = await RedisServer.start(context);
  const queueing = redis(await nodeRedis(context, server));
  const failing = ioredis(context, server, { enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  await once(failing, "ready");
  await server.kill();
  await fails(redis(failing).read("orders", []), "can be reached");
  await fails(lease(discord, { store: queueing, maxWait: 50 }), "within 50 ms");
});

/** The parts of the guard, as the script of swaps has them. */
const guards = {
  generation: "(expected == '' or expected == server())",
  age: "now() < tonumber(before)",
  head: "shown(ask('HGET', KEYS[1], 'head')) == head",
  record: "shown(ask('HGET', KEYS[1], key)) == previous",
};

for (const [name, condition] of Object.entries(guards)) {
  test(`the checks of stores find a script without the guard by ${name}`, async (context) => {
    const send = await plainFunction(context, await RedisServer.start(context));
    let changed = 0;
    const store = redis((command, text, ...rest) => {
      if (command === "EVALSHA") throw new Error("NOSCRIPT");
      const without = text.replace(condition, "true");
      if (without !== text) changed += 1;
      return send(command, without, ...rest);
    });
    const results = await conformance(store);
    assert.ok(changed > 0);
    assert.notDeepEqual(broken(results), []);
  });
}
