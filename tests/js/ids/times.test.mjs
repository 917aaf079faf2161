// Time in one call: timestamp, date, first, ranges; and fields that are left out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { defineFormat, discord, generator, nanoflake, sno, sonyflake, twitter } from "flakekit";
import { allFormats, NOW, refused } from "../support/shared.mjs";

const largest = (format) => format.range(null, null).max;

/** The ID whose integer is greater by `difference`. */
function neighbour(format, id, difference) {
  const bytes = format.toBytes(id);
  const integer = BigInt(`0x${Buffer.from(bytes).toString("hex")}`) + difference;
  return format.fromBytes(Uint8Array.from(Buffer.from(integer.toString(16).padStart(2 * bytes.length, "0"), "hex")));
}

for (const [format, options] of allFormats) {
  test(`${format.name}: timestamp and date are those that decode gives`, () => {
    const id = generator(format, options).next();
    const { timestamp, date } = format.decode(id);
    assert.equal(format.timestamp(id), timestamp);
    assert.deepEqual(format.date(id), date);
    assert.equal(format.timestamp(format.toText(id, { padded: true }), { padded: true }), timestamp);
    refused("INVALID_ID", () => format.timestamp({}));
    refused("INVALID_TEXT", () => format.date("!"));
  });

  test(`${format.name}: first is the smallest ID of an instant's tick`, () => {
    const time = new Date(NOW);
    const first = format.firstAt(time);
    assert.deepEqual(first, format.range(time, time).min);
    assert.equal(format.timestamp(first), NOW);
    assert.equal(format.firstAt(NOW + format.unit - 1), first);
    assert.equal(format.compare(format.firstAt(NOW + format.unit), first), 1);
    assert.equal(format.firstAt(format.epoch), format.zero);
    refused("INVALID_TIME", () => format.firstAt(format.epoch - 1));
    refused("INVALID_TIME", () => format.firstAt(null));
  });

  test(`${format.name}: first with clamp counts instants outside of the format as its first or its last tick`, () => {
    const clamp = { clamp: true };
    assert.equal(format.firstAt(NOW, clamp), format.firstAt(NOW));
    for (const early of [-8.64e15, format.epoch - 1]) assert.equal(format.firstAt(early, clamp), format.zero);
    const last = format.timestamp(largest(format));
    for (const late of [last, last + format.unit - 1, last + format.unit, 8.64e15]) {
      assert.equal(format.firstAt(late, clamp), format.firstAt(last));
    }
    refused("INVALID_TIME", () => format.firstAt(last + format.unit, { clamp: false }));
    refused("INVALID_TIME", () => format.firstAt(Number.NaN, clamp));
    refused("INVALID_OPTION", () => format.firstAt(NOW, { clamp: 1 }), "clamp is 1");
    refused("INVALID_OPTION", () => format.firstAt(NOW, { halfOpen: true }), `${format.name}.firstAt() has no option`);
    assert.deepEqual([NOW, NOW].map(format.firstAt), [format.firstAt(NOW), format.firstAt(NOW)]);
  });

  test(`${format.name}: half-open ranges of consecutive spans have no ID in common and leave none out`, () => {
    const halfOpen = { halfOpen: true };
    const before = format.range(null, NOW, halfOpen);
    const after = format.range(NOW, null, halfOpen);
    assert.deepEqual(before, { min: format.zero, end: format.firstAt(NOW) });
    assert.deepEqual(after, { min: format.firstAt(NOW), end: null });
    assert.deepEqual(format.range(NOW, NOW + 60_000, halfOpen), {
      min: format.firstAt(NOW),
      end: format.firstAt(NOW + 60_000),
    });
  });

  test(`${format.name}: a half-open range holds the ticks from the first instant on and before the second one`, () => {
    const { min, end } = format.range(NOW, NOW + 60_000, { halfOpen: true });
    const times = [neighbour(format, min, -1n), min, neighbour(format, end, -1n), end].map((id) =>
      format.timestamp(id),
    );
    assert.deepEqual(times, [NOW - format.unit, NOW, NOW + 60_000 - format.unit, NOW + 60_000]);
  });

  test(`${format.name}: an open end of a range is the end of the format`, () => {
    const all = format.range(null, null);
    assert.equal(all.min, format.zero);
    assert.equal(format.toBytes(all.max).at(-1), 255);
    assert.equal(format.range(NOW, null).max, all.max);
    assert.equal(format.range(null, NOW).min, format.zero);
  });

  test(`${format.name}: a clamped range holds the part of a span that the format can hold`, () => {
    const clamp = { clamp: true };
    const [early, late] = [-8e15, 8e15];
    assert.deepEqual(format.range(early, late, clamp), { min: format.zero, max: largest(format) });
    assert.deepEqual(format.range(early, NOW, clamp), format.range(null, NOW));
    assert.deepEqual(format.range(early, late, { clamp: true, halfOpen: true }), { min: format.zero, end: null });
    for (const halfOpen of [false, true]) {
      const { min, max, end } = format.range(early, early + 1, { clamp: true, halfOpen });
      const { zero } = format;
      assert.deepEqual([min, max ?? end], halfOpen ? [zero, zero] : [format.fromText(format.toText(min)), zero]);
      if (!halfOpen) assert.equal(format.compare(min, max), 1, "nothing is between min and max");
    }
  });
}

