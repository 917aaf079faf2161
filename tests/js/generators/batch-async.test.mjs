// batchAsync makes many IDs and lets other tasks run in the meantime.

import assert from "node:assert/strict";
import { setImmediate, setTimeout } from "node:timers/promises";
import { test } from "node:test";
import {
  batch,
  batchAsync,
  defineFormat,
  fill,
  generator,
  nanoflake,
  resume,
  snapshot,
  snowflakeSI,
  twitter,
  withOptions,
} from "flakekit";
import { lease, memory } from "flakekit/lease";
import { allFormats, NOW, refused } from "../support/shared.mjs";

const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });

/** A clock that advances by a ms in each turn of the event loop, until it is stopped. */
function startClock() {
  let now = NOW;
  let runs = true;
  const tick = async () => {
    while (runs) {
      await setImmediate();
      now += 1;
    }
  };
  void tick();
  return { clock: () => now, stop: () => (runs = false) };
}

/** The error with which a promise is rejected. */
const rejection = (promise) =>
  promise.then(
    () => assert.fail("it was not rejected"),
    (error) => error,
  );

/** Asserts that IDs strictly increase. */
function assertIncreasing(format, ids) {
  for (let i = 1; i < ids.length; i++) assert.equal(format.compare(ids[i - 1], ids[i]), -1, `ID ${i}`);
}

for (const [format, options] of allFormats) {
  test(`${format.name}: batchAsync makes as many IDs as it is asked for, in the array of batch`, async () => {
    const ids = generator(format, { ...options, onExhausted: "lead", maxLead: 60_000 });
    const before = ids.next();
    const many = await batchAsync(ids, 5000);
    assert.equal(many.length, 5000);
    assert.equal(Object.getPrototypeOf(many), Object.getPrototypeOf(batch(ids, 1)));
    assert.equal(new Set(many).size, 5000);
    assert.equal(new Set([...many, before, ids.next(), ...batch(ids, 10)]).size, 5012);
    assert.equal((await batchAsync(ids, 0)).length, 0);
  });
}

test("other tasks run while batchAsync waits for the clock", async () => {
  // The clock advances only if the event loop turns, and 1000 IDs need 4 ticks.
  const { clock, stop } = startClock();
  const ids = generator(si, { machineId: 1, clock });
  const many = await batchAsync(ids, 1000);
  stop();
  assert.equal(many.length, 1000);
  assertIncreasing(si, many);
  assert.ok(si.timestamp(many[999]) - si.timestamp(many[0]) >= 3);
});

test("batchAsync lets other tasks run although it never has to wait", async () => {
  const ids = generator(twitter, { machineId: 901, onExhausted: "lead", maxLead: 86_400_000 });
  let turns = 0;
  let done = false;
  const counting = (async () => {
    while (!done) {
      await setImmediate();
      turns += 1;
    }
  })();
  const many = await batchAsync(ids, 300_000);
  done = true;
  await counting;
  assert.equal(new Set(many).size, 300_000);
  assert.ok(turns > 2, `${turns} turns`);
});

test("batchAsync and nextAsync take turns, and no ID is made twice", async () => {
  const { clock, stop } = startClock();
  const ids = generator(si, { machineId: 2, clock });
  const singles = [];
  const one = async () => {
    for (let i = 0; i < 300; i++) singles.push(await ids.nextAsync());
  };
  const [first, second] = await Promise.all([batchAsync(ids, 1000), batchAsync(ids, 1000), one()]);
  stop();
  assert.equal(new Set([...first, ...second, ...singles]).size, 2300);
  for (const list of [first, second, singles]) assertIncreasing(si, list);
});

test("a signal ends batchAsync with its reason, and the generator works on", async () => {
  const { clock, stop } = startClock();
  const ids = generator(si, { machineId: 3, clock });
  const reason = new Error("no longer needed");
  assert.equal(await rejection(batchAsync(ids, 10, { signal: AbortSignal.abort(reason) })), reason);
  const controller = new AbortController();
  const made = batchAsync(ids, 1_000_000, { signal: controller.signal, onProgress: () => controller.abort(reason) });
  assert.equal(await rejection(made), reason);
  assertIncreasing(si, [ids.next(), ...(await batchAsync(ids, 500)), ids.next()]);
  stop();
});

test("onProgress is called with growing counts, the last of which is the whole count", async () => {
  const { clock, stop } = startClock();
  const ids = generator(si, { machineId: 4, clock });
  const counts = [];
  await batchAsync(ids, 1000, { onProgress: (count) => counts.push(count) });
  assert.ok(counts.length > 3, counts.join());
  assert.deepEqual(
    counts,
    [...new Set(counts)].sort((a, b) => a - b),
  );
  assert.equal(counts.at(-1), 1000);
  const thrown = new Error("the caller's");
  const throwing = () => {
    throw thrown;
  };
  assert.equal(await rejection(batchAsync(ids, 1000, { onProgress: throwing })), thrown);
  assertIncreasing(si, [ids.next(), ids.next()]);
  stop();
});

test("batchAsync is rejected for wrong counts and options, and for a generator that was freed", async () => {
  const ids = generator(twitter, { machineId: 902, clock: () => NOW });
  const codeOf = async (...given) => (await rejection(batchAsync(ids, ...given))).code;
  for (const count of [-1, 0.5, "5", undefined, 2 ** 24 + 1]) assert.equal(await codeOf(count), "INVALID_COUNT");
  for (const options of [{ signal: {} }, { onProgress: 5 }, { progress: () => 0 }, 5, []]) {
    assert.equal(await codeOf(5, options), "INVALID_OPTION");
  }
  assert.equal(await codeOf(5, { meta: 1 }), "INVALID_FIELD");
  ids.free();
  assert.equal(await codeOf(5), "GENERATOR_FREED");
});

