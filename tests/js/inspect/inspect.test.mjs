// Inspection: scores with their reasons, formats of any copy, candidates as JSON, and integers of other libraries.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import * as flakekit from "flakekit";
import { defineFormat, discord, formats, prefixed, sno, snowflakeSI, uid60, withOptions } from "flakekit";
import { foreignFormats, inspect, scan } from "flakekit/inspect";
import { vectors } from "../support/shared.mjs";

const now = "2026-11-22";

test("the documented example of Discord is most likely Discord's, and the reasons say why", () => {
  const [best] = inspect("175928847299117063", { now });
  assert.equal(best.format, "discord");
  assert.equal(best.fit, "plausible");
  assert.ok(best.score > 0.9);
  assert.deepEqual(best.reasons, [
    "made 2016-04-30, after the first such ID, 2015-01-01",
    "workerId 1 is usual",
    "processId 0 is usual",
    "increment 7 is usual",
  ]);
});

test("the scores of all candidates add up to at most 1, the highest first", () => {
  for (const { id } of vectors("published/instagram")) {
    const scores = inspect(id, { now }).map(({ score }) => score);
    assert.ok(scores.reduce((sum, score) => sum + score, 0) < 1);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
  }
});

test("an ID of a service with an epoch of its own has no date, but its fields and what would settle it", () => {
  const [own] = inspect("54871562649612288", { now });
  assert.deepEqual([own.format, own.fit, own.date], ["own", "unknown", null]);
  assert.deepEqual(own.fields, { msSinceEpoch: 13082400000, machine: 3, sequence: 0 });
  assert.ok(own.reasons.includes("the epoch of its service, or other IDs of it, would tell the date"));
  // The format of the service settles it.
  const orders = withOptions(discord, { epoch: "2026-01-01" });
  const [settled] = inspect("54871562649612288", { now, formats: [orders] });
  assert.equal(settled.date.toISOString(), "2026-06-01T10:00:00.000Z");
});

test("an ID of a service with an epoch of its own is found in a text, also if no candidate is likely", () => {
  const [found, ...others] = scan("order 286437408768012288 was late", { now });
  assert.deepEqual([found.text, others], ["286437408768012288", []]);
  assert.ok(found.candidates[0].score < 0.2);
});

test("a candidate that is more than half as likely as the first one is called also likely, not equally", () => {
  const [best, second] = inspect("1117625108441743798", { now });
  assert.ok(best.score < 2 * second.score);
  assert.equal(best.reasons.at(-1), `${second.format} is also likely`);
  assert.equal(second.reasons.at(-1), `${best.format} is also likely`);
});

test("with kinds and minScore, only candidates of these kinds and scores are listed, and each is as without them", () => {
  const id = "1541815603606036480";
  const all = inspect(id, { now, minScore: 0 });
  assert.ok(all.length > 5);
  // Without both options, the candidates from 0.001 on are listed.
  assert.deepEqual(
    inspect(id, { now }),
    all.filter(({ score }) => score >= 0.001),
  );
  for (const kinds of [["discord"], ["twitter", "tiktok", "uuid v7"], new Set(["mastodon"])]) {
    const named = [...kinds];
    assert.deepEqual(
      inspect(id, { now, kinds }),
      all.filter(({ format }) => named.includes(format)),
    );
  }
  for (const minScore of [0, 0.001, 0.5, 1]) {
    const likely = all.filter(({ score }) => score >= minScore);
    assert.deepEqual(inspect(id, { now, minScore }), likely);
    const [found] = scan(`the tweet ${id}`, { now, minScore });
    assert.deepEqual(
      found.candidates.map(({ format }) => format),
      likely.map(({ format }) => format),
    );
  }
  assert.deepEqual(inspect(id, { now, kinds: ["discord"], minScore: 0.5 }), []);
  // An empty list does not choose kinds.
  assert.deepEqual(inspect(id, { now, kinds: [], minScore: 0 }), all);
  // The kind of a format of the caller, and of its texts with a prefix, has the name of the format.
  const orders = defineFormat({
    name: "orders",
    bits: 63,
    epoch: "2010-11-04",
    fields: [
      { kind: "time", bits: 41 },
      { kind: "sequence", bits: 22 },
    ],
  });
  const [order] = inspect(id, { now, formats: [orders], kinds: ["orders"] });
  assert.equal(order.format, "orders");
  const texts = prefixed(orders, "order");
  const text = texts.toText(orders.firstAt("2024-01-01"));
  assert.equal(scan(text, { now, formats: [texts], kinds: ["orders"], minScore: 0.9 })[0].candidates.length, 1);
  assert.deepEqual(scan(text, { now, formats: [texts], kinds: ["discord"] })[0].candidates, []);
});

