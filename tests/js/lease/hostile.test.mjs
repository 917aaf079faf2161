// Leases among hostile code: stores, signals and environments that break their promises.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import vm from "node:vm";
import { batch, batchBytes, discord, generator, sno } from "flakekit";
import { lease, memory } from "flakekit/lease";
import { Clocks, ControlledStore, rejected, until } from "../support/leases.mjs";
import { refused } from "../support/shared.mjs";

const require = createRequire(import.meta.url);

test("getters of a store that make IDs and leases change nothing of the lease", async (context) => {
  const records = memory();
  let depth = 0;
  const busy = (value) => {
    depth += 1;
    if (depth === 1) {
      batch(generator(discord, { workerId: 31, processId: 31 }), 100);
      void lease(discord, { store: memory(), space: "other", shares: 4 }).then((ids) => ids.close());
    }
    depth -= 1;
    return value;
  };
  const openStore = () => ({
    get durable() {
      return busy(true);
    },
    get location() {
      return busy(this);
    },
    get read() {
      return busy(records.read);
    },
    get swap() {
      return busy(records.swap);
    },
  });
  const all = await Promise.all(
    Array.from({ length: 50 }, () => lease(discord, { store: openStore(), onExhausted: "lead" })),
  );
  context.after(() => Promise.all(all.map((ids) => ids.close())));
  const made = all.flatMap((ids) => {
    const { fields, sequenceRange } = ids.status();
    assert.deepEqual(sequenceRange, [0, 4095]);
    const some = [...batch(ids, 5000)];
    const { workerId, processId } = discord.decode(some.at(-1));
    assert.deepEqual({ workerId, processId }, fields);
    return some;
  });
  assert.equal(new Set(made).size, made.length);
});

test("a lease of a format of another realm, which shares no object with this one, shares the counter of this realm", async (context) => {
  const names = ["crypto", "TextDecoder", "TextEncoder", "performance", "atob", "setTimeout", "clearTimeout"];
  const realm = vm.createContext(Object.fromEntries(names.map((name) => [name, globalThis[name]])));
  const module = { exports: {} };
  const code = readFileSync(
    require.resolve("flakekit/package.json").replace("package.json", "umd/flakekit.js"),
    "utf8",
  );
  vm.runInContext(`(function (module, exports) {${code}\n})`, realm)(module, module.exports);
  const other = module.exports.discord;
  assert.notEqual(other, discord);
  const store = memory();
  const [one, two] = await Promise.all([discord, other].map((format) => lease(format, { store })));
  context.after(() => Promise.all([one.close(), two.close()]));
  const ids = [one, two, one, two].flatMap((lease) => Array.from({ length: 500 }, () => lease.next()));
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(new Set(ids.map((id) => other.decode(id).processId)).size, 1);
});

test("random bits that repeat are NO_RANDOMNESS", async (context) => {
  context.mock.method(globalThis.crypto, "getRandomValues", (array) => array.fill(7n));
  await rejected("NO_RANDOMNESS", lease(discord, { store: memory(), maxWait: 50 }), "repeats 7");
});

test("a reading of the store's clock that is far ahead does harm until the next one only", async (context) => {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  const ids = await lease(sno, { store, maxWait: 60_000 });
  context.after(() => ids.close());
  const before = ids.next();
  let isWrong = true;
  store.change = (answer) => ({ ...answer, now: answer.now + (isWrong ? 86_400_000 : 0) });
  store.before = (call) => {
    if (call === "swap" && isWrong) {
      isWrong = false;
      throw new Error("no network");
    }
  };
  clocks.advance(6_000);
  ids.next();
  await until(() => ids.status().lastError !== null);
  const after = await ids.nextAsync();
  const { timestamp, toggle } = sno.decode(after);
  assert.ok(Math.abs(timestamp - clocks.store()) <= 20, `${timestamp - clocks.store()} ms ahead`);
  assert.equal(toggle, 0);
  assert.ok(after > before);
});

test("a monotonic clock that gives no number is ignored", async (context) => {
  const clocks = new Clocks(context);
  const ids = await lease(discord, { store: new ControlledStore({ clock: clocks.store }) });
  context.after(() => ids.close());
  const { now } = performance;
  for (const reading of [NaN, Infinity, undefined]) {
    performance.now = () => reading;
    clocks.advance(1);
    ids.next();
    performance.now = now;
    clocks.advance(1);
    ids.next();
    assert.equal(ids.status().state, "held");
  }
});

test("answers of a store that throw anything when they are read are STORE_FAILED, and the lease goes on", async (context) => {
  const store = new ControlledStore();
  const ids = await lease(discord, { store, window: 300 });
  context.after(() => ids.close());
  for (const thrown of [Object.create(null), Symbol("mine"), { toString: () => 1n / 0n }, undefined]) {
    store.change = () => ({
      get now() {
        throw thrown;
      },
    });
    await until(() => ids.status().lastError?.code === "STORE_FAILED");
    store.change = (answer) => answer;
    await until(() => ids.status().lastError === null);
    await ids.nextAsync();
  }
  for (const name of ["read", "swap", "durable", "location"]) {
    const hostile = Object.defineProperty(new ControlledStore(), name, {
      get() {
        throw new Error("mine");
      },
    });
    await rejected("INVALID_OPTION", lease(discord, { store: hostile }), "store", "mine");
  }
});

