// The messages of refusals: they say what is wrong, what is allowed, and how to mend it.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import {
  batchAsync,
  defineFormat,
  discord,
  generator,
  mastodon,
  nanoflake,
  resume,
  snapshot,
  sno,
  snowflakeSI,
  sort,
  tsid,
  twitter,
  uid60,
  withOptions,
} from "flakekit";
import { inspect } from "flakekit/inspect";
import { freeSeat, lease, memory, migrateSpace, prepareSpace } from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { handler, http } from "flakekit/lease/http";
import { mysql } from "flakekit/lease/mysql";
import { postgres } from "flakekit/lease/postgres";
import { redis } from "flakekit/lease/redis";
import { hiddenSql, sql } from "flakekit/sql";
import { tabs } from "flakekit/lease/tabs";
import { threads } from "flakekit/lease/threads";
import { durableObjects } from "flakekit/lease/workers";
import { NOW, refused } from "../support/shared.mjs";

const SI = withOptions(snowflakeSI, { epoch: "2024-01-01" });
const TIME = { kind: "time", bits: 40 };
const SEQUENCE = { kind: "sequence", bits: 14 };
const define = (definition) => defineFormat({ name: "own", bits: 60, epoch: "2024-01-01", ...definition });

/** The message of a refusal, thrown or rejected. */
async function messageOf(call) {
  try {
    await call();
  } catch (error) {
    return error.message;
  }
  throw new assert.AssertionError({ message: `not refused: ${call}` });
}

test("a number above 2^53 - 1 is no ID that was meant: its last digits are lost", () => {
  // As JSON.parse reads 1541815603606036480.
  const id = JSON.parse("1541815603606036480");
  const words = [String(id), "2^53 - 1", "last digits are lost", "a text or a bigint"];
  for (const call of [
    () => twitter.decode(id),
    () => twitter.toText(id),
    () => twitter.toBytes(id),
    () => twitter.fromText(id),
    () => twitter.compare(id, 1n),
    () => twitter.compare(1n, id),
    () => sort(twitter, [1n, id]),
    () => inspect(id),
  ]) {
    refused("INVALID_ID", call, ...words);
  }
  refused("INVALID_ID", () => uid60.decode(2 ** 53), "9007199254740992", ...words.slice(1));
  // For formats whose IDs are all exact numbers, this number is too large. A negative number is no ID of any format.
  refused("INVALID_ID", () => SI.decode(id), "0 to 9007199254740991");
  refused("INVALID_ID", () => twitter.decode(-id), "0 to 9223372036854775807");
  refused("INVALID_ID", () => twitter.decode(Number.POSITIVE_INFINITY), "0 to 9223372036854775807");
});

const POLICIES = ["onRollback", "onExhausted", "sequenceStart"];
const COMMON = [...POLICIES, "maxLead", "maxWait", "sequenceResetThreshold", "onOverflow"];
const GENERATOR = [...COMMON, "sequenceRange", "clock"];
const TERMS = ["space", "nodes", "shares", "window", "clockSkew"];
const LEASE = [...COMMON, ...TERMS, "store", "maxLag", "signal", "onChange"];
const TWITTER = ["machineId", "datacenterId", "workerId"];
const STATE = ["tick", "seen", "next", "used", "safe", "drifts"];
const SAVED = { twitter: snapshot(generator(twitter, { machineId: 1 })), sno: snapshot(generator(sno)) };
const namespace = { idFromName: () => 0, get: () => 0 };

