// What the page says of each kind of text, and how an ID is changed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { discord, lost, tsid, twitter } from "flakekit";
import { sql } from "flakekit/sql";
import { answered, paste, visit } from "./browser.mjs";

const TWEET = "1541815603606036480";
const answer = (page) => page.locator(".when").innerText();
const code = (page, name) => page.locator(`[aria-label="${name}"] code`).textContent();

test("of a rounded number, the time is shown, and what is lost is grey and has no value", () =>
  visit("#read?id=458304698827669500", async (page) => {
    assert.match(await answer(page), /^Mon, 18 Jun 2018, 16:19:15\s+Discord .*\s+2018-06-18 16:19:15\.090 UTC/);
    assert.match(await answer(page), /The time is right\. Its last 2 digits are lost/s);
    const { min, max } = lost(discord, "458304698827669500");
    assert.match(await answer(page), new RegExp(`It was one of the IDs from ${min} to ${max}\\.`));
    const grey = await page.locator(".bits i.lost").count();
    // 50 more or less change the last 7 bits.
    assert.ok(grey >= 7 && grey < 22, String(grey));
    assert.match(await page.locator(".fields tr", { hasText: "increment" }).innerText(), /lost/);
    assert.equal(await page.getByRole("heading", { name: "As text" }).count(), 0);
  }));

test("of a number with an exponent, it is said how far the time can be off", () =>
  visit("#read", async (page) => {
    await paste(page, "tweet_id=1.54182E+18");
    assert.match(await answer(page), /^Tue, 28 Jun 2022, .*\s+X · /);
    assert.match(await answer(page), /The time can be off by 19\.9 minutes\. Its last 13 digits are lost/s);
  }));

test("a counter of tweets has no time and no fields", () =>
  visit("#read", async (page) => {
    await paste(page, "https://twitter.com/biz/status/21");
    assert.match(await answer(page), /^A counter\s+X/);
    assert.equal(await page.locator(".when time, .bits, .fields").count(), 0);
    assert.match(await code(page, "Code"), /inspect\("21"\)/);
  }));

test("a kind without a time says so", () =>
  visit("#read", async (page) => {
    await paste(page, "V1StGXR8_Z5jdHi6B-myT");
    assert.match(await answer(page), /^No time\s+Nano ID\s+Such IDs hold no time\.$/);
  }));

test("an ID whose epoch is not known asks for it", () =>
  visit("#read?id=746754366636288&format=snowflakeSI", async (page) => {
    assert.match(
      await answer(page),
      /^Its epoch tells the time\s+Snowflake-SI\s+Its time depends on an epoch\. Enter the epoch\./,
    );
    await page.getByRole("textbox", { name: "epoch" }).fill("2025-01-01");
    assert.match(await answer(page), /\s2027-11-/);
  }));

test("of a text that is no ID, the next steps are to choose a format or to define one", () =>
  visit("#read", async (page) => {
    await paste(page, "hello12345");
    assert.match(await answer(page), /^No ID that this page knows/);
    await page.locator(".chips label", { hasText: "uid60" }).click();
    assert.equal(await page.locator(".kind").innerText(), "uid60");
    await paste(page, "hello, World");
    assert.match(await answer(page), /^No ID\s+The text contains no ID/);
    await paste(page, "hello12346");
    await page.getByRole("link", { name: "define it" }).click();
    await page.getByRole("heading", { name: "Make IDs" }).waitFor();
  }));

test("the scores are probabilities, and what they leave is none of these, from 10 % on", () =>
  visit(`#read?id=${TWEET}`, async (page) => {
    assert.match(await page.locator(".candidates").innerText(), /X\s+9\d %/);
    assert.equal(await page.locator(".none").count(), 0);
    await page.locator("#id").fill("1656432460");
    await answered(page);
    assert.match(await page.locator(".none").innerText(), /^None of these: 1\d %$/);
  }));

test("one ID in a sentence is marked in it, and gets the full view", () =>
  visit("#read", async (page) => {
    await paste(page, `the tweet ${TWEET} was deleted`);
    assert.equal(await page.locator(".annotated").innerText(), `the tweet ${TWEET} was deleted`);
    assert.deepEqual(await page.locator(".annotated mark").allInnerTexts(), [TWEET]);
    assert.match(await answer(page), /^Tue, 28 Jun 2022, .*\s+X · /);
  }));

