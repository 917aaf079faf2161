// What `decode` and `decodeColumns` return: the date, columns of any length, missing IDs, refusals. compare.test.mjs compares the fields
// with those that the Rust crate reads, for random formats, all forms of an ID and all types of columns.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect as shown } from "node:util";
import { decodeColumns, nanoflake, sno, snowflakeSI, twitter, withOptions } from "flakekit";
import { formats, refused } from "../support/shared.mjs";

const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });

/** The rows of columns in which no ID is missing. */
function rows({ missing, ...columns }) {
  assert.deepEqual(missing, new Uint32Array(0));
  return Array.from({ length: columns.timestamp.length }, (_, i) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[i]])),
  );
}

const ID = 1541815603606036480n;
const FIELDS = { timestamp: 1656432460105, machineId: 378, datacenterId: 11, workerId: 26, sequence: 0 };
const DATE = new Date(FIELDS.timestamp);

test("date is made when it is read: logs, JSON, destructuring and encode are as of a plain object, copies have none", () => {
  const decoded = twitter.decode(ID);
  const { timestamp, ...others } = FIELDS;
  const plain = { timestamp, date: DATE, ...others };
  assert.equal(JSON.stringify(decoded), JSON.stringify(plain));
  assert.equal(shown(decoded), shown(plain));
  assert.equal(shown([{ decoded }], { depth: 5 }), shown([{ decoded: plain }], { depth: 5 }));
  const { date, ...rest } = decoded;
  assert.deepEqual([date, rest], [DATE, FIELDS]);
  assert.deepEqual({ ...decoded }, FIELDS);
  assert.deepEqual(Object.keys(decoded), Object.keys(FIELDS));
  assert.deepEqual(globalThis.structuredClone(decoded), FIELDS);
  assert.equal(twitter.encode(decoded), ID);
  assert.notEqual(decoded.date, decoded.date);
  decoded.date.setTime(0);
  assert.deepEqual(decoded.date, DATE);
  assert.equal(decoded.constructor.name, "DecodedFields");
});

test("a replacement of Date that decodes does not disturb a result", (t) => {
  const RealDate = Date;
  t.after(() => (globalThis.Date = RealDate));
  const decoded = twitter.decode(ID);
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...given);
      twitter.decode(0n);
      sno.decode(sno.zero);
    }
  };
  assert.equal(Number(decoded.date), FIELDS.timestamp);
  assert.deepEqual({ ...twitter.decode(ID) }, FIELDS);
});

test("columns of any length are whole", () => {
  for (const length of [0, 1, 2, 1023, 1024, 1025, 2049]) {
    for (const [format] of formats) {
      const ids = Array.from({ length }, (_, i) => BigInt(i) * 0x1_0000_0101n);
      const expected = ids.map((id) => ({ ...format.decode(id) }));
      for (const column of [BigUint64Array.from(ids), Float64Array.from(ids, Number)]) {
        assert.deepEqual(rows(decodeColumns(format, column)), expected, `${format.name}, ${length}`);
      }
    }
    assert.equal(decodeColumns(sno, new Uint8Array(10 * length)).partition.length, length);
  }
  const { timestamp, missing, ...numbers } = decodeColumns(twitter, []);
  assert.deepEqual(missing, new Uint32Array(0));
  assert.ok(timestamp instanceof Float64Array);
  assert.deepEqual(Object.keys(numbers), Object.keys(FIELDS).slice(1));
  for (const column of Object.values(numbers)) assert.ok(column instanceof Uint32Array);
});

test("a view of a part of a buffer is a column, also with properties that hide its own", () => {
  const all = BigUint64Array.of(0n, ID, ID, 0n);
  const part = Object.defineProperties(all.subarray(1, 3), {
    buffer: { value: new ArrayBuffer(0) },
    byteOffset: { value: 4 },
    length: { value: 1 },
  });
  assert.deepEqual(rows(decodeColumns(twitter, part)), [FIELDS, FIELDS]);
  const shared = new BigUint64Array(new SharedArrayBuffer(16)).fill(ID);
  assert.deepEqual(rows(decodeColumns(twitter, shared)), [FIELDS, FIELDS]);
});

test("a wrong ID in a column is refused with its position and as decode refuses it", () => {
  const wrong = [
    [twitter, (ids) => BigUint64Array.from(ids), 2n ** 63n],
    [twitter, (ids) => BigInt64Array.from(ids), -1n],
    [twitter, (ids) => Float64Array.from(ids, Number), 0.5],
    [twitter, (ids) => Float64Array.from(ids, Number), -1],
    [twitter, (ids) => Float64Array.from(ids, Number), NaN],
    [twitter, (ids) => Float64Array.from(ids, Number), Infinity],
    [twitter, (ids) => Float64Array.from(ids, Number), 2 ** 53],
    [twitter, (ids) => ids, "12x4"],
    [twitter, (ids) => ids, true],
    [twitter, (ids) => ids.fill(null, 2, 9).fill(undefined, 1490, 1500), "12x4"],
    [si, (ids) => BigUint64Array.from(ids), 2n ** 53n],
    [si, (ids) => Float64Array.from(ids, Number), 2 ** 53],
    [formats.find(([{ bits }]) => bits === 64)[0], (ids) => BigInt64Array.from(ids), -1n],
  ];
  for (const [format, columnOf, id] of wrong) {
    for (const index of [0, 1, 1023, 1024, 1500]) {
      const ids = new Array(1501).fill(1n);
      ids[index] = id;
      let refusal;
      try {
        format.decode(id);
      } catch (error) {
        refusal = error;
      }
      assert.throws(() => decodeColumns(format, columnOf(ids)), {
        name: "FlakeError",
        code: refusal.code,
        message: `ids[${index}]: ${refusal.message}`,
        statusCode: 400,
      });
    }
  }
  const bytes = new Uint8Array(24).fill(255, 16);
  refused("INVALID_ID", () => decodeColumns(twitter, bytes), "ids[2]: a Uint8Array of 8 is no ID of twitter");
});