test("if onExhausted is throw, batchAsync is rejected when the tick is used up, and works on in the next one", async () => {
  let now = NOW;
  const ids = generator(si, { machineId: 5, clock: () => now, onExhausted: "throw" });
  const [first] = await batchAsync(ids, 256);
  assert.equal((await rejection(batchAsync(ids, 1))).code, "SEQUENCE_EXHAUSTED");
  now += 1;
  assertIncreasing(si, [first, ...(await batchAsync(ids, 256))]);
});

test("batchAsync of nanoflake is rejected if the clock stands still, and works on when it advances", async () => {
  let now = NOW;
  const nano = withOptions(nanoflake, { epoch: "2024-01-01" });
  const ids = generator(nano, { generatorId: 5, clock: () => now });
  assert.equal((await rejection(batchAsync(ids, 5000))).code, "CLOCK_STALLED");
  now += 1;
  const more = await batchAsync(ids, 4096);
  assertIncreasing(nano, more);
  assert.equal(nano.timestamp(more[0]), now);
});

test("batchAsync ends although snapshots are restored all the time, and repeats nothing", async () => {
  const { clock, stop } = startClock();
  const { now } = Date;
  Date.now = clock;
  try {
    const ids = generator(twitter, { machineId: 903 });
    const others = [];
    const restore = () => {
      const resumed = resume(twitter, snapshot(ids));
      others.push(resumed.next());
    };
    const many = await batchAsync(ids, 20_000, { onProgress: restore });
    assert.equal(new Set([...many, ...others]).size, 20_000 + others.length);
    assertIncreasing(twitter, many);
  } finally {
    Date.now = now;
    stop();
  }
});

test("a signal ends batchAsync at once, also while it waits for a clock that has gone back", async () => {
  let reading = NOW;
  const day = 86_400_000;
  const ids = generator(si, { machineId: 6, clock: () => reading, onRollback: "wait", maxWait: day });
  ids.next();
  reading -= 3_600_000;
  const controller = new AbortController();
  const made = batchAsync(ids, 10, { signal: controller.signal });
  await setImmediate();
  controller.abort();
  assert.equal((await rejection(made)).name, "AbortError");
  reading = NOW + 1;
  assert.equal((await batchAsync(ids, 10)).length, 10);
});

test("a batchAsync that is aborted does not shorten the wait of another call", async () => {
  let reading = NOW;
  const ids = generator(si, { machineId: 7, clock: () => reading, onRollback: "wait", maxWait: 100 });
  const first = ids.next();
  reading -= 80;
  const controller = new AbortController();
  const made = batchAsync(ids, 10, { signal: controller.signal });
  const next = ids.nextAsync();
  // When this timer fires, the batch sleeps already.
  await setTimeout(1);
  controller.abort();
  await rejection(made);
  // If the 80 ms that the batch did not sleep counted, nextAsync would be refused.
  await setTimeout(20);
  reading = NOW + 1;
  assertIncreasing(si, [first, await next]);
});

test("batchAsync is rejected with what the signal's throwIfAborted throws, also if the signal has no reason", async () => {
  const ids = generator(twitter, { machineId: 905, clock: () => NOW, onRollback: "wait" });
  ids.next();
  const thrown = new Error("the signal's own");
  const listeners = new Set();
  let aborted = false;
  const signal = {
    get aborted() {
      return aborted;
    },
    throwIfAborted() {
      if (aborted) throw thrown;
    },
    addEventListener: (_, listener) => listeners.add(listener),
    removeEventListener: (_, listener) => listeners.delete(listener),
  };
  const made = batchAsync(ids, 2 ** 20, { signal });
  await setImmediate();
  aborted = true;
  for (const listener of listeners) listener();
  assert.equal(await rejection(made), thrown);
  assert.equal(listeners.size, 0);
});

test("under a lease, batchAsync goes on in the next windows, where batch is refused", async () => {
  const few = defineFormat({
    name: "few",
    bits: 52,
    epoch: "2024-01-01",
    fields: [
      { kind: "time", bits: 42 },
      { kind: "node", name: "node", bits: 8 },
      { kind: "sequence", bits: 2 },
    ],
  });
  const ids = await lease(few, { store: memory(), window: 100, maxLead: 100 });
  refused("LEASE_EXPIRED", () => batch(ids, 2000), "room");
  const many = await batchAsync(ids, 2000);
  assertIncreasing(few, many);
  await ids.close();
});

test("a format with metadata puts it into each ID of batch, fill and batchAsync", async () => {
  const tagged = defineFormat({
    name: "tagged",
    bits: 64,
    epoch: "2024-01-01",
    fields: [
      { kind: "time", bits: 42 },
      { kind: "metadata", name: "type", bits: 8 },
      { kind: "sequence", bits: 14 },
    ],
  });
  const ids = generator(tagged);
  const all = [batch(ids, 3, 7), fill(ids, new BigUint64Array(3), 7), await batchAsync(ids, 3, { meta: 7 })];
  for (const made of all)
    assert.deepEqual(
      Array.from(made, tagged.decode).map(({ type }) => type),
      [7, 7, 7],
    );
  assert.equal(tagged.decode(batch(ids, 1)[0]).type, 0);
  refused("INVALID_FIELD", () => batch(ids, 1, 256), "255");
  refused("INVALID_FIELD", () => fill(ids, new BigUint64Array(3), -1), "type is -1");
  refused("INVALID_FIELD", () => batch(generator(twitter, { machineId: 904 }), 1, 3));
});
