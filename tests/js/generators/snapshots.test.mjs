// Snapshots through the packed package: the state that they restore, and the reasons for refusals.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { batch, generator, resume, snapshot, sno, twitter } from "flakekit";
import { allFormats, formats, NOW, refused, repeats, sequenceOf } from "../support/shared.mjs";

const UNIT = 4;
const LENGTH = 8;

/** With each of these options, the second unit starts at the fifth number above the lowest, or at a random number. */
const wrapping = [
  { sequenceStart: "rolling" },
  { sequenceStart: "random" },
  { sequenceStart: "reset", sequenceResetThreshold: LENGTH - 1 },
];

const throughJson = (value) => JSON.parse(JSON.stringify(value));

test("a sno snapshot of a tick whose sequence wrapped around leaves the tick's other numbers, each once", () => {
  for (const min of [0, 1, 65_536 - LENGTH]) {
    const sequenceRange = [min, min + LENGTH - 1];
    for (const options of wrapping) {
      if (options.sequenceStart === "reset" && min > 0) continue;
      for (let count = 1; count <= LENGTH; count++) {
        let now = NOW;
        const policies = { ...options, clock: () => now, onExhausted: "throw" };
        const before = generator(sno, { partition: 1, sequenceRange, ...policies });
        batch(before, 5);
        now += UNIT;
        const made = batch(before, count);
        // The generator is restarted after each further ID.
        let saved = throughJson(snapshot(before));
        for (; made.length < LENGTH; saved = throughJson(saved)) {
          const after = resume(sno, saved, policies);
          made.push(after.next());
          saved = snapshot(after);
        }
        refused("SEQUENCE_EXHAUSTED", () => resume(sno, saved, policies).next());
        const what = `${options.sequenceStart}, ${count} from ${min}: ${made.map((id) => sno.decode(id).sequence)}`;
        assert.equal(repeats(made), 0, what);
      }
    }
  }
});

test("a sno snapshot has the field `used` only if the specified fields do not imply it", () => {
  let now = NOW;
  const make = (options) => generator(sno, { partition: 1, sequenceRange: [0, 7], clock: () => now, ...options });
  for (const options of wrapping.filter(({ sequenceStart }) => sequenceStart !== "random")) {
    const ids = make(options);
    batch(ids, 5);
    now += UNIT;
    batch(ids, 5);
    const { sequence, used } = snapshot(ids);
    assert.deepEqual({ sequence, used }, { sequence: 1, used: 5 }, options.sequenceStart);
  }
  const ids = make({ sequenceStart: "reset" });
  for (let i = 0; i < 3 * LENGTH; i++) {
    if (i % LENGTH === 0) now += UNIT;
    ids.next();
    assert.ok(!("used" in snapshot(ids)));
  }
});

test("a sno snapshot with an invalid `used` is refused", () => {
  const saved = snapshot(generator(sno, { partition: 1, sequenceRange: [0, 7], clock: () => NOW }));
  for (const used of [-1, 9, 65_537, 1.5, "3", null, Number.NaN]) {
    refused("INVALID_SNAPSHOT", () => resume(sno, { ...saved, used }, { clock: () => NOW }), "used");
  }
});

test("a sno snapshot that says both that numbers of its tick are used and that none is, is refused", () => {
  const ids = generator(sno, { partition: 1, clock: () => NOW });
  const fresh = snapshot(ids);
  batch(ids, 4);
  const saved = { ...snapshot(ids), used: 0 };
  refused("INVALID_SNAPSHOT", () => resume(sno, saved, { clock: () => NOW }), "sequence is 3", "used is 0");
  assert.ok(resume(sno, { ...fresh, used: 0 }, { clock: () => NOW }).next());
});

test("what all objects inherit is no part of a snapshot", (t) => {
  /** Calls `work` while all objects inherit a value. */
  const inheriting = (name, value, work) => {
    Object.prototype[name] = value;
    try {
      return work();
    } finally {
      delete Object.prototype[name];
    }
  };
  t.mock.method(Date, "now", () => NOW);
  const snos = generator(sno, { partition: 77 });
  const made = batch(snos, 4);
  const saved = snapshot(snos);
  const restored = inheriting("used", 0, () => resume(sno, saved, { clock: () => NOW }));
  assert.equal(batch(restored, 4).filter((id) => made.includes(id)).length, 0);
  for (const name of ["meta", "sequence", "toggle"]) {
    assert.ok(
      inheriting(
        name,
        () => 0,
        () => resume(sno, saved, { clock: () => NOW }),
      ).next(),
      name,
    );
  }
  const other = snapshot(generator(twitter, { machineId: 78 }));
  assert.ok(inheriting("workerId", 7, () => resume(twitter, other)).next());
  for (const name of ["first", "tick", "used"]) {
    const { [name]: _, ...rest } = { ...other };
    const restore = () => resume(twitter, rest);
    if (name === "first") assert.ok(inheriting(name, 4095, restore).next());
    else refused("INVALID_SNAPSHOT", () => inheriting(name, 0, restore), `snapshot: ${name} is undefined`);
  }
});