test("a format is described to the reader once, and its IDs are read after all others were forgotten, too", () => {
  const id = withOptions(discord, { epoch: "2020-01-01" }).firstAt("2026-01-01");
  const first = withOptions(discord, { epoch: "2020-01-01", name: "first" });
  const before = inspect(id, { now, formats: [first] })[0];
  assert.equal(before.format, "first");
  // The reader remembers 8192 formats at most.
  for (let at = 0; at < 9000; at += 1000) {
    const others = Array.from({ length: 1000 }, (_, n) => withOptions(discord, { epoch: Date.UTC(2021) + at + n }));
    inspect(id, { now, formats: others });
    assert.deepEqual(inspect(id, { now, formats: [first] })[0], before);
  }
});

test("two scores of a text with the kinds that are left out are compared as with them", () => {
  const close = vectors("published/instagram")
    .map(({ id }) => inspect(id, { now }))
    .find(([first, second]) => second?.reasons.at(-1) === `${first.format} is also likely`);
  const [first, second] = close;
  assert.deepEqual(inspect(first.value, { now, kinds: [second.format] })[0].reasons, second.reasons);
});

test("a word of up to nine letters is no ID", () => {
  for (const word of ["hello", "a", "Password", "xinaS8QBh"]) {
    assert.deepEqual(inspect(word, { now }), []);
    assert.equal(uid60.isValid(word), false);
  }
});

test("candidates can be written as JSON, with the value as decimal text, and are plain objects", () => {
  const found = inspect("175928847299117063", { now });
  const read = JSON.parse(JSON.stringify(found));
  assert.deepEqual(
    read,
    found.map((candidate) => ({ ...candidate, value: "175928847299117063", date: candidate.date?.toJSON() ?? null })),
  );
  assert.deepEqual(
    found,
    found.map((candidate) => ({ ...candidate })),
  );
  assert.ok(found.every((candidate) => !Object.keys(candidate).includes("toJSON")));
  assert.equal(JSON.parse(JSON.stringify(inspect("01ARZ3NDEKTSV4RRFFQ69G5FAV", { now })))[0].value, null);
});

test("a setter of toJSON on Object.prototype is not called", () => {
  const called = [];
  const set = (value) => void called.push(value);
  Object.defineProperty(Object.prototype, "toJSON", { set, configurable: true });
  try {
    const [best] = inspect("175928847299117063", { now });
    assert.equal(JSON.parse(JSON.stringify(best)).value, "175928847299117063");
  } finally {
    delete Object.prototype.toJSON;
  }
  assert.deepEqual(called, []);
});

test("functions of the engine that were replaced by ones that inspect do not change the answer that is read", () => {
  const id = "1541815603606036481";
  const expected = inspect(id, { now, minScore: 0 });
  for (const [name, object] of [
    ["slice", String.prototype],
    ["indexOf", String.prototype],
    ["get", Map.prototype],
    ["isNaN", Number],
    ["floor", Math],
  ]) {
    const real = object[name];
    let isInside = false;
    object[name] = function (...args) {
      if (!isInside) {
        isInside = true;
        inspect("5f43a1c2e1d3b40001a2b3c4", { now });
        isInside = false;
      }
      return Reflect.apply(real, this, args);
    };
    let candidates;
    try {
      candidates = inspect(id, { now, minScore: 0 });
    } finally {
      object[name] = real;
    }
    assert.deepEqual(candidates, expected, name);
  }
});

test("names that other halves of surrogate pairs tell apart are names of other kinds", () => {
  const [first, second] = ["\u{1f600}", "\u{1f601}"].map((name, n) =>
    withOptions(snowflakeSI, { name, epoch: Date.UTC(2024, n) }),
  );
  const id = first.encode({ timestamp: Date.UTC(2025, 0), machineId: 1, sequence: 0 });
  for (const { name } of [first, second]) {
    const found = inspect(id, { now, formats: [first, second], kinds: [name] });
    assert.deepEqual(
      found.map(({ format }) => format),
      [name],
    );
  }
});

