// Instants: the texts, numbers and bigints in which they are given, in all places that read an instant.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  batch,
  batchAsync,
  defineFormat,
  discord,
  generator,
  mastodon,
  sno,
  snowflakeSI,
  twitter,
  withOptions,
} from "flakekit";
import { inspect } from "flakekit/inspect";
import { lease, memory } from "flakekit/lease";
import { sql } from "flakekit/sql";
import { flakekit, linesOf } from "../support/cli.mjs";
import { NOW, refused } from "../support/shared.mjs";

const MS = Date.UTC(2024, 4, 17, 12, 34, 57, 272);

/** One instant, as programs write it. */
const FORMS = {
  "Discord's API, Python's isoformat()": "2024-05-17T12:34:57.272000+00:00",
  "Python's str()": "2024-05-17 12:34:57.272000+00:00",
  "PostgreSQL, as text": "2024-05-17 12:34:57.272+00",
  "PostgreSQL in India": "2024-05-17 18:04:57.272+05:30",
  "PostgreSQL, as JSON": "2024-05-17T12:34:57.272+00:00",
  ".NET, round-trip": "2024-05-17T12:34:57.2720000Z",
  ".NET, with an offset": "2024-05-17T08:34:57.2720000-04:00",
  "Go, RFC3339Nano": "2024-05-17T14:34:57.272+02:00",
  "Java's Instant, of ns": "2024-05-17T12:34:57.272000000Z",
  "strftime with %z": "2024-05-17T12:34:57.272+0000",
  "lower case": "2024-05-17t12:34:57.272z",
  "more digits than a number has": `2024-05-17T12:34:57.272${"0".repeat(400)}Z`,
  "a year of six digits": "+002024-05-17T12:34:57.272Z",
};

/** Places that look an instant up. They cut the instant to a whole ms. */
const LOOKS_UP = {
  firstAt: (instant) => twitter.firstAt(instant),
  from: (instant) => twitter.range(instant, null).min,
  to: (instant) => twitter.range(null, instant).max,
  end: (instant) => twitter.range(null, instant, { halfOpen: true }).end,
  nextWithTime: (instant) => sno.timestamp(generator(sno, { partition: 1, clock: () => MS }).nextWithTime(instant)),
  now: (instant) => inspect("1541815603606036480", { now: instant }),
};

const FIELDS = [
  { kind: "time", bits: 41 },
  { kind: "sequence", bits: 12 },
];

/** Places where an instant must be exact, with the code of their errors. */
const EXACT = {
  timestamp: ["INVALID_TIME", (instant) => twitter.encode({ timestamp: instant, machineId: 1, sequence: 2 })],
  withOptions: ["INVALID_EPOCH", (instant) => withOptions(snowflakeSI, { epoch: instant }).epoch],
  defineFormat: ["INVALID_EPOCH", (epoch) => defineFormat({ name: "own", bits: 53, epoch, fields: FIELDS }).epoch],
  inspect: ["INVALID_EPOCH", (instant) => inspect("175928847299117063", { epoch: instant, now: NOW })],
};

test("an instant is read in every form of RFC 3339, and in the forms that databases and languages write", () => {
  for (const [name, form] of Object.entries(FORMS)) {
    for (const look of Object.values(LOOKS_UP)) assert.deepEqual(look(form), look(MS), name);
    for (const [, read] of Object.values(EXACT)) assert.deepEqual(read(form), read(MS), name);
  }
  // A date alone is its midnight in UTC, and seconds can be left out.
  assert.equal(twitter.firstAt("2024-05-17"), twitter.firstAt(Date.UTC(2024, 4, 17)));
  assert.equal(twitter.firstAt("2024-05-17T12:34+01:00"), twitter.firstAt(Date.UTC(2024, 4, 17, 11, 34)));
});

test("digits below the ms are cut where an instant is looked up, and refused where it must be exact", () => {
  for (const digits of ["272999", "2721", "272000001", `272${"0".repeat(300)}1`]) {
    const form = `2024-05-17T12:34:57.${digits}Z`;
    for (const look of Object.values(LOOKS_UP)) assert.deepEqual(look(form), look(MS), form);
    for (const [code, read] of Object.values(EXACT)) refused(code, () => read(form), "a whole number of ms");
  }
  // Before 1970 the cut goes to the past, too.
  const early = withOptions(snowflakeSI, { epoch: "1969-12-31T23:59:59.998Z", timeBits: 42, machineBits: 3 });
  assert.equal(early.timestamp(early.firstAt("1969-12-31T23:59:59.9989Z")), -2);
});

