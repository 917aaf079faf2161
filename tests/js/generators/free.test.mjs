// Freeing generators, through the packed package.

import assert from "node:assert/strict";
import { test } from "node:test";
import { batch, discord, generator, snapshot, sno, snowflakeSI, twitter, withOptions } from "flakekit";
import { repeats } from "../support/shared.mjs";

/** Functions that make an own-clock generator of each JavaScript type. */
const makers = [
  () => generator(withOptions(snowflakeSI, { epoch: "2024-01-01" }), { machineId: 1, clock: () => Date.now() }),
  () => generator(twitter, { machineId: 1, clock: () => Date.now() }),
  () => generator(sno, { partition: 1, clock: () => Date.now() }),
];

test("a freed generator throws GENERATOR_FREED, however often it is freed", async () => {
  for (const make of makers) {
    const ids = make();
    ids.next();
    ids.free();
    ids.free();
    const uses = [() => ids.next(), () => ids.nextText(), () => batch(ids, 1), () => snapshot(ids)];
    for (const use of uses) assert.throws(use, { code: "GENERATOR_FREED" });
    await assert.rejects(ids.nextAsync(), { code: "GENERATOR_FREED" });
    // The next generator gets the number of the freed generator.
    const other = make();
    other.next();
    ids.free();
    assert.throws(() => ids.next(), { code: "GENERATOR_FREED" });
    assert.ok(other.next());
  }
});

test("a freed generator throws GENERATOR_FREED if its clock is unusable", async () => {
  for (const unusable of [() => Number.NaN, () => assert.fail("the clock of a freed generator is read")]) {
    let clock = () => 1_900_000_000_000;
    const ids = generator(sno, { partition: 1, clock: () => clock() });
    ids.next();
    ids.free();
    clock = unusable;
    const uses = [() => ids.next(), () => ids.nextText(), () => batch(ids, 1), () => snapshot(ids), () => ids.sequence];
    for (const use of uses) assert.throws(use, { code: "GENERATOR_FREED" });
    await assert.rejects(ids.nextAsync(), { code: "GENERATOR_FREED" });
  }
});

test("`using` frees a generator at the end of its scope", () => {
  for (const make of makers) {
    const ids = make();
    ids[Symbol.dispose]();
    assert.throws(() => ids.next(), { code: "GENERATOR_FREED" });
  }
});

test("freeing a generator does not affect others that share its counter", (t) => {
  t.mock.method(Date, "now", () => 1_900_000_000_000);
  const options = { workerId: 30, processId: 1, onExhausted: "lead" };
  const [first, second] = [generator(discord, options), generator(discord, options)];
  const ids = Array.from({ length: 100 }, () => first.next());
  first.free();
  assert.throws(() => first.next(), { code: "GENERATOR_FREED" });
  ids.push(...Array.from({ length: 100 }, () => second.next()));
  ids.push(...Array.from({ length: 100 }, () => generator(discord, options).next()));
  assert.equal(repeats(ids), 0);
});

test("a generator freed by its clock never reports the state of the next owner of its number", () => {
  for (const question of [(ids) => snapshot(ids), (ids) => ids.sequence]) {
    let onReading = () => undefined;
    const clock = () => {
      onReading();
      return 1_900_000_000_000;
    };
    const ids = generator(sno, { partition: 1, clock });
    ids.next();
    onReading = () => {
      onReading = () => undefined;
      ids.free();
      generator(sno, { partition: 2, clock }).next();
    };
    assert.throws(() => question(ids), { code: "GENERATOR_FREED" });
  }
});
