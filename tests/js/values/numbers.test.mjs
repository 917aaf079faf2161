// Numbers that no option, field or snapshot can have, in every place that takes a number; and the readings of clocks.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  batch,
  batchBytes,
  defineFormat,
  fill,
  generator,
  resume,
  snapshot,
  sno,
  snowflakeSI,
  twitter,
  withOptions,
} from "flakekit";
import { inspect } from "flakekit/inspect";
import { allFormats, NOW, refused } from "../support/shared.mjs";

/** Numbers that are no whole numbers, or too large to be exact. */
const notWhole = [0.5, 1.5, -0.5, Number.MIN_VALUE, 2 ** 53, 1e300, -1e300];
const notFinite = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
/** Numbers that no place takes. */
const invalid = [-1, -(2 ** 31), ...notWhole, ...notFinite];
/** Values that are equal to a number in loose comparisons. Only fields and instants take the bigint. */
const notNumbers = ["1", "", true, [], new Number(1), new Date(1), 1n];
const noFields = notNumbers.slice(0, -1);

/** Asserts that a value is refused with this code, and that the message contains the value's name. */
function refusedEach(code, values, call, ...words) {
  for (const value of values) refused(code, () => call(value), ...words);
}

/** The names of the parts and fields of a format that have a number, by kind. */
const names = (format, isWanted) =>
  format.fields
    .filter(({ kind }) => isWanted(kind))
    .flatMap(({ name, parts }) => [name, ...parts.map((part) => part.name)]);

test("every numeric option of a generator refuses numbers that are negative, fractional or not finite", () => {
  for (const [format, options] of allFormats) {
    const make = (more) => generator(format, { ...options, sequenceStart: "reset", clock: () => NOW, ...more });
    for (const name of ["maxLead", "maxWait", "sequenceResetThreshold"]) {
      refusedEach("INVALID_OPTION", [...invalid, ...notNumbers], (value) => make({ [name]: value }), name);
      make({ [name]: 0 }).free();
    }
    for (const value of [...invalid, ...notNumbers]) {
      refused("INVALID_OPTION", () => make({ sequenceRange: [0, value] }), "sequenceRange");
      refused("INVALID_OPTION", () => make({ sequenceRange: [value, 255] }), "sequenceRange");
    }
  }
});

test("every field of every format refuses numbers that are negative, fractional or not finite", () => {
  for (const [format, options] of allFormats) {
    const { date, ...decoded } = format.decode(generator(format, { ...options, clock: () => NOW }).next());
    assert.equal(format.encode({ date, ...decoded }), format.encode(decoded));
    const generatorWith = (name) => (value) => generator(format, { ...options, [name]: value });
    for (const name of names(format, (kind) => kind === "node")) {
      refusedEach("INVALID_FIELD", invalid, generatorWith(name), `${name} is`);
    }
    for (const name of names(format, (kind) => kind !== "time")) {
      const encodeWith = (value) => format.encode({ ...decoded, [name]: value });
      refusedEach("INVALID_FIELD", [...invalid, ...noFields.slice(0, 3)], encodeWith, `${name} is`);
    }
    const encodeAt = (timestamp) => format.encode({ ...decoded, timestamp });
    refusedEach("INVALID_TIME", [...notWhole, ...notFinite, -1], encodeAt);
  }
});

test("metadata refuses numbers that are negative, fractional or not finite", async () => {
  const fields = [
    { kind: "time", bits: 41 },
    { kind: "metadata", name: "colour", bits: 4 },
    { kind: "sequence", bits: 12 },
  ];
  const custom = defineFormat({ name: "coloured", bits: 57, epoch: "2024-01-01", fields });
  for (const [format, options, name] of [
    [custom, {}, "colour is"],
    [sno, { partition: 1 }, "meta is"],
    [twitter, { machineId: 1 }, "metadata is"],
  ]) {
    const ids = generator(format, { ...options, clock: () => NOW });
    for (const value of [...invalid, ...noFields, null]) {
      refused("INVALID_FIELD", () => ids.next(value), name);
      refused("INVALID_FIELD", () => ids.nextText(value), name);
      await assert.rejects(ids.nextAsync(value), { code: "INVALID_FIELD" });
    }
  }
});

/**
 * Copies of a value, in each of which one number, at any depth, is replaced by another number; with the path to this
 * number.
 */
function* withNumber(value, other, path = "") {
  if (typeof value === "number") yield [path, other];
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    for (const [at, changed] of withNumber(value[key], other, `${path}.${key}`)) {
      yield [at, Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }];
    }
  }
}

test("every number of every format's snapshots refuses numbers that are negative, fractional or not finite", () => {
  for (const [format, options] of allFormats) {
    const ids = generator(format, { ...options, clock: () => NOW });
    ids.next();
    const saved = snapshot(ids);
    let places = 0;
    for (const number of [...invalid, ...notNumbers]) {
      places = 0;
      for (const [path, changed] of withNumber(saved, number)) {
        places += 1;
        // A partition is a field of options, too, which take bigints.
        if (path === ".partition" && typeof number === "bigint") continue;
        const call = () => resume(format, changed, { clock: () => NOW });
        refused(
          "INVALID_SNAPSHOT",
          call,
          path.match(/[a-zA-Z]+/)[0] === "fields" ? path.split(".").at(-1) : "snapshot",
        );
      }
    }
    assert.ok(places >= 8, `${format.name}: ${places} numbers`);
    assert.ok(resume(format, saved, { clock: () => NOW }).next());
  }
});

