// All calls of the API that are made in a full stack.

import { builtIn, custom, EPOCH } from "./layouts.mjs";
import { startProcess } from "./process.mjs";

/** One format of each kind: bigints, texts, numbers, random bits, and small numbers (for an own-clock generator). */
export const OVERFLOW_FORMATS = Object.assign(
  [
    builtIn("twitter"),
    builtIn("sno"),
    builtIn("snowflakeSI", { epoch: EPOCH }),
    builtIn("uid60"),
    custom("time:40 node:2 sequence:6", { native: "number" }),
  ],
  { separate: true },
);

/** Predicates: for which formats a call exists. */
const all = () => true;
const texts = ({ native }) => native === "string";
const integers = ({ native }) => native !== "string";
const arrayOf = (api, count) => new (api.format.native === "number" ? Float64Array : BigUint64Array)(count);

/** Calls that make IDs, by their generator and the package. `plain` is the predicate of the formats that have the call. */
export const MAKING_CALLS = [
  { code: (ids) => `${ids}.next()`, call: (api) => api.next(), plain: all },
  { code: (ids) => `${ids}.nextText()`, call: (api) => api.nextText(), plain: all },
  { code: (ids) => `batch(${ids}, 3)`, call: (api, { batch }) => batch(api, 3), plain: all },
  {
    code: (ids) => `fill(${ids}, an array of 3)`,
    call: (api, { fill }) => fill(api, arrayOf(api, 3)),
    plain: integers,
  },
  { code: (ids) => `${ids}.nextBytes()`, call: (api) => api.nextBytes(), plain: texts },
  { code: (ids) => `batchBytes(${ids}, 3)`, call: (api, { batchBytes }) => batchBytes(api, 3), plain: texts },
];

/** The making calls, for one generator of each kind. */
const making = Object.entries({
  bigint: integers,
  text: texts,
  number: integers,
  random: integers,
  small: integers,
}).flatMap(([of, kind]) => [
  ...MAKING_CALLS.filter(({ plain }) => plain === all || plain === kind).map(({ code, call }) => ({
    ...{ code: code(of), of },
    call: (fixture) => call(fixture[of], fixture.flakekit),
  })),
  { code: `${of}.nextAsync()`, of, async: true, call: (fixture) => fixture[of].nextAsync() },
]);

/** The description of a format as plain data. */
const described = ({ name, bits, unit, epoch, native, text, fields }) => ({
  ...{ name, bits, unit, epoch, native, text, fields },
});