test("no attempt follows another without a pause, however wrong the clock is", async (context) => {
  const holder = new ControlledStore();
  const ids = await lease(discord, { store: holder, nodes: [5, 5], window: 60_000 });
  context.after(() => ids.close());
  // First the seat is free. Then it is held, and the estimate, which is less than 10 s ahead, is past its window.
  const store = holder.connect();
  let readings = 0;
  store.change = (answer) => ({ ...answer, now: answer.now + (readings++ === 0 ? 62_000 : 55_000) });
  store.before = (call) => {
    if (call === "swap") throw new Error("no network");
  };
  await rejected("NO_FREE_SEAT", lease(discord, { store, nodes: [5, 5], window: 60_000, maxWait: 600 }));
  // There is one call in 50 ms, and some more calls, because an attempt may read twice.
  assert.ok(store.calls.length <= 30, `${store.calls.length} calls in 600 ms`);
});

test("signals without the methods of an AbortSignal are refused", async () => {
  for (const name of ["addEventListener", "removeEventListener", "throwIfAborted"]) {
    const signal = { aborted: false, addEventListener() {}, removeEventListener() {}, throwIfAborted() {} };
    delete signal[name];
    await rejected("INVALID_OPTION", lease(discord, { store: memory(), signal }), "signal");
  }
});

test("a hundred leases with one signal cause no warning, and are closed by it", async (context) => {
  const warnings = [];
  const warn = (warning) => warnings.push(warning);
  process.on("warning", warn);
  context.after(() => process.off("warning", warn));
  const controller = new AbortController();
  const store = memory();
  const options = { store, signal: controller.signal };
  const all = await Promise.all(Array.from({ length: 100 }, () => lease(discord, options)));
  await all.pop().close();
  controller.abort();
  await until(() => all.every((ids) => ids.status().state === "closed"));
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(warnings, []);
});

test("a lease goes on with the store of another one when its own was closed", async (context) => {
  const records = new ControlledStore();
  const open = async () => {
    const store = records.connect();
    store.location = records;
    return { store, ids: await lease(discord, { store, window: 300 }) };
  };
  const [first, second, third] = [await open(), await open(), await open()];
  context.after(() => Promise.all([first.ids.close(), second.ids.close()]));
  await third.ids.close();
  third.store.before = () => {
    throw new Error("the client is closed");
  };
  const { until: end } = second.ids.status();
  await until(() => second.ids.status().until > end);
  assert.equal(second.ids.status().lastError, null);
});

test("leases of sno have the partition of their seat, and check the room for batches of bytes", async () => {
  const ids = await lease(sno, { store: memory(), nodes: [77, 77], shares: 4096 });
  assert.equal(ids.partition, 77);
  refused("LEASE_EXPIRED", () => batchBytes(ids, 100_000), "batchBytes", "room for");
  refused("LEASE_EXPIRED", () => batch(ids, 100_000), "batch was asked");
  refused("INVALID_COUNT", () => batchBytes(ids, 2 ** 24 + 1));
  for (const count of [Symbol("mine"), -1, 1.5, "3", { valueOf: () => assert.fail("it was called") }]) {
    refused("INVALID_COUNT", () => batch(ids, count));
  }
  assert.equal(batchBytes(ids, 3).length, 30);
  await ids.close();
  refused("GENERATOR_FREED", () => ids.partition);
  const number = await lease(discord, { store: memory() });
  refused("INVALID_OPTION", () => batchBytes(number, 3), "batchBytes is for sno");
  for (const name of ["partition", "nextWithTime"]) assert.equal(name in number, false);
  await number.close();
});

test("options that are given with their defaults change nothing", async (context) => {
  const store = new ControlledStore();
  const open = (options) => lease(discord, { store, nodes: [5, 5], maxWait: 100, ...options });
  const all = [await open({})];
  for (const options of [
    { sequenceStart: "reset" },
    { sequenceResetThreshold: 0 },
    { shares: 1 },
    { window: 10_000 },
  ]) {
    all.push(await open(options));
  }
  context.after(() => Promise.all(all.map((ids) => ids.close())));
  await rejected("NO_FREE_SEAT", open({ sequenceStart: "rolling" }));
});

test("a threshold of the sequence is checked for all shares, before a seat is claimed", async () => {
  const store = new ControlledStore();
  const options = { store, shares: 4, sequenceResetThreshold: 1024 };
  await rejected("INVALID_OPTION", lease(discord, options), "sequenceResetThreshold", "1023");
  assert.deepEqual(store.calls, []);
  for (const share of [0, 1, 2, 3]) {
    const ids = await lease(discord, {
      ...options,
      store: store.connect(),
      nodes: [3, 3],
      sequenceResetThreshold: 1023,
    });
    assert.equal(ids.status().sequenceRange[1] - ids.status().sequenceRange[0], 1023, `${share}`);
    ids.free();
  }
});
