// Scanning: the IDs of a text, with their positions, warnings and candidates.

import assert from "node:assert/strict";
import { test } from "node:test";
import { defineFormat, discord, nanoflake, prefixed, sno, twitter, withOptions } from "flakekit";
import { inspect, scan } from "flakekit/inspect";
import { vectors } from "../support/shared.mjs";

const now = "2026-11-25";

const TWEET = "1541815603606036480";
const ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

const kinds = (text, options) => scan(text, { now, ...options }).map(({ candidates }) => candidates[0].format);

test("all IDs are found in order, also repeats, with their positions in UTF-16 units", () => {
  const text = `🦀 ${TWEET}, ${ULID} \u{1F980}${TWEET}`;
  const found = scan(text, { now });
  assert.deepEqual(
    found.map(({ text }) => text),
    [TWEET, ULID, TWEET],
  );
  for (const { text: id, start, end } of found) assert.equal(text.slice(start, end), id);
  assert.equal(found[0].start, 3);
});

test("the candidates are those of inspect, and are plain data", () => {
  const [found] = scan(`id=${ULID}`, { now });
  assert.deepEqual(found.candidates, inspect(ULID, { now }));
  assert.equal(found.candidates, found.candidates);
  assert.deepEqual(Object.keys(found), ["text", "start", "end", "warning", "candidates"]);
  const json = JSON.parse(JSON.stringify(found));
  assert.equal(json.candidates[0].format, "ulid");
});

test("a link tells the kind of an ID", () => {
  for (const [link, kind, iso] of [
    ["https://www.tiktok.com/@scout2015/video/6718335390845095173", "tiktok", "2019-07-27T13:32:33.000Z"],
    [
      "https://www.linkedin.com/feed/update/urn:li:activity:7065296213041897472/",
      "linkedin",
      "2023-05-19T12:04:44.045Z",
    ],
    ["https://www.instagram.com/reel/C1a2B3c4D5e/", "instagram", "2023-12-29T02:01:44.082Z"],
    ["<@175928847299117063>", "discord", "2016-04-30T11:18:25.796Z"],
  ]) {
    const [{ candidates }] = scan(link, { now });
    assert.equal(candidates[0].format, kind);
    assert.equal(candidates[0].date.toISOString(), iso);
    assert.ok(candidates[0].score > 0.99, `${link}: ${candidates[0].score}`);
  }
});

test("what no kind takes has no entry", () => {
  for (const text of [
    "",
    "hello world",
    "42 + 2024",
    "192.168.1.1",
    "https://discord.gg/abcdefg",
    "\0\uD800\uDC00\uDFFF\n",
  ]) {
    assert.deepEqual(scan(text, { now }), [], text);
  }
});

test("lone surrogates and NUL are text around IDs", () => {
  assert.deepEqual(kinds(`\uD800${TWEET}\0${ULID}\uDC00`), ["twitter", "ulid"]);
});

test("damaged numbers and counters have a warning", () => {
  const warning = (text) => scan(text, { now }).map(({ warning }) => warning);
  assert.deepEqual(warning(TWEET), [null]);
  assert.deepEqual(warning("1541815603606030000"), ["rounded"]);
  assert.deepEqual(warning(String(458304698827669504)), ["rounded"]);
  assert.deepEqual(warning("1.54182E+18"), ["exponent"]);
  assert.deepEqual(warning("https://x.com/jack/status/20"), ["counter"]);
  const [{ candidates }] = scan("https://x.com/jack/status/20", { now });
  assert.deepEqual([candidates[0].format, candidates[0].timestamp], ["twitter", null]);
});

test("a rounded ID is read without the fields that are lost", () => {
  const [{ candidates }] = scan("458304698827669500", { now });
  assert.equal(candidates[0].format, "discord");
  assert.deepEqual(candidates[0].fields, {});
  assert.equal(candidates[0].date.getUTCFullYear(), 2018);
});

test("at most 1 % of published IDs are called damaged", () => {
  const ids = ["twitter", "discord", "mastodon", "instagram", "tsid"].flatMap((name) =>
    vectors(`published/${name}`).map(({ id }) => id),
  );
  const damaged = ids.filter((id) => scan(id, { now }).some(({ warning }) => warning === "rounded"));
  assert.ok(damaged.length * 100 <= ids.length, damaged.join());
});

