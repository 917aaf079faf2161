// sno through the packed package, compared with the vectors of its reference implementation.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { batch, batchBytes, generator, next, resume, snapshot, sno, sort, twitter, uid60, withOptions } from "flakekit";
import { allOf, increasing, NOW, refused, repeats, vectors } from "../support/shared.mjs";

const EPOCH = Date.UTC(2010, 0, 1);
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const ms = (units) => units * 4 + EPOCH;

test("every codec vector of the reference holds, in texts, bytes and UUIDs", () => {
  for (const row of vectors("sno-codec")) {
    const { timeMs: timestamp, tick: toggle, meta, partition, sequence } = row;
    const fields = { timestamp, date: new Date(timestamp), toggle, meta, partition, sequence };
    assert.deepEqual(allOf(sno.decode(row.text)), fields);
    assert.equal(sno.encode(fields), row.text);
    const bytes = sno.toBytes(row.text);
    assert.equal(hex(bytes), row.hex);
    assert.equal(sno.fromBytes(bytes), row.text);
    assert.deepEqual(allOf(sno.decode(bytes)), fields);
    const uuid = sno.toUUID(row.text);
    assert.equal(uuid.replaceAll("-", ""), hex(Buffer.from(row.text)));
    assert.equal(sno.fromUUID(uuid), row.text);
    assert.equal(sno.fromUUID(uuid.toUpperCase()), row.text);
    assert.equal(sno.meta(row.text), meta);
    assert.ok(sno.isValid(row.text) && sno.isValid(bytes));
  }
});

test("invalid snos are refused, even where the reference only checks the length", () => {
  for (const { input, invalid } of vectors("sno-codec-negative")) {
    assert.equal(sno.isValid(input), !invalid, input);
    assert.equal(/^[2-9a-x]{16}$/.test(input), !invalid, input);
    if (invalid) refused("INVALID_TEXT", () => sno.decode(input));
  }
});

/** A generator with a scripted clock. The configuration of a vector has the form of a snapshot. */
function replay(config) {
  const clock = { now: 0 };
  const ids = resume(sno, config, { clock: () => clock.now });
  return { clock, ids };
}

test("every generator trace of the reference holds, except for its faults", () => {
  for (const { name, config, steps } of vectors("sno-trace")) {
    let { clock, ids } = replay(config);
    const made = [];
    for (const [i, step] of steps.entries()) {
      clock.now = step.clockMs ?? ms(step.clockUnits);
      if (step.op === "restore") {
        ({ clock, ids } = replay(step.snapshot));
        clock.now = step.clockMs ?? ms(step.clockUnits);
      } else if (step.op === "snapshot") {
        assert.deepEqual(snapshot(ids), step.snapshot, `${name}: step ${i}`);
      } else if (name === "quirk-wrap-after-end" && step.clockUnits >= 2 ** 39) {
        // The reference wraps around to 2010.
        refused("CLOCK_OUT_OF_RANGE", () => ids.next(step.meta), "2079-09-07");
      } else if (name === "quirk-clock-at-epoch") {
        // The reference skips the lowest number in the first unit.
        const expected = step.clockUnits === 0 ? step.sequence - 1 : step.sequence;
        assert.equal(sno.decode(ids.next(step.meta)).sequence, expected);
      } else if (name === "quirk-snapshot-then-clock-back-to-wallHi" && i >= 6) {
        // The reference repeats the unit's IDs. This package counts them as used, and leads because the clock stalls.
        const id = ids.next(step.meta);
        assert.equal(sno.decode(id).timestamp, ms(step.clockUnits + 1));
        made.push(id);
      } else {
        const id = ids.next(step.meta);
        assert.equal(id, step.text, `${name}: step ${i}`);
        assert.equal(ids.len, step.len, `${name}: step ${i}`);
        made.push(id);
      }
    }
    assert.equal(repeats(made), 0, name);
  }
});

test("a wait below the safe mark ends at the same reading as in the reference", () => {
  for (const row of vectors("sno-unsafe-regression")) {
    const readings = row.clockReads.map(ms);
    let used = 0;
    const ids = resume(sno, row.config, { clock: () => readings[used++] });
    assert.equal(ids.next(row.meta), row.text, row.name);
    assert.equal(used, row.readsUsed, row.name);
  }
});

