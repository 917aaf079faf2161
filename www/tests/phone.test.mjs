// The page on phones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./browser.mjs";
import { idsOf } from "./populations.mjs";
import { VIEWS } from "./views.mjs";

const PHONE = { width: 320, height: 640, isPhone: true };
const TWEET = "#read?id=1541815603606036480";
const OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
const open = (page, name) => page.locator(".fold > summary", { hasText: name }).click();

/** One text of each kind of answer. */
const ANSWERS = {
  "a sure answer": "1541815603606036480",
  "an unsure answer": "1715949297272123456",
  "a link": "https://discord.com/channels/81384788765712384/381887113391505410/1241006042343542785",
  "an ID without a time": "550e8400-e29b-41d4-a716-446655440000",
  "a date": "2024-05-17T12:34:57Z",
};

for (const [what, text] of Object.entries(ANSWERS)) {
  test(`${what} is visible without scrolling at 375 × 667, and with a text of 200 %`, () =>
    visit(
      `#read?id=${encodeURIComponent(text)}`,
      async (page) => {
        for (const size of ["100%", "200%"]) {
          await page.evaluate((size) => (document.documentElement.style.fontSize = size), size);
          const { y, height } = await page.locator(".when h2").boundingBox();
          assert.ok(y >= 0 && y + height <= 667, `${size}: ${y + height} px`);
          assert.equal(await page.evaluate(OVER), 0, size);
        }
      },
      { width: 375, height: 667, isPhone: true },
    ));
}

test("the local time is first and large, the age and the kind follow, then UTC; the rest is folded", () =>
  visit(
    TWEET,
    async (page) => {
      const lines = (await page.locator("main").innerText()).split(/\n+/).map((line) => line.trim());
      const from = lines.findIndex((line) => line.startsWith("Tue, 28 Jun 2022"));
      assert.match(lines[from + 1], /^X · \d+ years/);
      assert.equal(lines[from + 2], "2022-06-28 16:07:40.105 UTC");
      assert.deepEqual(lines.slice(from + 3), ["copy", "copy link", "Why X", "Bits and fields", "Other forms", "Code"]);
      const size = (selector) =>
        page.locator(selector).evaluate((shown) => parseFloat(globalThis.getComputedStyle(shown).fontSize));
      assert.ok((await size(".when h2")) > 1.3 * (await size(".utc code")));
    },
    PHONE,
  ));

test("the head of a list has two lines at 375 px, also with a filter, and with a choice of columns", () =>
  visit(
    "#read",
    async (page) => {
      const [one, other] = [idsOf("discord", 30_000), idsOf("twitter", 30_000)];
      const buffer = Buffer.from(["order_id,user_id", ...one.map((id, n) => `${id},${other[n]}`)].join("\n"));
      await page.getByLabel("open a file").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer });
      const head = page.locator(".controls");
      const lines = async () => (await head.boundingBox()).height / (await head.locator("input").boundingBox()).height;
      await page.locator(".facts li").first().waitFor();
      assert.ok((await lines()) < 2.5);
      await page.getByLabel("filter").fill("23");
      await page.getByRole("heading", { name: " of 30,000 IDs" }).waitFor();
      assert.ok((await lines()) < 2.5);
      assert.equal(await page.evaluate(OVER), 0);
    },
    { width: 375, height: 667, isPhone: true },
  ));

test("a touch of the bits changes nothing until “Edit bits” is on", () =>
  visit(
    TWEET,
    async (page) => {
      await open(page, "Bits and fields");
      await page.locator(".bits span i").last().tap();
      assert.equal(await page.locator("#id").inputValue(), "1541815603606036480");
      await page.getByRole("button", { name: "Edit bits" }).tap();
      await page.locator(".bits span i").last().tap();
      assert.equal(await page.locator("#id").inputValue(), "1541815603606036481");
      await page.getByRole("button", { name: "undo" }).tap();
      await page.waitForFunction(() => document.getElementById("id").value === "1541815603606036480");
    },
    PHONE,
  ));

test("the input has two lines, the answer is above the keyboard of a phone, and the candidates are one row", () =>
  visit(
    TWEET,
    async (page) => {
      const lines = await page.locator("#id").evaluate((input) => {
        const { lineHeight, paddingBlock } = globalThis.getComputedStyle(input);
        return (input.clientHeight - 2 * parseFloat(paddingBlock)) / parseFloat(lineHeight);
      });
      assert.equal(Math.round(lines), 2);
      const answer = await page.locator(".when time").boundingBox();
      // A keyboard covers about half of the screen.
      assert.ok(answer.y + answer.height < PHONE.height / 2, `${answer.y + answer.height} px`);
      await open(page, "Why X");
      const tops = await page
        .locator(".options > *:visible")
        .evaluateAll((options) => options.map((option) => option.getBoundingClientRect().top));
      assert.equal(new Set(tops).size, 1);
    },
    PHONE,
  ));

test("the figures of a run fit the screen", () =>
  visit(
    "#stress?total=100000&clock=real",
    async (page) => {
      await page.getByRole("button", { name: "Start" }).click();
      await page.getByRole("button", { name: "Start" }).waitFor();
      await page.locator("#plain .made-count").evaluate((count) => (count.innerText = "10,000,000"));
      assert.equal(await page.evaluate(OVER), 0);
      const texts = await page.locator("#plain td").evaluateAll((cells) =>
        cells.map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getBoundingClientRect();
        }),
      );
      for (const [n, { right }] of texts.slice(0, -1).entries()) assert.ok(right < texts[n + 1].left);
    },
    PHONE,
  ));

test("a long value of a field does not cover the field's name", () =>
  visit(
    "#read?id=01890a5d-ac96-774b-bcce-b302099a8057",
    async (page) => {
      await open(page, "Bits and fields");
      const row = page.locator(".fields tr", { hasText: "randomLow" });
      await row.scrollIntoViewIfNeeded();
      const name = await row.getByRole("button").boundingBox();
      const value = await row.locator("td").nth(1).boundingBox();
      assert.ok(value.y >= name.y + name.height || value.x >= name.x + name.width);
      assert.equal(await page.evaluate(OVER), 0);
    },
    PHONE,
  ));

for (const view of VIEWS) {
  test(`in ${view}, what can be touched has at least 44 px`, () =>
    visit(
      view,
      async (page) => {
        const small = await page.evaluate(() =>
          [...document.querySelectorAll("a, button, select, textarea, summary, label:has(> input), input")]
            // The label of a checkbox or a radio button can be touched in its place, and so can a line that contains links.
            .filter((shown) => shown.checkVisibility() && !shown.matches("label > input, p a"))
            .map((shown) => ({ text: shown.outerHTML.slice(0, 120), box: shown.getBoundingClientRect() }))
            .filter(({ box }) => box.height > 0 && (box.height < 43.5 || box.width < 43.5))
            .map(({ text, box }) => `${box.width} x ${box.height}: ${text}`),
        );
        assert.deepEqual(small, []);
      },
      PHONE,
    ));
}
