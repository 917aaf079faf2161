// A space that takes other nodes, shares or windows by itself, where nobody can be hurt.

import assert from "node:assert/strict";
import { test } from "node:test";
import { batch, discord, snowflakeSI, withOptions } from "flakekit";
import { lease, listSeats, memory, migrateSpace, prepareSpace } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { ask, authorize, callerOf, handlerOf } from "../support/lease-http.mjs";
import { Clocks, ControlledStore, rejected } from "../support/leases.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

const WINDOW = 10_000;

/** The windows of a space must have ended for `window` + `clockSkew` + 2 s. The last one ends after the ms of its last ID. */
const SPAN = 13_000 + 1;

const OLD = { nodes: [0, 3], shares: 2 };
const NEW = { nodes: [0, 7], shares: 4 };

/** A store, and the clocks of its users. A lease has just ended in it. */
async function used(context, { durable = true, terms = OLD } = {}) {
  const clocks = new Clocks(context);
  const store = Object.assign(new ControlledStore({ clock: clocks.store }), { durable });
  const { grantsFrom, now } = await prepareSpace(discord, { store, ...terms });
  clocks.advance(Math.max(0, grantsFrom - now));
  await useOnce(store, terms);
  return { clocks, store };
}

async function useOnce(store, terms) {
  const ids = await lease(discord, { store, maxWait: 0, ...terms });
  const made = batch(ids, 5);
  await ids.close();
  return made;
}

const sectionsOf = async (store) => (await listSeats(store, "discord")).sections;

for (const durable of [true, false]) {
  test(`when all windows have ended for long, a lease gets other terms and a seat at once, durable: ${durable}`, async (context) => {
    const { clocks, store } = await used(context, { durable });
    clocks.advance(SPAN);
    await useOnce(store, NEW);
    assert.deepEqual(await sectionsOf(store), [{ ...NEW, window: WINDOW }]);
    const { now, grantsFrom } = await listSeats(store, "discord");
    assert.ok(grantsFrom <= now);
  });
}

test("before that, other terms are refused with the command that migrates, and nothing is written", async (context) => {
  const { clocks, store } = await used(context);
  const records = [...store.records("discord")];
  const options = { store, ...NEW, window: 20_000 };
  const command =
    "npx flakekit seats DIR --migrate FORMAT --epoch EPOCH --space SPACE --nodes 0-7 --shares 4 --window 20000 --clock-skew 1000";
  await rejected("SPACE_MISMATCH", lease(discord, options), "0-3/2/10000", "0-7/4/20000", command);
  await rejected("SPACE_MISMATCH", prepareSpace(discord, options), command);
  assert.deepEqual([...store.records("discord")], records);
  clocks.advance(SPAN + 10_000);
  const ids = await lease(discord, { ...options, maxWait: 0 });
  await ids.close();
});

test("a lease that runs is not hurt by those who want other terms", async (context) => {
  const { clocks, store } = await used(context);
  const ids = await lease(discord, { store, ...OLD });
  context.after(() => ids.close());
  for (let i = 0; i < 10; i++) {
    clocks.advance(3_000);
    await rejected("SPACE_MISMATCH", lease(discord, { store, ...NEW }), "0-3/2/10000");
    await ids.nextAsync();
    assert.equal(ids.status().state, "held");
  }
  assert.deepEqual(await sectionsOf(store), [{ ...OLD, window: WINDOW }]);
});

test("of processes that want different terms at the same time, those who get seats have the same ones", async (context) => {
  const { clocks, store } = await used(context);
  clocks.advance(SPAN);
  const wanted = [OLD, NEW, { ...NEW, shares: 1 }, OLD, NEW];
  const outcomes = await Promise.allSettled(
    wanted.map((terms) => lease(discord, { store: store.connect(), maxWait: 0, ...terms })),
  );
  const opened = outcomes.flatMap(({ value }, i) => (value === undefined ? [] : [[value, wanted[i]]]));
  context.after(() => Promise.all(opened.map(([ids]) => ids.close())));
  assert.ok(opened.length > 0, outcomes.map(({ reason }) => reason?.message).join("\n"));
  assert.equal(new Set(opened.map(([, { shares }]) => shares)).size, 1);
  for (const { reason } of outcomes)
    if (reason !== undefined) assert.match(reason.code, /^(SPACE_MISMATCH|STORE_FAILED)$/);
  const made = opened.flatMap(([ids]) => [...batch(ids, 100)]);
  assert.equal(new Set(made).size, made.length);
});