/** Calls that take options, and all options that they take. */
const takers = [
  [(given) => generator(twitter, given), [...TWITTER, ...GENERATOR]],
  [(given) => generator(discord, given), ["workerId", "processId", ...GENERATOR]],
  [(given) => generator(mastodon, given), GENERATOR],
  [(given) => generator(sno, given), ["partition", "machineId", ...GENERATOR]],
  [(given) => resume(twitter, SAVED.twitter, given), [...TWITTER, ...GENERATOR]],
  [(given) => resume(sno, SAVED.sno, given), ["partition", "machineId", ...GENERATOR]],
  [(given) => resume(twitter, given), ["version", "layout", "fields", "sequenceRange", ...STATE]],
  [
    (given) => resume(sno, given),
    [
      ...["partition", "sequenceMin", "sequenceMax", "sequence", "now", "wallHi", "wallSafe", "drifts", "used"],
      ...["monoHi", "monoLo", "monoOffset"],
    ],
  ],
  [(given) => twitter.encode(given), ["timestamp", "date", "sequence", ...TWITTER]],
  [(given) => sno.encode(given), ["timestamp", "date", "toggle", "meta", "partition", "sequence", "machineId"]],
  [(given) => withOptions(twitter, given), ["epoch", "name"]],
  [(given) => withOptions(SI, given), ["epoch", "timeBits", "machineBits", "sequenceBits", "name"]],
  [(given) => twitter.toText(1n, given), ["as", "padded", "short"]],
  [(given) => twitter.fromText("1", given), ["as", "padded", "short"]],
  [(given) => twitter.decode("1", given), ["as", "padded", "short"]],
  [(given) => twitter.isValid("1", given), ["as", "padded", "short"]],
  [(given) => twitter.encode({ timestamp: NOW }, given), ["partial"]],
  [(given) => twitter.range(NOW, NOW, given), ["halfOpen", "clamp"]],
  [(given) => batchAsync(generator(twitter, { machineId: 1 }), 1, given), ["meta", "signal", "onProgress"]],
  [(given) => inspect("1", given), ["now", "epoch", "formats", "kinds", "minScore"]],
  [(given) => defineFormat(given), ["name", "fields", "bits", "unit", "epoch", "native", "text", ...POLICIES]],
  [(given) => define({ fields: [given] }), ["kind", "name", "bits", "parts", "unit"]],
  [(given) => define({ fields: [{ kind: "node", name: "n", bits: 6, parts: [given] }] }), ["name", "bits"]],
  [(given) => lease(twitter, given), [...TWITTER, ...LEASE]],
  [(given) => prepareSpace(discord, given), ["workerId", "processId", "store", ...TERMS]],
  [(given) => migrateSpace(discord, given), ["workerId", "processId", "store", ...TERMS]],
  [(given) => freeSeat(memory(), "space", given), ["node", "share"]],
  [(given) => memory(given), ["clock", "generation"]],
  [(given) => conformance(memory(), given), ["space", "timeout", "signal"]],
  [(given) => http("https://a.example/ids", given), ["headers", "fetch", "credentials"]],
  [(given) => handler(given), ["format", "store", "authorize", "secret", "quota", "concurrency", "onError", ...TERMS]],
  [(given) => redis(() => undefined, given), ["durable", "replicas", "generation", "prefix"]],
  [(given) => postgres(() => undefined, given), ["table", "generation", "owner"]],
  [(given) => mysql(() => undefined, given), ["table", "generation"]],
  [(given) => sql(discord, "postgres", given), ["table", "column", "names", "at", "stored"]],
  [(given) => hiddenSql(discord, "postgres", given), ["names", "stored", "tweak", "check", "letter", "owner"]],
  [(given) => threads(given), ["parent", "port"]],
  [(given) => tabs(given), ["name", "durable"]],
  [(given) => durableObjects(namespace, given), ["jurisdiction", "locationHint"]],
];

test("the message for an unknown option names all options that the function takes, and no others", async () => {
  const all = new Set(takers.flatMap(([, names]) => names));
  for (const [call, names] of takers) {
    const message = await messageOf(() => call({ wrong: 1 }));
    assert.match(message, /has no option 'wrong'; it has /, String(call));
    assert.deepEqual(message.split("; it has ")[1].split(", ").sort(), [...names].sort(), String(call));
    // The first option that is not taken is named.
    for (const name of all) {
      const refusedName = names.includes(name) ? "wrong" : name;
      const other = await messageOf(() => call({ [name]: undefined, wrong: 1 }));
      assert.match(other, new RegExp(`has no option '${refusedName}'`), String(call));
    }
    const list = names.length > 1 ? message.split("; it has ")[1] : names[0];
    // The index that `map` passes is no option.
    const takesIndex = names.includes("padded") || names.includes("partial");
    for (const given of takesIndex ? [null, "x", []] : [null, 5, "x", []]) {
      assert.match(await messageOf(() => call(given)), new RegExp(`an object with ${list}$`), String(call));
    }
  }
});

