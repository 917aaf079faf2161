// Formats whose IDs are only read: formats without a sequence, and formats whose ticks are no whole number of ms.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeColumns, defineFormat, generator, next, resume, withOptions } from "flakekit";
import { inspect } from "flakekit/inspect";
import { lease, memory } from "flakekit/lease";
import { refused } from "../support/shared.mjs";

/** CockroachDB's `unique_rowid()`: 48 bits of 10 us since 2015, 15 bits of the node (builtins.GenerateUniqueInt). */
const cockroach = defineFormat({
  name: "cockroach",
  bits: 63,
  unit: 0.01,
  epoch: "2015-01-01",
  fields: [
    { kind: "time", bits: 48 },
    { kind: "node", name: "nodeId", bits: 15 },
  ],
});

/** Bluesky's TIDs as integers: 53 bits of us since 1970, 10 bits of the clock, below a bit of 0 (atproto.com/specs/tid). */
const tid = defineFormat({
  name: "tid",
  bits: 63,
  unit: 0.001,
  epoch: 0,
  fields: [
    { kind: "time", bits: 53 },
    { kind: "node", name: "clockId", bits: 10 },
  ],
});

/** A format with ticks of this length, of 16 bits. */
const own = (unit, more = []) =>
  defineFormat({
    name: "own",
    bits: 20 + more.length,
    unit,
    epoch: 0,
    fields: [{ kind: "time", bits: 16 }, { kind: "node", name: "node", bits: 4 }, ...more],
  });

// The text is 3modsapilapfe.
const TID = (1_781_544_068_269_269n << 10n) | 362n;
const ROW = (37_800_000_012_345n << 15n) | 3n;

test("a time is rounded down to ms, and decode returns the ticks, which encode takes", () => {
  assert.equal(tid.timestamp(TID), 1_781_544_068_269);
  assert.equal(tid.date(TID).toISOString(), "2026-06-15T17:21:08.269Z");
  assert.deepEqual(
    { ...tid.decode(TID) },
    { timestamp: 1_781_544_068_269, clockId: 362, ticks: 1_781_544_068_269_269 },
  );
  assert.equal(tid.encode({ ticks: 1_781_544_068_269_269, clockId: 362 }), TID);
  assert.equal(tid.encode({ ticks: 1_781_544_068_269_269n, machineId: 362 }), TID);
  assert.equal(tid.encode(tid.decode(TID)), TID);
  assert.equal(tid.encode({ ...tid.decode(TID), date: tid.date(TID) }), TID);
  assert.equal(cockroach.date(ROW).toISOString(), "2026-12-24T00:00:00.123Z");
  assert.deepEqual(
    { ...cockroach.decode(ROW) },
    { timestamp: 1_798_070_400_123, nodeId: 3, ticks: 37_800_000_012_345 },
  );
  assert.equal(cockroach.encode(cockroach.decode(ROW)), ROW);
  assert.equal(JSON.parse(JSON.stringify(cockroach)).unit, 0.01);
  assert.equal(tid.timestamp(2n ** 63n - 1n), 9_007_199_254_740);
  assert.equal(tid.decode(2n ** 63n - 1n).ticks, 2 ** 53 - 1);
  // An instant is the beginning of a tick, or refused.
  assert.equal(tid.encode({ timestamp: 1_781_544_068_269, clockId: 0 }), 1_781_544_068_269_000n << 10n);
  const uneven = own(1.5);
  assert.equal(uneven.encode({ date: new Date(3), node: 1 }), 33n);
  refused("INVALID_TIME", () => uneven.encode({ timestamp: 4, node: 1 }), "a tick of 1.5 ms; its tick begins at 3");
  for (const ticks of [2 ** 53, -1, 0.5, "1", null, 2n ** 53n]) {
    refused("INVALID_FIELD", () => tid.encode({ ticks, clockId: 0 }), "ticks is", "from 0 to 9007199254740991");
  }
  refused(
    "INVALID_FIELD",
    () => tid.encode({ ticks: 1999, timestamp: 2, clockId: 0 }),
    "1 ms",
    "2 ms",
    "give one of them",
  );
  refused("INVALID_FIELD", () => tid.encode({ clockId: 0 }), "timestamp is missing");
  assert.equal(tid.encode({ ticks: 1 }, { partial: true }), 1024n);
});

test("ticks of other formats are no field, so whole ticks are given by their time alone", () => {
  const whole = own(10);
  assert.deepEqual({ ...whole.decode(33n) }, { timestamp: 20, node: 1 });
  refused("INVALID_FIELD", () => whole.encode({ ticks: 2, node: 1 }), "'ticks'");
});

