// What the page says of flakekit to those who come without an ID.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { visit, visitFile } from "./browser.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");

test("the home page says what flakekit is, and its version and sizes as the package and the README have them", () =>
  visit("#read", async (page) => {
    const about = await page.getByRole("region", { name: "flakekit" }).innerText();
    assert.match(about, /^flakekit makes and reads compact, time-sortable IDs/);
    assert.ok(about.includes(`Version ${JSON.parse(read("dist/package.json")).version},`), about);
    const sizes = about.match(/[\d.]+ KiB/g);
    const rows = ["one format: make, read and check", "one format, Discord's: every member"];
    const stated = rows.map(
      (row) =>
        read("README.md")
          .split(`| ${row} |`)[1]
          .match(/[\d.]+ KiB/g)[1],
    );
    assert.deepEqual(sizes, stated);
  }));

for (const [name, heading] of [
  ["Documentation", "Documentation"],
  ["Comparison with other packages", "flakekit compared with other ID packages"],
]) {
  test(`the home page leads to "${heading}"`, () =>
    visit("#read", async (page) => {
      await page.locator(".about").getByRole("link", { name }).click();
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    }));
}

test("the home page leads to npm", () =>
  visit("#read", async (page) => {
    const npm = page.locator(".about").getByRole("link", { name: "npm" });
    assert.equal(await npm.getAttribute("href"), "https://www.npmjs.com/package/flakekit");
  }));

test("without JavaScript, a sentence says that the page needs it, and leads to the documents", () =>
  visitFile("", { hasScripts: false }, async (page) => {
    await page.locator("noscript p", { hasText: "This page needs JavaScript" }).waitFor();
    assert.deepEqual(await page.locator("a:visible").allInnerTexts(), [
      "flakekit",
      "documentation",
      "Documentation",
      "npm",
    ]);
    await page.getByRole("link", { name: "documentation", exact: true }).click();
    await page.getByRole("heading", { name: "Documentation", level: 1 }).waitFor();
  }));