test("a time of day without a time zone is refused, and the message says so", () => {
  for (const form of ["2024-05-17T12:34:57", "2024-05-17 12:34", "2024-05-17T12:34:57.272000"]) {
    refused("INVALID_TIME", () => discord.firstAt(form), `time is '${form}'; it must be in a time zone`, "Z", "+01:00");
    for (const [code, read] of Object.values(EXACT)) refused(code, () => read(form), "time zone");
  }
});

test("what is no date or no time of day is refused, also what engines read as another one", () => {
  for (const date of [
    "2023-02-29",
    "2023-02-31",
    "2024-04-31",
    "2024-13-01",
    "2024-00-10",
    "2024-01-00",
    "-000000-01-01",
  ]) {
    for (const form of [date, `${date}T00:00Z`]) refused("INVALID_TIME", () => mastodon.range(form, null), form);
  }
  for (const end of [
    "T24:00Z",
    "T25:00Z",
    "T12:60Z",
    "T23:59:60Z",
    "T12:00+24:00",
    "T12:00+01:60",
    "T12Z",
    "T12:00.5Z",
  ]) {
    refused("INVALID_TIME", () => twitter.firstAt(`2024-05-17${end}`));
  }
  for (const form of [
    "",
    "2024",
    "2024-05",
    "20240517",
    "20240517T123457Z",
    "17.05.2024",
    "2024-05-17Z",
    "2024-5-17",
  ]) {
    refused("INVALID_TIME", () => twitter.firstAt(form));
  }
  for (const form of [
    "2024-05-17T12:34:57.Z",
    "2024-05-17T12:34:57,5Z",
    "2024-05-17  12:34Z",
    " 2024-05-17",
    "2024-05-17T12:34Z ",
  ]) {
    refused("INVALID_TIME", () => twitter.firstAt(form));
  }
});

let state = 1;
const random = (below) => (state = (state * 48_271) % 2_147_483_647) % below;
const pick = (words) => words[random(words.length)];
const two = (number) => String(number).padStart(2, "0");

/** Days from 1970-01-01 to a date, counted without `Date`. */
function daysTo(year, month, day) {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

/** A text of RFC 3339, its Unix ms, and whether it is a whole number of ms. */
function randomInstant() {
  const [year, month] = [random(10_000), 1 + random(12)];
  const day = 1 + random(daysTo(month === 12 ? year + 1 : year, (month % 12) + 1, 1) - daysTo(year, month, 1));
  const [hour, minute, second] = [random(24), random(60), random(60)];
  const digits = Array.from({ length: random(3) && random(20) }, () => random(random(2) ? 10 : 1)).join("");
  const offset = random(3) ? 0 : (random(2) || -1) * (random(24) * 60 + random(60));
  const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  const text = [
    `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}${pick("TTTt ")}`,
    `${two(hour)}:${two(minute)}:${two(second)}${digits && `.${digits}`}`,
    offset === 0 ? pick(["Z", "z", zone]) : zone.replace(":", pick([":", ""])),
  ].join("");
  const minutes = (daysTo(year, month, day) * 24 + hour) * 60 + minute - offset;
  const ms = minutes * 60_000 + second * 1000 + Number(digits.slice(0, 3).padEnd(3, "0"));
  return { text, ms, isWhole: !/[1-9]/.test(digits.slice(3)) };
}

/** A format that holds all of these instants. */
const FROM = Date.UTC(-10);
const all = defineFormat({
  name: "all",
  bits: 60,
  epoch: FROM,
  fields: [
    { kind: "time", bits: 52 },
    { kind: "sequence", bits: 8 },
  ],
});

test("any text of RFC 3339 is read as arithmetic says, and as Date does if it has at most three digits", () => {
  for (let i = 0; i < 5000; i++) {
    const { text, ms, isWhole } = randomInstant();
    assert.equal(all.timestamp(all.firstAt(text)), ms, text);
    const encode = () => all.encode({ timestamp: text, sequence: 0 });
    if (isWhole) assert.equal(all.timestamp(encode()), ms, text);
    else refused("INVALID_TIME", encode, "a whole number of ms");
    const canonical = new Date(ms).toISOString();
    assert.equal(all.timestamp(all.firstAt(canonical)), ms, canonical);
    if (/^\d{4}-\d\d-\d\dT[\d:]{8}(\.\d{3})?(Z|.\d\d:\d\d)$/.test(text)) assert.equal(Date.parse(text), ms, text);
  }
});

test("a text with a wrong character is refused, or read as what it says", () => {
  for (let i = 0; i < 5000; i++) {
    const { text } = randomInstant();
    const at = random(text.length);
    const wrong = text.slice(0, at) + pick("0123456789:-+.TZ tz") + text.slice(at + random(2));
    const read = () => all.timestamp(all.firstAt(wrong));
    const form = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?([Zz]|[+-]\d\d(:?\d\d)?))?$/.exec(
      wrong,
    );
    const [, year, month, day, hour = 0, minute = 0, second = 0, , zone = "Z"] = form ?? [];
    const [, zoneHours = 0, zoneMinutes = 0] = /^.(\d\d):?(\d\d)?$/.exec(zone) ?? [];
    const days = daysTo(Number(year) + (month === "12"), (month % 12) + 1, 1) - daysTo(Number(year), Number(month), 1);
    const isReal =
      form && month >= 1 && month <= 12 && day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
    if (isReal && zoneHours < 24 && zoneMinutes < 60) assert.ok(Number.isInteger(read()), wrong);
    else refused("INVALID_TIME", read);
  }
});