test("nextWithTime makes the reference's IDs and refuses times out of range", () => {
  let ids;
  let calls = 0;
  for (const row of vectors("sno-newwithtime")) {
    if (row.call === 0) {
      ids = generator(sno, {
        partition: row.partition,
        sequenceRange: [row.sequenceMin, row.sequenceMax],
        clock: () => NOW,
      });
      calls = 0;
    }
    for (; calls < row.call && row.inRange; calls++) ids.nextWithTime(NOW);
    if (row.inRange) {
      assert.equal(ids.nextWithTime(row.timeMs, row.meta), row.text, row.label);
      calls += 1;
    } else {
      refused("INVALID_TIME", () => ids.nextWithTime(row.timeMs, row.meta), "2010-01-01");
    }
  }
});

test("snapshots have the bounds of the reference, and ranges of 4 and 5 numbers are allowed too", () => {
  for (const row of vectors("sno-snapshot-errors")) {
    const { sequenceMin, sequenceMax, sequence } = row;
    const saved = { partition: 1, sequenceMin, sequenceMax, sequence, now: 0, wallHi: 0, wallSafe: 0, drifts: 0 };
    const make = () => resume(sno, saved, { clock: () => NOW });
    const small = /^pool-of-[45]|min-65531-max-0/.test(row.label);
    if (!row.ok && !small) {
      refused("INVALID_SNAPSHOT", make);
      continue;
    }
    const ids = make();
    if (row.ok) {
      assert.deepEqual([ids.sequenceMin, ids.sequenceMax, ids.cap], [row.effectiveMin, row.effectiveMax, row.cap]);
      assert.equal(sno.decode(ids.next()).sequence, row.firstSequence);
    }
  }
});

test("sno and uid60 have a shared generator, one for each epoch, and other formats have none", () => {
  const early = withOptions(sno, { epoch: "2009-01-01" });
  const partitions = [next(sno), next(early), next(sno)].map((id) => sno.decode(id).partition);
  assert.equal(partitions[0], partitions[2]);
  assert.equal(early.isValid(next(early, 3)), true);
  assert.equal(new Set([next(uid60), next(uid60), generator(uid60).next()]).size, 3);
  refused("INVALID_FIELD", () => next(sno, 256), "meta is 256");
  refused("INVALID_FIELD", () => next(uid60, 1));
  refused("INVALID_OPTION", () => next(twitter), "twitter has no default generator", "generator(format, options)");
  for (const format of [undefined, null, "sno", {}, generator(sno)]) {
    refused("INVALID_OPTION", () => next(format), "the format is");
    refused("INVALID_OPTION", () => generator(format), "the format is");
  }
});

test("the shared generator and a custom one make IDs in every form", async () => {
  const made = [next(sno), next(sno, 7)];
  assert.equal(sno.meta(made[1]), 7);
  assert.ok(increasing(made.map((id) => sno.withMeta(id, 0))));
  const ids = generator(sno, { partition: ["A", 10], clock: () => NOW });
  assert.equal(ids.partition, 0x410a);
  const all = [ids.next(1), sno.fromBytes(ids.nextBytes(1)), await ids.nextAsync(1), ...batch(ids, 200, 1)];
  const bytes = batchBytes(ids, 5000, 1);
  for (let at = 0; at < bytes.length; at += 10) all.push(sno.fromBytes(bytes.subarray(at, at + 10)));
  assert.deepEqual(
    all.map((id) => sno.decode(id).sequence),
    Array.from({ length: 5203 }, (_, i) => i),
  );
  assert.ok(all.every((id) => sno.meta(id) === 1 && sno.decode(id).partition === 0x410a));
  const saved = snapshot(ids);
  for (const partition of [new Uint8Array([65, 10]), [65, 10], ["A", "\n"], 0x410a]) {
    assert.equal(generator(sno, { partition, clock: () => NOW }).partition, 0x410a);
    assert.equal(resume(sno, saved, { partition, clock: () => NOW }).partition, 0x410a);
  }
  assert.deepEqual([batch(ids, 0), batchBytes(ids, 0)], [[], new Uint8Array(0)]);
});

