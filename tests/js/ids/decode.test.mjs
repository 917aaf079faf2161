// Decoding. JavaScript takes values apart by the widths of the core's description; the core packs fields, unpacks them for
// `inspect`, and reads bytes, other encodings and whatever is no canonical text. Both must agree.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect as shown } from "node:util";
import fc from "fast-check";
import { decodeColumns, defineFormat, nanoflake, sno, snowflakeSI, twitter, withOptions } from "flakekit";
import { inspect } from "flakekit/inspect";
import { allFormats, allOf, customEncodings, encodingsOf, formats, refused, size } from "../support/shared.mjs";

const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Widths with this sum: the rest after up to `most` cuts. */
const widths = (sum, most, largest) =>
  fc.array(fc.integer({ min: 0, max: largest }), { maxLength: most }).map((wanted) => {
    let rest = sum;
    return wanted.map((width) => {
      const taken = Math.min(width, rest);
      rest -= taken;
      return taken;
    });
  });

const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** Two parts of some of the nodes, by the place of a cut. */
const partsOf = (name, bits, cut) =>
  cut === undefined
    ? undefined
    : [
        { name: `${name}a`, bits: Math.min(cut, bits) },
        { name: `${name}b`, bits: Math.max(bits - cut, 0) },
      ];

/** Layouts of 2 to 64 bits: times and sequences anywhere, nodes of any width, some with parts. */
const layouts = fc
  .record({ time: fc.integer({ min: 1, max: 53 }), sequence: fc.integer({ min: 1, max: 32 }) })
  .filter(({ time, sequence }) => time + sequence <= 64)
  .chain(({ time, sequence }) =>
    fc.record({
      time: fc.constant(time),
      sequence: fc.constant(sequence),
      nodes: widths(64 - time - sequence, 5, 32),
      cuts: fc.array(fc.option(fc.integer({ min: 0, max: 32 }), { nil: undefined }), { minLength: 5, maxLength: 5 }),
      order: fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
      unit: fc.constantFrom(1, 3, 4, 10, 1000, 86_399_999),
      // Before 1970 too.
      epoch: fc.constantFrom(0, -8_640_000_000_000_000, 1_700_000_000_000),
      text: fc.constantFrom(...customEncodings.map(({ as }) => as)),
    }),
  );

/** A format, or `undefined` if its time would exceed what a `Date` holds, or its width does not suit its encoding. */
function formatOf({ time, sequence, nodes, cuts, order, unit, epoch, text }) {
  const fields = [
    { kind: "time", bits: time },
    { kind: "sequence", bits: sequence },
    ...nodes.map((bits, i) => ({ kind: "node", name: `n${i}`, bits, parts: partsOf(`n${i}`, bits, cuts[i]) })),
  ];
  const sorted = fields.map((field, i) => [order[i], field]).sort(([a], [b]) => a - b);
  const bits = sumOf(fields.map((field) => field.bits));
  try {
    return defineFormat({ name: "any", bits, unit, epoch, text, fields: sorted.map(([, field]) => field) });
  } catch {
    return undefined;
  }
}

/** Asserts what all forms of an ID decode to, against what the core packs and unpacks. */
function check(format, id) {
  const decoded = allOf(format.decode(id));
  assert.equal(format.encode(decoded), format.fromBytes(format.toBytes(id)));
  assert.equal(decoded.timestamp, format.timestamp(id));
  assert.equal(decoded.date.getTime(), decoded.timestamp);
  const found = inspect(id, { formats: [format] }).filter(({ format: name }) => name === format.name);
  const sameTime = found.find(({ timestamp }) => timestamp === decoded.timestamp);
  const { timestamp, date, ...fields } = decoded;
  // Inspection reads no time of a counter, and no fields of a number that looks rounded.
  if (sameTime === undefined) assert.ok(found.some(({ reasons }) => reasons.includes("holds no time")));
  else if (sameTime.reasons.some((reason) => reason.endsWith("digits are lost"))) assert.deepEqual(sameTime.fields, {});
  else assert.deepEqual(sameTime.fields, fields);
  assert.equal(sameTime?.date.getTime() ?? timestamp, date.getTime());
  // The first ones are read in JavaScript, the others by the core.
  const [text, bytes] = [format.toText(id), format.toBytes(id)];
  for (const form of [text, format.fromText(text), bytes]) assert.deepEqual(allOf(format.decode(form)), decoded);
  for (const { as, name } of encodingsOf(format.bits)) {
    assert.deepEqual(allOf(format.decode(format.toText(id, { as }), { as })), decoded, name);
  }
  assert.deepEqual(allOf(format.decode(format.toText(id, { padded: true }), { padded: true })), decoded);
  if (typeof id === "bigint" && id <= MAX_SAFE) {
    assert.deepEqual(allOf(format.decode(Number(id))), decoded);
  }
}

