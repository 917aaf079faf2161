// The orders of operators: they list the seats of a space, free a seat, reset a space, change its terms.

import assert from "node:assert/strict";
import { test } from "node:test";
import { IDBFactory } from "fake-indexeddb";
import { defineFormat, discord, snowflakeSI, withOptions } from "flakekit";
import { freeSeat, lease, listSeats, memory, migrateSpace, resetSpace } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { tabs } from "flakekit/lease/tabs";
import { threads } from "flakekit/lease/threads";
import { durableObjects } from "flakekit/lease/workers";
import { ControlledStore, rejected } from "../support/leases.mjs";
import { binding } from "../support/lease-workers.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

const WINDOW = 10_000;
const SKEW = 1_000;
const AGE = 2_000;

/** A store, and the leases of several processes, each with a connection of its own. */
async function processes(context, count, terms) {
  const store = new ControlledStore();
  const open = () => lease(discord, { store: store.connect(), ...terms });
  const leases = await Promise.all(Array.from({ length: count }, open));
  context.after(() => Promise.all(leases.map((ids) => ids.close())));
  return { store, leases };
}

test("listSeats tells the terms of a space, and owner, window and state of each seat that was taken", async (context) => {
  const { store, leases } = await processes(context, 3, { nodes: [7, 9] });
  await leases[0].close();
  const ahead = store.seats("discord").find(({ key }) => key === `seat ${numberOf(leases[2])}.0`);
  const far = ahead.from + 1e9;
  store.records("discord").set(ahead.key, `1 owner=${ahead.owner} from=${ahead.from} until=${far}`);
  const { space, now, generation, layout, grantsFrom, clockSkew, sections, seats } = await listSeats(store, "discord");
  assert.deepEqual([space, generation, clockSkew], ["discord", "g1", SKEW]);
  assert.ok(Math.abs(now - Date.now()) < 10_000);
  assert.match(layout, /^time:42,/);
  assert.equal(grantsFrom, WINDOW + SKEW + AGE);
  assert.deepEqual(sections, [{ nodes: [7, 9], shares: 1, window: WINDOW }]);
  assert.deepEqual(
    seats.map(({ node }) => node),
    [7, 8, 9],
  );
  const states = Object.fromEntries(seats.map((seat) => [seat.node, seat]));
  const recorded = Object.fromEntries(store.seats("discord").map((seat) => [seat.key, seat]));
  for (const [ids, state] of leases.map((ids, i) => [ids, ["free", "held", "ahead"][i]])) {
    const node = numberOf(ids, seats);
    const { owner, from, until } = recorded[`seat ${node}.0`];
    assert.deepEqual(states[node], { node, share: 0, owner: state === "free" ? null : owner, from, until, state });
  }
});

/** The number of all node fields of a lease. A closed lease has the number that no other lease has. */
function numberOf(ids, seats) {
  const { fields } = ids.status();
  if (fields !== null) return fields.workerId * 32 + fields.processId;
  return seats.find(({ owner }) => owner === null).node;
}

test("listSeats and migrateSpace read the seats that were taken, and not those that there could be", async (context) => {
  const orders = defineFormat({
    name: "orders",
    bits: 64,
    epoch: "2024-01-01",
    fields: [
      { kind: "time", bits: 30 },
      { kind: "node", name: "pod", bits: 32 },
      { kind: "sequence", bits: 2 },
    ],
    unit: 1_000,
  });
  globalThis.indexedDB = new IDBFactory();
  const { port1, port2 } = new MessageChannel();
  context.after(() => port1.close());
  threads().serve(port1);
  const stores = [memory(), file(temporaryDirectory()), threads(), threads({ port: port2 }), tabs({ durable: true })];
  for (const [i, store] of [...stores, durableObjects(binding())].entries()) {
    const space = `orders ${i}`;
    let reads = 0;
    const { read } = store;
    store.read = (...args) => {
      reads += 1;
      return read.apply(store, args);
    };
    const ids = await lease(orders, { store, space });
    context.after(() => ids.close());
    assert.equal((await store.keysOf(space)).length, 2);
    assert.deepEqual(await store.keysOf("orders"), []);
    reads = 0;
    const { seats } = await listSeats(store, space);
    assert.deepEqual(
      seats.map(({ node, state }) => [node, state]),
      [[ids.status().fields.pod, "held"]],
    );
    await migrateSpace(orders, { store, space, window: 20_000 });
    assert.ok(reads < 10, `${reads} reads`);
  }
});

