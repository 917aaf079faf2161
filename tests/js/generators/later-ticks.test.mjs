// The first ID of a later tick. If the sequencer can grant only this ID, it takes a short way.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { defineFormat, generator, resume, snapshot } from "flakekit";
import { fresh } from "../support/fresh.mjs";
import { allFormats, NOW } from "../support/shared.mjs";

/** By how many ms the clock moves, and how many IDs are made afterwards. */
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

test("property: IDs are those of the long way, whatever the clock does", () => {
  const policies = fc.record({
    onRollback: fc.constantFrom("lead", "wait", "throw"),
    sequenceStart: fc.constantFrom("reset", "rolling"),
    sequenceRange: fc.constantFrom(undefined, [0, 255], [10, 29], [7, 7]),
  });
  for (const [format, nodes] of allFormats) {
    // sno has at least 4 numbers.
    const isAllowed = ({ sequenceRange: range }) => format.name !== "sno" || range === undefined || range[0] < range[1];
    const known = withoutRandomBits(format);
    fc.assert(
      fc.property(steps, policies.filter(isAllowed), (all, given) => {
        let now = NOW;
        const options = { ...nodes, ...given, onExhausted: "lead", maxWait: 0, clock: () => now };
        // Generators with clocks of their own share no numbers: both make the same IDs.
        const [ids, slow] = [generator(format, options), generator(format, options)];
        for (const { ms, count, byText } of all) {
          now += ms;
          for (let i = 0; i < count; i++) {
            const made = attempt(() => known(byText ? ids.nextText() : ids.next()));
            // After a snapshot, the next ID takes the long way.
            snapshot(slow);
            const expected = attempt(() => known(slow.next()));
            assert.deepEqual(made, expected, `${format.name} at ${now}`);
          }
        }
        assert.deepEqual(snapshot(ids), snapshot(slow));
      }),
      { numRuns: 30 },
    );
  }
});

test("each ID has random bits of its own, in whatever tick it is", () => {
  const counts = fresh(`
    import { defineFormat, generator } from "flakekit";
    // The random numbers of 16 bits do not repeat.
    let number = 0;
    crypto.getRandomValues = (array) => {
      const halves = new Uint16Array(array.buffer, array.byteOffset, array.byteLength / 2);
      for (let i = 0; i < halves.length; i++) halves[i] = number++;
      return array;
    };
    const fields = [{ kind: "time", bits: 40 }, { kind: "sequence", bits: 8 }, { kind: "random", bits: 16 }];
    const format = defineFormat({ name: "own", bits: 64, epoch: "2024-01-01", unit: 1, native: "bigint", text: "hex", fields });
    const random = new Set();
    let now = ${NOW};
    let made = 0;
    const ids = generator(format, { clock: () => now, onExhausted: "lead" });
    for (let tick = 0; tick < 400; tick++) {
      now += 300;
      // The counts are small at first, then large, then small again.
      for (let i = 0; i < [1, 3, 64, 100, 2][tick % 50 >> 3] ?? 7; i++) {
        random.add(format.decode(tick % 2 ? ids.next() : ids.nextText()).random);
        made++;
      }
    }
    // The IDs are made one by one.
    for (let i = 0; i < 2000; i++) {
      if (i % 50 === 0) now += 300;
      random.add(format.decode(await ids.nextAsync()).random);
      made++;
    }
    tell({ made, different: random.size, fetched: number });
  `);
  assert.ok(counts.made > 5000 && counts.fetched < 65_536, JSON.stringify(counts));
  assert.equal(counts.different, counts.made);
});

test("the last ticks of a format of numbers have IDs with random bits", () => {
  const fields = [
    { kind: "time", bits: 40 },
    { kind: "sequence", bits: 6 },
    { kind: "random", bits: 4 },
    { kind: "node", name: "node", bits: 3 },
  ];
  const format = defineFormat({ name: "own", bits: 53, epoch: 0, unit: 1, native: "number", text: "decimal", fields });
  for (const count of [1, 5, 20]) {
    let now = 2 ** 40 - 20;
    const ids = generator(format, { node: 7, clock: () => now, sequenceStart: "reset" });
    for (; now < 2 ** 40; now++) {
      for (let i = 0; i < count; i++) {
        const { timestamp, sequence, node } = format.decode(ids.next());
        assert.deepEqual([timestamp, sequence, node], [now, i, 7]);
      }
    }
  }
});

test("a snapshot says that the IDs of a later tick are used, and no others", () => {
  for (const [format, nodes] of allFormats) {
    let now = NOW;
    const ids = generator(format, { ...nodes, clock: () => now });
    const made = [ids.next(), ids.next()];
    for (const count of [1, 3]) {
      now += 1000;
      for (let i = 0; i < count; i++) made.push(ids.next());
    }
    const resumed = resume(format, snapshot(ids), { clock: () => now });
    made.push(resumed.next(), resumed.next());
    assert.equal(new Set(made).size, made.length, format.name);
    assert.equal(usedOf(ids), 3, format.name);
  }
});

test("a snapshot says that one ID of a later tick is used, also if many were used in the tick before", () => {
  for (const [format, nodes] of allFormats) {
    // The counts are small and large.
    for (const count of [5, 20, 80]) {
      let now = NOW;
      const ids = generator(format, { ...nodes, clock: () => now });
      for (let i = 0; i < count; i++) ids.next();
      now += 1000;
      ids.next();
      assert.equal(usedOf(ids), 1, `${format.name}, ${count}`);
    }
  }
});

test("a generator that is freed in one tick makes no ID in a later one", () => {
  for (const [format, nodes] of allFormats) {
    let now = NOW;
    const ids = generator(format, { ...nodes, clock: () => now });
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
    const ids = generator(format, {
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
      const [busy, other] = [generator(format, options), generator(format, options)];
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
    const ids = generator(format, { ...nodes, clock: () => now });
    const made = new Set([ids.next(), ids.next()]);
    // Each generator has memory of its own.
    const others = Array.from({ length: 3000 }, () => generator(format, { ...nodes, clock: () => now }));
    now += 1000;
    made.add(ids.next());
    assert.equal(made.size, 3, format.name);
    assert.equal(usedOf(ids), 1, format.name);
    others.forEach((other) => other.free());
  }
});

/** How many numbers of the generator's tick are used. Snapshots of sno do not state this count. */
const usedOf = (ids) => snapshot(ids).used ?? ids.len;

/** A function that returns the bits of an ID without its random bits. */
function withoutRandomBits(format) {
  const names = format.fields.filter(({ kind }) => kind === "random").map(({ name }) => name);
  return (id) => {
    const fields = format.decode(id);
    for (const name of names) delete fields[name];
    return fields;
  };
}

/** The result of a call, or the code of its refusal. */
function attempt(call) {
  try {
    return call();
  } catch (error) {
    assert.equal(typeof error.code, "string", error.stack);
    return error.code;
  }
}
