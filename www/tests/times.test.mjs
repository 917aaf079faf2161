// The time of an ID in the forms that people write.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./browser.mjs";

const TWEET = "1541815603606036480";

test("each style of Discord's time can be copied, and stands beside what Discord shows", () =>
  visit(`#read?id=${TWEET}`, async (page) => {
    await page.getByText("All styles of Discord").click();
    const rows = await page.locator(".marks > div").allInnerTexts();
    const marks = Object.fromEntries(
      rows.map((row) =>
        row
          .split(/\s*\n\s*/)
          .slice(0, 2)
          .reverse(),
      ),
    );
    const { "<t:1656432460:R>": relative, ...others } = marks;
    assert.match(relative, /years ago/);
    assert.deepEqual(others, {
      "<t:1656432460:t>": "16:07",
      "<t:1656432460:T>": "16:07:40",
      "<t:1656432460:d>": "28/06/2022",
      "<t:1656432460:D>": "28 June 2022",
      "<t:1656432460:f>": "28 June 2022 at 16:07",
      "<t:1656432460:F>": "Tuesday, 28 June 2022 at 16:07",
      "<t:1656432460:s>": "28/06/2022, 16:07",
      "<t:1656432460:S>": "28/06/2022, 16:07:40",
    });
    for (const mark of Object.keys(marks)) {
      await page.getByRole("button", { name: `copy ${mark}`, exact: true }).click();
      await page.waitForFunction(
        (text) => globalThis.navigator.clipboard.readText().then((copied) => copied === text),
        mark,
      );
    }
  }));
