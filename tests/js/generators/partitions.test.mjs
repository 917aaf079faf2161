// The partitions that the package chooses for sno generators without one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { generator, next, sno, withOptions } from "flakekit";
import { NOW } from "../support/shared.mjs";

const PARTITIONS = 65_536;

test("one generator for each ID repeats nothing, even if there are more generators than partitions", () => {
  const made = Array.from({ length: PARTITIONS + 5000 }, () => generator(sno).next());
  made.push(next(sno), next(sno));
  assert.equal(new Set(made).size, made.length);
});

test("a partition is reused only if none is left and its generators are freed; otherwise generators share one", (t) => {
  t.mock.method(Date, "now", () => NOW);
  // Partitions of different epochs are independent.
  const format = withOptions(sno, { epoch: "2011-01-01" });
  const generators = Array.from({ length: PARTITIONS - 1 }, () => generator(format));
  const made = generators.map((ids) => ids.next());
  const freed = generators.splice(900, 3);
  const partitions = freed.map((ids) => ids.partition);
  for (const ids of freed) ids.free();
  // This generator gets the one partition that was never chosen.
  const last = generator(format);
  assert.ok(made.every((id) => format.decode(id).partition !== last.partition));
  const again = freed.map(() => generator(format));
  assert.deepEqual(new Set(again.map((ids) => ids.partition)), new Set(partitions));
  // Now every partition is in use, so further generators share them, those with a clock of their own too.
  const shared = Array.from({ length: 100 }, () => generator(format));
  const ownClock = Array.from({ length: 100 }, () => generator(format, { clock: () => NOW }));
  const all = [last, ...again, ...shared, ...ownClock, ...generators];
  for (const ids of [...all, ...all]) made.push(ids.next());
  assert.equal(new Set(made).size, made.length);
});

test("freed own-clock generators return their partitions", () => {
  const format = withOptions(sno, { epoch: "2012-01-01" });
  const made = [];
  for (let i = 0; i < PARTITIONS + 5000; i++) {
    const ids = generator(format, { clock: () => NOW });
    made.push(ids.next());
    ids.free();
  }
  assert.equal(new Set(made).size, made.length);
});
