// Waits through the packed package: their longest duration, and what ends them. Clocks and timers are scripted.

import assert from "node:assert/strict";
import { test } from "node:test";
// This import is the first, because the package keeps the timers of the time of its import.
import { timers } from "../support/timers.mjs";
import { setImmediate } from "node:timers";
import { batch, generator, mastodon, nanoflake, snowflakeSI, twitter, withOptions } from "flakekit";
import { increasing, NOW, refused, repeats } from "../support/shared.mjs";

const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });
const nano = withOptions(nanoflake, { epoch: "2024-01-01" });

/** Replaces timers: each calls `fire` with its ms and fires at once. Returns the sum of the ms and the count of timers. */
function countSleep(t, fire = () => undefined) {
  const slept = { ms: 0, times: 0 };
  t.mock.method(timers, "setTimeout", (resolve, ms) => {
    slept.ms += ms;
    slept.times += 1;
    // Ends the test if the wait does not end.
    if (slept.times > 100_000) throw new Error("the wait does not end");
    fire(ms);
    setImmediate(resolve);
  });
  return slept;
}

/** A clock whose readings are a function of their count. It ends the test if a wait does not end. */
function boundedClock(read) {
  let readings = 0;
  return () => {
    readings += 1;
    if (readings > 3_000_000) throw new Error("the wait does not end");
    return read(readings);
  };
}

const settled = (promises) => Promise.allSettled(promises);
const codes = (results) => new Set(results.map(({ reason }) => reason?.code));

test("on a stalled clock after a rollback, all queued calls of nextAsync together sleep for at most maxWait", async (t) => {
  const slept = countSleep(t);
  for (const [behind, maxWait] of [
    [240, 250],
    [1, 250],
    [1000, undefined],
    [40, 40],
  ]) {
    let now = NOW;
    const ids = generator(twitter, { machineId: 1, onRollback: "wait", clock: () => now, maxWait });
    ids.next();
    now = NOW - behind;
    slept.ms = 0;
    const results = await settled(Array.from({ length: 50 }, () => ids.nextAsync()));
    assert.ok(slept.ms <= (maxWait ?? 1000), `${slept.ms} ms for a clock ${behind} ms behind`);
    for (const code of codes(results)) assert.ok(["CLOCK_STALLED", "WAIT_TOO_LONG"].includes(code), code);
    // The generator continues when the clock has advanced.
    now = NOW + 1;
    assert.equal(twitter.decode(await ids.nextAsync()).timestamp, now);
  }
});

test("on a clock slower than timers, nextAsync sleeps for at most maxWait", async (t) => {
  let now = NOW;
  const slept = countSleep(t, (ms) => (now += ms / 5));
  const ids = generator(twitter, { machineId: 1, onRollback: "wait", clock: () => now, maxWait: 200 });
  ids.next();
  now = NOW - 150;
  await assert.rejects(ids.nextAsync(), { code: "WAIT_TOO_LONG" });
  assert.ok(slept.ms <= 200, String(slept.ms));
});

test("a long queue of nextAsync calls is served completely while it advances", async (t) => {
  let now = NOW;
  const slept = countSleep(t, (ms) => (now += ms));
  const ids = generator(si, { machineId: 1, sequenceRange: [0, 0], clock: () => now, maxWait: 5 });
  const made = await Promise.all(Array.from({ length: 2000 }, () => ids.nextAsync()));
  assert.ok(increasing(made));
  assert.equal(slept.ms, 1999);
});

test("the time that next has waited counts if the clock goes back again during the wait", () => {
  // The wait is for 90 ms. After 40 ms the clock goes back, so that 80 ms are left: 120 ms in all.
  const behind = [0, 90, 50, 80];
  let at = 0;
  const clock = boundedClock(() => NOW - (behind[at++] ?? Math.max(0, 84 - at)));
  const ids = generator(twitter, { machineId: 1, onRollback: "wait", clock, maxWait: 100 });
  ids.next();
  refused("WAIT_TOO_LONG", () => ids.next(), "went back", "80 ms", "maxWait (100 ms)");
  // The time waited does not count for the next call.
  assert.equal(twitter.decode(ids.next()).sequence, 1);
});

test("a clock that is set back once during a wait goes on from there, and is not stalled", async (t) => {
  const options = { sequenceRange: [0, 0], onExhausted: "lead", maxLead: 20, maxWait: 10_000 };
  let now = NOW;
  let sleeps = 0;
  // The clock is that of a lease, which runs at half speed while it is ahead.
  countSleep(t, (ms) => (now += sleeps++ === 0 ? -300 : Math.ceil(ms / 2)));
  const ids = generator(mastodon, { ...options, clock: () => now });
  for (let i = 0; i <= 20; i++) ids.next();
  assert.equal(mastodon.decode(await ids.nextAsync()).timestamp, NOW + 21);
  // `next` waits too, but reads the clock and does not sleep: in this test it reads 5000 times for each ms.
  const clock = boundedClock((readings) => NOW + (readings < 100 ? 0 : Math.floor(readings / 5_000) - 300));
  const others = generator(mastodon, { ...options, clock });
  for (let i = 0; i <= 20; i++) others.next();
  assert.equal(mastodon.decode(others.next()).timestamp, NOW + 21);
});

