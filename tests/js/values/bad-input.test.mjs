// Invalid input is refused with a reason and changes no state.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  batch,
  defineFormat,
  discord,
  fill,
  generator,
  nanoflake,
  resume,
  snapshot,
  sno,
  snowflakeSI,
  sonyflake,
  twitter,
  uid60,
  withOptions,
} from "flakekit";
import { inspect } from "flakekit/inspect";
import { lease, migrateSpace } from "flakekit/lease";
import { policies } from "../support/generated/formats.mjs";
import { formats, NOW, refused, sequenceOf } from "../support/shared.mjs";

const texts = [
  "",
  " 1",
  "1 ",
  "+1",
  "-1",
  "1e3",
  "0x10",
  "1.0",
  "٣",
  "١٢٣",
  "\ud800",
  "1\n",
  "1_000",
  "1,000",
  "01",
  "99999999999999999999",
  "x".repeat(10_000_000),
  "1".repeat(10_000_000),
];
const values = [
  2n ** 64n,
  2n ** 63n,
  -1n,
  1.5,
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  null,
  undefined,
  {},
  [],
  true,
  Symbol("id"),
  () => 1,
  new String("5"),
  [5n],
];

test("values that are no IDs are refused with a reason, and isValid returns false", () => {
  for (const bad of texts) {
    const shown = bad.slice(0, 20);
    refused("INVALID_TEXT", () => twitter.decode(bad), "must");
    refused("INVALID_TEXT", () => twitter.fromText(bad), "must");
    refused("INVALID_TEXT", () => twitter.toText(bad), "must");
    refused("INVALID_TEXT", () => twitter.compare(1n, bad), "must");
    assert.equal(twitter.isValid(bad), false, shown);
  }
  for (const bad of values) {
    const remedy = bad === 2 ** 53 ? "a text or a bigint" : "9223372036854775807";
    refused("INVALID_ID", () => twitter.decode(bad), remedy);
    refused("INVALID_ID", () => twitter.toText(bad), remedy);
    refused("INVALID_ID", () => twitter.compare(bad, 1n), remedy);
    refused("INVALID_ID", () => twitter.fromText(bad), "text");
    assert.equal(twitter.isValid(bad), false);
  }
  assert.equal(twitter.decode("1541815603606036480").machineId, 378);
});

test("the widest ID of each format is read, and the next one is not", () => {
  for (const [format] of formats) {
    const widest = 2n ** BigInt(format.bits) - 1n;
    assert.ok(format.isValid(widest));
    assert.ok(format.isValid(String(widest), { as: "decimal" }));
    assert.equal(format.isValid(widest + 1n), false);
    assert.equal(format.isValid(String(widest + 1n), { as: "decimal" }), false);
    refused("INVALID_TEXT", () => format.decode(String(widest + 1n), { as: "decimal" }));
    refused("INVALID_ID", () => format.decode(widest + 1n), String(widest));
  }
});

test("a text is refused at the first character that is wrong", () => {
  refused("INVALID_TEXT", () => twitter.decode("12345x789"), "'x' at character 6");
  refused("INVALID_TEXT", () => twitter.decode("é"), "'é' at character 1");
  // The last character of a text that is searched for a mistake is quoted whole.
  refused("INVALID_TEXT", () => twitter.decode(`${"7".repeat(63)}😀`), "'😀' at character 64");
  refused("INVALID_TEXT", () => uid60.decode("xiAna$8QBh"), "'$' at character 6");
  refused("INVALID_TEXT", () => uid60.decode("xiAnaS8QB"), "must be 10");
  refused("INVALID_TEXT", () => uid60.decode("xiAnaS8QBh", { short: true }), "leading zero at character 3");
  refused("INVALID_TEXT", () => twitter.decode("007"), "leading zero at character 1");
  refused("INVALID_TEXT", () => twitter.decode("ABC", { as: "hex" }), "'A' at character 1");
  refused("INVALID_TEXT", () => twitter.decode("7", { padded: true }), "length 1;", "19");
});

