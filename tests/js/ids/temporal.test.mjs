// `Temporal`: its instants as the instants that are given, and `instant`, which returns them. The runtimes with a `Temporal` of their
// own, and polyfills, are tried by tests/runtimes/.

import assert from "node:assert/strict";
import { test } from "node:test";
import { defineFormat, generator, instant, prefixed, sno, snowflakeSI, twitter, withOptions } from "flakekit";
import { inspect } from "flakekit/inspect";
import { NOW, refused } from "../support/shared.mjs";

const MS = 1656432460105;

/** An object as `Temporal.Instant` and `Temporal.ZonedDateTime` are: the ns are a getter of the prototype. */
class Nanoseconds {
  #ns;
  constructor(ns) {
    this.#ns = ns;
  }
  get epochNanoseconds() {
    return this.#ns;
  }
  valueOf() {
    throw new TypeError("no number");
  }
}
const at = (ms, ns = 0n) => new Nanoseconds(BigInt(ms) * 1_000_000n + ns);

/** Runs with a global `Temporal`, or without one. */
function withTemporal(Temporal, work) {
  const own = Object.getOwnPropertyDescriptor(globalThis, "Temporal");
  Object.defineProperty(globalThis, "Temporal", { value: Temporal, configurable: true, writable: true });
  try {
    return work();
  } finally {
    if (own === undefined) delete globalThis.Temporal;
    else Object.defineProperty(globalThis, "Temporal", own);
  }
}
const FAKE = { Instant: { fromEpochNanoseconds: (ns) => new Nanoseconds(ns) } };
const nanosecondsOf = (...given) => withTemporal(FAKE, () => instant(...given).epochNanoseconds);

/** Places that look an instant up. */
const LOOKS_UP = {
  firstAt: (time) => twitter.firstAt(time),
  range: (time) => twitter.range(time, time),
  nextWithTime: (time) => sno.timestamp(generator(sno, { partition: 1, clock: () => MS }).nextWithTime(time)),
  now: (time) => inspect("1541815603606036480", { now: time }),
};

const FIELDS = [
  { kind: "time", bits: 41 },
  { kind: "sequence", bits: 12 },
];

/** Places where an instant must be exact, with the code of their errors. */
const EXACT = {
  encode: ["INVALID_TIME", (timestamp) => twitter.encode({ timestamp, machineId: 1, sequence: 2 })],
  withOptions: ["INVALID_EPOCH", (epoch) => withOptions(snowflakeSI, { epoch }).epoch],
  defineFormat: ["INVALID_EPOCH", (epoch) => defineFormat({ name: "own", bits: 53, epoch, fields: FIELDS }).epoch],
  inspect: ["INVALID_EPOCH", (epoch) => inspect("175928847299117063", { epoch, now: NOW })],
};

test("an instant of Temporal is taken wherever an instant is", () => {
  for (const look of Object.values(LOOKS_UP)) assert.deepEqual(look(at(MS)), look(MS));
  for (const [, read] of Object.values(EXACT)) assert.deepEqual(read(at(MS)), read(MS));
});

test("the ns of an instant of Temporal are cut where an instant is looked up, and refused where it must be exact", () => {
  for (const ns of [1n, 999_999n]) {
    for (const look of Object.values(LOOKS_UP)) assert.deepEqual(look(at(MS, ns)), look(MS));
    for (const [code, read] of Object.values(EXACT)) refused(code, () => read(at(MS, ns)), "a whole number of ms");
  }
  // Before 1970 the cut goes to the past, too.
  const early = withOptions(snowflakeSI, { epoch: at(-2), timeBits: 42, machineBits: 3 });
  assert.equal(early.timestamp(early.firstAt(at(-1, -1n))), -2);
  assert.equal(early.timestamp(early.firstAt(at(-1))), -1);
});

test("an object whose ns are no bigint or can't be read is no instant", () => {
  for (const epochNanoseconds of [undefined, 5, "5", null]) {
    refused("INVALID_TIME", () => twitter.firstAt({ epochNanoseconds }), "time is an object");
  }
  const unreadable = {
    get epochNanoseconds() {
      throw new Error("gone");
    },
  };
  refused("INVALID_TIME", () => twitter.firstAt(unreadable), "can't be read: it threw Error: gone");
  refused("INVALID_TIME", () => twitter.firstAt(at(8.64e15, 1_000_000n)), "time is an object");
});

test("the text of a ZonedDateTime is read, and a date alone has no time zone", () => {
  for (const text of [
    "2022-06-28T18:07:40.105+02:00[Europe/Berlin]",
    "2022-06-28T16:07:40.105+00:00[UTC]",
    "2022-06-28T16:07:40.105Z[UTC]",
    "2022-06-28T18:07:40.105000000+02:00[Europe/Berlin][u-ca=gregory]",
    "+002022-06-28T18:07:40.105+02:00[!Europe/Berlin]",
  ]) {
    assert.equal(twitter.firstAt(text), twitter.firstAt(MS), text);
    assert.equal(twitter.encode({ timestamp: text }, { partial: true }), twitter.firstAt(MS), text);
  }
  for (const text of ["2022-06-28[UTC]", "+002022-06-28[UTC]", "2022-06-28T18:07:40.105[Europe/Berlin]", "[UTC]"]) {
    refused("INVALID_TIME", () => twitter.firstAt(text), text);
  }
});

test("instant returns the beginning of the ID's tick, in any form of the ID", () => {
  const id = 1541815603606036480n;
  const ns = BigInt(MS) * 1_000_000n;
  assert.equal(nanosecondsOf(twitter, id), ns);
  assert.equal(nanosecondsOf(twitter, String(id)), ns);
  assert.equal(nanosecondsOf(twitter, twitter.toText(id, { as: "base62" }), { as: "base62" }), ns);
  const orders = prefixed(twitter, "order");
  assert.equal(nanosecondsOf(orders, orders.toText(id)), ns);
  const text = generator(sno, { partition: 1, clock: () => MS }).next();
  assert.equal(nanosecondsOf(sno, text), BigInt(sno.timestamp(text)) * 1_000_000n);
});

test("instant has the precision of ticks of a fraction of a ms", () => {
  const fields = [
    { kind: "time", bits: 52 },
    { kind: "random", bits: 11 },
  ];
  for (const [unit, ns] of [
    [0.001, 1000n],
    [0.25, 250_000n],
    [1.5, 1_500_000n],
  ]) {
    const fine = defineFormat({ name: "fine", bits: 63, epoch: "2024-01-01", unit, fields });
    for (const ticks of [0, 1, 1_234_567, 3_000_000_001]) {
      const id = fine.encode({ ticks, random: 7 });
      assert.equal(nanosecondsOf(fine, id), BigInt(Date.UTC(2024)) * 1_000_000n + BigInt(ticks) * ns);
    }
  }
});

test("instant needs an epoch, an ID and a global Temporal, and says what to do without", () => {
  refused("EPOCH_REQUIRED", () => nanosecondsOf(snowflakeSI, 5), "set one");
  refused("INVALID_TEXT", () => nanosecondsOf(twitter, "12x4"), "'x' at character 3");
  refused("INVALID_OPTION", () => nanosecondsOf({}, 5n), "the format");
  withTemporal(undefined, () => {
    refused("UNSUPPORTED", () => instant(twitter, 5n), "no Temporal", "polyfill", "date(id)");
  });
});