test("another clockSkew, and other terms after a restart of the store, are refused", async (context) => {
  const { clocks, store } = await used(context, { durable: false });
  clocks.advance(1_000_000);
  await rejected("SPACE_MISMATCH", lease(discord, { store, ...OLD, clockSkew: 0 }), "clockSkew", "--clock-skew 0");
  await rejected("SPACE_MISMATCH", lease(discord, { store, ...NEW, window: WINDOW + 1 }), "--window 10001");
  store.generation = "g2";
  await rejected("SPACE_MISMATCH", lease(discord, { store, ...NEW }), "--shares 4");
});

test("a space with a seat that is reserved for a database does not take other terms", async (context) => {
  const { clocks, store } = await used(context);
  for (const share of [0, 1]) {
    store.records("discord").set(`seat 3.${share}`, "1 owner=6461746162617365 from=0 until=8640000000000000");
  }
  clocks.advance(1_000_000);
  await rejected("SPACE_MISMATCH", lease(discord, { store, ...NEW }), "0-3/2/10000");
});

test("prepareSpace gives an idle space other terms without a wait", async (context) => {
  const { clocks, store } = await used(context, { durable: false });
  clocks.advance(SPAN);
  const { isNew, now, grantsFrom } = await prepareSpace(discord, { store, ...NEW });
  assert.deepEqual([isNew, grantsFrom], [false, now]);
  await useOnce(store, NEW);
});

test("a server of browsers does not change the terms of a space, which prepareSpace does", async (context) => {
  const { clocks, store } = await used(context, { terms: { nodes: [0, 3], shares: 2, window: 600_000 } });
  const pages = { nodes: [0, 3], shares: 8, window: 600_000 };
  const ids = handlerOf({ store, authorize, ...pages });
  clocks.advance(1_000_000);
  assert.equal((await ask(ids, "ada", { task: "claim" })).status, 503);
  assert.match(ids.errors[0].message, /0-3\/2\/600000.*0-3\/8\/600000/);
  assert.deepEqual(await sectionsOf(store), [{ nodes: [0, 3], shares: 2, window: 600_000 }]);
  await prepareSpace(discord, { store, ...pages });
  const page = await lease(discord, { store: callerOf(ids, "ada") });
  context.after(() => page.close());
  // The seat of a page is not idle until its window has ended for long, even if the page has closed its lease.
  await page.close();
  clocks.advance(600_000 + 3_000);
  await rejected("SPACE_MISMATCH", prepareSpace(discord, { store, ...NEW, window: 600_000 }), "0-3/8/600000");
  clocks.advance(600_000);
  await prepareSpace(discord, { store, ...NEW, window: 600_000 });
});

for (const [name, store] of [
  ["memory", memory()],
  ["files", file(temporaryDirectory())],
]) {
  test(`in the store in ${name}, IDs of the old and of the new terms do not repeat`, async () => {
    const format = withOptions(snowflakeSI, { epoch: "2024-01-01" });
    const made = [];
    const open = (shares) => lease(format, { store, shares, window: 20, clockSkew: 0 });
    for (const shares of [1, 4, 2]) {
      // The windows of before end in time, so that one of these attempts succeeds.
      let ids;
      while (ids === undefined) {
        ids = await open(shares).catch(({ code }) => assert.equal(code, "SPACE_MISMATCH"));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      for (let i = 0; i < 50; i++) made.push(await ids.nextAsync());
      await ids.close();
    }
    assert.equal(new Set(made).size, 150);
  });
}

test("a process that has given up in the middle of a change holds nobody up", async (context) => {
  for (const terms of [OLD, NEW]) {
    const { clocks, store } = await used(context);
    clocks.advance(SPAN);
    const dying = store.connect();
    let swaps = 0;
    dying.before = (call) => {
      if (call === "swap" && ++swaps === 2) throw new Error("killed");
    };
    await rejected("STORE_FAILED", lease(discord, { store: dying, maxWait: 0, ...NEW }), "killed");
    assert.deepEqual(await sectionsOf(store), [{ ...OLD, window: WINDOW }]);
    await useOnce(store.connect(), terms);
    await migrateSpace(discord, { store, ...NEW });
  }
});