test("invalid text options are refused", () => {
  refused("INVALID_OPTION", () => twitter.decode("1", { as: "base32" }), "'base32'", "decimal");
  refused("INVALID_OPTION", () => twitter.decode("1", { a: "hex" }), "'a'", "as, padded");
  refused("INVALID_OPTION", () => twitter.toText(1n, { padded: 1 }), "true or false");
  refused("INVALID_OPTION", () => twitter.toText(1n, { as: "rotatedBase64" }), "60");
  refused("INVALID_OPTION", () => twitter.toText(1n, { short: true }), "decimal has no short form");
  refused("INVALID_OPTION", () => twitter.fromText("1", { short: true }), "decimal has no short form");
  refused("INVALID_OPTION", () => uid60.toText(1n, { short: true, as: "hex" }), "hex has no short form");
  refused("INVALID_OPTION", () => uid60.toText(1n, { short: true, padded: true }), "padded or short");
  refused("INVALID_OPTION", () => uid60.isValid("xinaS8QBh", { short: true, padded: true }), "padded or short");
  refused("INVALID_OPTION", () => uid60.toText(1n, { short: 1 }), "short is 1; it must be true or false");
  refused("INVALID_OPTION", () => twitter.toText(1n, null), "null");
});

test("an invalid machineId is refused with the allowed range", () => {
  const format = withOptions(snowflakeSI, { epoch: "2024-01-01" });
  for (const machineId of [32, -1, 1.5, "7", Number.NaN, Number.POSITIVE_INFINITY, null, 32n, {}, [], true]) {
    refused("INVALID_FIELD", () => generator(format, { machineId }), "machineId is", "0 to 31");
  }
  refused("INVALID_FIELD", () => generator(format), "machineId is missing");
  refused("INVALID_FIELD", () => generator(format, { machineId: undefined }), "machineId is missing");
  refused("INVALID_FIELD", () => generator(discord, { workerId: 1 }), "processId is missing");
});

test("unknown options are refused, so that a typo never passes", () => {
  const format = withOptions(snowflakeSI, { epoch: "2024-01-01" });
  refused("INVALID_OPTION", () => generator(format, { machineId: 1, machineID: 1 }), "'machineID'", "machineId");
  refused(
    "INVALID_OPTION",
    () => generator(format, { machineId: 1, onRollBack: "lead" }),
    "'onRollBack'",
    "onRollback",
  );
  refused(
    "INVALID_OPTION",
    () => generator(format, { machineId: 1, onRollback: "Lead" }),
    policies.onRollback.join(", "),
  );
  refused(
    "INVALID_OPTION",
    () => generator(format, { machineId: 1, onExhausted: "block" }),
    policies.onExhausted.join(", "),
  );
  refused(
    "INVALID_OPTION",
    () => generator(format, { machineId: 1, onExhausted: true }),
    policies.onExhausted.join(", "),
  );
  for (const sequenceStart of ["random start", 5, null]) {
    refused(
      "INVALID_OPTION",
      () => generator(format, { machineId: 1, sequenceStart }),
      policies.sequenceStart.join(", "),
    );
  }
  refused("INVALID_OPTION", () => generator(format, { machineId: 1, sequenceRange: [0, 256] }), "0 to 255");
  refused("INVALID_OPTION", () => generator(format, { machineId: 1, sequenceRange: [9, -8] }), "0 to 255");
  refused("INVALID_OPTION", () => generator(format, { machineId: 1, sequenceRange: 8 }), "[first, last]");
  refused("INVALID_OPTION", () => generator(format, { machineId: 1, maxLead: -1 }), "maxLead");
  refused("INVALID_OPTION", () => generator(format, { machineId: 1, maxWait: Number.NaN }), "maxWait");
  refused("INVALID_OPTION", () => generator(format, { machineId: 1, clock: NOW }), "clock");
  refused("INVALID_OPTION", () => generator(format, null), "null");
  refused("INVALID_OPTION", () => generator(format, []), "a list of 0");
  refused("INVALID_OPTION", () => generator(sno, []), "a list of 0");
  refused("INVALID_OPTION", () => twitter.toText(1n, []), "a list of 0");
  refused(
    "INVALID_OPTION",
    () => withOptions(snowflakeSI, { epoch: 0, machineIdBits: 1 }),
    "'machineIdBits'",
    "machineBits",
  );
  refused("INVALID_OPTION", () => inspect("1", { at: NOW }), "'at'");
});