test("a range and firstAt are exact for every length of ticks", () => {
  for (const unit of [0.001, 0.01, 0.007, 0.999, 1.001, 1.5, 2.25, 3.333, 1, 2]) {
    const format = own(unit);
    const us = Math.round(unit * 1000);
    const last = 2 ** 16 - 1;
    const end = Math.floor(((last + 1) * us - 1) / 1000);
    const tickOf = (id) => Number(id >> 4n);
    for (const from of [0, 1, 2, 3, 4, Math.floor(end / 2), end - 1, end].filter((ms) => ms >= 0 && ms <= end)) {
      for (const to of [from, from + 1, from + 7].map((ms) => Math.min(ms, end))) {
        const { min, max } = format.range(from, to);
        // The tick at the beginning of `from`, and the last tick that begins before the ms after `to`.
        assert.equal(tickOf(min), Math.floor((from * 1000) / us), `${unit}: ${from}`);
        assert.equal(tickOf(max), Math.min(last, Math.floor((to * 1000 + 999) / us)), `${unit}: ${to}`);
        assert.deepEqual([min & 15n, max & 15n], [0n, 15n]);
        assert.equal(format.firstAt(from), min);
        const halfOpen = format.range(from, to, { halfOpen: true });
        assert.deepEqual(halfOpen, { min, end: format.range(to, null).min });
      }
    }
    const all = { min: 0n, max: 2n ** 20n - 1n };
    assert.deepEqual(format.range(null, null), all);
    assert.deepEqual(format.range(-5, end + 5, { clamp: true }), all);
    const said = `can hold 1970-01-01T00:00:00.000Z to ${new Date(end).toISOString()}`;
    refused("INVALID_TIME", () => format.range(0, end + 1), said);
    refused("INVALID_TIME", () => format.firstAt(-1), said);
  }
  const { min, max } = tid.range("2026-06-15T17:21:08.269Z", "2026-06-15T17:21:08.269Z");
  assert.ok(min <= TID && TID <= max);
  assert.deepEqual([tid.decode(min).ticks, tid.decode(max).ticks], [1_781_544_068_269_000, 1_781_544_068_269_999]);
});

test("columns have the times, the fields and the ticks", () => {
  const ids = [ROW, 0n, 2n ** 63n - 1n];
  for (const column of [ids, BigUint64Array.from(ids), BigInt64Array.from(ids), ids.map(String)]) {
    const { nodeId, ticks, timestamp } = decodeColumns(cockroach, column);
    assert.ok(ticks instanceof Float64Array && nodeId instanceof Uint32Array);
    ids.forEach((id, i) => {
      assert.deepEqual({ timestamp: timestamp[i], nodeId: nodeId[i], ticks: ticks[i] }, { ...cockroach.decode(id) });
    });
  }
  refused("INVALID_ID", () => decodeColumns(cockroach, BigInt64Array.of(0n, -1n)), "ids[1]");
  const { missing, ...columns } = decodeColumns(cockroach, [ROW, null]);
  assert.deepEqual(
    [missing, columns.ticks[1], columns.timestamp[1], columns.nodeId[1]],
    [Uint32Array.of(1), NaN, NaN, 0],
  );
  assert.deepEqual(Object.keys(decodeColumns(own(1), [33n])), ["timestamp", "node", "missing"]);
});

test("no ID is made of such a format: the error names what it lacks, what is allowed and the remedy", async () => {
  const sequence = { kind: "sequence", bits: 1 };
  const without = "own has no sequence; define one to make IDs";
  const fine = "has ticks of 1.5 ms; define whole ms to make IDs";
  for (const [format, message] of [
    [own(1), without],
    [own(0.5), without],
    [own(1.5, [sequence]), `own ${fine}`],
    [withOptions(own(1.5, [sequence]), { epoch: 5 }), `own with epoch 1970-01-01T00:00:00.005Z ${fine}`],
  ]) {
    assert.equal(format.isValid(33n), true);
    for (const make of [
      () => generator(format, { node: 1 }),
      () => generator(format),
      () => next(format),
      () => resume(format, { version: 1 }),
    ]) {
      refused("INVALID_LAYOUT", make, message);
    }
    await assert.rejects(lease(format, { store: memory(), node: 1 }), { code: "INVALID_LAYOUT", message });
  }
  assert.equal(generator(own(1, [sequence]), { node: 1, clock: () => 5 }).next(), (5n << 5n) | 2n);
  assert.equal(generator(own(2, [sequence]), { node: 1, clock: () => 5 }).next(), (2n << 5n) | 2n);
});

test("withOptions moves the times of fine ticks, and the checks of a definition count their us", () => {
  const later = withOptions(cockroach, { epoch: "2016-01-01" });
  assert.equal(later.timestamp(ROW) - cockroach.timestamp(ROW), 365 * 86_400_000);
  assert.equal(later.encode(later.decode(ROW)), ROW);
  const define = (unit) => () =>
    defineFormat({
      name: "own",
      bits: 54,
      unit,
      epoch: 0,
      fields: [
        { kind: "time", bits: 53 },
        { kind: "node", name: "n", bits: 1 },
      ],
    });
  assert.equal(define(0.959)().unit, 0.959);
  refused("INVALID_LAYOUT", define(0.96), "53 bits of 0.96 ms after 1970-01-01T00:00:00.000Z exceed the year 275760");
});

test("a number is an ID of a format with fine ticks, too, and inspect reads its time", () => {
  const numbers = defineFormat({
    name: "micros",
    bits: 53,
    unit: 0.001,
    epoch: "2020-01-01",
    native: "number",
    fields: [{ kind: "time", bits: 53 }],
  });
  assert.equal(numbers.encode({ ticks: 123_456 }), 123_456);
  assert.equal(numbers.timestamp(123_456), Date.UTC(2020, 0, 1) + 123);
  const [found] = inspect(TID, { formats: [tid], now: "2026-12-01" });
  assert.deepEqual([found.format, found.timestamp, found.fields], ["tid", 1_781_544_068_269, { clockId: 362 }]);
});