test("widths, totals, ticks and epochs refuse numbers that are fractional or not finite", () => {
  const epoch = "2024-01-01";
  for (const name of ["timeBits", "machineBits", "sequenceBits"]) {
    const adjust = (value) => withOptions(snowflakeSI, { epoch, [name]: value });
    refusedEach("INVALID_LAYOUT", [...invalid, ...notNumbers], adjust, `${name} is`);
  }
  const time = { kind: "time", bits: 41 };
  const node = { kind: "node", name: "place", bits: 10, parts: [{ name: "part", bits: 10 }] };
  const sequence = { kind: "sequence", bits: 12 };
  const good = { name: "own", bits: 63, unit: 1, epoch, fields: [time, node, sequence] };
  assert.equal(defineFormat(good).bits, 63);
  const define = (change) => defineFormat({ ...good, ...change });
  const bad = [...invalid, ...notNumbers];
  refusedEach("INVALID_OPTION", bad, (bits) => define({ bits }), "bits is");
  // A tick may be a multiple of 0.001 ms.
  const badUnits = [0, 0.0005, 1.00001, ...bad].filter((unit) => ![0.5, 1.5].includes(unit));
  refusedEach("INVALID_OPTION", badUnits, (unit) => define({ unit }), "unit is");
  refusedEach("INVALID_OPTION", bad, (bits) => define({ fields: [{ ...time, bits }, node, sequence] }), "bits is");
  refusedEach("INVALID_OPTION", bad, (bits) => define({ fields: [time, { ...node, bits }, sequence] }), "bits is");
  const parts = (bits) => [{ name: "part", bits }];
  const withPart = (bits) => define({ fields: [time, { ...node, parts: parts(bits) }, sequence] });
  refusedEach("INVALID_OPTION", bad, withPart, "bits is");
  const noEpochs = [...notWhole, ...notFinite, true, [], new Number(1)];
  refusedEach("INVALID_EPOCH", noEpochs, (value) => define({ epoch: value }), "epoch is");
  refusedEach("INVALID_EPOCH", noEpochs, (value) => inspect("1", { epoch: value }), "epoch is");
  for (const [format] of allFormats) {
    refusedEach("INVALID_EPOCH", noEpochs, (value) => withOptions(format, { epoch: value }), "epoch is");
  }
});

test("an instant may be a fraction of a ms where it is rounded, but not NaN or infinite", () => {
  for (const [format] of allFormats) {
    const { min, max } = format.range(NOW, NOW + 1000);
    assert.deepEqual(format.range(NOW + 0.9, NOW + 1000.9), { min, max }, format.name);
    for (const value of [...notFinite, 1e300, -1e300]) {
      refused("INVALID_TIME", () => format.range(value, NOW));
      refused("INVALID_TIME", () => format.range(NOW, value));
    }
  }
  refusedEach("INVALID_TIME", [...notFinite, true, []], (now) => inspect("1", { now }), "now is");
  assert.deepEqual(inspect("1541815603606036480", { now: NOW + 0.9 }), inspect("1541815603606036480", { now: NOW }));
  const ids = generator(sno, { partition: 1, clock: () => NOW });
  for (const value of [...notFinite, 1e300, -1e300, -1]) refused("INVALID_TIME", () => ids.nextWithTime(value));
});

const readings = [
  ...notFinite.map((reading) => [reading, "CLOCK_INVALID"]),
  ...[...notNumbers, undefined, null, {}, Symbol("now"), () => NOW].map((reading) => [reading, "CLOCK_INVALID"]),
  ...[1e300, -1e300, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, -0.5].map((reading) => [
    reading,
    "CLOCK_OUT_OF_RANGE",
  ]),
];

/** The calls of a generator that read the clock. */
const calls = (format, ids) => [
  () => ids.next(),
  () => ids.nextText(),
  () => batch(ids, 3),
  () => snapshot(ids),
  ...(format.native === "string"
    ? [() => ids.nextBytes(), () => batchBytes(ids, 3)]
    : [() => fill(ids, format.native === "number" ? new Float64Array(3) : new BigUint64Array(3))]),
];

test("every call refuses a reading that is no finite number or that the format can't hold, and uses up nothing", async (t) => {
  const { now: systemNow } = Date;
  t.after(() => (Date.now = systemNow));
  for (const [format, options] of allFormats) {
    let now = NOW;
    Date.now = () => now;
    for (const ids of [generator(format, { ...options, clock: () => now }), generator(format, options)]) {
      now = NOW;
      const first = snapshot(ids);
      for (const [reading, code] of readings) {
        now = reading;
        const what = `${format.name} at ${String(reading)}`;
        for (const call of calls(format, ids)) assert.throws(call, { name: "FlakeError", code }, what);
        await assert.rejects(ids.nextAsync(), { name: "FlakeError", code }, what);
      }
      now = NOW;
      assert.deepEqual(snapshot(ids), first, format.name);
    }
  }
});

test("a reading between two ms counts as the earlier one", () => {
  for (const [format, options] of allFormats) {
    const make = (reading) => generator(format, { ...options, clock: () => reading });
    for (const fraction of [Number.EPSILON, 0.25, 0.5, 0.999]) {
      const [early, late] = [make(NOW + 1000), make(NOW + 1000 + fraction)];
      assert.deepEqual(snapshot(late), snapshot(early), format.name);
      const time = (ids) => format.decode(ids.next()).timestamp;
      assert.equal(time(late), time(early), format.name);
    }
  }
});
