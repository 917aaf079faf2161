// Leases: seats, and the generators that make their IDs. keeper.test.mjs tests leases over time.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  batch,
  batchAsync,
  batchBytes,
  defineFormat,
  discord,
  fill,
  generator,
  nanoflake,
  snapshot,
  snowflakeSI,
  sno,
  sonyflake,
  twitter,
  uid60,
  withOptions,
} from "flakekit";
import { lease, memory } from "flakekit/lease";
import { ControlledStore, rejected, until } from "../support/leases.mjs";
import { allFormats, assertInOrder, increasing, refused, repeats } from "../support/shared.mjs";

const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });

/** Opens leases of separate connections to one store, as processes do. */
async function leasesOf(format, count, options) {
  const store = new ControlledStore();
  return Promise.all(Array.from({ length: count }, () => lease(format, { store: store.connect(), ...options })));
}

async function closeAll(leases) {
  await Promise.all(leases.map((ids) => ids.close()));
}

/** How many IDs a batch of a lease has. */
const COUNT = 300;

test("leases of every format make IDs of their seats in order, in every way", async () => {
  for (const [format] of allFormats) {
    // The window holds enough IDs of the slowest format.
    const ids = await lease(format, {
      store: new ControlledStore(),
      window: 600_000,
      onExhausted: "lead",
      maxLead: 600_000,
    });
    const made = [ids.next(), await ids.nextAsync(), ...batch(ids, COUNT), ids.next()];
    assertInOrder(format, made);
    assert.ok(format.isValid(ids.nextText()), format.name);
    const { fields } = ids.status();
    const decoded = format.decode(made[0]);
    for (const [name, number] of Object.entries(fields)) assert.equal(decoded[name], number, `${format.name} ${name}`);
    await ids.close();
  }
});

test("no two leases of separate processes have the same seat", async () => {
  for (const [format, count, options] of [
    [discord, 40, {}],
    [si, 32, {}],
    [si, 128, { shares: 4 }],
    [uid60, 64, { shares: 64 }],
    [sno, 40, {}],
    [withOptions(sonyflake, { epoch: "2024-01-01" }), 20, {}],
  ]) {
    const leases = await leasesOf(format, count, { ...options, window: 60_000, onExhausted: "lead", maxLead: 60_000 });
    const all = leases.flatMap((ids) => Array.from(batch(ids, 64)));
    assert.equal(repeats(all), 0, format.name);
    await closeAll(leases);
  }
});

test("leases of one store, space and format share a seat, which the last one releases", async () => {
  const store = new ControlledStore();
  const [one, other] = await Promise.all([lease(discord, { store }), lease(discord, { store })]);
  assert.deepEqual(one.status().fields, other.status().fields);
  assert.equal(repeats([...batch(one, 100), ...batch(other, 100), one.next(), other.next()]), 0);
  const [seat] = store.seats("discord");
  await one.close();
  assert.equal(store.seats("discord")[0].owner, seat.owner);
  other.next();
  await other.close();
  assert.equal(store.seats("discord").length, 1);
  assert.equal(store.seats("discord")[0].owner, "-");
});

test("leases of other spaces, terms or starts of the sequence have seats of their own", async () => {
  const store = new ControlledStore();
  const options = [{}, { space: "orders" }, { sequenceStart: "rolling" }];
  const leases = await Promise.all(options.map((more) => lease(discord, { store, ...more })));
  assert.equal(store.seats("discord").length, 2);
  assert.equal(store.seats("orders").length, 1);
  await closeAll(leases);
});

test("stores with the same location are one store", async () => {
  const store = new ControlledStore();
  const stores = [store.connect(), store.connect()];
  for (const one of stores) one.location = "a text";
  const leases = await Promise.all(stores.map((store) => lease(discord, { store })));
  assert.equal(store.seats("discord").length, 1);
  await closeAll(leases);
});