test("formats of the caller are found too, in their own texts", () => {
  const fields = [
    { kind: "time", bits: 40 },
    { kind: "node", name: "shop", bits: 4 },
    { kind: "sequence", bits: 14 },
  ];
  const orders = defineFormat({ name: "orders", bits: 58, epoch: "2024-01-01", text: "hex", fields });
  const id = orders.encode({ timestamp: Date.UTC(2026, 0, 1), shop: 1, sequence: 2 });
  assert.deepEqual(kinds(`order ${id}`, { formats: [orders] }), ["orders"]);
  assert.deepEqual(kinds(`order ${orders.toText(id)}`, { formats: [orders] }), ["orders"]);
});

const orderId = prefixed(discord, "order");
const userId = prefixed(sno, "user");
const ORDER = orderId.toText(TWEET);

test("an ID after a prefix is found without options, in its format's own texts, and in base 36 if its numbers are usual", () => {
  const made = discord.encode({ timestamp: Date.UTC(2025, 5, 1, 12, 30), workerId: 1, processId: 0, increment: 0 });
  const user = sno.encode({ timestamp: Date.UTC(2025, 5, 1), toggle: 0, meta: 0, partition: 5, sequence: 0 });
  for (const [prefix, text, kind] of [
    ["order", String(made), "discord"],
    ["order", orderId.toText(made).slice(6), "discord"],
    ["order_item", orderId.toText(made).slice(6), "discord"],
    ["user", user, "sno"],
  ]) {
    const before = `the one of ${prefix}_`;
    const [found, ...others] = scan(`${before}${text} was late`, { now });
    assert.deepEqual(others, []);
    assert.deepEqual([found.text, found.start, found.end], [text, before.length, before.length + text.length]);
    assert.equal(found.candidates[0].format, kind);
  }
  const [{ format, date }] = inspect(orderId.toText(made), { now });
  assert.deepEqual([format, date], ["discord", discord.date(made)]);
});

test("texts with a prefix of the caller are found as a whole, and their kind is certain", () => {
  const user = userId.toText(sno.zero);
  const text = `${ORDER} of "${user}", ${TWEET}; /orders/${ORDER}/items x-${ORDER}\n`;
  const found = scan(text, { now, formats: new Set([orderId, userId]) });
  assert.deepEqual(
    found.map(({ text, start, end, candidates: [{ format }] }) => [text, start, end - start, format]),
    [
      [ORDER, 0, 19, "discord"],
      [user, 24, 21, "sno"],
      [TWEET, 48, 19, "twitter"],
      [ORDER, 77, 19, "discord"],
      [ORDER, 105, 19, "discord"],
    ],
  );
  for (const { text: id, start, end } of found) assert.equal(text.slice(start, end), id);
  const [{ candidates, warning }] = found;
  assert.equal(candidates.length, 1);
  const [{ date, fields, fit, reasons, score, timestamp, value }] = candidates;
  assert.ok(score > 0.99);
  const { timestamp: made, date: _, ...numbers } = discord.decode(TWEET);
  assert.deepEqual([value, timestamp, date, fields], [BigInt(TWEET), made, new Date(made), numbers]);
  assert.equal(reasons[0], "has the prefix order");
  assert.deepEqual([fit, warning], ["plausible", null]);
});

test("texts of another prefix, and wrong ones, are no texts with a prefix of the caller", () => {
  for (const text of [`my_${ORDER}`, `${ORDER}0`, `${ORDER}_`, ORDER.toUpperCase(), ORDER.replace("order", "user")]) {
    for (const found of scan(text, { now, formats: [orderId, userId] })) assert.notEqual(found.text, ORDER);
  }
});

test("a prefix that two formats have gives a candidate of each whose text it is", () => {
  const other = prefixed(twitter, "order");
  const [{ candidates }] = scan(ORDER, { now, formats: [orderId, other] });
  assert.deepEqual(
    candidates.map(({ format }) => format),
    ["discord", "twitter"],
  );
  assert.ok(candidates.reduce((sum, { score }) => sum + score, 0) <= 1);
});