test("invalid epochs are refused", () => {
  const future = Date.now() + 86_400_000;
  for (const epoch of [
    future,
    new Date(future),
    new Date(Number.NaN),
    "yesterday",
    "",
    "2024",
    "2024-01-01T00:00",
    "2024-13-01",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1.5,
    2 ** 53,
    null,
    true,
    {},
    BigInt(future),
  ]) {
    refused("INVALID_EPOCH", () => withOptions(snowflakeSI, { epoch }), "epoch");
    refused("INVALID_EPOCH", () => withOptions(nanoflake, { epoch }), "epoch");
    refused("INVALID_EPOCH", () => withOptions(twitter, { epoch }), "epoch");
  }
  refused(
    "INVALID_EPOCH",
    () => withOptions(snowflakeSI, { epoch: 1047972019224 }),
    "40 bits",
    "later than 2003-03-18T07:20:19.224Z",
  );
  assert.equal(withOptions(snowflakeSI, { epoch: 1047972019225 }).epoch, 1047972019225);
  refused("EPOCH_REQUIRED", () => snowflakeSI.decode(1), "withOptions(format, { epoch");
  refused("EPOCH_REQUIRED", () => generator(nanoflake, { generatorId: 1 }), "withOptions(format, { epoch");
  assert.equal(snowflakeSI.isValid(1), true);
});

test("invalid widths are refused", () => {
  for (const widths of [
    { timeBits: 39 },
    { timeBits: 40.5 },
    { machineBits: -1 },
    { machineBits: 13 },
    { sequenceBits: 7 },
    { sequenceBits: 0 },
    { timeBits: "41" },
  ]) {
    refused("INVALID_LAYOUT", () => withOptions(snowflakeSI, { epoch: "2024-01-01", ...widths }));
  }
  const fields = [
    { kind: "time", bits: 41 },
    { kind: "sequence", bits: 12 },
  ];
  const good = { name: "mine", bits: 53, epoch: 0, fields };
  assert.equal(defineFormat(good).bits, 53);
  refused("INVALID_LAYOUT", () => defineFormat({ ...good, bits: 54 }), "bits is 53; it must be 54");
  refused(
    "INVALID_LAYOUT",
    () => defineFormat({ ...good, fields: [...fields, { kind: "time", bits: 1 }], bits: 54 }),
    "exactly one",
  );
  refused("INVALID_OPTION", () => defineFormat({ ...good, fields: [{ kind: "clock", bits: 53 }] }), "time, node");
  refused("INVALID_OPTION", () => defineFormat({ ...good, fields: "time" }), "list");
  refused("INVALID_OPTION", () => defineFormat({ ...good, colour: "blue" }), "'colour'");
  refused("INVALID_OPTION", () => defineFormat(undefined), "name");
  refused("INVALID_OPTION", () => defineFormat({ ...good, bits: null }), "bits is null");
  const wide = [...fields, { kind: "node", name: "place", bits: 12 }];
  for (const bits of [undefined, 65]) {
    const code = bits === undefined ? "INVALID_LAYOUT" : "INVALID_OPTION";
    refused(code, () => defineFormat({ ...good, bits, fields: wide }), "bits", "65", "from 2 to 64");
  }
  refused("INVALID_LAYOUT", () => defineFormat({ name: "mine", epoch: 0, fields: [] }), "is 0", "from 2 to 64");
  refused(
    "INVALID_LAYOUT",
    () => defineFormat({ ...good, bits: 64, fields: [{ kind: "time", bits: 52 }, fields[1]], native: "number" }),
    "53",
  );
});

