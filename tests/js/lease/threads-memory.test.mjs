// The memory that threads share: its code, step by step, in every order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadSteps, World } from "../support/lease-threads-steps.mjs";
import { randomNumbers } from "../support/lease-threads.mjs";

const Records = await loadSteps(2);

/** A swap of a record that was never written (`previous` is null), or of a written record. */
function swap(key, previous, next, head = null) {
  return { key, previous, next, head };
}
const read = { keys: ["head", "a", "b"] };

/** The calls of one participant while another participant is in the middle of its work. */
const programs = {
  "a swap of the same record": [[swap("a", null, "1")], [swap("a", null, "2"), read, swap("a", "2", "3")]],
  "swaps of other records, which need the same pages": [
    [swap("a", null, "1")],
    [swap("b", null, "2"), swap("b", "2", "3"), read],
  ],
  "a swap of the head": [[swap("a", null, "1")], [swap("head", null, "2"), swap("a", null, "3", "2"), read]],
  reads: [
    [read, read],
    [swap("a", null, "1"), swap("b", null, "2"), swap("a", "1", "3")],
  ],
  "swaps that return to the same text": [
    [swap("a", null, "1"), read],
    [swap("a", null, "2"), swap("a", "2", "1"), swap("a", "1", "2"), read],
  ],
};

for (const [name, [first, second]] of Object.entries(programs)) {
  test(`calls are made at one moment each, however they interleave: ${name}`, () => {
    // The first participant makes i steps, and the second one j steps. Then the first participant goes on, or has ended
    // for ever.
    for (const isEnded of [false, true]) {
      for (let i = 0, hasFirst = true; hasFirst; i++) {
        for (let j = 0, hasSecond = true; hasSecond; j++) {
          const world = new World(Records, 40).add(first).add(second);
          hasFirst = world.steps(0, i);
          hasSecond = world.steps(1, j);
          if (hasFirst && !isEnded) world.finish(0);
          if (hasSecond) world.finish(1);
          world.check();
        }
      }
    }
  });
}

test("calls are made at one moment each, in random orders of four participants, some of which end for ever", () => {
  let applied = 0;
  for (let seed = 1; seed <= 1000; seed++) {
    const random = randomNumbers(seed);
    const world = new World(Records, 16 + random(20));
    for (let i = 0; i < 4; i++) {
      const update = ([head, ...records]) => {
        const n = random(3);
        return n === 2 ? swap("head", head, `m${i}`, head) : swap("ab"[n], records[n], `${i}${random(3)}`, head);
      };
      world.add([read, update, read, update]);
    }
    const left = [0, 1, 2, 3];
    while (left.length > 0) {
      const n = random(left.length);
      // Most turns are long, because a claim is taken over only after another swap.
      const goesOn = random(60) > 0 && world.steps(left[n], 1 + random(random(2) === 0 ? 10 : 120));
      if (!goesOn) left.splice(n, 1);
    }
    world.add([read]).finish(4);
    world.check();
    applied += world.history.filter(({ answer }) => answer === true).length;
  }
  assert.ok(applied > 2_000, `${applied} swaps have applied`);
});

test("threads that ended in the middle of their work leave the memory usable", () => {
  const random = randomNumbers(7);
  const world = new World(Records, 16);
  let value = null;
  for (let i = 0; i < 300; i++) {
    const ended = world.participants.length;
    world.add([swap("b", null, "never")]).steps(ended, 1 + random(70));
    world.history.length = 0;
    if (i % 10 !== 9) continue;
    world.add([swap("a", value, `${i}`), read]).finish(ended + 1);
    assert.equal(world.history[0].answer, true);
    assert.equal(world.history[1].answer[1], `${i}`);
    value = `${i}`;
  }
});

test("a full memory refuses new records, and still replaces the others", async () => {
  const RecordsInMoreBuckets = await loadSteps(16);
  for (let pages = 400; pages < 420; pages += 2) {
    const world = new World(RecordsInMoreBuckets, pages);
    const perform = (call) => {
      world.add([call]).finish(world.participants.length - 1);
      return world.history.pop().answer;
    };
    const [x, y] = ["x".repeat(50), "y".repeat(50)];
    let count = 0;
    const fill = () => {
      for (; count < 200; count++) assert.equal(perform(swap(`seat ${count}`, null, x)), true);
    };
    assert.throws(fill, { code: "STORE_FAILED", message: /memory of threads\(\) is full/ });
    assert.ok(count > 50, `${count} records`);
    for (let i = 0; i < count; i++) assert.equal(perform(swap(`seat ${i}`, x, y)), true);
    const answer = perform({ keys: Array.from({ length: count + 1 }, (_, i) => `seat ${i}`) });
    assert.deepEqual(answer, [...new Array(count).fill(y), null]);
  }
});
