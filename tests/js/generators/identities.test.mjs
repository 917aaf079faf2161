// Formats that divide the same bits differently never make the same value, through the packed package.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { batch, defineFormat, discord, generator, nanoflake, snowflakeSI, twitter, withOptions } from "flakekit";
import { NOW, refused, repeats } from "../support/shared.mjs";

/** Each test and each run of a property gets a new epoch, so that they share no identities. */
let epochs = 0;
const newEpoch = () => Date.UTC(2024, 0, 1) + (epochs += 1);

const time = (bits) => ({ kind: "time", bits });
const node = (name, bits) => ({ kind: "node", name, bits });
const sequence = (bits) => ({ kind: "sequence", bits });

/** A custom format with these fields and the epoch of another format. */
function cut(other, ...fields) {
  const bits = fields.reduce((sum, field) => sum + field.bits, 0);
  return defineFormat({ name: `cut-${fields.map((field) => field.bits).join("-")}`, bits, epoch: other.epoch, fields });
}

/** Makes single IDs and batches with all generators in turns while the clock stalls, advances and goes back. Returns bigints. */
function inTurns(t, generators) {
  let now = NOW;
  const clock = t.mock.method(Date, "now", () => now);
  const made = [];
  for (const step of [0, 0, 1, 0, 2, -5, 0, 1, 20]) {
    now += step;
    for (const ids of generators) made.push(ids.next(), ...batch(ids, 3), ids.next());
  }
  clock.mock.restore();
  return made.map(BigInt);
}

/** Asserts that two generators together make as many IDs in a tick as one. */
function assertOneCounter(t, [one, other], capacity) {
  t.mock.method(Date, "now", () => NOW + 5000);
  const made = [...batch(one, capacity / 2), ...batch(other, capacity / 4), ...batch(one, capacity / 4)];
  assert.equal(repeats(made.map(BigInt)), 0);
  for (const ids of [one, other]) refused("SEQUENCE_EXHAUSTED", () => ids.next(), String(capacity));
}

const lead = { onExhausted: "lead" };
const strict = { onExhausted: "throw" };

test("two node fields and one with the bits of both share one counter", (t) => {
  const twice = withOptions(twitter, { epoch: newEpoch() });
  const split = cut(twice, time(41), node("datacenterId", 5), node("workerId", 5), sequence(12));
  const generators = (policy) => [
    generator(twice, { machineId: 378, ...policy }),
    generator(split, { datacenterId: 11, workerId: 26, ...policy }),
  ];
  assert.equal(repeats(inTurns(t, generators(lead))), 0);
  assertOneCounter(t, generators(strict), 4096);
});

test("a format without a node and one with a node of 0 bits share one counter", (t) => {
  const whole = withOptions(snowflakeSI, { epoch: newEpoch(), machineBits: 0 });
  const none = cut(whole, time(40), sequence(13));
  const generators = (policy) => [generator(whole, policy), generator(none, policy)];
  assert.equal(repeats(inTurns(t, generators(lead))), 0);
  assertOneCounter(t, generators(strict), 8192);
});

test("formats with times of different widths never make the same value", (t) => {
  const longer = withOptions(discord, { epoch: newEpoch() });
  const shorter = cut(longer, time(41), node("worker", 5), node("process", 5), sequence(12));
  const one = cut(longer, time(40), node("machine", 10), sequence(12));
  const generators = [
    generator(longer, { workerId: 3, processId: 4, ...lead }),
    generator(shorter, { worker: 3, process: 4, ...lead }),
    generator(one, { machine: 3 * 32 + 4, ...lead }),
  ];
  assert.equal(repeats(inTurns(t, generators)), 0);
});

test("a sequence that overlaps another format's node never makes the same value", (t) => {
  const epoch = newEpoch();
  const [si, whole] = [5, 0].map((machineBits) => withOptions(snowflakeSI, { epoch, machineBits }));
  const machines = [0, 3, 31].map((machineId) => generator(si, { machineId, ...lead }));
  assert.equal(repeats(inTurns(t, [...machines, generator(whole, lead)])), 0);
  const nano = withOptions(nanoflake, { epoch });
  const wider = cut(nano, time(41), node("group", 4), sequence(18));
  const generators = [
    generator(nano, { generatorId: 5 * 64 + 1, onRollback: "lead", ...lead }),
    generator(wider, { group: 5, ...lead }),
    generator(wider, { group: 6, ...lead }),
  ];
  assert.equal(repeats(inTurns(t, generators)), 0);
});

test("sequences at different positions never make the same value", (t) => {
  const low = withOptions(twitter, { epoch: newEpoch() });
  const high = cut(low, time(41), sequence(12), node("machine", 10));
  const inside = cut(low, time(41), node("rack", 4), sequence(14), node("board", 4));
  const generators = [
    generator(low, { machineId: 5, ...lead }),
    generator(high, { machine: 5, ...lead }),
    generator(inside, { rack: 0, board: 5, ...lead }),
  ];
  assert.equal(repeats(inTurns(t, generators)), 0);
});

test("property: no two formats make the same value, however they divide the bits below the time", (t) => {
  const cuts = fc.record({
    time: fc.constantFrom(39, 40, 41),
    nodes: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
    low: fc.constantFrom(0, 3),
    number: fc.integer({ min: 0, max: 3 }),
  });
  const BELOW = 14;
  const generatorOf = (epoch, { time: timeBits, nodes, low, number }) => {
    const above = nodes.reduce((sum, bits) => sum + bits, 0);
    const fields = [time(timeBits), ...nodes.map((bits, i) => node(`n${i}`, bits)), sequence(BELOW - above - low)];
    if (low > 0) fields.push(node("low", low));
    if (fields.at(low > 0 ? -2 : -1).bits < 1) return undefined;
    const names = fields.filter(({ kind }) => kind === "node").map(({ name }) => name);
    // Only the last node field varies. All other node fields are 0, so that identities often overlap.
    const numbers = names.map((name, i) => [name, i === names.length - 1 ? number & 1 : 0]);
    return generator(cut({ epoch }, ...fields), { ...Object.fromEntries(numbers), ...lead });
  };
  fc.assert(
    fc.property(fc.array(cuts, { minLength: 2, maxLength: 4 }), (all) => {
      const epoch = newEpoch();
      const generators = all.map((each) => generatorOf(epoch, each)).filter(Boolean);
      assert.equal(repeats(inTurns(t, generators)), 0);
    }),
    { numRuns: 200 },
  );
});