test("a part that is missing is named, and so is what can be given instead", () => {
  const own = define({
    fields: [
      TIME,
      {
        kind: "node",
        name: "place",
        bits: 6,
        parts: [
          { name: "region", bits: 2 },
          { name: "zone", bits: 3 },
          { name: "rack", bits: 1 },
        ],
      },
      SEQUENCE,
    ],
  });
  for (const [format, given, ...words] of [
    [twitter, { datacenterId: 1 }, "workerId is missing", "0 to 31", "machineId"],
    [twitter, { workerId: 1 }, "datacenterId is missing", "0 to 31", "machineId"],
    [twitter, {}, "machineId is missing", "0 to 1023", "all its parts"],
    [own, { region: 1, zone: 2 }, "rack is missing", "0 to 1", "place"],
    [own, { rack: 1 }, "region is missing", "0 to 3", "place"],
    [own, {}, "place is missing", "0 to 63", "all its parts"],
    [discord, { workerId: 1 }, "processId is missing", "0 to 31"],
  ]) {
    refused("INVALID_FIELD", () => generator(format, given), ...words);
    refused("INVALID_FIELD", () => format.encode({ timestamp: NOW, ...given }), ...words);
  }
});

test("bytes of a field that are wrong are told how to be given", () => {
  const form = ["0 to 65535", "a list of 2 bytes", "a whole number from 0 to 255", "one ASCII character"];
  for (const [partition, words] of [
    [["P", "é"], "partition is a list of 2 with 'é'"],
    [["AB", 1], "partition is a list of 2 with 'AB'"],
    [["", 1], "partition is a list of 2 with ''"],
    [["P", 256], "partition is a list of 2 with 256"],
    [["P", 1.5], "partition is a list of 2 with 1.5"],
    [["P"], "partition is a list of 1"],
    [["P", 1, 2], "partition is a list of 3"],
    ["P0", "partition is 'P0'"],
    [null, "partition is null"],
    [new Uint8Array(3), "partition is a Uint8Array of 3"],
  ]) {
    refused("INVALID_FIELD", () => generator(sno, { partition }), words, ...form);
    const fields = { timestamp: NOW, toggle: 0, meta: 0, sequence: 0 };
    refused("INVALID_FIELD", () => sno.encode({ ...fields, partition }), words, ...form);
  }
  // A number is not taken for bytes, and fields that are not made of whole bytes have no bytes.
  refused("INVALID_FIELD", () => generator(sno, { partition: 65536 }), "it must be a whole number from 0 to 65535");
  assert.throws(() => generator(twitter, { machineId: "1" }), /0 to 1023$/);
});

test("Dates are quoted as ISO 8601, and invalid ones are called invalid", () => {
  const invalid = [new Date("x"), vm.runInNewContext("new Date(NaN)")];
  for (const date of invalid) {
    refused("INVALID_TIME", () => twitter.range(date, NOW), "from is an invalid Date");
    refused("INVALID_TIME", () => twitter.range(NOW, date), "to is an invalid Date");
    refused("INVALID_TIME", () => twitter.encode({ date, machineId: 1, sequence: 0 }), "date is an invalid Date");
    refused("INVALID_TIME", () => inspect("1", { now: date }), "now is an invalid Date");
    refused("INVALID_EPOCH", () => withOptions(twitter, { epoch: date }), "epoch is an invalid Date");
    refused("INVALID_EPOCH", () => define({ fields: [TIME, SEQUENCE], epoch: date }), "epoch is an invalid Date");
    refused("INVALID_ID", () => twitter.decode(date), "an invalid Date is no ID of twitter");
  }
  const iso = "2022-06-28T16:07:40.105Z";
  for (const date of [new Date(iso), vm.runInNewContext(`new Date("${iso}")`)]) {
    refused("INVALID_ID", () => twitter.decode(date), iso);
    refused("INVALID_FIELD", () => generator(twitter, { machineId: date }), `machineId is the Date ${iso}`);
    refused("CLOCK_INVALID", () => generator(twitter, { machineId: 1, clock: () => date }).next(), iso, "Unix ms");
  }
});