test("null and undefined in a list are missing IDs: their time is NaN, their fields are 0, and missing has their positions", () => {
  const none = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, name === "timestamp" ? NaN : 0]));
  const forms = [ID, String(ID), twitter.toBytes(ID), { toBigInt: () => ID }];
  const ids = [null, ...forms, undefined, null, ID, undefined];
  const { missing, ...columns } = decodeColumns(twitter, ids);
  assert.deepEqual(missing, Uint32Array.of(0, 5, 6, 8));
  const expected = ids.map((id) => (id === null || id === undefined ? none : FIELDS));
  assert.deepEqual(rows({ ...columns, missing: new Uint32Array(0) }), expected);
  assert.equal(Object.keys(columns).length, Object.keys(FIELDS).length);

  for (const [format] of formats) {
    const id = format.zero;
    const { missing, timestamp, ...numbers } = decodeColumns(format, [id, null, format.toText(id), undefined]);
    assert.deepEqual(missing, Uint32Array.of(1, 3), format.name);
    assert.deepEqual(timestamp, Float64Array.of(format.epoch, NaN, format.epoch, NaN));
    for (const column of Object.values(numbers)) assert.deepEqual([column.length, column[1], column[3]], [4, 0, 0]);
  }
  for (const length of [1, 3000]) {
    const { missing, timestamp } = decodeColumns(si, new Array(length).fill(null));
    assert.deepEqual(
      [missing, timestamp],
      [Uint32Array.from({ length }, (_, i) => i), new Float64Array(length).fill(NaN)],
    );
  }
  assert.deepEqual(decodeColumns(twitter, ["x", null].slice(1), { as: "base62" }).missing, Uint32Array.of(0));
  refused("EPOCH_REQUIRED", () => decodeColumns(nanoflake, [null]));
});

test("holes of a list are missing IDs, unless the list is so long that it takes minutes to read", () => {
  // eslint-disable-next-line no-sparse-arrays
  assert.deepEqual(decodeColumns(twitter, [, ID, ,]).missing, Uint32Array.of(0, 2));
  const long = Object.assign([ID], { length: 2 ** 24 + 1 });
  refused("INVALID_ID", () => decodeColumns(twitter, long), "ids[1] is a hole of a list of 16777217");
});

test("what is no column is refused", () => {
  const detached = new BigUint64Array(2);
  globalThis.structuredClone(detached.buffer, { transfer: [detached.buffer] });
  for (const ids of [undefined, null, 1n, "1", {}, new Set(["1"]), new Uint32Array(2), detached]) {
    refused("INVALID_ID", () => decodeColumns(twitter, ids), "ids is ", "a list, a BigUint64Array");
  }
  refused("INVALID_ID", () => decodeColumns(twitter, new Uint8Array(15)), "8 bytes for each ID");
  for (const ids of [BigUint64Array.of(1n), Float64Array.of(1)]) {
    refused("INVALID_ID", () => decodeColumns(sno, ids), "ids[0]: ", "is no ID of sno");
  }
  for (const ids of [[], BigUint64Array.of(1n), ["1"]]) refused("EPOCH_REQUIRED", () => decodeColumns(nanoflake, ids));
});

test("the options of a column are checked, also if it is empty or its IDs are no texts", () => {
  const wrong = BigInt64Array.of(-1n);
  for (const ids of [[], ["1"], new BigUint64Array(1), new Float64Array(1), new Uint8Array(8), wrong]) {
    for (const options of [{ as: "roman" }, { as: 5 }, { wrong: 1 }, "hex", null]) {
      refused("INVALID_OPTION", () => decodeColumns(twitter, ids, options));
    }
  }
  refused("INVALID_ID", () => decodeColumns(twitter, wrong, { as: "hex" }), "ids[0]");
  const lengths = [{ length: 2 }, 1.5, -1, Number.NaN, 2n];
  for (const length of lengths) {
    const list = new Proxy([1n], { get: (target, key) => (key === "length" ? length : target[key]) });
    refused("INVALID_ID", () => decodeColumns(twitter, list), "ids is ");
  }
});

test("the texts of a list are read in the given encoding", () => {
  const text = twitter.toText(ID, { as: "base62" });
  assert.deepEqual(rows(decodeColumns(twitter, [text, text], { as: "base62" })), [FIELDS, FIELDS]);
  assert.deepEqual(rows(decodeColumns(twitter, [ID], 5)), [FIELDS]);
});