test("invalid definitions are refused", () => {
  const time = { kind: "time", bits: 40 };
  const node = { kind: "node", name: "region", bits: 4 };
  const sequence = { kind: "sequence", bits: 14 };
  const good = { name: "mine", bits: 58, epoch: "2024-01-01", fields: [time, node, sequence] };
  assert.equal(defineFormat(good).name, "mine");
  const define = (change) => () => defineFormat({ ...good, ...change });
  const fields = (...changed) => define({ fields: [time, ...changed, sequence] });
  for (const name of [undefined, null, "", 5]) refused("INVALID_OPTION", define({ name }), "name is", "a text");
  for (const given of [undefined, null, {}]) refused("INVALID_OPTION", define({ fields: given }), "fields is", "list");
  for (const field of [1, null, undefined, "time"])
    refused("INVALID_OPTION", fields(field), "a field is", "kind, name");
  refused("INVALID_OPTION", fields({ ...node, kind: undefined }), "kind is", "time, node");
  refused("INVALID_OPTION", fields({ ...node, colour: "blue" }), "'colour'");
  refused("INVALID_OPTION", fields({ ...node, name: undefined }), "name is", "a text");
  for (const parts of [null, "region", [1], [{ bits: 4 }], [{ name: "a", bits: "4" }], [{ ...node, parts: [] }]]) {
    assert.throws(fields({ ...node, parts }), { code: /^INVALID_(OPTION|LAYOUT)$/ });
  }
  for (const unit of ["1", null, 1n, Number.NaN, 0, -1, 1e9, Infinity, 0.0005, 1.0001])
    refused("INVALID_OPTION", define({ unit }), "unit is");
  for (const epoch of [undefined, null, "yesterday", Number.NaN, Date.now() + 86_400_000]) {
    refused("INVALID_EPOCH", define({ epoch }), "epoch is");
  }
  refused("INVALID_EPOCH", define({ epoch: undefined }), "epoch is undefined; it must be a Date");
  for (const native of ["string", "", 5]) refused("INVALID_OPTION", define({ native }), "number, bigint");
  for (const text of ["base64", "", 5]) refused("INVALID_OPTION", define({ text }), "decimal, hex");
  refused("INVALID_OPTION", define({ text: "rotatedBase64" }), "60");
  refused("INVALID_OPTION", define({ onRollback: "never" }), policies.onRollback.join(", "));
  refused("INVALID_OPTION", define({ onExhausted: 1 }), policies.onExhausted.join(", "));
  refused("INVALID_OPTION", define({ sequenceStart: "resets" }), policies.sequenceStart.join(", "));
  // The options of all generators, as the error for an unknown option lists them after the node fields.
  let options;
  assert.throws(
    () => generator(twitter, { wrong: 1 }),
    ({ message }) => {
      options = message.split("; it has ")[1].split(", ").slice(3);
      return true;
    },
  );
  options = options.filter((name) => name !== "sequence");
  assert.ok(options.includes("clock") && options.includes("sequenceRange"), String(options));
  for (const name of [...options, "timestamp", "date", "ticks"])
    refused("INVALID_LAYOUT", fields({ ...node, name }), name);
});