/** Places where a user writes an instant down, with the names and codes of their errors. */
const WRITTEN = {
  ...Object.fromEntries(["from", "to"].map((name) => [name, [name, "INVALID_TIME", LOOKS_UP[name]]])),
  end: ["to", "INVALID_TIME", LOOKS_UP.end],
  firstAt: ["time", "INVALID_TIME", LOOKS_UP.firstAt],
  now: ["now", "INVALID_TIME", LOOKS_UP.now],
  inspect: ["epoch", "INVALID_EPOCH", (epoch) => inspect("5", { epoch })],
  withOptions: ["epoch", "INVALID_EPOCH", (epoch) => withOptions(twitter, { epoch })],
  defineFormat: ["epoch", "INVALID_EPOCH", (epoch) => defineFormat({ name: "own", bits: 53, epoch, fields: FIELDS })],
};

test("a number that may be seconds is refused where a user writes an instant down, with both readings and both remedies", async () => {
  for (const [name, code, read] of Object.values(WRITTEN)) {
    for (const [given, said] of [
      [
        1_560_960_000,
        "1560960000, 1970-01-19 as ms and 2019-06-19 as seconds; it must be 1560960000000, or the text '1970-01-19T01:36:00.000Z'",
      ],
      [
        1_560_960_000n,
        "1560960000n, 1970-01-19 as ms and 2019-06-19 as seconds; it must be 1560960000000, or the text '1970-01-19T01:36:00.000Z'",
      ],
      [
        1e8,
        "100000000, 1970-01-02 as ms and 1973-03-03 as seconds; it must be 100000000000, or the text '1970-01-02T03:46:40.000Z'",
      ],
      [
        1e11,
        "100000000000, 1973-03-03 as ms and 5138-11-16 as seconds; it must be 100000000000000, or the text '1973-03-03T09:46:40.000Z'",
      ],
    ]) {
      assert.throws(() => read(given), { code, message: `${name} is ${said}` });
    }
  }
  for (const [args, name] of [
    [["range", "mastodon", "1668110687", "1668197087"], "from"],
    [["decode", "snowflakeSI", "5", "--epoch", "1560960000"], "epoch"],
    [["inspect", "5", "--epoch", "1560960000"], "epoch"],
    [["sql", "postgres", "twitter", "--epoch", "1560960000"], "epoch"],
  ]) {
    const { code, stderr } = await flakekit(args);
    assert.equal(code, 2, stderr);
    assert.match(
      stderr,
      new RegExp(`${name} is \\d{10}, 1970-01-\\d\\d as ms and 20\\d\\d-\\d\\d-\\d\\d as seconds; it must be`),
    );
  }
});