test("names of kinds are not looked up in the prototypes of lists", () => {
  const id = "1541815603606036481";
  const expected = inspect(id, { now, minScore: 0 });
  const negative = Array.from({ length: 300 }, (_, n) => String(-1 - n));
  try {
    for (const key of negative) Array.prototype[key] = "polluted";
    assert.deepEqual(inspect(id, { now, minScore: 0 }), expected);
  } finally {
    for (const key of negative) delete Array.prototype[key];
  }
});

test("a kind without a time has no timestamp and no date, and the reason says so", () => {
  const [best, ...others] = inspect("919108f7-52d1-4320-9bac-f847db4148a8", { now });
  assert.deepEqual([best.format, best.timestamp, best.date, best.fit], ["uuid v4", null, null, "unknown"]);
  assert.deepEqual(best.reasons, ["holds no time"]);
  assert.ok(best.score > 0.9);
  assert.deepEqual(others, []);
});

test("a word, a counter and a phone number have no candidate with a time above 0.1", () => {
  for (const text of [
    "hello",
    "administrators",
    "42",
    "2024",
    "20240517123457",
    "+1 (555) 123-4567",
    "978-3-16-148410-0",
  ]) {
    for (const { format, timestamp, score } of inspect(text, { now })) {
      assert.ok(timestamp === null || score <= 0.1, `${text}: ${format} ${score}`);
    }
  }
});

test("a link, a mention and a number in another form are read as the ID in them", () => {
  const timestamp = 1656432460105;
  for (const text of [
    "https://x.com/NASA/status/1541815603606036480/photo/1",
    "1,541,815,603,606,036,480",
    "1541815603606036480n",
    "0x1565a11f6217a000",
    "1541815603606036480.0",
    '="1541815603606036480"',
    "١٥٤١٨١٥٦٠٣٦٠٦٠٣٦٤٨٠",
    "msg_1541815603606036480",
  ]) {
    const [best] = inspect(text, { now });
    assert.deepEqual([best?.format, best?.timestamp], ["twitter", timestamp], text);
    assert.ok(best.score > 0.5, text);
  }
  assert.deepEqual(inspect("1541815603606036480 1859982040506564608", { now }), []);
});

test("an object with toBigInt, as BSON's Long, is read as its integer, once", () => {
  const id = 175928847299117063n;
  let reads = 0;
  const long = {
    get toBigInt() {
      reads += 1;
      return function () {
        assert.equal(this, long);
        return id;
      };
    },
  };
  assert.deepEqual(inspect(long, { now }), inspect(id, { now }));
  assert.equal(reads, 1);
  for (const [bad, words] of [
    [{ toBigInt: () => "5" }, /toBigInt\(\) of the ID is '5'/],
    [{ toBigInt: () => -1n }, /must be a text, a bigint/],
    [{ toBigInt: 5n }, /must be a text, a bigint/],
    [
      {
        toBigInt() {
          throw new Error("mine");
        },
      },
      /it threw Error: mine/,
    ],
  ]) {
    assert.throws(() => inspect(bad, { now }), { code: "INVALID_ID", message: words });
  }
});

/**
 * The package by `require`, and a copy in another realm that has the same `process`, by which copies find each other.
 */
function otherCopies() {
  const required = createRequire(import.meta.url)("../node_modules/flakekit/umd/flakekit.js");
  const installed = fileURLToPath(new URL("../node_modules/flakekit", import.meta.url));
  const realm = { module: { exports: {} }, process };
  vm.runInNewContext(readFileSync(join(installed, "umd/flakekit.js"), "utf8"), realm);
  return [required, realm.module.exports];
}

test("inspect reads formats of all copies of this version alike, also of another realm", () => {
  const fields = [
    { kind: "time", bits: 40 },
    {
      kind: "node",
      name: "region",
      bits: 4,
      parts: [
        { name: "side", bits: 1 },
        { name: "row", bits: 3 },
      ],
    },
    { kind: "sequence", bits: 14 },
  ];
  const definition = { name: "elsewhere 日本", bits: 58, epoch: "2024-01-01", unit: 2, text: "hex", fields };
  const timestamp = Date.UTC(2026, 0, 1);
  for (const copy of [flakekit, ...otherCopies()]) {
    // The copy makes other formats first, so that the cores have different numbers for this format.
    for (const epoch of [1, 2, 3]) copy.withOptions(copy.twitter, { epoch }).firstAt(timestamp);
    const format = copy.defineFormat(definition);
    const id = format.encode({ timestamp, region: 5, sequence: 6 });
    const found = inspect(id, { now, formats: [format] });
    const own = found.find((candidate) => candidate.format === "elsewhere 日本");
    assert.deepEqual(own.fields, { region: 5, side: 0, row: 5, sequence: 6 });
    assert.equal(own.timestamp, timestamp);
    assert.deepEqual(found, inspect(id, { now, formats: [defineFormat(definition)] }));
    assert.ok(inspect(format.toText(id), { now, formats: [format] }).some(({ format }) => format === "elsewhere 日本"));
    const known = "1541815603606036480";
    assert.deepEqual(inspect(known, { now, formats: copy.formats() }), inspect(known, { now, formats: formats() }));
  }
});

