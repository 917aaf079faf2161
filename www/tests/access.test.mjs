// What axe does not see: speech, a way past the header, the user's own colours, paper.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { built } from "../../scripts/site/page.mjs";
import { emulate, visit } from "./browser.mjs";

const TWEET = "#read?id=1541815603606036480";

test("the first answer is spoken: its live region is in the document before the scripts", () => {
  const html = readFileSync(join(built, "index.html"), "utf8");
  assert.match(html, /<p id="answer" class="hidden" aria-live="polite" aria-atomic="true"><\/p>/);
  return visit("#read", async (page) => {
    const region = await page.locator("#answer").elementHandle();
    await page.locator("#id").fill("1541815603606036480");
    const spoken = (text) =>
      page.waitForFunction(([region, text]) => region.textContent.includes(text), [region, text]);
    await spoken("Tue, 28 Jun 2022, 16:07:40 X");
    await page.locator("#id").fill("175928847299117063");
    await spoken("Sat, 30 Apr 2016, 11:18:25 Discord");
    assert.ok(await region.evaluate((shown) => shown.isConnected));
    await page.getByRole("button", { name: "clear" }).click();
    await page.waitForFunction((region) => region.textContent === "", region);
  });
});

test("a link skips the header, and the address stays", () =>
  visit("#make", async (page) => {
    await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.innerText"), "Skip to the view");
    assert.equal(await page.evaluate("getComputedStyle(document.activeElement).clipPath"), "none");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate("document.activeElement.matches('main *')"));
    assert.equal(new URL(page.url()).hash, "#make");
  }));

test("in forced colours, lines in texts stand where the fields change, not around each digit", () =>
  visit(
    TWEET,
    async (page) => {
      const parts = await page
        .locator(".texts dd code")
        .evaluateAll((texts) => texts.map(({ children }) => [...children].map(({ dataset }) => dataset.field)));
      assert.ok(parts.flat().length > 5);
      for (const fields of parts) assert.ok(!fields.some((names, n) => names === fields[n + 1]), fields.join());
      const lines = await page
        .locator(".bits i")
        .evaluateAll((bits) => bits.filter((bit) => globalThis.getComputedStyle(bit).borderLeftWidth !== "0px").length);
      assert.equal(lines, 4);
    },
    { forcedColors: "active" },
  ));

test("on paper, the text is dark on white in dark mode too", () =>
  visit(
    TWEET,
    async (page) => {
      await emulate(page, { colorScheme: "dark", media: "print" });
      const colours = await page.evaluate(() => {
        const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const brightness = (colour) => {
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
        };
        const shown = [...document.querySelectorAll("main :is(h2, p, b, td, dt, code, legend)")];
        return {
          paper: globalThis.getComputedStyle(document.documentElement).backgroundColor,
          brightest: Math.max(...shown.map((element) => brightness(globalThis.getComputedStyle(element).color))),
        };
      });
      assert.equal(colours.paper, "rgb(255, 255, 255)");
      assert.ok(colours.brightest < 140, `${colours.brightest}`);
    },
    { colorScheme: "dark" },
  ));