/** Each history has its own partition, because a process never forgets what was granted. */
let partition = 1000;

/**
 * Makes two IDs at each of the given units, counted from NOW. It makes no IDs at a unit at which the generator would
 * have to wait. `move` sets the clock.
 */
function history(ids, units, move) {
  const made = [];
  for (const unit of units) {
    move(NOW + unit * UNIT);
    try {
      made.push(ids.next(), ids.next());
    } catch (error) {
      assert.equal(error.code, "WAIT_TOO_LONG");
    }
  }
  return made;
}

/**
 * Restores a snapshot of one history beside a generator with another history. Then both make IDs at the units of `then`.
 * Returns the count of IDs that repeat an ID of one of the histories.
 */
function repeatsOfMerge(t, live, saved, then) {
  partition += 1;
  let now = NOW;
  const options = { partition, sequenceRange: [0, 3], maxWait: 0 };
  const clock = t.mock.method(Date, "now", () => now);
  const move = (to) => (now = to);
  const first = generator(sno, options);
  const past = history(first, live, move);
  const elsewhere = generator(sno, { ...options, clock: () => now });
  past.push(...history(elsewhere, saved, move));
  const second = resume(sno, throughJson(snapshot(elsewhere)), { maxWait: 0 });
  const future = then.flatMap((unit, i) => history(i % 2 ? first : second, [unit], move));
  clock.mock.restore();
  // The two histories are of two processes and may have IDs in common. IDs made after the merge may not repeat any.
  const known = new Set(past);
  return repeats(future) + future.filter((id) => known.has(id)).length;
}

test("a sno snapshot restored beside a generator that has toggled repeats nothing of either timeline", (t) => {
  // This history ends in timeline 1 at unit 50. Its timeline 0 is used up to unit 100.
  const live = [100, 50];
  // This history ends in timeline 0 at unit 60. Its timeline 1 is used up to unit 55.
  const saved = [40, 30, 55, 52, 60];
  const upwards = Array.from({ length: 80 }, (_, i) => 30 + i);
  const downwards = upwards.toReversed();
  for (const then of [upwards, downwards, [...downwards, ...upwards]]) {
    assert.equal(repeatsOfMerge(t, live, saved, then), 0);
    assert.equal(repeatsOfMerge(t, saved, live, then), 0);
  }
});

test("property: a sno snapshot restored beside a generator repeats nothing, whatever their histories", (t) => {
  const units = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(units, units, units, (live, saved, then) => {
      assert.equal(repeatsOfMerge(t, live, saved, then), 0);
    }),
    { numRuns: 1000 },
  );
});

test("resume makes the IDs that the generator would have made, whether the node is given, or a part of it, or not", () => {
  for (const [format, options] of allFormats) {
    const random = format.fields.find(({ kind }) => kind === "random")?.name;
    const known = (id) => ({ ...format.decode(id), [random]: undefined });
    for (const policies of [{}, { sequenceStart: "rolling", sequenceRange: [0, 7] }]) {
      for (const given of [{}, options, ...Object.entries(options).map(([name, node]) => ({ [name]: node }))]) {
        let now = NOW;
        const clock = () => now;
        const ids = generator(format, { ...options, ...policies, clock });
        batch(ids, 3);
        const resumed = resume(format, throughJson(snapshot(ids)), { ...given, ...policies, clock });
        for (const step of [0, 0, 1000, 0]) {
          now += step;
          assert.deepEqual(known(resumed.next()), known(ids.next()), `${format.name} with ${JSON.stringify(given)}`);
        }
        assert.deepEqual(resumed.fields, ids.fields);
        assert.deepEqual(snapshot(resumed), snapshot(ids));
      }
    }
  }
});