test("a field can't have the name of an option of a generator, a lease or a call of operators", async () => {
  const fields = [
    { kind: "time", bits: 40 },
    { kind: "sequence", name: "number", bits: 14 },
  ];
  const define = (...more) =>
    defineFormat({ name: "mine", bits: 58, epoch: "2024-01-01", fields: [...fields, ...more] });
  const format = define({ kind: "node", name: "region", bits: 4 });
  const namesIn = ({ message }) => message.split("; it has ")[1].split(", ");
  const asked = [
    async () => generator(format, { wrong: 1 }),
    () => lease(format, { wrong: 1 }),
    () => migrateSpace(format, { wrong: 1 }),
  ];
  const names = new Set((await Promise.all(asked.map((ask) => ask().catch(namesIn)))).flat());
  for (const name of ["clock", "onChange", "nodes", "shares", "space", "store", "window"]) {
    assert.ok(names.has(name), name);
  }
  // A field may be named `machineId`, the other name of the only node field.
  for (const name of ["region", "machineId"]) assert.ok(names.delete(name), name);
  for (const name of names) {
    refused("INVALID_LAYOUT", () => define({ kind: "node", name, bits: 4 }), `named ${name}`, "choose another");
  }
});

test("a field can't have a name that every object or every result of decode or decodeColumns has", () => {
  const inherited = [...Object.getOwnPropertyNames(Object.prototype), "toJSON", "missing"];
  assert.ok(inherited.length >= 13);
  const time = { kind: "time", bits: 40 };
  const sequence = { kind: "sequence", bits: 14 };
  const define = (...fields) => defineFormat({ name: "mine", bits: 58, epoch: "2024-01-01", fields });
  for (const name of inherited) {
    const words = [`named ${name}`, "choose another"];
    refused("INVALID_LAYOUT", () => define(time, { kind: "node", name, bits: 4 }, sequence), ...words);
    refused("INVALID_LAYOUT", () => define(time, { kind: "random", bits: 4 }, { ...sequence, name }), ...words);
    const parts = [{ name, bits: 4 }];
    refused("INVALID_LAYOUT", () => define(time, { kind: "node", name: "region", bits: 4, parts }, sequence), ...words);
  }
  const node = (name) => define(time, { kind: "node", name, bits: 4 }, sequence);
  // A name with half of a surrogate pair would become another name, because the core's texts are UTF-8.
  refused("INVALID_OPTION", () => node("\ud800"), "well-formed");
  assert.equal(node("\u{1f600}").fields[1].name, "\u{1f600}");
  // A property added to all objects is no option.
  Object.prototype.region = 5;
  try {
    const format = define(time, { kind: "node", name: "region", bits: 4 }, sequence);
    refused("INVALID_FIELD", () => generator(format), "region is missing");
  } finally {
    delete Object.prototype.region;
  }
});

test("invalid batch counts and arrays are refused; a count of 0 gives an empty batch", () => {
  for (const [format, options] of formats) {
    const ids = generator(format, options);
    for (const count of [-1, 1.5, Number.NaN, 1e12, Number.POSITIVE_INFINITY, "5", 5n, null, undefined]) {
      refused("INVALID_COUNT", () => batch(ids, count), "whole number", "16777216");
    }
    assert.equal(batch(ids, 0).length, 0);
    const wrong = format.native === "number" ? new BigUint64Array(2) : new Float64Array(2);
    for (const array of [
      wrong,
      new BigInt64Array(2),
      [],
      new Array(5),
      null,
      undefined,
      5,
      new DataView(new ArrayBuffer(8)),
    ]) {
      refused("INVALID_COUNT", () => fill(ids, array), format.name);
    }
  }
});

