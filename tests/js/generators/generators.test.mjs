// Generators through the packed package: uniqueness, order, capacity, waiting, snapshots.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  batch,
  fill,
  generator,
  nanoflake,
  resume,
  snapshot,
  snowflakeSI,
  sonyflake,
  twitter,
  uid60,
  withOptions,
} from "flakekit";
import { assertInOrder, formats, increasing, NOW, promised, refused, repeats, sequenceOf } from "../support/shared.mjs";

const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });

test("a stalled clock causes neither repeats nor a hang", () => {
  // waits.test.mjs tests Nanoflake, which throws and does not lead.
  for (const [format, options] of formats.filter(([format]) => promised(format).leadsWhenStalled)) {
    const ids = generator(format, { ...options, clock: () => NOW });
    const made = Array.from({ length: 10_000 }, () => ids.next());
    assert.equal(repeats(made), 0, format.name);
    const many = batch(generator(format, { ...options, clock: () => NOW }), 10_000);
    assert.equal(repeats(many), 0, format.name);
  }
});

test("a clock that stalls forever ends in an error, never in a hang", () => {
  const ids = generator(si, { machineId: 1, clock: () => NOW, maxLead: 3 });
  assert.equal(repeats(batch(ids, 256 * 4)), 0);
  refused("CLOCK_STALLED", () => ids.next(), "maxLead", "stands still");
  let now = NOW;
  const back = generator(twitter, { machineId: 1, clock: () => now, onRollback: "wait" });
  back.next();
  now = NOW - 500;
  refused("CLOCK_STALLED", () => back.next(), "went back", "stands still");
});

test("a clock stepped back 5 s and run forward again: no repeats and no errors with the default policies", () => {
  for (const [format, options] of formats.filter(([format]) => promised(format).onRollback === "lead")) {
    let now = NOW;
    // The clock advances a little at each reading, so that waits end.
    const ids = generator(format, { ...options, clock: () => (now += 1 / 64) });
    const made = [];
    for (const step of [0, -5000, 5020]) {
      now += step;
      for (let i = 0; i < 5000; i++) made.push(ids.next());
    }
    assert.equal(repeats(made), 0, format.name);
  }
});

test("Nanoflake waits for a clock that went back a little, and throws if the wait exceeds maxWait", () => {
  let now = NOW;
  const clock = () => (now += 0.25);
  const ids = generator(withOptions(nanoflake, { epoch: "2024-01-01" }), { generatorId: 1, clock });
  const first = ids.next();
  now -= 30;
  const second = ids.next();
  assert.ok(second > first);
  assert.ok(now >= NOW);
  now -= 5000;
  refused("WAIT_TOO_LONG", () => ids.next(), "went back", "maxWait (1000 ms)");
  now += 5000;
  assert.ok(ids.next() > second);
});

test("a tick holds exactly the format's capacity", () => {
  for (const [format, options] of formats) {
    const { capacity } = promised(format);
    const ids = generator(format, { ...options, clock: () => NOW, onExhausted: "throw" });
    const one = Array.from({ length: capacity }, () => ids.next());
    assert.equal(repeats(one), 0);
    refused("SEQUENCE_EXHAUSTED", () => ids.next(), String(capacity));
    const fresh = generator(format, { ...options, clock: () => NOW, onExhausted: "throw" });
    assert.equal(repeats(batch(fresh, capacity)), 0);
    refused("SEQUENCE_EXHAUSTED", () => batch(fresh, 1));
  }
});

test("next, nextText, batch, fill and nextAsync share one counter", async () => {
  for (const [format, options] of formats) {
    const ids = generator(format, { ...options, clock: () => NOW });
    const made = [ids.next(), ids.next(), ids.next()];
    made.push(...batch(ids, 5), ids.next(), format.fromText(ids.nextText()));
    const array = format.native === "number" ? new Float64Array(4) : new BigUint64Array(4);
    assert.equal(fill(ids, array), array);
    made.push(...array, await ids.nextAsync(), ids.next());
    const sequence = made.map((id) => sequenceOf(format, id));
    assert.deepEqual(
      sequence,
      Array.from({ length: made.length }, (_, i) => i),
      format.name,
    );
  }
});

test("in every tick, a generator uses consecutive numbers from the lowest", () => {
  let now = NOW;
  const ids = generator(si, { machineId: 3, clock: () => now });
  const decode = () => {
    const { timestamp, sequence } = si.decode(ids.next());
    return [timestamp - NOW, sequence];
  };
  assert.deepEqual(
    [decode(), decode(), decode()],
    [
      [0, 0],
      [0, 1],
      [0, 2],
    ],
  );
  now += 1;
  assert.deepEqual(
    [decode(), decode()],
    [
      [1, 0],
      [1, 1],
    ],
  );
  now -= 5;
  assert.deepEqual(
    [decode(), decode()],
    [
      [1, 2],
      [1, 3],
    ],
  );
});