test("a built-in format with another epoch or other widths is read as it is, with what is known of its numbers", () => {
  for (const { withOptions, ...copy } of [flakekit, ...otherCopies()]) {
    const timestamp = Date.UTC(2026, 0, 1);
    const text = withOptions(copy.sno, { epoch: "2024-01-01" });
    const ofText = inspect(text.firstAt(timestamp), { now, formats: [text] });
    assert.deepEqual([ofText[0].format, ofText[0].timestamp], ["sno", timestamp]);
    assert.notEqual(inspect(text.firstAt(timestamp), { now })[0].timestamp, timestamp);

    const wide = withOptions(copy.snowflakeSI, { epoch: "2024-01-01", timeBits: 44 });
    const ofNumber = inspect(wide.encode({ timestamp, machineId: 0, sequence: 3 }), { now, formats: [wide] });
    assert.deepEqual([ofNumber[0].format, ofNumber[0].timestamp], ["snowflakeSI", timestamp]);
    assert.deepEqual(ofNumber[0].fields, { machineId: 0, sequence: 3 });

    const late = withOptions(copy.discord, { epoch: "2020-01-01" });
    const ofBigint = inspect(late.encode({ timestamp, workerId: 1, processId: 0, increment: 7 }), {
      now,
      formats: [late],
    });
    const found = ofBigint.find((candidate) => candidate.format === "discord" && candidate.timestamp === timestamp);
    // The reasons say "usual" because of the habits of Discord's numbers.
    assert.deepEqual(found.reasons.slice(1, 4), [
      "workerId 1 is usual",
      "processId 0 is usual",
      "increment 7 is usual",
    ]);
  }
});

test("a format without an epoch is read without a time, and with the option epoch only by the table", () => {
  const id = withOptions(snowflakeSI, { epoch: "2024-01-01" }).firstAt("2026-01-01");
  const given = inspect(id, { now, formats: [snowflakeSI], kinds: ["snowflakeSI"] });
  assert.deepEqual(
    given.map(({ fit, timestamp }) => [fit, timestamp]),
    Array(2).fill(["unknown", null]),
  );
  const both = inspect(id, { now, epoch: "2024-01-01", formats: [snowflakeSI] });
  assert.ok(both.some(({ format, timestamp }) => format === "snowflakeSI" && timestamp === Date.UTC(2026, 0, 1)));
});

test("only formats are formats: descriptions, look-alikes and proxies are refused", () => {
  const orders = defineFormat({
    name: "orders",
    bits: 44,
    epoch: 0,
    fields: [
      { kind: "time", bits: 42 },
      { kind: "sequence", bits: 2 },
    ],
  });
  for (const format of [orders, discord, sno]) {
    for (const other of [
      format.toJSON(),
      JSON.parse(JSON.stringify(format)),
      { ...format, ...format.toJSON() },
      new Proxy(format, {}),
      Object.create(format),
      format.name,
      undefined,
      () => format,
    ]) {
      for (const formats of [[other], [format, other]]) {
        assert.throws(
          () => inspect("5", { now, formats }),
          ({ code, message }) => code === "INVALID_OPTION" && message.startsWith(`formats[${formats.length - 1}]`),
        );
      }
    }
  }
});

test("a format whose properties were replaced is read as it was made", () => {
  const changed = withOptions(discord, { epoch: "2020-01-01" });
  const id = "175928847299117063";
  const before = inspect(id, { now, formats: [changed] });
  for (const [name, value] of [
    ["bits", 5],
    ["fields", []],
    ["text", "roman"],
    ["native", "symbol"],
    ["name", "other"],
  ]) {
    Object.defineProperty(changed, name, { value });
    assert.deepEqual(inspect(id, { now, formats: [changed] }), before);
  }
});