test("times outside a format's span are refused", () => {
  const fields = { machineId: 1, sequence: 1 };
  refused("INVALID_TIME", () => sonyflake.encode({ timestamp: NOW + 3, ...fields }), "10 ms");
  refused("INVALID_TIME", () => sonyflake.encode({ timestamp: 0, ...fields }), "2014-09-01");
  refused("INVALID_TIME", () => sonyflake.encode({ timestamp: "soon", ...fields }), "'soon'");
  refused("INVALID_FIELD", () => sonyflake.encode(fields), "timestamp is missing");
  refused("INVALID_FIELD", () => sonyflake.encode({ timestamp: NOW, machineId: 1 }), "sequence is missing");
  refused("INVALID_FIELD", () => sonyflake.encode({ timestamp: NOW, ...fields, sequence: 256 }), "0 to 255");
  refused("INVALID_FIELD", () => sonyflake.encode({ timestamp: NOW, ...fields, extra: 1 }), "extra");
  refused("INVALID_FIELD", () => sonyflake.encode({ timestamp: NOW, date: new Date(0), ...fields }), "differ");
  refused("INVALID_TIME", () => twitter.range("2022-01-02", "2022-01-01"), "later");
  refused("INVALID_TIME", () => twitter.range("1999-01-01", "2022-01-01"), "2010-11-04");
  refused("INVALID_TIME", () => twitter.range(undefined, NOW), "from is undefined");
});

test("encode takes whole ms only, and range rounds down", () => {
  const fields = { machineId: 1, sequence: 0 };
  for (const timestamp of [NOW + 0.5, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60]) {
    refused("INVALID_TIME", () => twitter.encode({ timestamp, ...fields }), "timestamp is", "a whole number of ms");
  }
  assert.deepEqual(twitter.range(NOW + 0.9, NOW + 1.9), twitter.range(NOW, NOW + 1));
  const ids = generator(sno, { partition: 7, clock: () => NOW });
  assert.equal(sno.decode(ids.nextWithTime(NOW + 3.9)).timestamp, NOW);
});

test("a clock that stops giving numbers during a wait is refused, and the wait counts for no other ID", () => {
  const readings = [];
  const clock = () => readings.shift() ?? NOW;
  const ids = generator(twitter, { machineId: 1, clock, onRollback: "wait", maxWait: 100 });
  const first = ids.next();
  readings.push(NOW - 100, NOW - 50, Number.NaN);
  refused("CLOCK_INVALID", () => ids.next(), "the clock reads NaN", "finite Unix ms");
  readings.push(NOW - 100);
  assert.equal(ids.next(), first + 1n);
});

test("unusable clocks are refused, and the generator continues where it was", () => {
  for (const [format, options] of formats) {
    let now = NOW;
    const ids = generator(format, { ...options, clock: () => now });
    assert.equal(sequenceOf(format, ids.next()), 0);
    for (const [reading, code] of [
      [Number.NaN, "CLOCK_INVALID"],
      [Number.POSITIVE_INFINITY, "CLOCK_INVALID"],
      ["5", "CLOCK_INVALID"],
      [undefined, "CLOCK_INVALID"],
      [5n, "CLOCK_INVALID"],
      [format.epoch - 1, "CLOCK_OUT_OF_RANGE"],
      [1e15, "CLOCK_OUT_OF_RANGE"],
    ]) {
      now = reading;
      refused(code, () => ids.next(), "the clock reads");
      refused(code, () => batch(ids, 3), "the clock reads");
    }
    now = NOW;
    assert.equal(sequenceOf(format, ids.next()), 1);
  }
});

test("an exception in a clock is passed on and leaves the generator unchanged", () => {
  let fail = false;
  const clock = () => {
    if (fail) throw new Error("no clock");
    return NOW;
  };
  const ids = generator(twitter, { machineId: 1, clock });
  const first = ids.next();
  fail = true;
  assert.throws(() => ids.next(), { message: "no clock" });
  fail = false;
  assert.equal(ids.next(), first + 1n);
});