test("uid60's sequence rolls over ticks without a gap, and its random bits vary", () => {
  let now = NOW;
  const ids = generator(uid60, { clock: () => now });
  const made = Array.from({ length: 2000 }, (_, i) => {
    if (i % 7 === 0) now += 1;
    return uid60.decode(ids.next());
  });
  assert.deepEqual(
    made.map(({ sequence }) => sequence),
    made.map((_, i) => i % 512),
  );
  assert.ok(new Set(made.map(({ random }) => random)).size > 300);
});

test("a random start differs from tick to tick and keeps the whole capacity", () => {
  let now = NOW;
  const ids = generator(twitter, { machineId: 1, clock: () => now, sequenceStart: "random", onExhausted: "throw" });
  const starts = new Set();
  for (let i = 0; i < 20; i++) {
    now += 1;
    starts.add(twitter.decode(ids.next()).sequence);
  }
  assert.ok(starts.size > 10);
  assert.equal(repeats(batch(ids, 4095)), 0);
});

/** Makes 200 IDs, `each` of them in each tick. Returns their sequence numbers, and the IDs. */
function inTicks(options, each) {
  let now = NOW;
  const ids = generator(si, {
    machineId: 1,
    sequenceRange: [0, 7],
    clock: () => now,
    onExhausted: "throw",
    ...options,
  });
  const made = Array.from({ length: 200 }, (_, i) => {
    if (i > 0 && i % each === 0) now += 1;
    return ids.next();
  });
  return [made.map((id) => si.decode(id).sequence), made];
}

test("with sequenceStart: 'reset', IDs strictly increase however many there are in a tick", () => {
  for (let each = 1; each <= 8; each++) {
    const [numbers, made] = inTicks({ sequenceStart: "reset" }, each);
    assert.ok(increasing(made));
    assert.ok(numbers.every((number, i) => number === i % each));
  }
});

test("below sequenceResetThreshold, the sequence continues and wraps around without repeats", () => {
  const [numbers] = inTicks({ sequenceResetThreshold: 7 }, 5);
  assert.deepEqual(numbers.slice(0, 15), [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6]);
  // The second tick continues at 3, which is below the threshold. The third starts at 0, because 6 has reached it.
  assert.deepEqual(inTicks({ sequenceResetThreshold: 4 }, 3)[0].slice(0, 9), [0, 1, 2, 3, 4, 5, 0, 1, 2]);
  for (let threshold = 0; threshold <= 7; threshold++) {
    for (let each = 1; each <= 8; each++) {
      const [, made] = inTicks({ sequenceResetThreshold: threshold }, each);
      assert.equal(repeats(made), 0);
      const ticks = made.map((id) => si.decode(id).timestamp);
      assert.ok(ticks.every((tick, i) => tick === NOW + Math.floor(i / each)));
    }
  }
});

test("generators with disjoint sequence ranges share a machine", () => {
  const ranges = [
    [0, 99],
    [100, 199],
    [200, 255],
  ];
  const made = ranges.flatMap((sequenceRange) => {
    const ids = generator(si, { machineId: 9, sequenceRange, clock: () => NOW, onExhausted: "throw" });
    return [...batch(ids, sequenceRange[1] - sequenceRange[0] + 1)];
  });
  assert.equal(made.length, 256);
  assert.equal(repeats(made), 0);
});

test("generators with partly overlapping ranges never make the same ID", () => {
  const made = [];
  const generators = [
    [0, 200],
    [100, 255],
    [0, 255],
  ].map((sequenceRange) => generator(si, { machineId: 11, sequenceRange }));
  for (let i = 0; i < 100; i++) for (const ids of generators) made.push(ids.next(), ...batch(ids, 2));
  assert.equal(repeats(made), 0);
});

test("a generator with its own clock shares no counter", () => {
  const first = () => generator(twitter, { machineId: 21, clock: () => NOW }).next();
  assert.equal(first(), first());
});

