// What people paste, through the page: what it shows equals what `scan` says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { paste, visit } from "./browser.mjs";
import { named, NOW, PASTES, said, shown } from "./pastes.mjs";

test(`of ${PASTES.length} texts that people paste, the page shows what scan says`, () =>
  visit(
    "#read",
    async (page) => {
      await page.clock.setFixedTime(NOW);
      for (const text of PASTES) {
        await paste(page, text);
        await page.locator(".pending").waitFor({ state: "detached" });
        assert.deepEqual({ text, shown: named(await page.evaluate(shown)) }, { text, shown: named(said(text)) });
        await page.locator("#id").press("Escape");
      }
    },
    { isAlone: true },
  ));