test("a tick has exactly 65 536 IDs; the next one waits", () => {
  const ids = generator(sno, { partition: 1, clock: () => NOW, onExhausted: "throw" });
  assert.equal(new Set(batch(ids, 65_536)).size, 65_536);
  assert.deepEqual([ids.len, ids.cap, ids.sequence], [65_536, 65_536, 65_535]);
  refused("SEQUENCE_EXHAUSTED", () => ids.next(), "65536", "4 ms");
});

test("after a rollback IDs continue at once in the other timeline; a second rollback into the same past waits or throws", () => {
  let offset = 0;
  const ids = generator(sno, { partition: 2, clock: () => NOW + offset });
  const before = ids.next();
  offset = -5000;
  const after = ids.next();
  assert.deepEqual([sno.decode(before).toggle, sno.decode(after).toggle], [0, 1]);
  assert.equal(sno.decode(after).timestamp, NOW - 5000);
  offset = -8000;
  refused("WAIT_TOO_LONG", () => ids.next(), "went back", "3000 ms");
  offset = -5000;
  assert.equal(sno.decode(ids.next()).sequence, 1);
});

test("nextAsync sleeps until the clock has passed the ticks that both timelines used", async () => {
  let now = NOW;
  const ids = generator(sno, { partition: 2, clock: () => now });
  const made = [ids.next()];
  now = NOW - 32;
  made.push(ids.next());
  now = NOW - 80;
  // Only a timer advances the clock, and timers run only if the wait does not block.
  const timer = setInterval(() => {
    now += 8;
  }, 1);
  made.push(await ids.nextAsync());
  clearInterval(timer);
  assert.deepEqual(
    made.map((id) => sno.decode(id).toggle),
    [0, 1, 1],
  );
  assert.ok(made[2] > made[1]);
});

test("snapshots survive JSON and repeat nothing", () => {
  let now = NOW;
  const ids = generator(sno, { partition: 3, clock: () => now });
  const made = [ids.next(), ids.next()];
  const saved = JSON.parse(JSON.stringify(snapshot(ids)));
  assert.deepEqual(saved, {
    partition: 3,
    sequenceMin: 0,
    sequenceMax: 65_535,
    sequence: 1,
    now: (NOW - EPOCH) / 4,
    wallHi: (NOW - EPOCH) / 4,
    wallSafe: 0,
    drifts: 0,
  });
  const resumed = resume(sno, saved, { clock: () => now });
  made.push(resumed.next());
  now -= 1000;
  made.push(resumed.next());
  assert.equal(repeats(made), 0);
  assert.equal(sno.decode(made[2]).sequence, 2);
});

test("onOverflow reports waiting calls, and each is served once and in order", async () => {
  const told = [];
  let now = NOW;
  const ids = generator(sno, {
    partition: 4,
    sequenceRange: [7, 4],
    clock: () => now,
    onOverflow: (notification) => told.push(notification),
  });
  const order = [];
  // Only a timer advances the clock, by 1 ms each time. So a unit lasts for four timers.
  const timer = setInterval(() => {
    now += 1;
  }, 1);
  const made = await Promise.all(
    Array.from({ length: 1000 }, async (_, i) => {
      const id = await ids.nextAsync();
      order.push(i);
      return id;
    }),
  );
  clearInterval(timer);
  assert.equal(repeats(made), 0);
  assert.deepEqual(order, [...order.keys()]);
  assert.ok(increasing(made));
  // A unit has four IDs, so there are 249 waits. Each is reported at least once.
  assert.ok(told.length >= 249, String(told.length));
  assert.ok(told.every(({ now, count, ticks }) => now instanceof Date && count >= 1 && count <= 1000 && ticks >= 0));
  assert.ok(told.some(({ ticks }) => ticks > 0));
  assert.ok(told[0].count > told.at(-1).count);
});

test("onOverflow is called once for a wait in next", () => {
  const told = [];
  let now = NOW;
  const clock = () => (now += 0.25);
  const ids = generator(sno, { partition: 5, sequenceRange: [0, 3], clock, onOverflow: (each) => told.push(each) });
  for (let i = 0; i < 21; i++) ids.next();
  assert.equal(told.length, 5);
  assert.ok(told.every(({ count }) => count === 1));
  // Each unit of 4 ms is used up, so it is one overflow.
  assert.deepEqual(
    told.map(({ ticks }) => ticks),
    [0, 3, 7, 11, 15],
  );
});

