// The IDs that a damaged number can have been: `lost`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { defineFormat, discord, lost, prefixed, sno, snowflakeSI, twitter, withOptions } from "flakekit";
import { formats, refused } from "../support/shared.mjs";

/** How many random IDs of each format are damaged. */
const COUNT = process.env.FLAKEKIT_LONG === "1" ? 100_000 : 2000;

/** Random IDs of a format, the same in each run, of all sizes. */
function* randomIds({ bits, native }) {
  let state = 2463534242n;
  for (let i = 0; i < COUNT; i++) {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    const mixed = (state ^ (state >> 29n)) % 2n ** BigInt(bits);
    const id = i % 4 === 0 ? mixed >> BigInt(i % 12) : mixed;
    yield native === "number" ? Number(id) : id;
  }
}

const spacingOf = (id) => (id < 2n ** 53n ? 1n : 2n ** BigInt(id.toString(2).length - 53));

/** The ways in which programs damage an ID, and the largest difference of two IDs that are damaged alike. */
const DAMAGES = {
  "the number of JSON.parse": [(id) => Number(id), spacingOf],
  "the text of this number": [(id) => String(Number(id)), (id) => spacingOf(id) + cutOf(id)],
  "the exact digits of this number": [(id) => String(BigInt(Number(id))), (id) => spacingOf(id) + cutOf(id)],
  "this number as a bigint": [(id) => BigInt(Number(id)), (id) => spacingOf(id) + cutOf(id)],
  "17 digits with an exponent": [(id) => Number(id).toExponential(16), (id) => spacingOf(id) * 2n + 1000n],
  "6 digits with an exponent": [
    (id) => Number(id).toExponential(5).replace("e", "E"),
    (id) => 10n ** BigInt(Math.max(String(Number(id)).length - 6, 0)) + spacingOf(id),
  ],
  "15 digits of a spreadsheet": [
    (id) => (id < 2n ** 53n ? id : String(id).slice(0, 15).padEnd(String(id).length, "0")),
    (id) => spacingOf(id) + cutOf(id),
  ],
  "15 digits that a spreadsheet has rounded": [
    (id) => {
      const unit = 10n ** BigInt(Math.max(String(id).length - 15, 0));
      const rounded = ((id + unit / 2n) / unit) * unit;
      return id < 2n ** 53n || rounded <= 2n ** 53n ? id : String(rounded);
    },
    (id) => spacingOf(id) + cutOf(id),
  ],
  nothing: [(id) => id, (id) => spacingOf(id) + cutOf(id)],
};

/** How many IDs a spreadsheet gives one text: it cuts digits off, or rounds. */
function cutOf(id) {
  return (10n ** BigInt(Math.max(String(id).length - 15, 0)) * 3n) / 2n;
}

for (const format of formats.map(([format]) => format)) {
  for (const [damage, [change, widest]] of Object.entries(DAMAGES)) {
    test(`${format.name}: lost contains the ID after ${damage}, and states only what is right`, (t) => {
      let [timed, longest] = [0, 0n];
      for (const id of randomIds(format)) {
        const number = change(BigInt(id));
        const { date, fields, max, min, timestamp } = lost(format, number);
        assert.ok(min <= id && id <= max, `${id} as ${number}`);
        assert.ok(
          BigInt(max) - BigInt(min) <= widest(2n ** BigInt(BigInt(id).toString(2).length)),
          `${id} as ${number}`,
        );
        const decoded = format.decode(id);
        for (const [name, value] of Object.entries(fields)) assert.equal(value, decoded[name], `${name} of ${id}`);
        assert.ok(timestamp === null || timestamp === decoded.timestamp);
        assert.deepEqual(date, timestamp === null ? null : decoded.date);
        if (timestamp !== null) timed += 1;
        const length = BigInt(max) - BigInt(min);
        if (length > longest) longest = length;
      }
      t.diagnostic(`${COUNT} IDs: widest span ${longest}, ${((100 * timed) / COUNT).toFixed(2)} % with the right time`);
    });
  }

  test(`${format.name}: lost states whatever all IDs of the span share, and nothing else`, () => {
    for (const id of randomIds(format)) {
      const { fields, max, min, timestamp } = lost(format, Number(id));
      const [first, last] = [min, max].map((end) => format.decode(end));
      assert.equal(timestamp, first.timestamp === last.timestamp ? first.timestamp : null);
      for (const { bits, name } of format.fields.filter(({ kind }) => kind !== "time")) {
        // A field whose lowest bit is above the span has one number, if both ends have it.
        if (name in fields) assert.equal(first[name], last[name]);
        else assert.ok(bits > 0 && max > min);
      }
    }
  });
}

test("lost of a number of JSON has the time of nearly every ID", () => {
  let right = 0;
  for (const id of randomIds(twitter)) right += lost(twitter, Number(id)).timestamp === twitter.timestamp(id);
  assert.ok(right >= COUNT * 0.999, `${right} of ${COUNT}`);
});

