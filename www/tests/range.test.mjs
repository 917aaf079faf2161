// The view "Range": bounds, queries and time zones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { formats, twitter, withOptions } from "flakekit";
import { copied, visit } from "./browser.mjs";
import { runCode } from "./code.mjs";
import { source } from "./source.mjs";

const { kindOf, boundsOf, OTHER_NAMES } = await source("range/kinds.ts");
const { instantOf, textAt } = await source("range/zones.ts");

const DAY = 86_400_000;
const NONE = new globalThis.URLSearchParams();
const MIDNIGHT = Date.parse("2026-06-28T00:00Z");
const boundsAt = (name, from, to) => boundsOf(kindOf(name, NONE), Date.parse(from), Date.parse(to));

for (const format of formats()) {
  const { name } = format;
  test(`the bounds of ${name} are those of the package, up to the ends of its time`, () => {
    const own = format.epoch === null ? withOptions(format, { epoch: "2024-01-01" }) : format;
    const kind = kindOf(name, NONE);
    const spans = [
      [MIDNIGHT, MIDNIGHT + DAY],
      [MIDNIGHT + 1, MIDNIGHT + 1003],
      [own.epoch - DAY, own.epoch + 1000],
      [own.epoch, MIDNIGHT],
      [MIDNIGHT, kind.end - 1],
      [MIDNIGHT, kind.end],
      [MIDNIGHT, kind.end + DAY],
    ];
    for (const [from, to] of spans) {
      const { min, end } = own.range(from, to, { halfOpen: true, clamp: true });
      const bounds = boundsOf(kind, from, to);
      assert.deepEqual([bounds.min, bounds.end], [String(min), end === null ? null : String(end)], `${from} ${to}`);
    }
  });
}

for (const name of [...formats().map(({ name }) => name), ...OTHER_NAMES]) {
  test(`neighbouring ranges of ${name} meet in one ID`, () => {
    const between = MIDNIGHT + 1234;
    const [before, after] = [
      boundsOf(kindOf(name, NONE), MIDNIGHT, between),
      boundsOf(kindOf(name, NONE), between, MIDNIGHT + DAY),
    ];
    assert.equal(before.end, after.min);
    assert.notEqual(before.min, before.end);
  });
}

for (const [name, ms, first] of [
  // The times of the examples of the specifications.
  ["uuid v7", 0x017f22e279b0, "017f22e2-79b0-7000-8000-000000000000"],
  ["ulid", 1469922850259, "01ARZ3NDEK0000000000000000"],
  ["ulid", 2 ** 48 - 1, "7ZZZZZZZZZ0000000000000000"],
  ["objectid", Date.parse("2012-10-17T21:13:27.999Z"), "507f1f770000000000000000"],
  ["uuid v7", 0, "00000000-0000-7000-8000-000000000000"],
]) {
  test(`the first ID of ${name} at ${ms} is ${first}`, () => assert.equal(kindOf(name, NONE).first(ms), first));
}

test("a range that reaches past the time of its IDs says so, and is open at its end", () => {
  const { min, end, notes } = boundsAt("twitter", "2010-01-01T00:00Z", "2100-01-01T00:00Z");
  assert.deepEqual([min, end], ["0", null]);
  assert.deepEqual(notes, [
    "The IDs of X begin at 2010-11-04 01:42:54.657 UTC, after “from”.",
    "The IDs of X end at 2080-07-10 17:30:30.209 UTC, before “to”.",
  ]);
  assert.deepEqual(boundsAt("objectid", "2012-10-17T21:13:27Z", "2106-02-07T06:28:16Z"), {
    min: "507f1f770000000000000000",
    end: null,
    notes: [],
  });
});

for (const [what, name, from, to, message] of [
  ["ends before it begins", "ulid", "2022-06-29T00:00Z", "2022-06-28T00:00Z", /“from” is 2022-06-29 .* before “to”/],
  ["has no length", "ulid", "2022-06-29T00:00Z", "2022-06-29T00:00Z", /it must be before “to”/],
  ["is before the first ID", "twitter", "2009-06-29T00:00Z", "2010-06-29T00:00Z", /X begin at 2010-11-04/],
  ["is after the last ID", "twitter", "2090-06-29T00:00Z", "2091-06-29T00:00Z", /X end at 2080-07-10/],
  ["is in one tick", "objectid", "2022-06-29T00:00:00.1Z", "2022-06-29T00:00:00.9Z", /one tick of MongoDB ObjectId/],
]) {
  test(`a range that ${what} is refused with the reason`, () => {
    assert.throws(() => boundsAt(name, from, to), { name: "FlakeError", message });
  });
}