/** Calls that always return the same result. */
const reading = {
  "twitter.decode(id)": (fixture) => fixture.twitter.decode(fixture.id),
  "decodeColumns(twitter, bigints)": (fixture) =>
    fixture.flakekit.decodeColumns(fixture.twitter, BigUint64Array.of(fixture.id)),
  "decodeColumns(twitter, texts)": (fixture) =>
    fixture.flakekit.decodeColumns(fixture.twitter, ["1541815603606036480"]),
  "twitter.decode(text)": (fixture) => fixture.twitter.decode("1541815603606036480"),
  "twitter.encode(fields)": (fixture) =>
    fixture.twitter.encode({ timestamp: 1656432460105, machineId: 378, sequence: 0 }),
  "twitter.isValid(text)": (fixture) => fixture.twitter.isValid("1541815603606036480"),
  "twitter.isValid(id, options)": (fixture) => fixture.twitter.isValid("1ptWyK4WgZU", { as: "base62" }),
  "twitter.toText(id, options)": (fixture) => fixture.twitter.toText(fixture.id, { as: "base62", padded: true }),
  "twitter.fromText(text)": (fixture) => fixture.twitter.fromText("1541815603606036480"),
  "twitter.toBytes(id)": (fixture) => fixture.twitter.toBytes(fixture.id),
  "twitter.fromBytes(bytes)": (fixture) => fixture.twitter.fromBytes(new Uint8Array(8)),
  "twitter.compare(id, text)": (fixture) => fixture.twitter.compare(fixture.id, "7"),
  "sort(twitter, texts)": (fixture) => fixture.flakekit.sort(fixture.twitter, ["30", "4", "200"]),
  "twitter.range(from, to)": (fixture) => fixture.twitter.range("2022-06-28", "2022-06-29"),
  "twitter.fields": (fixture) => fixture.twitter.fields,
  "sno.decode(text)": (fixture) => fixture.sno.decode(fixture.snoId),
  "sno.toUUID(text)": (fixture) => fixture.sno.toUUID(fixture.snoId),
  "sno.fromUUID(text)": (fixture) => fixture.sno.fromUUID("6272706b-3471-3732-7877-66326d36336c"),
  "sno.withMeta(text, 2)": (fixture) => fixture.sno.withMeta(fixture.snoId, 2),
  "sno.meta(text)": (fixture) => fixture.sno.meta(fixture.snoId),
  "snapshot(still)": (fixture) => fixture.flakekit.snapshot(fixture.still),
  "snapshot(stillText)": (fixture) => fixture.flakekit.snapshot(fixture.stillText),
  "stillText.sequence, len, cap": ({ stillText: { sequence, len, cap } }) => [sequence, len, cap],
  "inspect(text)": (fixture) => fixture.flakekit.inspect("1541815603606036480", { now: 1767225600000 }),
  "inspect(text, { formats, epoch })": (fixture) =>
    fixture.flakekit.inspect("746754366636288", {
      ...{ now: 1767225600000, epoch: "2024-01-01", formats: [fixture.small.format] },
    }),
  "inspect(a ULID)": (fixture) => fixture.flakekit.inspect("01ARZ3NDEKTSV4RRFFQ69G5FAV", { now: 1767225600000 }),
  "formats()": (fixture) => fixture.flakekit.formats().map(described),
  "withOptions(twitter, { epoch })": (fixture) =>
    described(fixture.flakekit.withOptions(fixture.twitter, { epoch: "2024-01-01" })),
  "withOptions(nanoflake, { epoch })": (fixture) =>
    described(fixture.flakekit.withOptions(fixture.flakekit.nanoflake, { epoch: "2024-01-01" })),
  "withOptions(snowflakeSI, { epoch, machineBits })": (fixture) =>
    described(
      fixture.flakekit.withOptions(fixture.flakekit.snowflakeSI, {
        epoch: "2024-01-01",
        machineBits: 0,
        sequenceBits: 13,
      }),
    ),
  "defineFormat(definition)": (fixture) =>
    described(
      fixture.flakekit.defineFormat({
        ...{ name: "custom", bits: 53, epoch: "2025-01-01" },
        fields: [
          { kind: "time", bits: 40 },
          {
            kind: "node",
            name: "shop",
            bits: 5,
            parts: [
              { name: "town", bits: 3 },
              { name: "street", bits: 2 },
            ],
          },
          { kind: "sequence", bits: 8 },
        ],
      }),
    ),
};