test("other numbers, Dates and texts of any year are instants, and so are all numbers of clocks and of IDs", async () => {
  const early = defineFormat({ name: "own", bits: 53, epoch: 0, fields: FIELDS });
  for (const ms of [0, 1, 1e8 - 1, 1e11 + 1]) {
    assert.equal(withOptions(twitter, { epoch: ms }).epoch, ms);
    assert.equal(early.timestamp(early.firstAt(ms)), ms);
    assert.equal(early.timestamp(early.range(ms, ms).min), ms);
  }
  const ms = 1_560_960_000;
  for (const written of [new Date(ms), new Date(ms).toISOString()]) {
    assert.equal(withOptions(twitter, { epoch: written }).epoch, ms);
    assert.equal(defineFormat({ name: "own", bits: 53, epoch: written, fields: FIELDS }).epoch, ms);
    assert.equal(early.timestamp(early.firstAt(written)), ms);
    assert.equal(early.timestamp(early.range(written, null).min), ms);
    inspect("5", { epoch: written, now: written });
  }
  // An adjusted format keeps such an epoch, and inspection and SQL take it.
  const adjusted = withOptions(withOptions(twitter, { epoch: new Date(ms) }), {});
  assert.equal(adjusted.epoch, ms);
  const [best] = inspect(adjusted.firstAt("2024-05-17"), { formats: [adjusted], kinds: ["twitter"] });
  assert.equal(best.date.toISOString(), "2024-05-17T00:00:00.000Z");
  assert.ok(sql(adjusted, "postgres").script.includes(String(ms)));
  assert.equal((await flakekit(["decode", "twitter", "5", "--epoch", "1970-01-19"])).code, 0);
  assert.equal(early.timestamp(early.encode({ timestamp: ms, sequence: 0 })), ms);
  const ids = generator(early, { clock: () => ms });
  assert.equal(early.timestamp(ids.next()), ms);
});

test("a bigint of Unix ms is an instant, as discord.js writes its epoch", () => {
  for (const look of Object.values(LOOKS_UP)) assert.deepEqual(look(BigInt(MS)), look(MS));
  for (const [, read] of Object.values(EXACT)) assert.deepEqual(read(BigInt(MS)), read(MS));
  assert.equal(withOptions(discord, { epoch: 1420070400000n }).epoch, discord.epoch);
  assert.equal(withOptions(mastodon, { epoch: -1n }).epoch, -1);
  for (const huge of [8_640_000_000_000_001n, 2n ** 64n, 1n << 30_000n, -(1n << 30_000n)]) {
    for (const look of Object.values(LOOKS_UP)) refused("INVALID_TIME", () => look(huge), "-8640000000000000");
    for (const [code, read] of Object.values(EXACT)) refused(code, () => read(huge), "-8640000000000000");
  }
});

test("a bigint is the number of a field where it is exact", async () => {
  const id = discord.encode({ timestamp: MS, workerId: 1, processId: 2, increment: 3 });
  assert.equal(discord.encode({ timestamp: BigInt(MS), workerId: 1n, processId: 2n, increment: 3n }), id);
  const ids = generator(discord, { workerId: 1n, processId: 2n });
  assert.deepEqual({ ...ids.fields }, { workerId: 1, processId: 2 });
  const leased = await lease(discord, { store: memory(), workerId: 3n });
  assert.equal(discord.decode(leased.next()).workerId, 3);
  await leased.close();
  const snos = generator(sno, { partition: 65_535n });
  assert.equal(snos.partition, 65_535);
  assert.equal(sno.meta(snos.next(255n)), 255);
  assert.equal(sno.meta(await snos.nextAsync(7n)), 7);
  assert.equal(sno.meta(batch(snos, 1, 7n)[0]), 7);
  assert.equal(sno.meta((await batchAsync(snos, 1, { meta: 7n }))[0]), 7);
  assert.equal(sno.meta(sno.withMeta(snos.next(), 7n)), 7);
  for (const [number, said] of [
    [32n, "32"],
    [-1n, "-1"],
    [2n ** 53n + 1n, "9007199254740993n"],
    [1n << 30_000n, "a bigint of more than 24 digits"],
  ]) {
    refused("INVALID_FIELD", () => generator(discord, { workerId: number, processId: 0 }), `workerId is ${said}`, "31");
    refused("INVALID_FIELD", () => discord.encode({ ...discord.decode(id), increment: number << 10n }), "increment is");
  }
  refused("INVALID_FIELD", () => snos.next(256n), "meta is 256");
  refused("INVALID_FIELD", () => ids.next(1n), "metadata is 1n", "omitted");
});