for (const [zone, text, utc, is] of [
  ["UTC", "2022-06-28T12:30", "2022-06-28T12:30:00.000Z", "once"],
  ["Europe/Berlin", "2022-06-28T12:30", "2022-06-28T10:30:00.000Z", "once"],
  ["Europe/Berlin", "2022-01-28T12:30:15.5", "2022-01-28T11:30:15.500Z", "once"],
  ["Europe/Berlin", "2026-03-29T01:59:59", "2026-03-29T00:59:59.000Z", "once"],
  ["Europe/Berlin", "2026-03-29T02:00", "2026-03-29T01:00:00.000Z", "skipped"],
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z", "skipped"],
  ["Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00:00.000Z", "once"],
  ["Europe/Berlin", "2026-10-25T01:59", "2026-10-24T23:59:00.000Z", "once"],
  ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z", "twice"],
  ["Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00:00.000Z", "once"],
  ["America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00.000Z", "skipped"],
  ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z", "twice"],
  ["Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00.000Z", "twice"],
  ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00.000Z", "skipped"],
  ["Asia/Kathmandu", "1970-01-01T00:00", "1969-12-31T18:30:00.000Z", "once"],
  // Samoa left out a day.
  ["Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00:00.000Z", "skipped"],
  // While a year is typed.
  ["Europe/Berlin", "0002-06-28T12:00", "0002-06-28T11:06:32.000Z", "once"],
]) {
  test(`clocks in ${zone} show ${text} ${is}: ${utc}`, () => {
    const instant = instantOf(zone, text);
    assert.deepEqual([new Date(instant.ms).toISOString(), instant.is], [utc, is]);
    if (is !== "skipped") assert.equal(textAt(zone, instant.ms), text.replace(".5", ".500"));
  });
}

const SPAN = "from=2022-06-28T00:00&to=2022-06-29T00:00";

test("the SQL contains the package's half-open range and can be copied", () =>
  visit(`#range?format=twitter&${SPAN}&table=posts`, async (page) => {
    const { min, end } = twitter.range("2022-06-28", "2022-06-29", { halfOpen: true });
    assert.equal(await copied(page, "copy the SQL"), `SELECT * FROM posts\nWHERE id >= ${min} AND id < ${end};`);
  }));

for (const [name, query] of [
  [
    "uuid v7",
    "SELECT * FROM events\nWHERE id >= '0181a79b-9400-7000-8000-000000000000' AND id < '0181acc1-f000-7000-8000-000000000000';",
  ],
  ["ulid", "SELECT * FROM events\nWHERE id >= '01G6KSQ5000000000000000000' AND id < '01G6PC3W000000000000000000';"],
]) {
  test(`the SQL for ${name} has its texts`, () =>
    visit(`#range?format=${name}&${SPAN}`, async (page) => {
      assert.equal(await copied(page, "copy the SQL"), query);
      await page.locator(".texts a").first().click();
      await page.locator(".when time").waitFor();
      assert.equal(await page.locator(".when time").getAttribute("datetime"), "2022-06-28T00:00:00.000Z");
    }));
}

test("the query for ObjectIds is MongoDB's", () =>
  visit(`#range?${SPAN}`, async (page) => {
    await page.getByRole("radio", { name: "MongoDB ObjectId" }).check();
    assert.equal(
      await copied(page, "copy the MongoDB"),
      '{ _id: { $gte: ObjectId("62ba44800000000000000000"), $lt: ObjectId("62bb96000000000000000000") } }',
    );
    assert.equal(await page.getByLabel("table").count(), 0);
  }));

test("past the end of a format's time, the query has a lower bound only, and its code runs", () =>
  visit("#range?format=twitter&from=2022-06-28T00:00&to=2100-01-01T00:00", async (page) => {
    const min = twitter.firstAt("2022-06-28");
    assert.equal(await copied(page, "copy the SQL"), `SELECT * FROM events\nWHERE id >= ${min};`);
    assert.match(await page.locator("main").innerText(), /The IDs of X end at 2080-07-10/);
    const found = await runCode(await copied(page, "copy the code"), "min, end");
    assert.deepEqual({ ...found }, { min, end: null });
  }));

for (const [name, hash] of [
  ["from", "#range?from=garbage"],
  ["to", "#range?to=2026-13-40T00:00"],
]) {
  test(`a time '${name}' that is none is named in a sentence`, () =>
    visit(hash, async (page) => {
      assert.match(
        await page.locator(".error").innerText(),
        new RegExp(`“${name}” is '.+'; it must be a time such as`),
      );
      assert.equal(await page.locator(".code").count(), 0);
    }));
}

