// The first ID of a later tick, which JavaScript makes without the core where that is possible.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { allFormats, NOW } from "./support.mjs";

/** What happens to the clock, in ms, and how many IDs are made then. */
const steps = fc.array(
  fc.record({
    ms: fc.oneof(
      fc.nat(12),
      fc.integer({ min: -20, max: 20 }),
      fc.nat(2 ** 32),
      fc.double({ min: 0, max: 9, noNaN: true }),
    ),
    count: fc.integer({ min: 1, max: 70 }),
    byText: fc.boolean(),
  }),
  { maxLength: 20 },
);

test("property: IDs are those that the core makes, whatever the clock does", () => {
  for (const [format, nodes] of allFormats) {
    // The numbers of random bits differ.
    if (format.fields.some(({ kind }) => kind === "random")) continue;
    fc.assert(
      fc.property(steps, fc.constantFrom("lead", "wait", "throw"), (all, onRollback) => {
        let now = NOW;
        const options = { ...nodes, onRollback, onExhausted: "lead", maxWait: 0, clock: () => now };
        // Generators with clocks of their own share no numbers: both make the same IDs.
        const [ids, cores] = [format.generator(options), format.generator(options)];
        for (const { ms, count, byText } of all) {
          now += ms;
          for (let i = 0; i < count; i++) {
            const made = attempt(() => (byText ? ids.nextText() : format.toText(ids.next())));
            // A snapshot returns the run, so the core makes the next ID.
            cores.snapshot();
            const expected = attempt(() => format.toText(cores.next()));
            assert.equal(made, expected, `${format.name} at ${now}`);
          }
        }
        assert.deepEqual(ids.snapshot(), cores.snapshot());
      }),
      { numRuns: 30 },
    );
  }
});

test("a snapshot says that the IDs of a later tick are used, and no others", () => {
  for (const [format, nodes] of allFormats) {
    let now = NOW;
    const ids = format.generator({ ...nodes, clock: () => now });
    const made = [ids.next(), ids.next()];
    for (const count of [1, 3]) {
      now += 1000;
      for (let i = 0; i < count; i++) made.push(ids.next());
    }
    const resumed = format.generator({ snapshot: ids.snapshot(), clock: () => now });
    made.push(resumed.next(), resumed.next());
    assert.equal(new Set(made).size, made.length, format.name);
    assert.equal(usedOf(ids), 3, format.name);
  }
});

test("a generator that is freed in one tick makes no ID in a later one", () => {
  for (const [format, nodes] of allFormats) {
    let now = NOW;
    const ids = format.generator({ ...nodes, clock: () => now });
    for (let i = 0; i < 3; i++) ids.next();
    ids.free();
    now += 1000;
    assert.throws(() => ids.next(), { code: "GENERATOR_FREED" }, format.name);
  }
});

test("a generator that its clock frees makes no ID in a later tick", () => {
  for (const [format, nodes] of allFormats) {
    let now = NOW;
    let isOver = false;
    const ids = format.generator({
      ...nodes,
      clock: () => {
        if (isOver) ids.free();
        return now;
      },
    });
    ids.next();
    now += 1000;
    isOver = true;
    assert.throws(() => ids.next(), { code: "GENERATOR_FREED" }, format.name);
  }
});

test("an equal generator finds three quarters of a tick's numbers in a later tick, whatever was used before", (t) => {
  const { now: realNow } = Date;
  t.after(() => (Date.now = realNow));
  let now = NOW;
  Date.now = () => now;
  for (const [format, nodes] of allFormats) {
    // Ranges of one partition of sno must not overlap.
    if (format.name === "sno") continue;
    for (const last of [0, 3, 15, 255]) {
      now += 1000;
      const options = { ...nodes, sequenceRange: [0, last], onExhausted: "throw" };
      const [busy, other] = [format.generator(options), format.generator(options)];
      const [all, three] = [last + 1, Math.ceil(((last + 1) * 3) / 4)];
      for (let i = 0; i < all; i++) busy.next();
      now += 1000;
      const made = new Set([busy.next()]);
      for (let i = 0; i < three - (last === 0 ? 1 : 0); i++) made.add(other.next());
      assert.equal(made.size, last === 0 ? 1 : three + 1, `${format.name}, ${all} numbers`);
    }
  }
});

test("growth of the memory between two ticks loses no ID and repeats none", () => {
  for (const [format, nodes] of allFormats) {
    let now = NOW;
    const ids = format.generator({ ...nodes, clock: () => now });
    const made = new Set([ids.next(), ids.next()]);
    // Each has memory of its own.
    const others = Array.from({ length: 3000 }, () => format.generator({ ...nodes, clock: () => now }));
    now += 1000;
    made.add(ids.next());
    assert.equal(made.size, 3, format.name);
    assert.equal(usedOf(ids), 1, format.name);
    others.forEach((other) => other.free());
  }
});

/** How many numbers of its tick are used. Snapshots of sno do not say it. */
const usedOf = (ids) => ids.snapshot().used ?? ids.len;

/** The result of a call, or the code of its refusal. */
function attempt(call) {
  try {
    return call();
  } catch (error) {
    assert.equal(typeof error.code, "string", error.stack);
    return error.code;
  }
}
