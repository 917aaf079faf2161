// The page on phones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./browser.mjs";
import { VIEWS } from "./views.mjs";

const PHONE = { width: 320, height: 640, isPhone: true };
const TWEET = "#read?id=1541815603606036480";

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
      const local = await page.locator(".when .quiet").boundingBox();
      assert.ok(local.y + local.height < PHONE.height, `${local.y + local.height} px`);
      const tops = await page
        .locator(".options > *:visible")
        .evaluateAll((options) => options.map((option) => option.getBoundingClientRect().top));
      assert.equal(new Set(tops).size, 1);
    },
    PHONE,
  ));

const OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

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
