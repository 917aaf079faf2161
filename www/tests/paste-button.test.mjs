// The button that pastes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./browser.mjs";

const TWEET = "1541815603606036480";
const BUTTON = { name: "paste from the clipboard" };

const entered = (page, text) => page.waitForFunction((text) => document.getElementById("id")?.value === text, text);

test("the button pastes the clipboard's text as a step, in place of what was read", () =>
  visit("#read", async (page) => {
    await page.evaluate((text) => globalThis.navigator.clipboard.writeText(text), `id=${TWEET}`);
    await page.getByRole("button", BUTTON).click();
    await entered(page, `id=${TWEET}`);
    await page.evaluate((text) => globalThis.navigator.clipboard.writeText(text), `${TWEET}1`);
    await page.getByRole("button", BUTTON).click();
    await entered(page, `${TWEET}1`);
    await page.goBack();
    await entered(page, `id=${TWEET}`);
    await page.goBack();
    await entered(page, "");
  }));

for (const [what, reading, says] of [
  ["the browser refuses", "() => Promise.reject(new DOMException('', 'NotAllowedError'))", "not allowed"],
  ["there is nothing to paste", "async () => ''", "nothing"],
]) {
  test(`where ${what}, the button says so, and the input stays empty`, () =>
    visit(
      "#read",
      async (page) => {
        await page.getByRole("button", BUTTON).click();
        await page.locator("#status", { hasText: says }).waitFor({ state: "attached" });
        await page.getByRole("button", { name: `${says} from the clipboard` }).waitFor();
        await entered(page, "");
        await page.getByRole("button", BUTTON).waitFor();
      },
      { before: `navigator.clipboard.readText = ${reading}` },
    ));
}

test("where no page may read the clipboard, there is no button", () =>
  visit("#read", async (page) => assert.equal(await page.getByRole("button", BUTTON).count(), 0), {
    before: "Clipboard.prototype.readText = undefined",
  }));
