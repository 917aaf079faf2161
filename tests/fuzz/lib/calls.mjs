// Every call of the API, as it is made in a full stack.

import { builtIn, EPOCH, own } from "./layouts.mjs";
import { startProcess } from "./process.mjs";

/** One of each kind: bigints, texts, numbers, random bits, and small numbers with a clock of their own. */
export const OVERFLOW_FORMATS = Object.assign(
  [
    builtIn("twitter"),
    builtIn("sno"),
    builtIn("snowflakeSI", { epoch: EPOCH }),
    builtIn("uid60"),
    own("time:40 node:2 sequence:6", { native: "number" }),
  ],
  { separate: true },
);

const all = () => true;
const texts = ({ native }) => native === "string";
const integers = ({ native }) => native !== "string";
const arrayOf = (api, count) => new (api.format.native === "number" ? Float64Array : BigUint64Array)(count);

/** Calls that make IDs. */
export const MAKING = [
  { code: "next()", call: (api) => api.next(), plain: all },
  { code: "nextText()", call: (api) => api.nextText(), plain: all },
  { code: "batch(3)", call: (api) => api.batch(3), plain: all },
  { code: "fill(an array of 3)", call: (api) => api.fill(arrayOf(api, 3)), plain: integers },
  { code: "nextBytes()", call: (api) => api.nextBytes(), plain: texts },
  { code: "batchBytes(3)", call: (api) => api.batchBytes(3), plain: texts },
];

/** The same, of one generator of each kind. */
const making = Object.entries({
  bigint: integers,
  text: texts,
  number: integers,
  random: integers,
  small: integers,
}).flatMap(([of, kind]) => [
  ...MAKING.filter(({ plain }) => plain === all || plain === kind).map(({ code, call }) => ({
    ...{ code: `${of}.${code}`, of },
    call: (kit) => call(kit[of]),
  })),
  { code: `${of}.nextAsync()`, of, later: true, call: (kit) => kit[of].nextAsync() },
]);

/** Calls that answer the same whenever they are made. */
const reading = {
  "twitter.decode(id)": (kit) => kit.twitter.decode(kit.id),
  "twitter.decode(text)": (kit) => kit.twitter.decode("1541815603606036480"),
  "twitter.encode(fields)": (kit) => kit.twitter.encode({ timestamp: 1656432460105, machineId: 378, sequence: 0 }),
  "twitter.isValid(text)": (kit) => kit.twitter.isValid("1541815603606036480"),
  "twitter.isValid(id, options)": (kit) => kit.twitter.isValid("1ptWyK4WgZU", { as: "base62" }),
  "twitter.toText(id, options)": (kit) => kit.twitter.toText(kit.id, { as: "base62", padded: true }),
  "twitter.fromText(text)": (kit) => kit.twitter.fromText("1541815603606036480"),
  "twitter.toBytes(id)": (kit) => kit.twitter.toBytes(kit.id),
  "twitter.fromBytes(bytes)": (kit) => kit.twitter.fromBytes(new Uint8Array(8)),
  "twitter.compare(id, text)": (kit) => kit.twitter.compare(kit.id, "7"),
  "twitter.sort(texts)": (kit) => kit.twitter.sort(["30", "4", "200"]),
  "twitter.range(from, to)": (kit) => kit.twitter.range("2022-06-28", "2022-06-29"),
  "twitter.fields": (kit) => kit.twitter.fields,
  "sno.decode(text)": (kit) => kit.sno.decode(kit.snoId),
  "sno.toUUID(text)": (kit) => kit.sno.toUUID(kit.snoId),
  "sno.fromUUID(text)": (kit) => kit.sno.fromUUID("6272706b-3471-3732-7877-66326d36336c"),
  "sno.withMeta(text, 2)": (kit) => kit.sno.withMeta(kit.snoId, 2),
  "sno.meta(text)": (kit) => kit.sno.meta(kit.snoId),
  "inspect(text)": (kit) => kit.flakekit.inspect("1541815603606036480", { now: 1767225600000 }),
  "formats()": (kit) => kit.flakekit.formats().length,
  "nanoflake.with({ epoch })": (kit) => kit.flakekit.nanoflake.with({ epoch: "2024-01-01" }).epoch,
  "defineFormat(definition)": (kit) =>
    kit.flakekit.defineFormat({
      ...{ name: "own", bits: 53, epoch: "2025-01-01" },
      fields: [
        { kind: "time", bits: 40 },
        { kind: "node", name: "shop", bits: 5 },
        { kind: "sequence", bits: 8 },
      ],
    }).fields,
};

/** Calls that refuse, which have to make a message. */
const refusing = {
  "twitter.decode('12x4')": (kit) => kit.twitter.decode("12x4"),
  "twitter.generator({ machineId: 5000 })": (kit) => kit.twitter.generator({ machineId: 5000 }),
  "twitter.range(to, from)": (kit) => kit.twitter.range("2022-06-29", "2022-06-28"),
};

/** Calls that change something, or make something that is not compared. */
const changing = {
  "twitter.generator({ machineId: 1 })": (kit) => kit.twitter.generator({ machineId: 1 }),
  "twitter.generator({ machineId: 3, … })": (kit) =>
    kit.twitter.generator({ machineId: 3, sequenceRange: [0, 100], sequence: "rolling" }),
  "twitter.generator({ machineId: 1, clock })": (kit) => kit.twitter.generator({ machineId: 1, clock: kit.clock }),
  "twitter.generator({ machineId: 1, clock }).free()": (kit) =>
    kit.twitter.generator({ machineId: 1, clock: kit.clock }).free(),
  "twitter.generator({ snapshot })": (kit) => kit.twitter.generator({ snapshot: kit.snapshots[0] }),
  "sno.generator({ snapshot })": (kit) => kit.sno.generator({ snapshot: kit.snapshots[1] }),
  "sno.generator()": (kit) => kit.sno.generator(),
  "sno.next()": (kit) => kit.sno.next(),
  "text.nextWithTime(time)": (kit) => kit.text.nextWithTime("2019-07-03T18:45:04Z", 1),
  "text.len": (kit) => kit.text.len,
  "bigint.snapshot()": (kit) => kit.bigint.snapshot(),
  "text.snapshot()": (kit) => kit.text.snapshot(),
  "small.snapshot()": (kit) => kit.small.snapshot(),
};

const list = (calls) => Object.entries(calls).map(([code, call]) => ({ code, call }));

/** The core's start, in a process that has none yet; afterwards it can be started, and works. */
const starting = {
  code: "loadCore(module)",
  before: (kit) => {
    kit.later = startProcess({ now: kit.clock, random: () => 0, sleep: (wake) => wake(), start: false });
  },
  call: (kit) => kit.later.start(),
  after: (kit) => {
    kit.later.start();
    kit.later.flakekit.twitter.generator({ machineId: 1 }).next();
  },
};

/** The calls whose answers are compared. */
export const READING = new Set(list(reading));

export const CALLS = [...making, starting, ...list(changing), ...READING, ...list(refusing)];
