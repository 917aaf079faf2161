// What the page says of inputs that misled people: a headline for a doubt, a date for an example, a refusal without help.

import assert from "node:assert/strict";
import { test } from "node:test";
import { copied, paste, visit } from "./browser.mjs";

const lines = async (page) => (await page.locator(".when").innerText()).split(/\n+/).map((line) => line.trim());

/** Inputs that are read: what stands in the first two lines, and the time. */
const SURE = [
  ["a Discord ID that JSON.parse has rounded", "1241006043207958500", "Discord", "2024-05-17T12:34:57.478Z"],
  ["a FILETIME", "133604228972720000", "Windows FILETIME", "2024-05-17T12:34:57.272Z"],
  [
    "a link to a reply in Slack, with the time of the reply",
    "https://team.slack.com/archives/C024BE91L/p1716900000123456?thread_ts=1716899000.000100",
    "Slack",
    "2024-05-28T12:40:00.123Z",
  ],
];

for (const [what, text, kind, time] of SURE) {
  test(`${what} is read`, () =>
    visit("#read", async (page) => {
      await paste(page, text);
      assert.equal(await page.locator(".kind").innerText(), kind);
      assert.equal(await page.locator(".when time").getAttribute("datetime"), time);
    }));
}

/** Inputs that may be of several kinds, and the kinds of their rows. */
const UNSURE = [
  ["a Unix time in ns", "1715949297272123456", ["X", "Unix time"]],
  [
    "a number of a site that the page does not know",
    "https://www.airbnb.com/rooms/853412345678901243",
    ["Instagram", "TSID"],
  ],
  ["an ID that two services could have made", "458618885827669503", ["Sonyflake", "Instagram", "TSID"]],
];

for (const [what, text, kinds] of UNSURE) {
  test(`of ${what}, there is no headline, but equal rows with what speaks for each, and the input of an epoch`, () =>
    visit("#read", async (page) => {
      await paste(page, text);
      assert.equal(await page.locator(".when time").count(), 0);
      const rows = await page.locator(".rows > .options > label").allInnerTexts();
      assert.deepEqual(
        rows.map((row) => row.split("\n")[0].trim()),
        kinds,
      );
      for (const row of rows) {
        assert.match(row, /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d.* UTC\s+\d+ %: \w/);
        assert.doesNotMatch(row, /unusual|also likely/);
      }
      assert.equal(await page.title(), "read an ID · flakekit");
      const [first] = kinds;
      await page.locator(".rows label").first().click();
      assert.equal(await page.locator(".kind").innerText(), first);
      assert.ok(await page.locator(".when time").getAttribute("datetime"));
    }));
}

test("an unsure ID is read with the epoch that is entered, and a wrong epoch is refused", () =>
  visit("#read", async (page) => {
    await paste(page, "1715949297272123456");
    const input = page.getByLabel("It may have an epoch of its own");
    await input.fill("soon");
    await input.press("Enter");
    assert.match(await input.evaluate((input) => input.validationMessage), /'soon'/);
    await input.fill("2015-01-01");
    await input.press("Enter");
    assert.equal(await page.locator(".kind").innerText(), "your own layout");
    assert.match(await page.locator(".when time").getAttribute("datetime"), /^2027-/);
  }));