const idIn = (page) => page.locator("#id").inputValue();
const edit = (page) => page.getByRole("button", { name: "Edit bits" }).click();

test("a click on a bit changes nothing until “Edit bits” is on; then it inverts the bit, and the ID, its time, the code and the SQL follow", () =>
  visit(`#read?id=${TWEET}&dialect=postgres`, async (page) => {
    await page.locator(".bits span i").last().click();
    assert.equal(await idIn(page), TWEET);
    assert.equal(await page.locator(".fields input").count(), 0);
    await edit(page);
    await page.locator(".bits span i").last().click();
    const changed = String(BigInt(TWEET) + 1n);
    assert.equal(await idIn(page), changed);
    assert.doesNotMatch(page.url(), /id=/);
    assert.match(await code(page, "Code"), new RegExp(`twitter.decode\\("${changed}"\\)`));
    assert.match(await code(page, "SQL"), new RegExp(`WHERE id = ${changed};`));
    await page.locator(".bits span i").last().click();
    assert.equal(await idIn(page), TWEET);
  }));

test("each change of an ID is a step of the history, a bar says what the ID was, and undo leads back", () =>
  visit("#read", async (page) => {
    await paste(page, `see ${TWEET}`);
    await edit(page);
    const bar = page.locator(".changed");
    assert.equal(await bar.count(), 0);
    const last = page.locator(".bits span i").last();
    await last.click();
    const once = await idIn(page);
    await page.locator(".bits span i").first().click();
    assert.match(await bar.innerText(), new RegExp(`^Changed from\\s${TWEET}`));
    await bar.getByRole("button", { name: "undo" }).click();
    await page.waitForFunction((text) => document.getElementById("id").value === text, once);
    await bar.getByRole("button", { name: "undo" }).click();
    await page.waitForFunction((text) => document.getElementById("id").value === text, `see ${TWEET}`);
    assert.equal(await bar.count(), 0);
    await page.goForward();
    await page.waitForFunction((text) => document.getElementById("id").value === text, once);
    await page.reload();
    await bar.waitFor();
    await paste(page, TWEET);
    assert.equal(await bar.count(), 0);
    assert.equal(await page.locator(".fields input").count(), 0);
  }));

test("a field and the time can be changed, and a value that does not fit is refused", () =>
  visit(`#read?id=${TWEET}`, async (page) => {
    await edit(page);
    const enter = async (name, value) => {
      await page.getByRole("textbox", { name, exact: true }).fill(value);
      await page.keyboard.press("Enter");
    };
    await enter("value of workerId", "31");
    assert.equal(twitter.decode(await idIn(page)).workerId, 31);
    await enter("time of timestamp", "2020-02-29T12:00:00.123Z");
    assert.equal(twitter.decode(await idIn(page)).date.toISOString(), "2020-02-29T12:00:00.123Z");
    assert.match(await answer(page), /\s2020-02-29 12:00:00\.123 UTC/);
    const before = await idIn(page);
    await enter("value of workerId", "32");
    assert.equal(await idIn(page), before);
    const input = page.getByRole("textbox", { name: "value of workerId", exact: true });
    assert.match(await input.evaluate((input) => input.validationMessage), /whole number from 0 to 31/);
    await enter("time of timestamp", "1999-01-01");
    assert.equal(await idIn(page), before);
  }));

test("a text of digits only, which is read as a decimal number, is no obstacle to changes, and the code reads what is shown", () => {
  const id = tsid.encode({ timestamp: tsid.epoch + 1, machineId: 1, sequence: 26 });
  return visit(`#read?id=${tsid.toText(id)}&format=tsid&dialect=postgres`, async (page) => {
    await edit(page);
    await page.getByRole("textbox", { name: "value of sequence", exact: true }).fill("0");
    await page.keyboard.press("Enter");
    const changed = tsid.encode({ timestamp: tsid.epoch + 1, machineId: 1, sequence: 0 });
    assert.match(tsid.toText(changed), /^\d+$/);
    assert.equal(
      await page.locator(".texts > div", { hasText: "crockford" }).locator("code").innerText(),
      tsid.toText(changed),
    );
    assert.match(await code(page, "SQL"), new RegExp(`WHERE id = ${changed};`));
    assert.match(await code(page, "Code"), new RegExp(`tsid.decode\\(${changed}n\\)`));
  });
});