// The specification of sno, "Sequence overflow": "For how many ticks in total we've already been dealing with the *current*
// overflow. […] A tick is roughly 1ms."
test("the ticks of onOverflow count the ms of the whole overflow, however many units it lasts and calls it delays", async () => {
  const told = [];
  let now = NOW;
  const ids = generator(sno, {
    partition: 6,
    sequenceRange: [0, 3],
    clock: () => now,
    onOverflow(notification) {
      told.push(notification);
      now += 1;
    },
  });
  const ticks = () => told.splice(0).map(({ ticks }) => ticks);
  await Promise.all(Array.from({ length: 60 }, () => ids.nextAsync()));
  // The first unit needs no wait. The other 14 are waited for, 4 ms each.
  assert.deepEqual(ticks(), [...Array(56).keys()]);
  // No call waits in the next unit, so the overflow is over. After this unit, another overflow begins.
  now += 4;
  for (let i = 0; i < 5; i++) await ids.nextAsync();
  assert.deepEqual(ticks(), [0, 1, 2, 3]);
  // Another overflow begins when the clock has gone back, too.
  now += 100;
  for (let i = 0; i < 5; i++) await ids.nextAsync();
  now -= 48;
  for (let i = 0; i < 5; i++) await ids.nextAsync();
  assert.deepEqual(ticks(), [0, 1, 2, 3, 0, 1, 2, 3]);
});

test("texts, bytes and UUIDs sort alike: by time, then toggle", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 10, maxLength: 10 }), { minLength: 2, maxLength: 30 }), (all) => {
      const texts = all.map((bytes) => sno.fromBytes(bytes));
      const byBytes = [...all].sort(Buffer.compare).map((bytes) => sno.fromBytes(bytes));
      assert.deepEqual([...texts].sort(), byBytes);
      assert.deepEqual(sort(sno, texts), byBytes);
      assert.deepEqual(
        texts.map((id) => sno.toUUID(id)).sort(),
        byBytes.map((id) => sno.toUUID(id)),
      );
      const keys = byBytes.map((id) => sno.decode(id).timestamp * 2 + sno.decode(id).toggle);
      assert.deepEqual(
        keys,
        [...keys].sort((a, b) => a - b),
      );
    }),
  );
});

test("property: nothing repeats after any rollbacks of the clock; the generator waits or throws", () => {
  const step = fc.record({
    move: fc.integer({ min: -400, max: 300 }),
    count: fc.integer({ min: 1, max: 9 }),
    restart: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = NOW;
      // No call may wait, because the clock is constant during each call.
      const policies = { clock: () => now, maxWait: 0 };
      let ids = generator(sno, { partition: 6, sequenceRange: [10, 17], ...policies });
      const made = [];
      for (const { move, count, restart } of steps) {
        now += move;
        for (let i = 0; i < count; i++) {
          try {
            made.push(ids.next());
          } catch (error) {
            assert.equal(error.code, "WAIT_TOO_LONG");
          }
        }
        if (restart) ids = resume(sno, snapshot(ids), policies);
      }
      assert.equal(repeats(made), 0);
    }),
    { numRuns: 300 },
  );
});

test("range, zero and withMeta give the specified IDs", () => {
  const id = generator(sno, { partition: 7, clock: () => NOW }).next(5);
  const { min, max } = sno.range(NOW, NOW + 3);
  assert.ok(min <= id && id <= max);
  assert.equal(sno.decode(min).timestamp, NOW);
  assert.deepEqual(allOf(sno.decode(max)), {
    timestamp: NOW,
    date: new Date(NOW),
    toggle: 1,
    meta: 255,
    partition: 65_535,
    sequence: 65_535,
  });
  assert.equal(sno.zero, "2222222222222222");
  const changed = sno.withMeta(id, 6);
  assert.deepEqual({ ...sno.decode(changed) }, { ...sno.decode(id), meta: 6 });
});