/** Inputs that no clock made, or that are no IDs: the headline, and what is said. */
const WORDS = [
  ["123e4567-e89b-12d3-a456-426614174000", "An example", /Documents use it/],
  ["09018f84-1a2b-7c3d-8e4f-5a6b7c8d9e0f", "Not made by a clock", /2283-10-17 is no time at which it was made/],
  ["111111111111111111", "A placeholder", /No clock made it/],
  ["2167890123456789012", "A placeholder", /No clock made it/],
  ["https://www.airbnb.com/rooms/853412345678901234", "A placeholder", /No clock made it/],
  ["-1001732048550", "A chat of Telegram", /counts/],
  ["202405171234570001", "A date in digits", /begins as 2024-05-17 12:34:57 UTC/],
  ["00340434161094015902", "A parcel's number", /SSCC/],
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", "No time", /^YouTube's IDs are random: no time\.$/m],
  [
    "https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC",
    "A link without a time",
    /Spotify's IDs are random: no time/,
  ],
  ["https://www.facebook.com/zuck/posts/10102577175875681", "A link without a time", /Facebook's IDs/],
  ["https://example.com/about", "A link without a time", /example\.com/],
  ["ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "A secret", /looks like a token of GitHub\. It is not stored/],
  ["sk_live_51H8x2kKZ9aBcDeFgHiJkLmNoPqRsTuVwXyZ", "A secret", /a key of Stripe/],
  ["PK\u0003\u0004\u0014", "A ZIP archive", /Unpack it/],
  ["%PDF-1.7", "A PDF", /Copy its text/],
  ["12:34:56", "A time of day", /with its date/],
  ["aa:bb:cc:dd:ee:ff", "A MAC address", /no time/],
  ["1.5e18", "A rounded number", /exponent has lost the last digits/],
  ["hello, Welt!", "No ID", /contains no ID/],
  ["12!4yyyyyyyyyyyyyyyy", "No ID that this page knows", /choose it/],
  ["9".repeat(50), "A placeholder", /alike/],
];

for (const [text, title, says] of WORDS) {
  test(`of ${text.slice(0, 40)}, the page says in words, not in red: ${title}`, () =>
    visit("#read", async (page) => {
      await paste(page, text);
      const [first, ...others] = await lines(page);
      assert.equal(first, title);
      assert.match(others.join("\n"), says);
      assert.equal(await page.locator(".when time, main .error").count(), 0);
    }));
}

for (const [text, ms] of [
  ["2024-05-17T12:34:57Z", Date.UTC(2024, 4, 17, 12, 34, 57)],
  ["2024-05-17", Date.UTC(2024, 4, 17)],
  ["2024-05-17 14:34:57+02:00", Date.UTC(2024, 4, 17, 12, 34, 57)],
  ["17.05.2024 12:34", Date.UTC(2024, 4, 17, 12, 34)],
  ["May 17, 2024", Date.UTC(2024, 4, 17)],
  ["Fri, 17 May 2024 12:34:57 GMT", Date.UTC(2024, 4, 17, 12, 34, 57)],
]) {
  test(`the date ${text} offers the first IDs of its time, and the view of ranges`, () =>
    visit("#read", async (page) => {
      await paste(page, text);
      assert.equal((await lines(page))[0], "A date");
      const id = await copied(page, "copy the ID of Discord");
      assert.equal(BigInt(id) >> 22n, BigInt(ms - Date.UTC(2015, 0, 1)));
      await page.getByRole("link", { name: "Find all IDs" }).click();
      await page.getByRole("heading", { name: "Find IDs by time" }).waitFor();
      const from = await page.getByLabel("from").inputValue();
      assert.equal(Date.parse(`${from}Z`), ms);
    }));
}

for (const [text, time] of [
  ["6718335390845095173", "2019-07-27 13:32:33 UTC"],
  ["0ujtsYcgvSTl8PAuAdqWYSMnLOv", "2017-10-10 04:00:47 UTC"],
  ["507f1f77bcf86cd799439011", "2012-10-17 21:13:27 UTC"],
  ["1715949297", "2024-05-17 12:34:57 UTC"],
  ["1715949297272", "2024-05-17 12:34:57.272 UTC"],
]) {
  test(`the time of ${text} has the digits that the ID has: ${time}`, () =>
    visit("#read", async (page) => {
      await paste(page, text);
      assert.equal(await page.locator(".utc code").innerText(), time);
      const iso = await page.locator(".times dd code").first().innerText();
      assert.equal(iso, time.replace(" UTC", "Z").replace(" ", "T"));
    }));
}

test("each example of the home page is read as the kind that it names", () =>
  visit("#read", async (page) => {
    const names = await page.locator(".examples a").allInnerTexts();
    assert.ok(names.length > 6);
    for (const name of names) {
      await page.locator(".examples a", { hasText: name }).first().click();
      const shown = name === "a list" ? page.getByRole("heading", { name: "3 IDs" }) : page.locator(".when time");
      await shown.waitFor();
      if (name !== "a list") assert.ok(name.includes(await page.locator(".kind").innerText()), name);
      await page.goBack();
      await page.locator(".examples").waitFor();
    }
  }));

for (const text of [
  "1541815603606036480 and again 1541815603606036480",
  "[1541815603606036480](https://x.com/a/status/1541815603606036480)",
]) {
  test(`the same ID twice is one answer: ${text}`, () =>
    visit("#read", async (page) => {
      await paste(page, text);
      assert.equal(await page.locator(".kind").innerText(), "X");
      assert.equal(await page.locator(".annotated mark").count(), 2);
    }));
}