test("the format of a prefix is read as it is, also if a built-in format has its name, and its ID ends with zeros", () => {
  for (const epoch of ["1990-01-01", "2020-01-01", "2026-01-01"]) {
    const own = withOptions(twitter, { epoch });
    const texts = prefixed(own, "order");
    for (const id of [BigInt(TWEET), 1541815603606036000n, 1000n, 175928847299117000n]) {
      const { timestamp, date, ...numbers } = own.decode(id);
      const [candidate, ...others] = inspect(texts.toText(id), { now, formats: [texts] });
      assert.deepEqual(
        [candidate.format, candidate.value, candidate.timestamp, candidate.date, candidate.fields, others],
        ["twitter", id, timestamp, date, numbers, []],
      );
    }
  }
});

test("inspect reads a text with a prefix of the caller, alone and as the only one in a text", () => {
  const late = withOptions(nanoflake, { epoch: "2024-01-01" });
  const texts = prefixed(nanoflake, "n");
  for (const text of [ORDER, ` ${ORDER}\n`, `/orders/${ORDER}?a=1`]) {
    const all = inspect(text, { now, formats: [orderId] });
    assert.deepEqual(
      all.map(({ format, value }) => [format, value]),
      [["discord", BigInt(TWEET)]],
    );
  }
  const id = late.firstAt("2025-01-01");
  const [{ timestamp }] = inspect(texts.toText(id), { now, epoch: "2024-01-01", formats: [texts] });
  assert.equal(timestamp, Date.UTC(2025, 0, 1));
  assert.equal(inspect(texts.toText(id), { now, formats: [texts] })[0].timestamp, null);
});

test("texts with a prefix are found in long texts, in linear time", () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `${"order_".repeat(i % 3)}x,${ORDER} a_`).join("");
  const found = scan(text, { now, formats: [orderId] });
  assert.equal(found.length, 20_000);
  for (const { start, end } of found) assert.equal(text.slice(start, end), ORDER);
  assert.deepEqual(scan("order_".repeat(100_000), { now, formats: [orderId] }), []);
});

test("a long text is read in pieces, and no ID is lost where they meet", () => {
  for (const separator of ["\n", " ", ",", '"', ";", "|"]) {
    const ids = Array.from({ length: 20_000 }, (_, i) => String(BigInt(TWEET) + (BigInt(i) << 22n)));
    const text = ids.join(separator);
    const found = scan(text, { now });
    assert.deepEqual(
      found.map(({ text }) => text),
      ids,
    );
    for (const { text: id, start, end } of found) assert.equal(text.slice(start, end), id);
  }
});

test("only a string can be scanned", () => {
  for (const text of [undefined, null, 5, 5n, {}, [TWEET], new String(TWEET)]) {
    assert.throws(() => scan(text, { now }), { code: "INVALID_ID", message: /text to scan/ });
  }
  assert.throws(() => scan("", { nwo: now }), { code: "INVALID_OPTION" });
  assert.throws(() => scan("", { now: "noon" }), { code: "INVALID_TIME" });
});

/** The found IDs whose first candidate has a score of at least 0.5. */
const seen = (text) =>
  scan(text, { now })
    .map(({ warning, candidates }) => ({ warning, ...candidates[0] }))
    .filter(({ score }) => score >= 0.5);

/** Whether the reading of a paste is as `tests/vectors/README.md` says. */
function isAsExpected({ text, finds = [], also = [], count, kind, rounded, exponent }) {
  const found = seen(text);
  const is = (wanted) => (one) =>
    one.format === wanted.kind && (wanted.time === undefined || (one.date?.toISOString() ?? null) === wanted.time);
  if (rounded || exponent) return found.some(({ warning }) => warning === (rounded ? "rounded" : "exponent"));
  if (count !== undefined) return found.filter(({ format }) => format === kind).length === count;
  const isAllowed = (one) => one.date === null || [...finds, ...also].some((wanted) => is(wanted)(one));
  return finds.every((wanted) => found.some(is(wanted))) && found.every(isAllowed);
}

test("what people paste is found, and nothing else gets a date", () => {
  const pastes = vectors("pastes");
  assert.deepEqual(
    pastes.filter((paste) => !isAsExpected(paste)).map(({ text }) => text),
    [],
  );
});