test("all node fields that are not given are one number, within `nodes`", async () => {
  const leases = await leasesOf(discord, 3, { nodes: [33, 31] });
  const fields = leases.map((ids) => ids.status().fields);
  fields.sort((a, b) => a.workerId - b.workerId || a.processId - b.processId);
  assert.deepEqual(fields, [
    { workerId: 0, processId: 31 },
    { workerId: 1, processId: 0 },
    { workerId: 1, processId: 1 },
  ]);
  await closeAll(leases);
});

test("node fields that are given are kept", async () => {
  const leases = await leasesOf(discord, 32, { workerId: 7 });
  const fields = leases.map((ids) => ids.status().fields);
  assert.deepEqual([...new Set(fields.map(({ workerId }) => workerId))], [7]);
  assert.equal(new Set(fields.map(({ processId }) => processId)).size, 32);
  await closeAll(leases);
});

test("shares divide the sequence numbers of a node", async () => {
  const leases = await leasesOf(si, 4, { machineId: 3, shares: 4 });
  const ranges = leases.map((ids) => ids.status().sequenceRange);
  assert.deepEqual(
    ranges.sort(([a], [b]) => a - b),
    [
      [0, 63],
      [64, 127],
      [128, 191],
      [192, 255],
    ],
  );
  for (const ids of leases) {
    const [first, last] = ids.status().sequenceRange;
    for (const id of batch(ids, 200)) {
      const { sequence } = si.decode(id);
      assert.ok(sequence >= first && sequence <= last);
    }
  }
  await closeAll(leases);
});

test("a lease that claims a released seat makes larger IDs", async () => {
  const store = new ControlledStore();
  let last = 0n;
  for (let i = 0; i < 20; i++) {
    const ids = await lease(discord, { store, nodes: [0, 0], onExhausted: "lead" });
    const made = [...batch(ids, 5000)];
    assert.ok(increasing([last, ...made]), `lease ${i}`);
    last = made.at(-1);
    await ids.close();
  }
});

test("calls of nextAsync are served in their order", async () => {
  const ids = await lease(discord, { store: new ControlledStore(), shares: 4096 });
  const made = await Promise.all(Array.from({ length: 20 }, () => ids.nextAsync()));
  assert.ok(increasing(made));
  await ids.close();
});

test("if all seats are taken, lease waits up to maxWait, and says when one is free", async () => {
  const store = new ControlledStore();
  const holder = await lease(discord, { store: store.connect(), nodes: [5, 5] });
  const at = new Date(holder.status().until).toISOString();
  await rejected("NO_FREE_SEAT", lease(discord, { store, nodes: [5, 5], maxWait: 60 }), "discord", at, "wait");
  const waiting = lease(discord, { store, nodes: [5, 5] });
  await holder.close();
  const ids = await waiting;
  assert.deepEqual(ids.status().fields, { workerId: 0, processId: 5 });
  await ids.close();
});

test("a lease does not take a seat whose IDs a generator could make", async () => {
  const format = withOptions(discord, { epoch: "2020-01-01" });
  const free = 17;
  for (let processId = 0; processId < 32; processId++) {
    if (processId !== free) generator(format, { workerId: 0, processId });
  }
  const ids = await lease(format, { store: new ControlledStore(), nodes: [0, 31] });
  assert.deepEqual(ids.status().fields, { workerId: 0, processId: free });
  await ids.close();
  generator(format, { workerId: 0, processId: free });
  const store = new ControlledStore();
  await rejected("NO_FREE_SEAT", lease(format, { store, nodes: [0, 31], maxWait: 50 }));
  assert.deepEqual(store.seats("discord"), []);
});

