// The scale of the page: how high its buttons are.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./browser.mjs";
import { VIEWS } from "./views.mjs";

for (const view of VIEWS) {
  test(`in ${view}, buttons are 24 px or 36 px high`, () =>
    visit(view, async (page) => {
      const others = await page.evaluate(() => {
        for (const fold of document.querySelectorAll("details")) fold.open = true;
        return [...document.querySelectorAll("button, .file")]
          .filter((button) => button.checkVisibility() && ![24, 36].includes(button.getBoundingClientRect().height))
          .map((button) => `${button.getBoundingClientRect().height} px: ${button.outerHTML.slice(0, 100)}`);
      });
      assert.deepEqual(others, []);
    }));
}