test("lost has the ends of the span, the time, and the fields that all its IDs share", () => {
  assert.deepEqual(lost(twitter, JSON.parse("1541815603606036481")), {
    min: 1541815603606036352n,
    max: 1541815603606036608n,
    timestamp: 1656432460105,
    date: new Date(1656432460105),
    fields: { datacenterId: 11 },
  });
  assert.deepEqual(lost(twitter, "1541815603606036481"), {
    min: 1541815603606036481n,
    max: 1541815603606036481n,
    timestamp: 1656432460105,
    date: new Date(1656432460105),
    fields: { machineId: 378, datacenterId: 11, workerId: 26, sequence: 1 },
  });
});

test("lost of a text whose digits after the 15th are 0 is what a double and a spreadsheet can have changed", () => {
  const { max, min } = lost(twitter, "1541815603606030000");
  assert.deepEqual([min, max], [1541815603606025000n, 1541815603606039999n]);
});

test("lost of a text with an exponent has the span of its digits", () => {
  for (const text of ["1.54182E+18", "1.54182e18", "1,54182E+18"]) {
    const { date, fields, max, min, timestamp } = lost(twitter, text);
    assert.deepEqual([min, max], [1541815000000000000n, 1541825000000000000n], text);
    assert.deepEqual([timestamp, date, fields], [null, null, {}]);
  }
  assert.equal(lost(twitter, "1.50E+1").max, 15n);
});

test("lost of a safe integer is itself, in the type of the format", () => {
  const numbers = withOptions(snowflakeSI, { epoch: "2024-01-01" });
  for (const number of [0, 5, 2 ** 53 - 1]) {
    for (const given of [number, String(number), BigInt(number), `${number}.0`]) {
      const { max, min } = lost(twitter, given);
      assert.deepEqual([min, max], [BigInt(number), BigInt(number)]);
      assert.equal(lost(numbers, given).min, number);
    }
  }
});

test("lost cuts a span at the end of the format", () => {
  assert.deepEqual(
    [2 ** 64, "18446744073709551615"].map((number) => lost(discord, number).max),
    [2n ** 64n - 1n, 2n ** 64n - 1n],
  );
  assert.equal(lost(discord, 2 ** 64).min, 2n ** 64n - 1024n);
});

test("lost needs no epoch, and then has no time", () => {
  const { date, fields, timestamp } = lost(snowflakeSI, 12345);
  assert.deepEqual([timestamp, date, fields], [null, null, { machineId: 16, sequence: 57 }]);
});

test("lost has no time if a field above the time differs, and ticks only if all IDs share them", () => {
  const inverted = defineFormat({
    name: "inverted",
    bits: 64,
    epoch: "2024-01-01",
    fields: [
      { kind: "node", name: "shard", bits: 32 },
      { kind: "sequence", bits: 2 },
      { kind: "time", bits: 30 },
    ],
  });
  const above = lost(inverted, 2 ** 60 + 2 ** 40);
  assert.deepEqual([above.timestamp, above.fields], [null, {}]);
  const fine = defineFormat({
    name: "fine",
    bits: 63,
    epoch: "2024-01-01",
    unit: 0.001,
    fields: [
      { kind: "time", bits: 53 },
      { kind: "sequence", bits: 10 },
    ],
  });
  const id = fine.encode({ ticks: 2 ** 51 + 500, sequence: 0 });
  const { fields, timestamp } = lost(fine, Number(id));
  assert.equal(timestamp, fine.timestamp(id));
  assert.deepEqual(fields, {});
  assert.deepEqual(lost(fine, id + 1n).fields, { sequence: 1, ticks: 2 ** 51 + 500 });
});

test("lost refuses what is no whole number from 0 on, and numbers of which the format has no ID", () => {
  const odd = [
    -1,
    -1n,
    5.5,
    NaN,
    Infinity,
    "",
    "-5",
    "5.5",
    "x",
    "0x5",
    "05",
    "1e",
    "1e5e5",
    "1.5e0",
    "1,000",
    null,
    {},
  ];
  for (const number of [...odd, undefined, true, 2n ** 80n, "9".repeat(65)]) {
    refused("INVALID_ID", () => lost(twitter, number), "the number is ", "; it must be a whole number from 0 on");
  }
  for (const number of [2 ** 64, Number.MAX_VALUE, "1e99", 2n ** 63n + 2n ** 62n, "9".repeat(64)]) {
    refused("INVALID_ID", () => lost(twitter, number), " is no ID of twitter, and none is rounded to it");
  }
  refused("INVALID_ID", () => lost(sno, 5), "no ID of sno");
  refused("INVALID_OPTION", () => lost(prefixed(twitter, "order"), 5), "the format");
});

test("the message about a number above 2^53 - 1 names lost", () => {
  refused("INVALID_ID", () => twitter.decode(2 ** 60), "ask lost(format, number) which IDs it can be");
  assert.match(twitter["~standard"].validate(2 ** 60).issues[0].message, /lost\(format, number\)/);
});