test("a snapshot is refused if another node or range is given, or if it is another format's", () => {
  const saved = new Map(
    allFormats.map(([format, options]) => [format, snapshot(generator(format, { ...options, clock: () => NOW }))]),
  );
  for (const [format, options] of allFormats) {
    const refuses = (given, ...words) =>
      refused("INVALID_SNAPSHOT", () => resume(format, saved.get(format), given), ...words);
    for (const [name, node] of Object.entries(options)) refuses({ [name]: node + 1 }, name, "another identity");
    refuses({ sequenceRange: [0, 7] }, "another identity");
    for (const [other] of allFormats) {
      if (other !== format) refused("INVALID_SNAPSHOT", () => resume(format, saved.get(other)), "snapshot");
    }
    for (const none of [undefined, null]) refused("INVALID_SNAPSHOT", () => resume(format, none), "an object with");
  }
  refused("INVALID_OPTION", () => resume("twitter", saved.get(twitter)), "the format is 'twitter'");
});

test("the options of a generator have no snapshot, and resume has the same options", () => {
  for (const [format, options] of allFormats) {
    const saved = snapshot(generator(format, { ...options, clock: () => NOW }));
    for (const given of [saved, undefined]) {
      for (const [what, open] of [
        ["generator", () => generator(format, { ...options, snapshot: given })],
        ["resume", () => resume(format, saved, { ...options, snapshot: given })],
      ]) {
        const said = `${what}(${format.name}) has no option 'snapshot'; it has `;
        const { code, message } = thrownBy(open);
        assert.deepEqual([code, message.slice(0, said.length)], ["INVALID_OPTION", said]);
        const names = message.slice(said.length).split(", ");
        for (const name of [...Object.keys(options), "clock", "maxWait", "sequenceRange"])
          assert.ok(names.includes(name));
        assert.ok(!names.includes("snapshot"));
      }
    }
  }
});

/** The error that `work` throws. */
function thrownBy(work) {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new assert.AssertionError({ message: "it throws nothing" });
}

/** A snapshot whose last ID has a time that the format can't hold. */
const damaged = (format, saved) =>
  format === sno ? { ...saved, wallHi: 2 ** 39 } : { ...saved, tick: 2 ** 48, seen: 0 };

test("a refused snapshot registers neither its range nor its partition", () => {
  const clock = () => NOW;
  const saved = snapshot(generator(sno, { partition: 7, sequenceRange: [0, 99], clock }));
  refused("INVALID_SNAPSHOT", () => resume(sno, damaged(sno, saved)), "damaged");
  assert.equal(generator(sno, { partition: 7 }).cap, 65_536);
});

test("a refused snapshot does not change the counter of its identity", (t) => {
  t.mock.method(Date, "now", () => NOW);
  for (const [format, options] of formats) {
    const ids = generator(format, options);
    // Not 0 if another format has this identity too.
    const first = sequenceOf(format, ids.next());
    const saved = snapshot(generator(format, { ...options, clock: () => NOW }));
    refused("INVALID_SNAPSHOT", () => resume(format, damaged(format, saved)), "damaged");
    const id = ids.next();
    assert.deepEqual([format.decode(id).timestamp, sequenceOf(format, id)], [NOW, first + 1], format.name);
  }
});

test("a snapshot with a second timeline is refused by formats without a toggle", () => {
  for (const [format, options] of formats) {
    const saved = snapshot(generator(format, { ...options, clock: () => NOW }));
    for (const second of [{ drifts: 1 }, { drifts: 2 }, { safe: 1 }]) {
      const restore = () => resume(format, { ...saved, ...second });
      refused("INVALID_SNAPSHOT", restore, "no toggle field", format.name);
    }
    assert.ok(resume(format, saved, { clock: () => NOW }).next());
  }
});

test("a snapshot restored beside a generator for which numbers are ready repeats nothing", (t) => {
  t.mock.method(Date, "now", () => NOW + 20_000);
  for (const [format, options] of allFormats) {
    const policies = { ...options, onExhausted: "lead" };
    const live = generator(format, policies);
    live.next();
    live.next();
    const elsewhere = generator(format, { ...policies, clock: () => NOW + 20_000 });
    const saved = new Set(batch(elsewhere, 100));
    resume(format, snapshot(elsewhere));
    for (let i = 0; i < 200; i++) assert.ok(!saved.has(live.next()), format.name);
  }
});

test("a snapshot has the node fields that the generator has, whatever was assigned to `fields`", () => {
  const ids = generator(twitter, { machineId: 5 });
  ids.next();
  ids.fields = { machineId: 9 };
  assert.deepEqual(snapshot(ids).fields, { machineId: 5 });
});
