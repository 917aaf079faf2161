// The scale of the site: how large its texts and its targets are, and how high its buttons.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { visit, visitFile } from "./browser.mjs";
import { VIEWS } from "./views.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const LIST = `#read?id=${encodeURIComponent("1541815603606036480\n175928847299117063\n17,00")}`;
const SHOWN = [...VIEWS, LIST];

/** Documents, and pages of the reference of the API. */
const DOCUMENTS = [
  "docs/index.html",
  "docs/documents/Machine_IDs_and_leases.html",
  "docs/functions/flakekit.generator.html",
  "docs/interfaces/flakekit.Format.html",
];

/** The font sizes of the texts that are seen, each with an element of this size. */
function fontSizes(page) {
  return page.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    const sizes = {};
    for (const element of document.querySelectorAll("body *")) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === globalThis.Node.TEXT_NODE && node.data.trim() !== "",
      );
      const isInput = element.matches("input, textarea, select");
      if ((hasText || isInput) && element.checkVisibility()) {
        sizes[globalThis.getComputedStyle(element).fontSize] ??= element.outerHTML.slice(0, 100);
      }
    }
    return sizes;
  });
}

/** The sizes of a wide window, in px: what is beside, the text, headings, the answer. */
const SIZES = ["13px", "16px", "20px", "36px"];

async function assertScale(page) {
  const others = Object.entries(await fontSizes(page)).filter(([size]) => !SIZES.includes(size));
  assert.deepEqual(others, []);
}

/** Targets that are smaller than 24 px, and have too little space around them. */
async function assertTargets(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run({ runOnly: ["target-size"] }));
  assert.deepEqual(
    violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 150))),
    [],
  );
}

for (const view of SHOWN) {
  test(`in ${view}, texts have four sizes`, () => visit(view, assertScale));
  test(`in ${view} on a phone, texts have four sizes, and targets 24 px`, () =>
    visit(
      view,
      async (page) => {
        const sizes = Object.keys(await fontSizes(page));
        assert.ok(sizes.filter((size) => !SIZES.includes(size)).length <= 1, sizes.join(", "));
        await assertTargets(page);
      },
      { isPhone: true },
    ));
  for (const width of [375, 768]) {
    test(`in ${view}, texts of 200 % fit into ${width} px`, () =>
      visit(
        view,
        async (page) => {
          await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
          assert.ok((await page.evaluate("document.documentElement.scrollWidth")) <= width);
        },
        { width },
      ));
  }
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

for (const path of DOCUMENTS) {
  test(`in ${path}, texts have four sizes`, () => visitFile(path, {}, assertScale));
  test(`in ${path} on a phone, targets have 24 px`, () => visitFile(path, { isPhone: true }, assertTargets));
}