test("a decimal text of a format with another encoding is told how it is read", () => {
  const own = defineFormat({
    name: "own",
    bits: 63,
    epoch: 0,
    text: "base62",
    fields: [
      { kind: "time", bits: 52 },
      { ...SEQUENCE, bits: 11 },
    ],
  });
  const ids = [
    [tsid, "38390726480144748"],
    [uid60, "11093174944930914"],
    [own, "9".repeat(18)],
    [nanoflake, "9".repeat(18)],
  ];
  for (const [format, id] of ids) {
    const remedy = '; with as: "decimal" it is an ID';
    for (const read of [
      format.toText,
      format.fromText,
      (text) => format.toBytes(text),
      (text) => format.compare("0", text),
    ]) {
      refused("INVALID_TEXT", () => read(id), remedy);
    }
    assert.equal(String(format.fromText(id, { as: "decimal" })), id);
    // These texts are no IDs in decimal digits either, or are asked for in another encoding.
    for (const text of [`${id}!`, "9".repeat(20), `0${id}`, `${id}n`]) {
      assert.throws(
        () => format.fromText(text),
        (error) => !error.message.includes("as:"),
      );
    }
    assert.throws(
      () => format.fromText("!", { as: "hex" }),
      (error) => !error.message.includes("as:"),
    );
  }
  assert.throws(
    () => sno.decode("38390726480144748"),
    (error) => !error.message.includes("as:"),
  );
  assert.throws(
    () => twitter.decode("0538390726480144748"),
    (error) => !error.message.includes("as:"),
  );
});

test("an instant that is refused is told its form and its range", () => {
  for (const bad of ["2022-06-31", "2022", "soon", Number.NaN, 8.64e15 + 2, 1e300, 10n ** 16n, {}]) {
    refused(
      "INVALID_TIME",
      () => twitter.range(bad, NOW),
      "T12:00:00Z",
      "Unix ms",
      "-8640000000000000 to 8640000000000000",
    );
  }
  const fields = { timestamp: NOW, date: NOW + 1, machineId: 1, sequence: 0 };
  refused("INVALID_FIELD", () => twitter.encode(fields), `timestamp, ${NOW} ms`, `date, ${NOW + 1} ms`, "differ");
});

/** The smallest and the largest width of each kind of field, as types/define.d.ts says. */
const WIDTHS = { time: [1, 53], node: [0, 32], sequence: [1, 32], random: [1, 32], metadata: [1, 32], toggle: [1, 1] };

/** How messages state a range. */
const range = ([smallest, largest]) =>
  smallest === largest ? `it must be ${largest}` : `it must be a whole number from ${smallest} to ${largest}`;

const NO_WIDTHS = [-1, 1.5, "4", null, Number.NaN];
const wrongWidths = ([smallest, largest]) => [smallest - 1, largest + 1, 65, 300, 2 ** 32, ...NO_WIDTHS];

test("all messages on the width of a field state the range of its kind, which is accepted", () => {
  const codeOf = (bits) => (Number.isInteger(bits) && bits >= 0 ? "INVALID_LAYOUT" : "INVALID_OPTION");
  for (const [kind, widths] of Object.entries(WIDTHS)) {
    const name = { time: "timestamp", node: "own" }[kind] ?? kind;
    const others = [
      { kind: "time", bits: 5 },
      { kind: "sequence", bits: 5 },
    ].filter((field) => field.kind !== kind);
    const withWidth = (bits, total = 60) =>
      define({ fields: [{ kind, bits, ...(kind === "node" && { name }) }, ...others], bits: total, epoch: 0 });
    for (const bits of [undefined, ...wrongWidths(widths)]) {
      refused(codeOf(bits), () => withWidth(bits), `${name}: bits is `, range(widths));
    }
    // 53 bits of ms reach beyond the last Date.
    for (const bits of [widths[0], Math.min(widths[1], 52)]) {
      const total = others.reduce((sum, field) => sum + field.bits, bits);
      assert.equal(withWidth(bits, total).bits, total);
    }
  }
  for (const bits of [undefined, ...wrongWidths([0, 32])]) {
    const node = { kind: "node", name: "own", bits: 6, parts: [{ name: "part", bits }] };
    refused(codeOf(bits), () => define({ fields: [TIME, node, SEQUENCE] }), "part: bits is ", range([0, 32]));
  }
});