/** The rows of columns in which no ID is missing. */
function rows({ missing, ...columns }) {
  assert.deepEqual(missing, new Uint32Array(0));
  return Array.from({ length: columns.timestamp.length }, (_, i) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[i]])),
  );
}

/** Asserts that all columns of IDs contain what `decode` returns. */
function checkColumns(format, ids) {
  const expected = ids.map((id) => ({ ...format.decode(id) }));
  const bytes = Uint8Array.from(ids.flatMap((id) => [...format.toBytes(id)]));
  const columns = [ids, ids.map(format.toBytes), ids.map((id) => format.toText(id)), bytes];
  if (format.native !== "string") {
    const integers = ids.map(BigInt);
    columns.push(BigUint64Array.from(integers));
    if (integers.every((id) => id < 2n ** 63n)) columns.push(BigInt64Array.from(integers));
    if (integers.every((id) => id <= MAX_SAFE)) columns.push(Float64Array.from(integers, Number));
  }
  for (const column of columns) assert.deepEqual(rows(decodeColumns(format, column)), expected);
}

const values = (bits) =>
  fc.oneof(fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }), fc.constantFrom(0n, 2n ** BigInt(bits) - 1n));

test("random layouts: fields are what the core packs and unpacks, from all forms and in columns", () => {
  let defined = 0;
  fc.assert(
    fc.property(layouts, fc.infiniteStream(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), (layout, stream) => {
      const format = formatOf(layout);
      if (format === undefined) return;
      defined += 1;
      const mask = 2n ** BigInt(format.bits) - 1n;
      const ids = [0n, mask, ...[...stream.take(6)].map((value) => value & mask)];
      for (const id of ids) check(format, id);
      checkColumns(format, ids);
    }),
    { numRuns: size(200, 2000) },
  );
  assert.ok(defined > size(40, 400), `${defined} formats`);
});

for (const [format] of allFormats) {
  test(`${format.name}: fields are what the core packs and unpacks, from all forms and in columns`, () => {
    const ids =
      format.native === "string"
        ? fc.uint8Array({ minLength: 10, maxLength: 10 }).map(format.fromBytes)
        : values(format.bits).map((id) => (format.native === "number" ? Number(id) : id));
    fc.assert(
      fc.property(fc.array(ids, { minLength: 1, maxLength: 8 }), (some) => {
        for (const id of some) check(format, id);
        checkColumns(format, some);
      }),
      { numRuns: size(100, 1000) },
    );
  });

  test(`${format.name}: what is no ID is refused as the core refuses it`, () => {
    const digits = format.toText(format.zero, { padded: true });
    const near = fc.stringMatching(new RegExp(`^[0-9a-zA-Z_-]{0,${digits.length + 2}}$`));
    const texts = fc.oneof(
      near,
      fc.string({ unit: "binary", maxLength: 24 }),
      fc.bigInt().map(String),
      fc.constantFrom("", "0", "00", "-0", "+1", " 1", "1n"),
    );
    const outcome = (read) => {
      try {
        return read();
      } catch ({ code, message }) {
        return { code, message };
      }
    };
    fc.assert(
      fc.property(texts, (text) => {
        const decoded = outcome(() => ({ ...format.decode(text) }));
        const expected = outcome(() => ({ ...format.decode(format.toBytes(format.fromText(text))) }));
        assert.deepEqual(decoded, expected);
        assert.equal("code" in decoded, !format.isValid(text));
      }),
      { numRuns: size(300, 3000) },
    );
    const numbers = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.maxSafeInteger(),
      fc.bigInt(),
      fc.constantFrom(-0, -1, 0.5, 2 ** 53, 2 ** 63, NaN, -1n, 2n ** 64n, 2n ** 80n),
    );
    fc.assert(
      fc.property(numbers, (id) => {
        const decoded = outcome(() => ({ ...format.decode(id) }));
        assert.equal("code" in decoded, !format.isValid(id));
        assert.deepEqual(
          decoded,
          outcome(() => ({ ...format.decode(format.toBytes(id)) })),
        );
      }),
      { numRuns: size(300, 3000) },
    );
  });
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