test("a time that is entered without a zone is in UTC, as the page shows times, and one that no calendar has is refused", () =>
  visit(
    `#read?id=${TWEET}`,
    async (page, { context }) => {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setTimezoneOverride", { timezoneId: "America/New_York" });
      await edit(page);
      const input = page.getByRole("textbox", { name: "time of timestamp", exact: true });
      for (const [text, expected] of [
        ["2020-02-29T12:00:00.123", "2020-02-29T12:00:00.123Z"],
        ["2021-01-02 03:04:05.678 UTC", "2021-01-02T03:04:05.678Z"],
        ["2021-01-02T03:04+05:30", "2021-01-01T21:34:00.000Z"],
        ["2022-03-04", "2022-03-04T00:00:00.000Z"],
      ]) {
        await input.fill(text);
        await input.press("Enter");
        assert.equal(await input.inputValue(), expected);
      }
      const before = await idIn(page);
      for (const text of ["2022-02-30T00:00:00Z", "2022", "12", "Jan 2 2022", "2022-01-01T25:00Z", ""]) {
        await input.fill(text);
        await input.press("Enter");
        assert.match(await input.evaluate((input) => input.validationMessage), /^Enter a time from 2010/, text);
        assert.equal(await idIn(page), before);
      }
    },
    { isAlone: true },
  ));

test("an ID of another family can be changed, too", () =>
  visit("#read?id=01ARZ3NDEKTSV4RRFFQ69G5FAV", async (page) => {
    await edit(page);
    await page.locator(".bits span i").last().click();
    assert.equal(await idIn(page), "01ARZ3NDEKTSV4RRFFQ69G5FAW".replace(/W$/, "T"));
    assert.match(await answer(page), /^Sun, 31 Jul 2016|^Sat, 30 Jul 2016/);
  }));

test("the SQL gives the time that the answer shows", () =>
  visit(
    `#read?id=${discord.encode({ timestamp: 1_700_000_000_000, workerId: 1, processId: 0, increment: 0 })}&dialect=postgres`,
    async (page) => {
      const [, shift, epoch] = /\(\("id" >> (\d+)\) \+ (\d+)\) \* interval '1 millisecond'/.exec(
        await code(page, "SQL"),
      );
      const id = BigInt(await idIn(page));
      assert.equal(Number(id >> BigInt(shift)) + Number(epoch), 1_700_000_000_000);
    },
  ));

test("the SQL is that of the package in the chosen dialect, which stays chosen for the next ID", () =>
  visit(`#read?id=${TWEET}`, async (page) => {
    assert.equal(await page.locator('.code:has([aria-label="SQL"])').count(), 0);
    const TITLES = {
      postgres: "PostgreSQL",
      mysql: "MySQL",
      sqlite: "SQLite",
      clickhouse: "ClickHouse",
      duckdb: "DuckDB",
    };
    for (const [dialect, title] of Object.entries(TITLES)) {
      await page.getByRole("radio", { name: title }).check();
      assert.ok((await code(page, "SQL")).includes(sql(twitter, dialect).time), dialect);
    }
    await page.locator("#id").fill("175928847299117063");
    await answered(page);
    assert.ok(await page.getByRole("radio", { name: "DuckDB" }).isChecked());
    assert.ok((await code(page, "SQL")).includes(sql(discord, "duckdb").time));
  }));

test("an ID that no signed integer holds is compared with an unsigned one, and SQLite has none", () =>
  visit(`#read?format=discord&id=${2n ** 64n - 1n}&dialect=postgres`, async (page) => {
    assert.ok((await code(page, "SQL")).includes(sql(discord, "postgres", { stored: "unsigned" }).time));
    await page.getByRole("radio", { name: "SQLite" }).check();
    await page.getByText("SQLite's integers end below this ID.").waitFor();
    assert.equal(await page.locator('.code:has([aria-label="SQL"])').count(), 0);
  }));
