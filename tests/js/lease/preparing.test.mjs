// A space that is prepared, so that the first lease need not wait.

import assert from "node:assert/strict";
import { test } from "node:test";
import { discord, snowflakeSI } from "flakekit";
import { lease, listSeats, memory, prepareSpace, resetSpace } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { http } from "flakekit/lease/http";
import { Clocks, ControlledStore, rejected } from "../support/leases.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

/** `window` + `clockSkew` + 2 s. */
const GRACE = 13_000;

/** A store that may forget, and the clocks of its users. */
function forgetful(context) {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  store.durable = false;
  return { clocks, store };
}

/** Opens a lease that waits for nothing, and closes it. */
async function leaseAtOnce(store, terms = {}) {
  const ids = await lease(discord, { store, maxWait: 0, ...terms });
  ids.next();
  await ids.close();
}

test("in a space that was prepared in time, the first lease has its seat at once", async (context) => {
  const { clocks, store } = forgetful(context);
  const { space, isNew, now, grantsFrom } = await prepareSpace(discord, { store, nodes: [0, 31] });
  assert.deepEqual([space, isNew, now, grantsFrom], ["discord", true, clocks.store(), clocks.store() + GRACE]);
  assert.equal((await listSeats(store, "discord")).seats.length, 0);
  clocks.advance(GRACE - 1);
  await rejected("NO_FREE_SEAT", leaseAtOnce(store, { nodes: [0, 31] }), "grants seats from");
  clocks.advance(1);
  await leaseAtOnce(store, { nodes: [0, 31] });
});

test("to prepare a space again changes nothing, and tells the same time", async (context) => {
  const { clocks, store } = forgetful(context);
  const { grantsFrom } = await prepareSpace(discord, { store, space: "orders" });
  for (const ms of [1_000, GRACE, 1_000_000]) {
    clocks.advance(ms);
    const head = store.records("orders").get("head");
    const again = await prepareSpace(discord, { store, space: "orders" });
    assert.deepEqual(again, { space: "orders", isNew: false, now: clocks.store(), grantsFrom });
    assert.equal(store.records("orders").get("head"), head);
  }
});

test("processes that prepare a space at the same time are told the same time", async (context) => {
  const { store } = forgetful(context);
  const prepared = await Promise.all([1, 2, 3].map(() => prepareSpace(discord, { store })));
  assert.equal(new Set(prepared.map(({ grantsFrom }) => grantsFrom)).size, 1);
  assert.equal(store.records("discord").size, 1);
});

test("a store that forgets nothing grants seats at once", async () => {
  for (const store of [memory(), file(temporaryDirectory())]) {
    for (const isNew of [true, false]) {
      const prepared = await prepareSpace(discord, { store });
      assert.equal(prepared.isNew, isNew);
      assert.ok(prepared.grantsFrom < prepared.now);
    }
    const errors = [];
    const ids = await lease(discord, { store, onChange: ({ lastError }) => errors.push(lastError?.code) });
    await ids.close();
    assert.ok(!errors.includes("NO_FREE_SEAT"), errors.join());
  }
});

test("after the records of a space were deleted while leases ran, its grace period begins anew", async (context) => {
  const { clocks, store } = forgetful(context);
  await prepareSpace(discord, { store, space: "kept" });
  await prepareSpace(discord, { store });
  clocks.advance(GRACE);
  const ids = await lease(discord, { store });
  context.after(() => ids.close());
  store.records("discord").clear();
  const other = store.connect();
  other.durable = false;
  const { isNew, grantsFrom } = await prepareSpace(discord, { store: other });
  assert.deepEqual([isNew, grantsFrom], [true, clocks.store() + GRACE]);
  await rejected("NO_FREE_SEAT", leaseAtOnce(other), "grants seats from");
  // The other space of the store is as old as before.
  await leaseAtOnce(other, { space: "kept" });
});

test("a restart of the store and a reset begin the grace period anew", async (context) => {
  const { clocks, store } = forgetful(context);
  await prepareSpace(discord, { store });
  clocks.advance(GRACE);
  store.generation = "g2";
  const { isNew, grantsFrom } = await prepareSpace(discord, { store });
  assert.deepEqual([isNew, grantsFrom], [false, clocks.store() + GRACE]);
  clocks.advance(GRACE);
  await resetSpace(store, "discord");
  assert.equal((await prepareSpace(discord, { store })).grantsFrom, clocks.store() + GRACE);
});

test("a space with other terms is refused as a lease refuses it, and stays as it is", async (context) => {
  const { store } = forgetful(context);
  await prepareSpace(discord, { store, nodes: [0, 31] });
  const head = store.records("discord").get("head");
  const both = async (format, terms, ...words) => {
    const options = { store, space: "discord", ...terms };
    const { message } = await rejected("SPACE_MISMATCH", prepareSpace(format, options), ...words);
    assert.equal((await rejected("SPACE_MISMATCH", lease(format, options))).message, message);
  };
  await both(discord, { nodes: [0, 15] }, "0-31/1/10000", "0-15/1/10000");
  await both(discord, { nodes: [0, 31], clockSkew: 0 }, "clockSkew 1000 ms", "0 ms");
  await both(discord, { workerId: 1 }, "layout");
  assert.equal(store.records("discord").get("head"), head);
});

test("a failed store, a server, wrong options and a format without an epoch are refused", async () => {
  const store = new ControlledStore();
  await rejected("INVALID_OPTION", prepareSpace(discord, {}), "store");
  await rejected("INVALID_OPTION", prepareSpace(discord, { store: http("https://ids.example/ids") }), "store");
  await rejected("INVALID_OPTION", prepareSpace(discord, { store, maxWait: 1 }), "prepareSpace(discord)", "maxWait");
  await rejected("EPOCH_REQUIRED", prepareSpace(snowflakeSI, { store }));
  assert.equal(store.calls.length, 0);
  store.before = (call) => {
    if (call === "swap") throw new Error("read-only");
  };
  await rejected("STORE_FAILED", prepareSpace(discord, { store }), "read-only");
});
