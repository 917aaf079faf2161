// Promises of the judgement of a list: its IDs are of one kind, and all of them have lost their last digits or none has.

import assert from "node:assert/strict";
import { test } from "node:test";
import { idsOf, roundedByJson } from "./populations.mjs";
import { source } from "./source.mjs";

const { ListReader } = await source("list/reader.ts");
const { append, listOf } = await source("list/list.ts");
const { columnsOf } = await source("list/columns.ts");

const PIECE = 65_536;
const V4 = "5b3c1a2e-9c0a-4d2a-8b8d-0d2a8b8d0d2a";

/** Reads a text as the worker does. */
function read(text, given = {}) {
  const reader = new ListReader(new globalThis.URLSearchParams(given));
  let list;
  const take = () => (list ? append(list, reader.take()) : (list = listOf(reader.take())));
  for (let at = 0; at < text.length; at += PIECE) {
    reader.push(text.slice(at, at + PIECE));
    if (reader.count > 1000) take();
  }
  reader.end();
  take();
  return list;
}

/** The counts of the kinds of a list's rows. */
function kindsOf({ ids, kinds, format }) {
  const counts = {};
  for (let row = 0; row < ids.length; row++) {
    const kind = kinds.get(row) ?? format;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

const names = (list) => columnsOf(list).map(({ name }) => name);
const isTimeless = ({ timestamps }) => timestamps.every(Number.isNaN);

const ROUNDED = idsOf("discord", 5000).map(roundedByJson);

for (const [name, text, places] of [
  ["in lines", ROUNDED.join("\n"), ["line 1", "line 2", "line 3"]],
  ["in a table", `id,n\n${ROUNDED.map((id) => `${id},1`).join("\n")}`, ["line 2", "line 3", "line 4"]],
  ["in objects of JSON", `[${ROUNDED.map((id) => `{"id":${id}}`).join(",")}]`, ["object 1", "object 2", "object 3"]],
  ["in a list of JSON", `[${ROUNDED.join(",")}]`, []],
]) {
  test(`5000 IDs that JSON.parse has rounded are of one kind and damaged together: ${name}`, () => {
    const list = read(text);
    assert.deepEqual(kindsOf(list), { discord: 5000 });
    assert.ok(!list.isMixed);
    assert.deepEqual([list.damaged, list.places], [5000, places]);
    assert.deepEqual(list.loss, { fields: ["workerId", "processId", "increment"], ms: 1 });
    assert.deepEqual(names(list).slice(0, 2), ["ID", "created"], "no kinds and no notes");
    assert.ok(!names(list).includes("increment"), "a wrong field is not shown");
  });
}

test("what IDs have lost is that of their format: machines of Sonyflake, whose time is right to a tick", () => {
  const ids = Array.from({ length: 50 }, (_, n) =>
    roundedByJson(String(574_000_000_000_000_000n + 7_654_321_987_654n * BigInt(n) + 77n)),
  );
  const { loss } = read(ids.join("\n"), { format: "sonyflake" });
  assert.deepEqual(loss, { fields: ["machineId"], ms: 10 });
});

test("a few IDs that look rounded by chance are no damage of a list, and its fields stay", () => {
  const list = read(idsOf("discord", 5000).join("\n"));
  assert.equal(list.loss, undefined);
  assert.ok(list.damaged < 100);
  assert.ok(names(list).includes("increment"));
});

test("IDs of a maker with an epoch of its own are of the kind own, and have no dates of another kind", () => {
  for (const change of [(id) => id, roundedByJson]) {
    const list = read(idsOf("own", 5000).map(change).join("\n"));
    assert.deepEqual(kindsOf(list), { own: 5000 });
    assert.ok(isTimeless(list));
  }
});

test("tweets and IDs of Discord in one list are not taken for IDs of a maker with an epoch of its own", () => {
  const list = read([...idsOf("twitter", 4), ...idsOf("discord", 4, "2016-01-01", "2017-01-01")].join("\n"));
  assert.ok(!("own" in kindsOf(list)) && !list.timestamps.some(Number.isNaN));
});

test("in a list half of tweets and half of IDs of Discord, each ID has the kind that it likely has alone", () => {
  const others = idsOf("discord", 500);
  const list = read(
    idsOf("twitter", 500)
      .flatMap((id, at) => [id, others[at]])
      .join("\n"),
  );
  assert.ok(list.isMixed);
  const { twitter, discord } = kindsOf(list);
  assert.ok(twitter > 450 && discord > 400, `${twitter} and ${discord}`);
});

test("as many IDs of another kind as a list has, behind its beginning, have their own kind", () => {
  const first = idsOf("discord", 300, "2015-06-01", "2016-06-01");
  const { twitter, discord } = kindsOf(read([...first, ...idsOf("twitter", 300)].join("\n")));
  assert.ok(twitter > 270 && discord > 270, `${twitter} and ${discord}`);
});

test("IDs of another kind behind the beginning of a list have their own kind, although they are as long as its IDs", () => {
  const discord = idsOf("discord", 500);
  const twitter = idsOf("twitter", 500);
  for (const lists of [
    [twitter, discord],
    [discord, twitter],
  ]) {
    const list = read(lists.flat().join("\n"));
    // Some IDs beside the border look like one of the other kind.
    assert.ok(Math.abs(kindsOf(list).discord - 500) < 10, `${kindsOf(list).discord}`);
    assert.equal(new Date(list.timestamps[999]).getUTCFullYear(), 2023);
  }
  const { discord: among } = kindsOf(read([...idsOf("twitter", 9000), ...discord, ...twitter].join("\n")));
  // A piece of the list with a few of them does not show them.
  assert.ok(among > 400 && among <= 500, `${among}`);
});

test("IDs that do not belong to a list have their own kinds and times, also far behind its beginning", () => {
  const own = () => idsOf("discord", 5000, "2015-06-01", "2016-06-01");
  const list = read([...own(), ...idsOf("twitter", 20), V4, ...own()].join("\n"));
  assert.deepEqual(kindsOf(list), { discord: 10_000, twitter: 20, "uuid v4": 1 });
  assert.equal(new Date(list.timestamps[5000]).getUTCFullYear(), 2023);
});

test("sorted IDs of many years are of one kind, although the later ones are longer and far from the first ones", () => {
  for (const name of ["discord", "twitter"]) {
    const ids = idsOf(name, 20_000, "2015-02-01", "2026-01-01").sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    assert.deepEqual(kindsOf(read(ids.join("\n"))), { [name]: 20_000 });
  }
});

test("later IDs that make a list look like one of another maker do not change its kind", () => {
  const first = idsOf("discord", 300, "2016-01-01T00:00", "2016-01-01T04:00");
  const later = idsOf("discord", 100, "2023-02-01", "2023-02-02");
  // Alone, this ID of worker 11 and process 26 looks like a tweet.
  const tweet = String((BigInt(Date.UTC(2023, 1, 1, 12) - 1420070400000) << 22n) | (378n << 12n));
  assert.deepEqual(kindsOf(read([...first, ...later, tweet].join("\n"))), { discord: 401 });
});

test("an ID whose mention tells its kind is of this kind, among many IDs of another kind", () => {
  const [user] = idsOf("discord", 1);
  const list = read([...idsOf("twitter", 50).map((id) => `see ${id},`), `<@${user}> wrote them`].join("\n"));
  assert.deepEqual(kindsOf(list), { twitter: 50, discord: 1 });
});