/** Calls that always throw the same error. The core reports it as an object. */
const refusing = {
  "twitter.decode('12x4')": (fixture) => fixture.twitter.decode("12x4"),
  "twitter.decode(2n ** 63n)": (fixture) => fixture.twitter.decode(2n ** 63n),
  "twitter.fromBytes(7 bytes)": (fixture) => fixture.twitter.fromBytes(new Uint8Array(7)),
  "twitter.toText(id, { as: 'sno' })": (fixture) => fixture.twitter.toText(fixture.id, { as: "sno" }),
  "twitter.encode(fields that contradict)": (fixture) =>
    fixture.twitter.encode({ timestamp: 1656432460105, machineId: 378, workerId: 1, sequence: 0 }),
  "twitter.encode(no sequence)": (fixture) => fixture.twitter.encode({ timestamp: 1656432460105, machineId: 378 }),
  "withOptions(snowflakeSI, { epoch: 1900 })": (fixture) =>
    fixture.flakekit.withOptions(fixture.flakekit.snowflakeSI, { epoch: "1900-01-01" }),
  "nanoflake.decode(text)": (fixture) => fixture.flakekit.nanoflake.decode("0"),
  "withOptions(snowflakeSI, { machineBits: 13 })": (fixture) =>
    fixture.flakekit.withOptions(fixture.flakekit.snowflakeSI, { epoch: "2024-01-01", machineBits: 13 }),
  "defineFormat(no time)": (fixture) =>
    fixture.flakekit.defineFormat({
      ...{ name: "custom", bits: 8, epoch: 0 },
      fields: [{ kind: "sequence", bits: 8 }],
    }),
  "generator(twitter, { sequenceRange: [0, 5000] })": (fixture) =>
    fixture.flakekit.generator(fixture.twitter, { machineId: 1, sequenceRange: [0, 5000] }),
  "resume(twitter, a damaged snapshot)": (fixture) =>
    fixture.flakekit.resume(fixture.twitter, { ...fixture.snapshots[0], used: 5000 }),
  "sno.meta('z')": (fixture) => fixture.sno.meta("zzzzzzzzzzzzzzzz"),
  "sno.withMeta(text, 300)": (fixture) => fixture.sno.withMeta(fixture.snoId, 300),
  "text.next(300)": (fixture) => fixture.text.next(300),
  "text.nextWithTime(1970)": (fixture) => fixture.text.nextWithTime(0),
  "late.next()": (fixture) => fixture.late.next(),
  "batch(late, 3)": (fixture) => fixture.flakekit.batch(fixture.late, 3),
  "generator(twitter, { machineId: 5000 })": (fixture) =>
    fixture.flakekit.generator(fixture.twitter, { machineId: 5000 }),
  "twitter.range(to, from)": (fixture) => fixture.twitter.range("2022-06-29", "2022-06-28"),
};

/** Calls that change a state or whose results are not compared. */
const changing = {
  "generator(twitter, { machineId: 1 })": (fixture) => fixture.flakekit.generator(fixture.twitter, { machineId: 1 }),
  "generator(twitter, { machineId: 3, … })": (fixture) =>
    fixture.flakekit.generator(fixture.twitter, { machineId: 3, sequenceRange: [0, 100], sequenceStart: "rolling" }),
  "generator(twitter, { machineId: 1, clock })": (fixture) =>
    fixture.flakekit.generator(fixture.twitter, { machineId: 1, clock: fixture.clock }),
  "generator(twitter, { machineId: 1, clock }).free()": (fixture) =>
    fixture.flakekit.generator(fixture.twitter, { machineId: 1, clock: fixture.clock }).free(),
  "resume(twitter, snapshot)": (fixture) => fixture.flakekit.resume(fixture.twitter, fixture.snapshots[0]),
  "resume(sno, snapshot)": (fixture) => fixture.flakekit.resume(fixture.sno, fixture.snapshots[1]),
  "generator(sno)": (fixture) => fixture.flakekit.generator(fixture.sno),
  "next(sno)": (fixture) => fixture.flakekit.next(fixture.sno),
  "text.nextWithTime(time)": (fixture) => fixture.text.nextWithTime("2019-07-03T18:45:04Z", 1),
  "text.len": (fixture) => fixture.text.len,
  "snapshot(bigint)": (fixture) => fixture.flakekit.snapshot(fixture.bigint),
  "snapshot(text)": (fixture) => fixture.flakekit.snapshot(fixture.text),
  "snapshot(small)": (fixture) => fixture.flakekit.snapshot(fixture.small),
};

const list = (calls) => Object.entries(calls).map(([code, call]) => ({ code, call }));

/** The start of a core in a process that has none. After a failure, the core can be started again and works. */
const starting = {
  code: "loadCore(module)",
  before: (fixture) => {
    fixture.unstarted = startProcess({ now: fixture.clock, random: () => 0, sleep: (wake) => wake(), start: false });
  },
  call: (fixture) => fixture.unstarted.start(),
  after: (fixture) => {
    fixture.unstarted.start();
    fixture.unstarted.flakekit.generator(fixture.unstarted.flakekit.twitter, { machineId: 1 }).next();
  },
};

/** The calls whose results are compared. */
export const READING_CALLS = new Set(list(reading));

/** The calls whose errors are compared. */
export const REFUSED_CALLS = new Set(list(refusing));

export const CALLS = [...making, starting, ...list(changing), ...READING_CALLS, ...REFUSED_CALLS];