test("a clock that creeps counts as stalled", () => {
  // The readings are near 1970, because steps of 1e-6 ms are too small for a double near today. The clock makes one
  // step in 1000 readings, for speed.
  const creeping = () => boundedClock((readings) => 1000 + Math.floor(readings / 1000) * 1e-6);
  const ids = generator(mastodon, { sequenceRange: [0, 0], clock: creeping() });
  assert.deepEqual(
    [ids.next(), ids.next(), ids.next()].map((id) => mastodon.decode(id).timestamp),
    [1000, 1001, 1002],
  );
  let back = 0;
  const clock = creeping();
  const behind = generator(mastodon, { onRollback: "wait", clock: () => clock() - back });
  behind.next();
  back = 100;
  refused("CLOCK_STALLED", () => behind.next(), "went back");
});

test("a clock that creeps counts as stalled for nextAsync too", async (t) => {
  const slept = countSleep(t);
  let now = 1000;
  const ids = generator(mastodon, { sequenceRange: [0, 0], clock: () => (now += 1e-9) });
  const made = [await ids.nextAsync(), await ids.nextAsync(), await ids.nextAsync()];
  assert.deepEqual(
    made.map((id) => mastodon.decode(id).timestamp),
    [1000, 1001, 1002],
  );
  assert.ok(slept.ms <= 200, String(slept.ms));
});

test("a wait of nextAsync that outlives free doesn't affect the next owner of the generator's number", async (t) => {
  const make = (options) => generator(si, { machineId: 1, clock: () => NOW, ...options });
  let wake;
  countSleep(t, () => wake());
  // In each round, another sleep of the wait frees the generator.
  for (let times = 1; times < 60; times++) {
    let sleeps = 0;
    let next;
    const ids = make({ sequenceRange: [0, 0] });
    wake = () => {
      sleeps += 1;
      if (sleeps !== times) return;
      ids.free();
      next = make({ sequenceRange: [0, 0], maxWait: 0 });
      next.next();
    };
    ids.next();
    const [{ reason }] = await settled([ids.nextAsync()]);
    if (next === undefined) continue;
    assert.equal(reason?.code, "GENERATOR_FREED");
    refused("WAIT_TOO_LONG", () => next.next(), "maxWait (0 ms)");
    next.free();
  }
});

test("a wait of next that outlives free doesn't affect the next owner of the generator's number", () => {
  const make = (options) => generator(si, { machineId: 1, clock: () => NOW, ...options });
  let next;
  let readings = 0;
  const clock = boundedClock(() => {
    readings += 1;
    if (readings === 3) {
      ids.free();
      next = make({ sequenceRange: [0, 0], maxWait: 0 });
      next.next();
    }
    return NOW;
  });
  const ids = make({ sequenceRange: [0, 0], clock });
  ids.next();
  refused("GENERATOR_FREED", () => ids.next());
  refused("WAIT_TOO_LONG", () => next.next(), "maxWait (0 ms)");
});

test("Nanoflake throws on a stalled clock, as its specification says, unless the policy is lead", async (t) => {
  countSleep(t);
  for (const policy of [{}, { onExhausted: "wait" }, { onExhausted: "wait", onRollback: "lead" }]) {
    const make = () => generator(nano, { generatorId: 5, clock: () => NOW, ...policy });
    const ids = make();
    const made = Array.from({ length: 4096 }, () => ids.next());
    assert.ok(made.every((id) => nano.decode(id).timestamp === NOW));
    refused("CLOCK_STALLED", () => ids.next(), "4096", "stands still");
    refused("CLOCK_STALLED", () => ids.nextText());
    refused("CLOCK_STALLED", () => batch(ids, 1));
    refused("CLOCK_STALLED", () => batch(make(), 4097));
    await assert.rejects(ids.nextAsync(), { code: "CLOCK_STALLED" });
    const fresh = make();
    batch(fresh, 4096);
    await assert.rejects(fresh.nextAsync(), { code: "CLOCK_STALLED" });
  }
  const leading = generator(nano, { generatorId: 5, clock: () => NOW, onExhausted: "lead" });
  const made = [...batch(leading, 10_000), leading.next(), await leading.nextAsync()];
  assert.equal(repeats(made), 0);
  assert.equal(nano.decode(made.at(-1)).timestamp, NOW + 2);
});

test("Nanoflake throws on a clock stalled after a rollback, and continues once it has caught up", () => {
  let now = NOW;
  const ids = generator(nano, { generatorId: 5, clock: () => now });
  const first = ids.next();
  now = NOW - 10;
  refused("CLOCK_STALLED", () => ids.next(), "went back", "stands still");
  now = NOW;
  assert.ok(ids.next() > first);
});