test("a generator with the numbers of a lease is refused, with a clock of its own too", async () => {
  const format = withOptions(discord, { epoch: "2020-02-01" });
  const ids = await lease(format, { store: new ControlledStore() });
  const { fields } = ids.status();
  const named = defineFormat({
    name: "same bits",
    bits: 64,
    epoch: "2020-02-01",
    fields: [
      { kind: "time", bits: 42 },
      { kind: "node", name: "one", bits: 10 },
      { kind: "sequence", bits: 12 },
    ],
  });
  const one = fields.workerId * 32 + fields.processId;
  refused("INVALID_FIELD", () => generator(format, { ...fields }), "lease");
  refused("INVALID_FIELD", () => generator(format, { ...fields, clock: () => Date.now() }), "lease");
  refused("INVALID_FIELD", () => generator(format, { ...fields, sequenceRange: [3, 4] }), "lease");
  refused("INVALID_FIELD", () => generator(named, { one }), "lease");
  generator(named, { one: (one + 1) % 1024 }).next();
  const made = [...batch(ids, 100)];
  await ids.close();
  // Afterwards the numbers are free, and no ID of the lease is repeated.
  const after = generator(format, { ...fields, onExhausted: "lead" });
  assert.equal(repeats([...made, ...batch(after, 10_000)]), 0);
});

test("after close, every call says that the lease was closed", async () => {
  for (const format of [discord, sno, withOptions(snowflakeSI, { epoch: "2024-01-01" })]) {
    const ids = await lease(format, { store: memory() });
    const { next, nextText, nextAsync } = ids;
    const isText = format === sno;
    const array = isText ? undefined : new (format === discord ? BigUint64Array : Float64Array)(2);
    ids.next();
    await ids.close();
    const calls = [next, nextText, () => batch(ids, 0), () => batch(ids, 2)];
    if (isText)
      calls.push(
        () => ids.nextBytes(),
        () => batchBytes(ids, 0),
        () => batchBytes(ids, 2),
        () => ids.partition,
        () => ids.len,
      );
    else
      calls.push(
        () => fill(ids, array),
        () => fill(ids, array.subarray(0, 0)),
      );
    for (const call of calls) refused("GENERATOR_FREED", call, "the lease has been closed");
    for (const call of [nextAsync, () => batchAsync(ids, 2)]) {
      await assert.rejects(call(), { code: "GENERATOR_FREED", message: /^the lease has been closed/ });
    }
  }
});

test("leases of the same seat number in two spaces do not disturb each other", async () => {
  const store = new ControlledStore();
  const options = { store, nodes: [9, 9] };
  const [one, other] = [
    await lease(discord, { ...options, space: "a" }),
    await lease(discord, { ...options, space: "b" }),
  ];
  assert.ok(increasing([...batch(one, 100)]) && increasing([...batch(other, 100)]));
  await one.close();
  assert.ok(other.next() > 0n);
  refused("GENERATOR_FREED", () => one.next());
  await other.close();
});

test("status shows the seat, and onChange is told of changes only", async () => {
  const told = [];
  const store = new ControlledStore();
  const ids = await lease(twitter, { store, datacenterId: 1, nodes: [3, 3], onChange: (status) => told.push(status) });
  const status = ids.status();
  assert.deepEqual(
    { ...status, until: 0, offset: 0 },
    {
      state: "held",
      fields: { machineId: 35, datacenterId: 1, workerId: 3 },
      sequenceRange: [0, 4095],
      until: 0,
      offset: 0,
      lastError: null,
    },
  );
  assert.ok(Object.isFrozen(status));
  assert.equal(status.until, store.seats("twitter")[0].until);
  assert.ok(Math.abs(status.offset) < 1000);
  await ids.close();
  assert.equal(ids.status().state, "closed");
  assert.deepEqual(
    told.map(({ state }) => state),
    ["held", "closed"],
  );
});

test("a lease is closed by close, free, using, await using and its signal", async () => {
  const store = new ControlledStore();
  const isReleased = () => store.seats("discord").every(({ owner }) => owner === "-");
  const controller = new AbortController();
  for (const end of [
    (ids) => ids.close(),
    (ids) => ids.free(),
    (ids) => ids[Symbol.dispose]?.() ?? ids.free(),
    (ids) => ids[Symbol.asyncDispose]?.() ?? ids.close(),
    () => controller.abort(),
  ]) {
    const ids = await lease(discord, { store, signal: controller.signal });
    assert.ok(!isReleased());
    await end(ids);
    refused("GENERATOR_FREED", () => ids.next());
    await until(isReleased);
    await ids.close();
  }
  await assert.rejects(lease(discord, { store, signal: controller.signal }), { name: "AbortError" });
});

