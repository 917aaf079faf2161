// Refused batches use up no numbers, through the packed package.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  batch,
  batchBytes,
  fill,
  generator,
  mastodon,
  resume,
  snapshot,
  sno,
  snowflakeSI,
  twitter,
  uid60,
  withOptions,
} from "flakekit";
import { NOW, refused, repeats } from "../support/shared.mjs";

const si = withOptions(snowflakeSI, { epoch: "2024-01-01", machineBits: 0 });

/** Every kind of batch, with the count of IDs per tick. The core writes a batch in chunks of up to 4096 IDs. */
const kinds = [
  ["numbers", si, {}, 8192, batch],
  ["numbers in an array", si, {}, 8192, (ids, count) => fill(ids, new Float64Array(count))],
  ["bigints", mastodon, {}, 65_536, batch],
  ["bigints in an array", mastodon, {}, 65_536, (ids, count) => fill(ids, new BigUint64Array(count))],
  ["bigints with random bits", uid60, {}, 512, batch],
  ["texts", sno, { partition: 1 }, 65_536, batch],
  ["bytes", sno, { partition: 1 }, 65_536, batchBytes],
];

/** Two policies that refuse at once when the sequence is used up. */
const refusals = [
  ["SEQUENCE_EXHAUSTED", { onExhausted: "throw" }],
  ["WAIT_TOO_LONG", { onExhausted: "wait", maxWait: 0 }],
];

const numbersOf = (format, ids) => ids.map((id) => format.decode(id).sequence);

test("a refused batch uses no sequence numbers of a tick, in every form and after any number of chunks", () => {
  for (const [what, format, options, capacity, many] of kinds) {
    for (const [code, policy] of refusals) {
      const ids = generator(format, { ...options, ...policy, clock: () => NOW });
      const first = ids.next();
      for (const count of [capacity, capacity + 1, capacity + 5000]) refused(code, () => many(ids, count), "used up");
      const rest = [ids.next(), ...batch(ids, capacity - 3), ids.next()];
      const numbers = numbersOf(format, [first, ...rest]);
      assert.ok(
        numbers.every((number, i) => number === i),
        `${what}, ${code}`,
      );
      assert.equal(numbers.length, capacity, what);
      refused(code, () => ids.next());
    }
  }
});

test("a batch refused because of the clock uses no numbers of the ticks that it reached", () => {
  const thrown = new Error("of the clock's own");
  const ends = [
    [() => NOW - 500, { code: "CLOCK_BEHIND" }],
    [() => Number.NaN, { code: "CLOCK_INVALID" }],
    [
      () => {
        throw thrown;
      },
      thrown,
    ],
  ];
  for (const [end, error] of ends) {
    const readings = [];
    const clock = () => (readings.shift() ?? end)();
    const ids = generator(twitter, { machineId: 1, clock, onRollback: "throw" });
    readings.push(...[0, 1, 2].map((ms) => () => NOW + ms));
    assert.throws(() => batch(ids, 3 * 4096 + 1), error);
    assert.equal(readings.length, 0);
    readings.push(() => NOW);
    const { timestamp, sequence } = twitter.decode(ids.next());
    assert.deepEqual([timestamp, sequence], [NOW, 0]);
  }
});

test("a snapshot after a refused batch equals one before it", () => {
  for (const [what, format, options, capacity, many] of kinds) {
    const ids = generator(format, { ...options, clock: () => NOW, onExhausted: "throw" });
    ids.next();
    const before = snapshot(ids);
    refused("SEQUENCE_EXHAUSTED", () => many(ids, capacity));
    assert.deepEqual(snapshot(ids), before, what);
  }
});

test("a refused fill leaves the array unchanged", () => {
  for (const [format, Values, capacity, mark] of [
    [si, Float64Array, 8192, -1],
    [mastodon, BigUint64Array, 65_536, 7n],
  ]) {
    for (const [code, policy] of refusals) {
      const ids = generator(format, { ...policy, clock: () => NOW });
      for (const length of [capacity + 1, capacity + 5000]) {
        const array = new Values(length).fill(mark);
        refused(code, () => fill(ids, array));
        assert.ok(array.every((value) => value === mark));
      }
    }
  }
});

test("no ID repeats if the clock makes IDs with the generator during a refused batch", () => {
  for (const [what, format, options, capacity, many] of kinds) {
    for (const at of [1, 2, 3]) {
      const made = [];
      let reading = 0;
      const clock = () => {
        reading += 1;
        if (reading === at) made.push(ids.next(), ...batch(ids, 3));
        return NOW;
      };
      const ids = generator(format, { ...options, clock, onExhausted: "throw" });
      const all = capacity + 1;
      refused("SEQUENCE_EXHAUSTED", () => many(ids, all));
      for (let i = 0; i < capacity + 10; i++) {
        try {
          made.push(ids.next());
        } catch (error) {
          assert.equal(error.code, "SEQUENCE_EXHAUSTED");
          break;
        }
      }
      assert.equal(repeats(made), 0, `${what}, at reading ${at}`);
    }
  }
});

test("a batch is taken back even if the clock was refused an ID of the generator during it", () => {
  let reading = 0;
  const clock = () => {
    reading += 1;
    // By now the batch has all numbers of the tick.
    if (reading === 2) refused("SEQUENCE_EXHAUSTED", () => ids.next());
    return NOW;
  };
  const ids = generator(twitter, { machineId: 1, clock, onExhausted: "throw" });
  refused("SEQUENCE_EXHAUSTED", () => batch(ids, 4097));
  assert.deepEqual(numbersOf(twitter, [ids.next(), ids.next()]), [0, 1]);
});

test("a batch contains no number that a snapshot restored during the batch says is used", (t) => {
  let restore = () => undefined;
  t.mock.method(Date, "now", () => {
    restore();
    return NOW;
  });
  const ids = generator(twitter, { machineId: 77, onExhausted: "lead" });
  const elsewhere = resume(twitter, snapshot(ids), { clock: () => NOW });
  const used = new Set(batch(elsewhere, 99));
  const saved = snapshot(elsewhere);
  let readings = 0;
  restore = () => {
    readings += 1;
    if (readings === 2) resume(twitter, saved);
  };
  const made = batch(ids, 5000);
  assert.equal(repeats(made), 0);
  assert.equal(made.filter((id) => used.has(id)).length, 0);
});
