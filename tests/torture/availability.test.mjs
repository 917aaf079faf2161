// The faults to which the time and the gaps of a slot belong.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Availability, NO_FAULT, partsOf } from "./lib/availability.mjs";

const AFTERMATH_MS = 3_000;

/** The parts of the time of a slot. */
const parts = (ofEngine, ofSlot, from, until) => partsOf({ ofEngine, ofSlot, from, until, aftermath: AFTERMATH_MS });

const part = (name, from, until) => ({ name, from, until });

test("a fault has the time from its start until its aftermath has passed", () => {
  const found = parts([], [{ name: "stop", start: 1_000, end: 1_500 }], 0, 10_000);
  const end = 1_500 + AFTERMATH_MS;
  assert.deepEqual(found, [part(NO_FAULT, 0, 1_000), part("stop", 1_000, end), part(NO_FAULT, end, 10_000)]);
});

test("a fault has no time of the next one", () => {
  const faults = [
    { name: "stop", start: 1_000, end: 4_000 },
    { name: "kill", start: 2_000, end: 2_000 },
  ];
  const found = parts([], faults, 1_000, 4_000);
  assert.deepEqual(found, [part("stop", 1_000, 2_000), part("kill", 2_000, 4_000)]);
});

test("a fault of the engine has the time of the faults of children that come before, during and after it", () => {
  const engine = [{ name: "crash", start: 2_000, end: 3_000 }];
  const own = [1_000, 2_500, 4_500].map((at) => ({ name: "kill", start: at, end: at }));
  const found = parts(engine, own, 0, 8_000);
  assert.deepEqual(found, [
    part(NO_FAULT, 0, 1_000),
    part("kill", 1_000, 2_000),
    part("crash", 2_000, 6_000),
    part("kill", 6_000, 7_500),
    part(NO_FAULT, 7_500, 8_000),
  ]);
});

/** The times of a child that makes two IDs each 20 ms, but not in the gaps. */
function* steadily(until, ...gaps) {
  for (let at = 0; at < until; at += 20) if (!gaps.some(([from, to]) => at > from && at < to)) yield [at, 2];
}

test("a child is unable in gaps of more than 100 ms, which belong to the faults whose time they are in", () => {
  const time = [part(NO_FAULT, 0, 1_000), part("crash", 1_000, 3_000), part("kill", 3_000, 4_000)];
  const availability = new Availability(0, 4_000, 1_000);
  availability.addSlot(time, steadily(4_000, [960, 3_200], [3_400, 3_480]));
  assert.deepEqual(Object.fromEntries(availability.byFault), {
    [NO_FAULT]: { time: 1_000, unable: 40, ids: 98, longest: 0 },
    // The whole gap counts for this fault, although it goes on in the time of the next fault.
    crash: { time: 2_000, unable: 2_000, ids: 0, longest: 2_240 },
    kill: { time: 1_000, unable: 200, ids: 74, longest: 0 },
  });
  assert.deepEqual(
    availability.spans.map(({ unable }) => unable),
    [40, 1_000, 1_000, 200],
  );
});

test("a child that makes no IDs before the end is unable until the end", () => {
  const availability = new Availability(0, 2_000, 1_000);
  availability.addSlot([part("kill", 0, 2_000)], steadily(500));
  const { unable, longest } = availability.byFault.get("kill");
  assert.deepEqual([unable, longest], [1_520, 1_520]);
});