test("all messages on a total width, a tick length and the widths of withOptions state one range, which is accepted", () => {
  const fields = [TIME, SEQUENCE];
  for (const bits of [0, 1, 65, 80, ...NO_WIDTHS]) {
    refused("INVALID_OPTION", () => define({ fields, bits }), "bits is ", range([2, 64]));
  }
  for (const wrong of [[], [...fields, { kind: "node", name: "own", bits: 30 }]]) {
    const defining = () => define({ fields: wrong, bits: undefined });
    refused("INVALID_LAYOUT", defining, "the sum of the fields' bits is ", range([2, 64]));
  }
  const narrow = fields.map((field) => ({ ...field, bits: 1 }));
  assert.equal(define({ fields: narrow, bits: 2 }).bits, 2);
  for (const unit of [0, 86_400_000.001, "1", 1.0005, null]) {
    const expected = "it must be a multiple of 0.001 from 0.001 to 86400000";
    refused("INVALID_OPTION", () => define({ fields, unit }), "unit is ", expected);
  }
  for (const unit of [0.001, 1.5, 2000]) assert.equal(define({ fields: narrow, bits: 2, unit }).unit, unit);
  for (const [name, widths] of Object.entries({ timeBits: [40, 52], machineBits: [0, 12], sequenceBits: [1, 13] })) {
    for (const bits of wrongWidths(widths)) {
      refused("INVALID_LAYOUT", () => withOptions(SI, { [name]: bits }), `${name} is `, range(widths));
    }
  }
  for (const [timeBits, machineBits, sequenceBits] of [
    [52, 0, 1],
    [40, 12, 1],
    [40, 0, 13],
  ]) {
    assert.equal(withOptions(SI, { timeBits, machineBits, sequenceBits }).bits, 53);
  }
});

test("widths that do not fit together are told their sums", () => {
  refused("INVALID_LAYOUT", () => define({ fields: [TIME, SEQUENCE], bits: 60 }), "bits is 54; it must be 60");
  refused("INVALID_LAYOUT", () => withOptions(SI, { sequenceBits: 1 }), "bits is 46; it must be 53");
  refused(
    "INVALID_LAYOUT",
    () => withOptions(SI, { timeBits: 45, machineBits: 8 }),
    "sequenceBits, the rest of the 53 bits, is 0",
    "1 to 13",
  );
  const parts = [{ name: "part", bits: 4 }];
  const node = { kind: "node", name: "own", bits: 6, parts };
  refused("INVALID_LAYOUT", () => define({ fields: [TIME, node, SEQUENCE] }), "the parts of own have 4 bits;", "6");
  const sequence = { ...SEQUENCE, parts };
  refused("INVALID_LAYOUT", () => define({ fields: [TIME, sequence] }), "the parts of sequence", "only a node field");
  const nodes = Array.from({ length: 17 }, (_, i) => ({ kind: "node", name: `n${i}`, bits: 1 }));
  refused("INVALID_OPTION", () => define({ fields: nodes }), "fields is a list of 17; it must be a list of up to 16");
  const withParts = nodes.slice(0, 8).map((own) => ({ ...own, parts: [{ name: `${own.name} part`, bits: 1 }] }));
  const fields = [TIME, ...withParts, SEQUENCE];
  refused("INVALID_LAYOUT", () => define({ fields }), "18 fields and parts; at most 16 are allowed");
});

test("metadata for a format without it must be omitted", async () => {
  const ids = generator(twitter, { machineId: 1 });
  for (const metadata of [1, "x", null, 2 ** 60]) {
    const words = ["metadata is ", "omitted", "twitter has no metadata field"];
    refused("INVALID_FIELD", () => ids.next(metadata), ...words);
    refused("INVALID_FIELD", () => ids.nextText(metadata), ...words);
    await assert.rejects(ids.nextAsync(metadata), { code: "INVALID_FIELD", message: /twitter has no metadata field/ });
  }
});

test("a call that takes only texts or only bytes does not ask for a number", () => {
  refused("INVALID_ID", () => twitter.fromText(5), "text is 5; it must be the text of an ID");
  refused("INVALID_ID", () => sno.meta(5), "text is 5; it must be the text of an ID");
  refused("INVALID_ID", () => twitter.fromBytes(5), "bytes is 5; it must be a Uint8Array of 8");
  refused("INVALID_ID", () => twitter.fromBytes(new Uint8Array(7)), "a Uint8Array of 7", "8 bytes");
});