test("invalid input is refused with a reason, and the generator continues", () => {
  const ids = generator(sno, { partition: 8, clock: () => NOW });
  for (const meta of [-1, 256, 1.5, "3", null, Number.NaN, {}]) {
    refused("INVALID_FIELD", () => ids.next(meta), "meta is", "0 to 255");
    refused("INVALID_FIELD", () => batch(ids, 2, meta), "meta is");
    refused("INVALID_FIELD", () => ids.nextWithTime(NOW, meta), "meta is");
    refused("INVALID_FIELD", () => sno.withMeta("brpk4q72xwf2m63l", meta), "meta is");
  }
  for (const partition of [
    65_536,
    -1,
    1.5,
    "AB",
    [1, 2, 3],
    [1],
    [256, 0],
    ["AB", 1],
    ["ä", 1],
    new Uint8Array(3),
    null,
    65_536n,
  ]) {
    refused("INVALID_FIELD", () => generator(sno, { partition }), "partition is", "0 to 65535");
  }
  for (const sequenceRange of [
    [5, 5],
    [5, 7],
    [7, 5],
  ]) {
    refused("INVALID_OPTION", () => generator(sno, { partition: 9, sequenceRange }), "at least 4");
  }
  for (const sequenceRange of [[0, 65_536], [-1, 5], [0.5, 9], [1], "all"]) {
    refused("INVALID_OPTION", () => generator(sno, { partition: 9, sequenceRange }), "0 to 65535");
  }
  generator(sno, { partition: 9, sequenceRange: [0, 99] });
  refused("INVALID_OPTION", () => generator(sno, { partition: 9, sequenceRange: [50, 150] }), "disjoint");
  const good = snapshot(ids);
  for (const bad of [
    {},
    [],
    5,
    null,
    { ...good, extra: 1 },
    { ...good, wallHi: -1 },
    { ...good, drifts: 1.5 },
    { ...good, sequence: "1" },
  ]) {
    refused("INVALID_SNAPSHOT", () => resume(sno, bad), "snapshot");
  }
  for (const name of Object.keys(good)) {
    for (const bad of [undefined, null, -1, 1.5, 1e300, "5", Number.NaN]) {
      refused("INVALID_SNAPSHOT", () => resume(sno, { ...good, [name]: bad }), name);
    }
  }
  refused("INVALID_SNAPSHOT", () => resume(sno, good, { partition: 10 }), "another identity");
  for (const bad of ["", "brpk4q72xwf2m63", "brpk4q72xwf2m63l2", "BRPK4Q72XWF2M63L", "brpk4q72xwf2m631"]) {
    refused("INVALID_TEXT", () => sno.decode(bad));
    refused("INVALID_TEXT", () => sno.meta(bad.slice(0, 15)));
  }
  for (const bad of [new Uint8Array(9), new Uint8Array(11), 5, 5n, null, undefined, {}, new Uint16Array(10)]) {
    refused("INVALID_ID", () => sno.decode(bad), "10 bytes");
    assert.equal(sno.isValid(bad), false);
  }
  for (const bad of ["f47ac10b-58cc-4372-a567-0e02b2c3d479", "6272706b34713732787766326d36336c", "", 5]) {
    assert.throws(() => sno.fromUUID(bad), { name: "FlakeError" });
  }
  refused("INVALID_OPTION", () => generator(sno, { onOverflow: true }), "onOverflow");
  assert.equal(sno.decode(ids.next()).sequence, 0);
});

// This test is the last, because it chooses partitions that the other tests name.
test("an ID has the metadata of its call, also if the clock makes an ID with other metadata", async () => {
  let now = NOW;
  let isNested = false;
  const nested = [];
  const clock = () => {
    if (!isNested) {
      isNested = true;
      nested.push(ids.next(200));
      isNested = false;
    }
    return now;
  };
  const ids = generator(sno, { partition: 7, clock });
  const made = [];
  for (const meta of [0, 5, 5, 0]) {
    made.push([meta, ids.next(meta)], [meta, ids.nextText(meta)], [meta, await ids.nextAsync(meta)]);
    now += 4;
  }
  for (const [meta, id] of made) assert.equal(sno.meta(id), meta);
  for (const id of nested) assert.equal(sno.meta(id), 200);
  assert.equal(repeats([...made.map(([, id]) => id), ...nested]), 0);
});

test("each generator without a given partition gets its own", () => {
  const partitions = Array.from({ length: 200 }, () => generator(sno).partition);
  partitions.push(...Array.from({ length: 100 }, () => generator(sno, { clock: () => NOW }).partition));
  assert.equal(new Set(partitions).size, 300);
});