test("the command reads instants in the same forms", async () => {
  for (const [name, form] of Object.entries(FORMS)) {
    const { code, stdout, stderr } = await flakekit(["range", "twitter", form, form]);
    assert.deepEqual([code, stderr], [0, ""], name);
    const { min, max } = twitter.range(MS, MS);
    assert.deepEqual(linesOf(stdout), [`${min} ${max}`]);
    const read = await flakekit(["decode", "snowflake-si", "--epoch", form, "--json", "0"]);
    assert.equal(JSON.parse(read.stdout).timestamp, MS, name);
  }
  const cut = await flakekit(["range", "twitter", "2024-05-17T12:34:57.272999Z", "2024-05-17T12:34:57.2729Z"]);
  assert.equal(cut.stdout, `${twitter.range(MS, MS).min} ${twitter.range(MS, MS).max}\n`);
  const inexact = await flakekit(["decode", "snowflake-si", "--epoch", "2024-05-17T12:34:57.2725Z", "0"]);
  assert.equal(inexact.code, 2);
  assert.match(inexact.stderr, /^flakekit: --epoch is '2024-05-17T12:34:57\.2725Z'; .* a whole number of ms/);
  const local = await flakekit(["range", "twitter", "2024-05-17T12:34:57", "2024-05-18"]);
  assert.equal(local.code, 2);
  assert.match(local.stderr, /^flakekit: from is '2024-05-17T12:34:57'; it must be in a time zone/);
});

test("on the command line, any whole number is Unix ms", async () => {
  for (const ms of [
    "0",
    "-1",
    "1",
    "12",
    "1000",
    "2024",
    "9999",
    "-20200101",
    "86400000",
    "19700230",
    "99999999",
    "1714567890123",
  ]) {
    const { code, stdout, stderr } = await flakekit(["decode", "mastodon", `--epoch=${ms}`, "--json", "65536"]);
    assert.equal(code, 0, stderr);
    assert.equal(JSON.parse(stdout).timestamp, Number(ms) + 1);
    assert.equal((await flakekit(["decode", "mastodon", "--epoch", ms, "--json", "65536"])).stdout, stdout);
  }
  const { stdout } = await flakekit(["range", "mastodon", "0", "1000"]);
  assert.equal(stdout, "0 65601535\n");
  const early = await flakekit(["range", "mastodon", "--epoch", "-5", "--", "-5", "-1"]);
  assert.equal(early.stdout, "0 327679\n");
  assert.match(
    (await flakekit(["inspect", "5", "--epoch", "9".repeat(30)])).stderr,
    /^flakekit: --epoch is 1e\+30; it must/,
  );
});

test("eight digits that are a calendar date are refused, and the message has both ways to write what is meant", async () => {
  for (const args of [
    ["decode", "twitter", "1", "--epoch"],
    ["inspect", "1", "--epoch"],
    ["range", "mastodon", "0"],
    ["new", "nanoflake", "--generator-id", "1", "--epoch"],
  ]) {
    const { code, stdout, stderr } = await flakekit([...args, "20200229"]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /^flakekit: 20200229 is a date or Unix ms; write 2020-02-29 or 1970-01-01T05:36:40\.229Z\n/);
    const either = ["2020-02-29", "1970-01-01T05:36:40.229Z"];
    for (const form of either) assert.doesNotMatch((await flakekit([...args, form])).stderr, /Unix ms/);
  }
});

test("texts are read as before where a program has replaced how dates are written", (t) => {
  const expected = discord.firstAt("2024-05-17T12:34:57.272+02:00");
  for (const name of ["toJSON", "toISOString", "toString"]) {
    t.mock.method(Date.prototype, name, () => "today");
    assert.equal(discord.firstAt("2024-05-17T12:34:57.272+02:00"), expected, name);
    assert.throws(() => discord.firstAt("2024-02-30"), { code: "INVALID_TIME" }, name);
    t.mock.restoreAll();
  }
});
