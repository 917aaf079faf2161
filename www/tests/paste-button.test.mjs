// The button that pastes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./browser.mjs";

const TWEET = "1541815603606036480";
const BUTTON = { name: "paste from the clipboard" };

const entered = (page, text) => page.waitForFunction((text) => document.getElementById("id")?.value === text, text);

test("the button of an empty input pastes the clipboard's text as a step, and gives way to the one that clears", () =>
  visit("#read", async (page) => {
    await page.evaluate((text) => globalThis.navigator.clipboard.writeText(text), `id=${TWEET}`);
    await page.getByRole("button", BUTTON).click();
    await entered(page, `id=${TWEET}`);
    assert.equal(await page.getByRole("button", BUTTON).count(), 0);
    assert.equal(await page.evaluate("document.activeElement.innerText"), "clear");
    await page.goBack();
    await entered(page, "");
    await page.getByRole("button", BUTTON).waitFor();
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
