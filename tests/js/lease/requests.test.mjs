// Leases where timers and calls of a store end with the request that has begun them, as in Workers. In these tests, a
// request is a part of a test whose timers never run. tests/runtimes/engines/workers/ tests such leases on the real
// runtime.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { Clocks, ControlledStore, until } from "../support/leases.mjs";
import { increasing } from "../support/shared.mjs";

/** How many turns of the event loop a call of the store may take to begin. */
const MAX_TURNS = 1_000;

/** A lease of one seat with clocks that the test moves, and its store. */
async function controlled(context, options) {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  const ids = await lease(discord, { store, nodes: [3, 3], ...options });
  context.after(() => ids.close());
  return { clocks, store, ids };
}

/** Runs the beginning of a request: its timers never run, and the store does not answer it before `answered` resolves. */
async function abandoned(store, work, answered = new Promise(() => {})) {
  const { setTimeout } = globalThis;
  const { before } = store;
  globalThis.setTimeout = () => ({});
  store.before = () => answered;
  const calls = store.calls.length;
  try {
    work();
    for (let turns = 0; store.calls.length === calls; turns++) {
      assert.ok(turns < MAX_TURNS, `no call of the store has begun after ${turns} turns of the event loop`);
      await nextTurn();
    }
  } finally {
    globalThis.setTimeout = setTimeout;
    store.before = before;
  }
}

test("a renewal whose request has ended does not stop the next one", async (context) => {
  const { clocks, store, ids } = await controlled(context, { maxLag: 0 });
  const before = ids.next();
  clocks.advance(6_000);
  await abandoned(store, () => ids.next());
  clocks.advance(30_000);
  const after = await ids.nextAsync();
  assert.ok(increasing([before, after]));
  assert.equal(ids.status().state, "held");
  assert.equal(discord.decode(after).timestamp, clocks.store());
});

test("a call of nextAsync that waits for the renewal of another request takes it over when that has ended", async (context) => {
  const { clocks, store, ids } = await controlled(context, { maxLag: 0, maxWait: 60_000 });
  clocks.advance(9_900);
  await abandoned(store, () => ids.next());
  clocks.advance(200);
  let isAnswered = false;
  const answer = ids.nextAsync().then(() => (isAnswered = true));
  await until(() => {
    clocks.advance(100);
    return isAnswered;
  });
  await answer;
  assert.equal(ids.status().state, "held");
});

test("a late answer to a renewal that was taken over changes nothing", async (context) => {
  const { clocks, store, ids } = await controlled(context, { maxLag: 0 });
  clocks.advance(6_000);
  let answerLate;
  await abandoned(store, () => ids.next(), new Promise((resolve) => (answerLate = resolve)));
  clocks.advance(30_000);
  await ids.nextAsync();
  const [seat] = store.seats("discord");
  const calls = store.calls.length;
  answerLate();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(store.seats("discord"), [seat]);
  assert.equal(store.calls.length, calls);
  assert.equal(ids.status().until, seat.until);
  await ids.nextAsync();
});

test("where timers do not run, nextAsync extends the window when half of it has passed, and waits for it", async (context) => {
  const { clocks, store, ids } = await controlled(context);
  const { until: first } = ids.status();
  clocks.advance(5_100);
  const [one, other] = await Promise.all([ids.nextAsync(), ids.nextAsync()]);
  assert.ok(increasing([one, other]));
  assert.ok(ids.status().until >= first + 5_000);
  const calls = store.calls.length;
  await ids.nextAsync();
  assert.equal(store.calls.length, calls);
});

test("a call of nextAsync waits for the renewal that an earlier call in its request has begun", async (context) => {
  const { clocks, ids } = await controlled(context);
  const { until: first } = ids.status();
  clocks.advance(5_100);
  ids.next();
  await ids.nextAsync();
  assert.ok(ids.status().until >= first + 5_000);
});

test("if the store fails, nextAsync does not wait for a window that it does not need", async (context) => {
  const { clocks, store, ids } = await controlled(context);
  store.before = () => Promise.reject(new Error("the store is down"));
  clocks.advance(5_100);
  await ids.nextAsync();
  assert.match(ids.status().lastError.message, /the store is down/);
  store.before = () => new Promise(() => {});
  const calls = store.calls.length;
  clocks.advance(100);
  await ids.nextAsync();
  assert.ok(store.calls.length - calls <= 1);
  store.before = () => undefined;
});

test("a thread that is often busy for longer than a renewal may be silent renews its windows", async (context) => {
  const { clocks, store, ids } = await controlled(context, { window: 6_000 });
  // As over a network, an answer takes some turns of the event loop.
  store.before = async () => {
    for (let i = 0; i < 3; i++) await nextTurn();
  };
  const { until: first } = ids.status();
  for (let i = 0; i < 18; i++) {
    clocks.advance(300);
    ids.next();
    await nextTurn();
  }
  assert.ok(ids.status().until > first);
});

test("close does not wait for a renewal whose request has ended, and releases the seat", async (context) => {
  const { clocks, store, ids } = await controlled(context);
  clocks.advance(6_000);
  await abandoned(store, () => ids.next());
  clocks.advance(300);
  await ids.close();
  assert.equal(store.seats("discord")[0].owner, "-");
});