for (const time of ["+275760-09-13T00:00", "+275760-09-12T12:00", "-271821-04-20T00:00", "0000-01-01T00:00"]) {
  test(`the time ${time}, which clocks cannot show, is named in a sentence`, () =>
    visit(`#range?from=${encodeURIComponent(time)}&zone=Asia/Kolkata`, async (page) => {
      const error = await page.locator("main .error").innerText();
      assert.match(error, /^“from” is '.+'; it must be a time such as/);
      assert.ok(error.includes(time));
    }));
}

test("a time zone that is none is named in a sentence", () =>
  visit("#range?zone=Nowhere", async (page) => {
    assert.match(await page.locator(".error").innerText(), /“zone” is 'Nowhere'; it must be a time zone/);
    assert.equal(await page.locator(".code").count(), 0);
  }));

test("a date that is cleared is asked for, and its SQL goes", () =>
  visit("#range", async (page) => {
    await page.getByLabel("from").fill("");
    assert.equal(await page.locator(".error").innerText(), "Enter a date and a time in “from”.");
    assert.equal(await page.locator(".code").count(), 0);
    await page.getByLabel("from").fill("2022-06-28T00:00");
    await page.locator(".code").first().waitFor();
  }));

test("a range whose end is before its start gives an error message", () =>
  visit("#range?from=2022-06-29T00:00&to=2022-06-28T00:00", async (page) => {
    assert.match(await page.locator(".error").innerText(), /2022-06-29/);
  }));

/** Opens an address in a browser whose clocks are those of Berlin. */
const inBerlin = (hash, work) =>
  visit(
    "#read",
    async (page, { context }) => {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setTimezoneOverride", { timezoneId: "Europe/Berlin" });
      await page.goto(page.url().replace(/#.*/, hash));
      await page.getByRole("heading", { name: "Find IDs by time" }).waitFor();
      await work(page);
    },
    { isAlone: true },
  );

test("the times can be entered in the reader's zone, which stands beside UTC, and the range stays the same", () =>
  inBerlin(`#range?${SPAN}`, async (page) => {
    const fields = page.locator(".field:has([type=datetime-local])");
    const sql = await copied(page, "copy the SQL");
    assert.match(await fields.first().innerText(), /2022-06-28 02:00 in Europe\/Berlin, \d+ years ago/);
    await page.getByRole("radio", { name: "Europe/Berlin" }).check();
    assert.equal(await page.getByLabel("from").inputValue(), "2022-06-28T02:00");
    assert.match(await fields.first().innerText(), /2022-06-28 00:00 UTC, \d+ years ago/);
    assert.equal(await copied(page, "copy the SQL"), sql);
    await page.getByLabel("from").fill("2022-06-28T00:00");
    assert.ok((await page.locator(".code").first().innerText()).includes(twitter.firstAt("2022-06-27T22:00Z")));
    await page.waitForURL(/zone=Europe%2FBerlin/);
  }));

test("without a choice of times, the range is of whole days of the zone that is chosen", () =>
  inBerlin("#range", async (page) => {
    await page.getByRole("radio", { name: "Europe/Berlin" }).check();
    for (const name of [/^from/, /^to/]) assert.match(await page.getByLabel(name).inputValue(), /T00:00$/);
  }));

test("a link with a time zone means the same times in another zone", () =>
  visit(`#range?${SPAN}&zone=Asia/Tokyo`, async (page) => {
    assert.ok(await page.getByRole("radio", { name: "Asia/Tokyo" }).isChecked());
    const { min, end } = twitter.range("2022-06-27T15:00Z", "2022-06-28T15:00Z", { halfOpen: true });
    assert.equal(await copied(page, "copy the SQL"), `SELECT * FROM events\nWHERE id >= ${min} AND id < ${end};`);
  }));

test("where the clocks skip a time or show it twice, the page says which time it takes", () =>
  visit("#range?zone=Europe/Berlin&from=2026-03-29T02:30&to=2026-10-25T02:30", async (page) => {
    const shown = await page.locator("main").innerText();
    for (const sentence of [
      "Clocks in Europe/Berlin show 2026-03-29 02:30 never, because they skip it: 2026-03-29 03:30 is taken, which is 2026-03-29 01:30 UTC.",
      "Clocks in Europe/Berlin show 2026-10-25 02:30 twice: 2026-10-25 00:30 UTC is taken, the first.",
    ])
      assert.ok(shown.includes(sentence), shown);
    const { min, end } = twitter.range("2026-03-29T01:30Z", "2026-10-25T00:30Z", { halfOpen: true });
    assert.ok((await copied(page, "copy the SQL")).includes(`id >= ${min} AND id < ${end};`));
  }));