test("an aborted signal ends the wait for a seat", async () => {
  const store = new ControlledStore();
  const holder = await lease(discord, { store: store.connect(), nodes: [5, 5] });
  const controller = new AbortController();
  const waiting = lease(discord, { store, nodes: [5, 5], signal: controller.signal });
  await until(() => store.calls.length > 0);
  controller.abort(new Error("enough"));
  await assert.rejects(waiting, { message: "enough" });
  await holder.close();
});

test("a signal that is aborted at any time before the lease is there leaves no seat", async () => {
  for (let microtasks = 0; microtasks < 60; microtasks++) {
    const store = new ControlledStore();
    const controller = new AbortController();
    const opened = lease(discord, { store, signal: controller.signal }).catch((error) => error);
    for (let i = 0; i < microtasks; i++) await undefined;
    controller.abort();
    const ids = await opened;
    assert.equal(ids.name ?? ids.status().state, ids.name ? "AbortError" : "closed", `${microtasks} microtasks`);
    await until(() => store.seats("discord").every(({ owner }) => owner === "-"));
  }
});

test("options that leases do not have are refused, as are wrong ones", async () => {
  const store = new ControlledStore();
  for (const [options, ...words] of [
    [{ snapshot: {} }, "snapshot"],
    [{ clock: Date.now }, "clock"],
    [{ sequenceRange: [0, 3] }, "sequenceRange"],
    [{ windows: 5 }, "windows"],
    [{ shares: 3 }, "shares is 3", "power of two"],
    [{ shares: 8192 }, "shares", "4096"],
    [{ window: 5 }, "window is 5", "10"],
    [{ window: 1e9 }, "window", "86400000"],
    [{ nodes: [0, 1024] }, "nodes", "1023"],
    [{ nodes: [1] }, "nodes"],
    [{ clockSkew: -1 }, "clockSkew"],
    [{ maxLag: 1.5 }, "maxLag"],
    [{ space: "" }, "space"],
    [{ space: "a\nb" }, "space"],
    [{ space: 5 }, "space"],
    [{ signal: {} }, "signal"],
    [{ onChange: 5 }, "onChange"],
    [{ store: undefined }, "store"],
    [{ store: { read() {} } }, "store"],
    [{ store: null }, "store"],
  ]) {
    await rejected("INVALID_OPTION", lease(discord, { store, ...options }), ...words);
  }
  await rejected("INVALID_FIELD", lease(discord, { store, workerId: 32 }), "workerId");
  await rejected("EPOCH_REQUIRED", lease(nanoflake, { store }));
  for (const format of [undefined, null, "discord", {}, { name: "discord" }]) {
    await rejected("INVALID_OPTION", lease(format, { store }), "format");
  }
  assert.deepEqual(store.calls, []);
});

test("a lease makes no IDs of other times, and no snapshots", async () => {
  const ids = await lease(sno, { store: new ControlledStore() });
  refused("INVALID_OPTION", () => ids.nextWithTime(Date.now()), "window");
  refused("INVALID_OPTION", () => snapshot(ids), "store");
  await ids.close();
});

test("fill takes leases of integers only", async () => {
  const store = new ControlledStore();
  const [integers, texts] = [await lease(discord, { store }), await lease(sno, { store })];
  assert.ok(increasing(fill(integers, new BigUint64Array(9))));
  refused("INVALID_COUNT", () => fill(integers, [1]), "BigUint64Array");
  refused("INVALID_OPTION", () => fill(texts, []), "sno", "batch");
  await closeAll([integers, texts]);
});