test("nextAsync does not block, serves calls in order, and repeats nothing", async () => {
  let now = NOW;
  const ids = generator(si, { machineId: 12, sequenceRange: [0, 3], clock: () => now });
  // Only a timer advances the clock, and timers run only if the wait does not block.
  const timer = setInterval(() => {
    now += 1;
  }, 1);
  const order = [];
  const made = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const id = await ids.nextAsync();
      order.push(i);
      return id;
    }),
  );
  clearInterval(timer);
  assert.ok(increasing(made));
  assert.deepEqual(
    order,
    Array.from({ length: 200 }, (_, i) => i),
  );
  assert.equal(si.decode(made.at(-1)).timestamp, NOW + 49);
  assert.ok(now >= NOW + 49);
});

test("nextAsync rejects with what next throws, and the next call is served", async () => {
  let now = NOW;
  const ids = generator(twitter, { machineId: 1, clock: () => now });
  now = Number.NaN;
  const refusal = ids.nextAsync();
  await assert.rejects(refusal, { name: "FlakeError", code: "CLOCK_INVALID" });
  now = NOW;
  assert.equal(typeof (await ids.nextAsync()), "bigint");
});

test("nextAsync on a stalled clock leads instead of waiting forever", async () => {
  const ids = generator(si, { machineId: 1, sequenceRange: [0, 0], clock: () => NOW });
  assert.ok(increasing([await ids.nextAsync(), await ids.nextAsync(), await ids.nextAsync()]));
});

test("a clock that repeats its readings in a cycle ends in an error, never in a hang", () => {
  let calls = 0;
  const ids = generator(twitter, {
    machineId: 1,
    onRollback: "wait",
    clock: () => {
      calls += 1;
      return calls === 1 ? NOW : NOW - 1 - (calls % 2);
    },
  });
  ids.next();
  refused("CLOCK_STALLED", () => ids.next());
});

test("a snapshot restored in the same ms repeats nothing", () => {
  for (const [format, options] of formats) {
    const made = [];
    let saved;
    for (let restart = 0; restart < 20; restart++) {
      const clock = () => NOW;
      const ids = saved ? resume(format, saved, { clock }) : generator(format, { ...options, clock });
      made.push(ids.next(), ids.next(), ...batch(ids, 3));
      saved = JSON.parse(JSON.stringify(snapshot(ids)));
    }
    assert.equal(repeats(made), 0, format.name);
    const sequence = made.map((id) => sequenceOf(format, id));
    assert.deepEqual(
      sequence,
      Array.from({ length: 100 }, (_, i) => i),
      format.name,
    );
  }
});

test("a snapshot restored with an earlier clock repeats nothing", () => {
  const before = generator(sonyflake, { machineId: 7, clock: () => NOW });
  const made = [...batch(before, 200)];
  const after = resume(sonyflake, snapshot(before), { clock: () => NOW - 4000 });
  made.push(...batch(after, 200));
  assert.ok(increasing(made));
});

test("a snapshot is plain JSON that names its layout and node", () => {
  const ids = generator(si, { machineId: 3, clock: () => NOW });
  ids.next();
  ids.next();
  const tick = NOW - si.epoch;
  assert.deepEqual(snapshot(ids), {
    version: 1,
    layout: `time:40 node:5 sequence:8 unit:1 epoch:${si.epoch}`,
    fields: { machineId: 3 },
    sequenceRange: [0, 255],
    tick,
    seen: tick,
    next: 2,
    used: 2,
    safe: 0,
    drifts: 0,
  });
});

test("the clock is looked up at every call, so that fake timers work", () => {
  const real = Date.now;
  try {
    const ids = generator(si, { machineId: 13 });
    ids.next();
    Date.now = () => NOW + 86_400_000 * 400;
    assert.equal(si.decode(ids.next()).timestamp, NOW + 86_400_000 * 400);
  } finally {
    Date.now = real;
  }
});

test("property: no ID repeats, whatever the clock does and whatever is called", () => {
  const step = fc.record({
    move: fc.integer({ min: -200, max: 200 }),
    ask: fc.constantFrom("next", "nextText", "batch", "snapshot"),
    count: fc.integer({ min: 1, max: 40 }),
  });
  for (const [format, options] of formats) {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = NOW;
        // The policies are not "wait", because the clock is constant during each call.
        const policies = { clock: () => now, onExhausted: "lead", onRollback: "lead" };
        let ids = generator(format, { ...options, ...policies });
        const made = [];
        for (const { move, ask, count } of steps) {
          now += move;
          if (ask === "batch") made.push(...batch(ids, count));
          else if (ask === "snapshot") ids = resume(format, snapshot(ids), policies);
          else made.push(ask === "next" ? ids.next() : format.fromText(ids.nextText()));
        }
        assertInOrder(format, made);
      }),
      { numRuns: 100 },
    );
  }
});