test("an end of a range is null or an instant, and not undefined", () => {
  refused("INVALID_TIME", () => twitter.range(undefined, NOW), "from is undefined");
  refused("INVALID_TIME", () => twitter.range(NOW), "to is undefined");
  refused("INVALID_TIME", () => twitter.range(NOW, NOW - 1, { clamp: true }), "later than to");
  refused("INVALID_OPTION", () => twitter.range(NOW, NOW, { halfOpen: 1 }), "halfOpen is 1");
  refused("INVALID_OPTION", () => twitter.range(NOW, NOW, { open: true }), "halfOpen, clamp");
  refused("INVALID_TIME", () => twitter.range(undefined, NOW), "null for an open end");
  refused("EPOCH_REQUIRED", () => nanoflake.range(null, null));
  refused("EPOCH_REQUIRED", () => nanoflake.firstAt(NOW, { clamp: true }));
  const late = defineFormat({
    name: "late",
    bits: 57,
    epoch: "2024-01-01",
    fields: [
      { kind: "metadata", bits: 4 },
      { kind: "time", bits: 41 },
      { kind: "sequence", bits: 12 },
    ],
  });
  refused("INVALID_OPTION", () => late.range(NOW, NOW, { halfOpen: true }), "do not sort by time");
});

test("a span within a tick holds the IDs of the tick, and a half-open one holds none", () => {
  const { min, max } = sonyflake.range(NOW + 1, NOW + 9);
  assert.deepEqual({ min, max }, sonyflake.range(NOW, NOW));
  const empty = sonyflake.range(NOW + 1, NOW + 9, { halfOpen: true });
  assert.deepEqual(empty, { min, end: min });
  refused("INVALID_TIME", () => sonyflake.range(NOW + 9, NOW + 1), "later than to");
  refused("INVALID_TIME", () => sonyflake.range(NOW + 9, NOW + 1, { halfOpen: true }), "later than to");
});

test("encode needs no number of a part without bits", () => {
  const parts = [
    { name: "region", bits: 0 },
    { name: "rack", bits: 8 },
  ];
  const fields = [
    { kind: "time", bits: 41 },
    { kind: "node", name: "place", bits: 8, parts },
    { kind: "sequence", bits: 12 },
  ];
  const own = defineFormat({ name: "own", bits: 61, epoch: "2024-01-01", fields });
  const given = { timestamp: NOW, sequence: 1, rack: 7 };
  assert.equal(own.encode(given), own.encode({ ...given, region: 0 }));
  refused("INVALID_FIELD", () => own.encode({ ...given, rack: undefined }), "place is missing");
});

test("encode fills missing fields with 0 on request", () => {
  const partial = { partial: true };
  assert.equal(twitter.encode({ timestamp: NOW }, partial), twitter.firstAt(NOW));
  assert.equal(discord.encode({ date: new Date(NOW) }, partial), discord.firstAt(NOW));
  assert.equal(sno.encode({ timestamp: NOW }, partial), sno.firstAt(NOW));
  const { machineId, workerId, sequence } = twitter.decode(
    twitter.encode({ timestamp: NOW, datacenterId: 3 }, partial),
  );
  assert.deepEqual([machineId, workerId, sequence], [96, 0, 0]);
  assert.equal(sno.meta(sno.encode({ timestamp: NOW, meta: 7 }, partial)), 7);
  refused("INVALID_FIELD", () => twitter.encode({ timestamp: NOW, machineId: 1 }), "sequence is missing");
  refused("INVALID_FIELD", () => twitter.encode({ timestamp: NOW, machineId: 1 }, { partial: false }), "sequence");
  refused("INVALID_FIELD", () => twitter.encode({ sequence: 1 }, partial), "timestamp is missing");
  refused("INVALID_FIELD", () => twitter.encode({ timestamp: NOW, sequence: 4096 }, partial), "4095");
  refused("INVALID_FIELD", () => twitter.encode({ timestamp: NOW, machin: 1 }, partial), "machin");
  refused("INVALID_OPTION", () => twitter.encode({ timestamp: NOW }, { fill: true }), "partial");
});