/** The number that the digits of a text make, without the bits below the ID. */
function numberOf(text, { digits, length, anyCase, hyphens, padding }) {
  const bare = hyphens ? text.replaceAll("-", "") : text;
  assert.equal(bare.length, length);
  const cased = (text) => (anyCase ? text.toLowerCase() : text);
  const read = [...bare].map((digit) => cased(digits).indexOf(cased(digit)));
  assert.ok(
    read.every((digit) => digit >= 0),
    text,
  );
  return read.reduce((sum, digit) => sum * BigInt(digits.length) + BigInt(digit), 0n) >> BigInt(padding);
}

/** The numbers of the fields of an ID, put together from their pieces. */
function cut(id, { bits, fields }) {
  const numbers = {};
  let left = bits;
  for (const { name, bits, shift, value } of fields) {
    left -= bits;
    const piece = (id >> BigInt(left)) & ((1n << BigInt(bits)) - 1n);
    if (value !== null) assert.equal(piece, BigInt(value), name);
    numbers[name] = (numbers[name] ?? 0n) | (piece << BigInt(shift));
  }
  assert.equal(left, 0);
  return numbers;
}

/** How a tick of a foreign format becomes Unix ms. */
const TIMES = {
  "uuid v1": (ticks) => Number(ticks / 10_000n) - 12_219_292_800_000,
  "uuid v6": (ticks) => Number(ticks / 10_000n) - 12_219_292_800_000,
  "uuid v7": Number,
  ulid: Number,
  ksuid: (ticks) => Number(ticks) * 1000 + 1_400_000_000_000,
  xid: (ticks) => Number(ticks) * 1000,
  objectid: (ticks) => Number(ticks) * 1000,
};

// RFC 9562, appendices A and B; the READMEs of ULID, KSUID and xid; MongoDB's manual.
const FOREIGN_IDS = {
  "uuid v1": "C232AB00-9414-11EC-B3C8-9F6BDECED846",
  "uuid v6": "1EC9414C-232A-6B00-B3C8-9F6BDECED846",
  "uuid v7": "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
  ulid: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  ksuid: "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
  xid: "9m4e2mr0ui3e8a215n4g",
  objectid: "507f1f77bcf86cd799439011",
};

test("what foreignFormats says of widths and texts takes an ID apart as inspect does", () => {
  for (const [name, text] of Object.entries(FOREIGN_IDS)) {
    const format = foreignFormats().find((format) => format.name === name);
    const { timestamp, version, variant, ...numbers } = cut(numberOf(text, format.text), format);
    const found = inspect(text, { now }).find((candidate) => candidate.format === name);
    assert.equal(TIMES[name](timestamp), found.timestamp, name);
    assert.deepEqual(Object.keys(numbers).toSorted(), Object.keys(found.fields).toSorted(), name);
    for (const [field, value] of Object.entries(found.fields)) {
      assert.equal(
        numbers[field],
        typeof value === "string" ? BigInt(`0x${value}`) : BigInt(value),
        `${name} ${field}`,
      );
    }
    if (name.startsWith("uuid")) assert.deepEqual([version, variant], [BigInt(name.at(-1)), 2n]);
  }
});

test("foreignFormats lists each version of UUIDs, in the order of the bits, and fields that others interrupt in pieces", () => {
  const formats = foreignFormats();
  assert.deepEqual(
    formats
      .map(({ name }) => name)
      .filter((name) => /^uuid v/.test(name))
      .toSorted(),
    [...[1, 2, 3, 4, 5, 6, 7, 8].map((version) => `uuid v${version}`)],
  );
  const words = (name) =>
    formats
      .find((format) => format.name === name)
      .fields.map(({ name, kind, bits, shift }) => `${name} ${kind} ${bits} << ${shift}`)
      .join(", ");
  assert.equal(
    words("uuid v1"),
    "timestamp time 32 << 0, timestamp time 16 << 32, version metadata 4 << 0, timestamp time 12 << 48, " +
      "variant metadata 2 << 0, clockSequence sequence 14 << 0, node node 48 << 0",
  );
  assert.equal(
    words("uuid v4"),
    "random random 48 << 74, version metadata 4 << 0, random random 12 << 62, variant metadata 2 << 0, random random 62 << 0",
  );
  assert.equal(
    words("xid"),
    "timestamp time 32 << 0, machine node 24 << 0, process node 16 << 0, counter sequence 24 << 0",
  );
  const without = formats.filter(({ name }) => /v[2-58]$/.test(name)).map(({ name }) => name);
  for (const name of without) assert.equal(FOREIGN_IDS[name], undefined);
});