test("invalid snapshots are refused", () => {
  const ids = generator(twitter, { machineId: 1, clock: () => NOW });
  ids.next();
  const good = snapshot(ids);
  const resuming = (saved, more) => () => resume(twitter, saved, { clock: () => NOW, ...more });
  for (const bad of [
    null,
    5,
    "x",
    [],
    {},
    { ...good, version: 2 },
    { ...good, tick: -1 },
    { ...good, next: 4096 },
    { ...good, more: 1 },
    { ...good, version: undefined },
    { ...good, fields: { worker: 1 } },
    { ...good, fields: { machineId: "1" } },
    { ...good, fields: { machineId: undefined } },
    { ...good, fields: undefined },
    { ...good, sequenceRange: [0] },
    { ...good, sequenceRange: [0, 4095, 4095] },
    { ...good, sequenceRange: 5 },
    { ...good, sequenceRange: [5, 4] },
    { ...good, sequenceRange: [0, 5000] },
    { ...good, sequenceRange: undefined },
  ]) {
    refused("INVALID_SNAPSHOT", resuming(bad), "snapshot");
  }
  for (const name of ["tick", "seen", "next", "used", "safe", "drifts"]) {
    for (const number of [undefined, null, "1", Number.NaN, -1, 1.5, 1e300]) {
      refused("INVALID_SNAPSHOT", resuming({ ...good, [name]: number }), `${name} `);
    }
  }
  for (const fields of [{}, { machineId: 1024 }, { machineId: -1 }, { machineId: 1.5 }, { workerId: 1 }]) {
    refused("INVALID_SNAPSHOT", resuming({ ...good, fields }), " is ", "0 to ");
  }
  for (const layout of [
    undefined,
    5,
    "time:41",
    "time:41 node:10 sequence:12 unit:1 epoch:0",
    "time:41 node:10 sequence:12 unit:10 epoch:1288834974657",
  ]) {
    refused("INVALID_SNAPSHOT", resuming({ ...good, layout }), "layout is", good.layout, "another identity");
  }
  refused("INVALID_SNAPSHOT", resuming(good, { machineId: 2 }), "machineId is 1", "2, as given", "another identity");
  refused("INVALID_SNAPSHOT", resuming(good, { workerId: 2 }), "workerId is 2");
  refused("INVALID_SNAPSHOT", resuming(good, { sequenceRange: [0, 9] }), "another identity");
  refused("INVALID_SNAPSHOT", () => resume(discord, good), "another identity");
  for (const same of [{}, { machineId: 1 }, { workerId: 1 }, { sequenceRange: [4095, 0] }]) {
    assert.equal(twitter.decode(resuming(good, same)().next()).sequence, 1);
  }
});

test("inspect takes texts, bigints and safe integers, and refuses other values", () => {
  for (const bad of [1.5, -1n, 2 ** 53, null, undefined, {}, Number.NaN]) refused("INVALID_ID", () => inspect(bad));
  for (const unknown of ["", "hello world", "x".repeat(10_000_000), "三"]) assert.deepEqual(inspect(unknown), []);
  refused("INVALID_OPTION", () => inspect("1", { formats: [{}] }), "formats[0]", "a format of flakekit");
  refused(
    "INVALID_OPTION",
    () => inspect("1", { formats: [twitter, null] }),
    "formats[1] is null",
    "a format of flakekit",
  );
  for (const formats of [5, null, {}, () => twitter]) {
    refused("INVALID_OPTION", () => inspect("1", { formats }), "formats is", "iterable");
  }
  refused("INVALID_OPTION", () => inspect("1", { formats: Array(4097).fill(twitter) }), "4096");
  refused("INVALID_OPTION", () => inspect("1", { kinds: ["twitter", "twiter"] }), "kinds[1]", "'twiter'", "'uuid v7'");
  refused("INVALID_OPTION", () => inspect("1", { kinds: [5] }), "kinds[0]", "5");
  refused("INVALID_OPTION", () => inspect("1", { kinds: "twitter" }), "kinds[0]", "'t'");
  refused("INVALID_OPTION", () => inspect("1", { kinds: 5 }), "kinds", "a list");
  refused("INVALID_OPTION", () => inspect("1", { kinds: Array(4097).fill("twitter") }), "4096");
  for (const minScore of [-0.1, 1.1, NaN, "1", null, 1n]) {
    refused("INVALID_OPTION", () => inspect("1", { minScore }), "minScore", "a number from 0 to 1");
  }
});