test("a space of too many seats, in a store that cannot list its keys, is refused with the count and the remedy", async () => {
  const head = (nodes) =>
    `1 nonce=0000000000000001 generation=g1 since=0 skew=1000 age=2000 grace=0 layout=a sections=0-${nodes - 1}/1/10000`;
  const store = new ControlledStore();
  store.records("large").set("head", head(2 ** 20 + 1));
  await rejected("STORE_FAILED", listSeats(store, "large"), "1048577 seats", "keysOf");
  assert.equal(store.calls.length, 1);
});

test("in a store that may have forgotten windows, listSeats says from when on seats are granted", async (context) => {
  const { store } = await processes(context, 1, { nodes: [0, 0] });
  store.generation = "g2";
  const { now, grantsFrom } = await listSeats(store, "discord");
  assert.equal(grantsFrom, now + WINDOW + SKEW + AGE);
});

test("a seat that is freed can be taken at once", async (context) => {
  const { store } = await processes(context, 1, { nodes: [5, 5] });
  const other = { store: store.connect(), nodes: [5, 5], maxWait: 50 };
  await rejected("NO_FREE_SEAT", lease(discord, other));
  assert.equal(await freeSeat(store, "discord", { node: 5 }), true);
  assert.equal(await freeSeat(store, "discord", { node: 5, share: 0 }), false);
  const ids = await lease(discord, other);
  assert.equal(ids.status().fields.processId, 5);
  await ids.close();
  await rejected("INVALID_FIELD", freeSeat(store, "discord", { node: 6 }), "no seat 6.0", "5-5/1/10000");
  await rejected("INVALID_FIELD", freeSeat(store, "discord", { node: 5, share: 1 }), "no seat 5.1");
});

test("after a reset leases go on, and nobody gets a seat before all windows have ended", async (context) => {
  const { store, leases } = await processes(context, 1, {});
  await resetSpace(store, "discord");
  const { now, grantsFrom } = await listSeats(store, "discord");
  assert.ok(grantsFrom <= now + WINDOW + SKEW + AGE && grantsFrom > leases[0].status().until);
  leases[0].next();
  const error = await rejected(
    "NO_FREE_SEAT",
    lease(discord, { store: store.connect(), maxWait: 50 }),
    "grants seats from",
  );
  assert.ok(error.message.includes(new Date(grantsFrom).toISOString()));
});

test("a space is migrated while leases are extended, each between two reads of its seats", async (context) => {
  const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });
  let now = Date.now();
  const store = new ControlledStore({ clock: () => now });
  // There is no clock skew: a window that was extended after the first read ends later than any window that this read
  // allows.
  const terms = { store, clockSkew: 0, window: 1_000 };
  const ids = await lease(si, terms);
  context.after(() => ids.close());
  const [{ key, owner, from }] = store.seats("snowflakeSI");
  let reads = 0;
  store.before = (call) => {
    if (call !== "read" || ++reads < 2) return;
    now += 10;
    store.records("snowflakeSI").set(key, `1 owner=${owner} from=${from} until=${now + 1_000}`);
  };
  await migrateSpace(si, { ...terms, shares: 4 });
  assert.ok(reads >= 2);
  assert.deepEqual((await listSeats(store, "snowflakeSI")).sections, [{ nodes: [0, 31], shares: 4, window: 1_000 }]);
});

test("a space that does not exist, and a store without read and swap, are refused", async () => {
  const store = new ControlledStore();
  for (const order of [listSeats, (...args) => freeSeat(...args, { node: 1 }), resetSpace]) {
    await rejected("SPACE_MISMATCH", order(store, "nothing"), "nothing");
    await rejected("INVALID_OPTION", order({}, "nothing"), "read and swap");
    await rejected("INVALID_OPTION", order(store, ""), "space");
  }
  await rejected("SPACE_MISMATCH", migrateSpace(discord, { store }), "discord");
  assert.equal(store.calls.includes("swap"), false);
});
