// The page on phones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./browser.mjs";
import { VIEWS } from "./views.mjs";

const PHONE = { width: 320, height: 640, isPhone: true };
const TWEET = "#read?id=1541815603606036480";

test("the answer is above the keyboard of a phone, and the candidates are one row", () =>
  visit(
    TWEET,
    async (page) => {
      const answer = await page.locator(".when time").boundingBox();
      // A keyboard covers about half of the screen.
      assert.ok(answer.y + answer.height < PHONE.height / 2, `${answer.y + answer.height} px`);
      const tops = await page
        .locator(".options > *:visible")
        .evaluateAll((options) => options.map((option) => option.getBoundingClientRect().top));
      assert.equal(new Set(tops).size, 1);
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
