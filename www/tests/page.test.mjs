// What holds for every view: who can use it, where it fits, what it loads.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { built, weight } from "../../scripts/page.mjs";
import { VIEWS, visit } from "./browser.mjs";
import { serve } from "./server.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const MANY = `#read?id=${encodeURIComponent("1541815603606036480\n1859982040506564608\nnonsense!")}`;

for (const colorScheme of ["light", "dark"]) {
  for (const view of [...VIEWS, MANY, "#read?id=?"]) {
    test(`axe finds nothing in ${view.slice(0, 30)}, ${colorScheme}`, () =>
      visit(
        view,
        async (page) => {
          await page.evaluate(axe);
          const { violations } = await page.evaluate("axe.run()");
          assert.deepEqual(
            violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]),
            [],
          );
        },
        { colorScheme },
      ));
  }
}

for (const width of [320, 768, 1440]) {
  for (const view of [...VIEWS, MANY]) {
    test(`${view.slice(0, 30)} has no horizontal scroll at ${width} px, and nothing shifts`, () =>
      visit(
        view,
        async (page) => {
          const over = await page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth",
          );
          assert.ok(over <= 0, `${over} px too wide`);
          const outside = await page.evaluate(() =>
            [...document.querySelectorAll("main :is(input, select, button, textarea, table)")]
              .filter((shown) => !shown.closest(".scroll, .chips, .candidates"))
              .filter((shown) => shown.getBoundingClientRect().right > innerWidth - 15)
              .map((shown) => shown.outerHTML),
          );
          assert.deepEqual(outside, []);
          assert.deepEqual(await page.evaluate(shifts), []);
        },
        { width },
      ));
  }
}

/** Runs in the page: what has moved in it, once everything is loaded and drawn. */
async function shifts() {
  const frame = () => new Promise((resolve) => globalThis.requestAnimationFrame(resolve));
  await document.fonts.ready;
  if (document.readyState !== "complete") await new Promise((resolve) => globalThis.addEventListener("load", resolve));
  // What a frame draws is reported by the next one.
  for (let i = 0; i < 3; i++) await frame();
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: "layout-shift", buffered: true });
  return observer.takeRecords().map((entry) => entry.toJSON());
}

test("it is used by the keyboard alone", () =>
  visit("", async (page) => {
    const focused = () =>
      page.evaluate("document.activeElement.closest('label')?.innerText ?? document.activeElement.innerText");
    await page.keyboard.type("1541815603606036480");
    await page.keyboard.press("Tab");
    assert.match(await focused(), /^twitter/);
    await page.keyboard.press("ArrowRight");
    assert.match(await focused(), /^discord/);
    assert.match(await page.locator(".when").innerText(), /2026-08-25/);
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "timestamp");
    assert.equal(await page.locator(".bits .lit i").count(), 42);
    await page.getByRole("link", { name: "Make" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Make 1", exact: true }).focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".made code").count(), 1);
  }));

test("nothing leaves the browser: all that is ever asked for are the page's own files", () =>
  visit("#read", async (page, { requests }) => {
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await page.locator("#id").fill("1541815603606036480");
    await page.getByRole("link", { name: "Range" }).click();
    await page.getByRole("heading", { name: "SQL" }).waitFor();
    const { origin } = new URL(page.url());
    const files = ["", ...readdirSync(built, { recursive: true })].map((path) => `${origin}/${path}`);
    const asked = requests.map((url) => url.replace(/#.*/, ""));
    assert.ok(asked.length > 0);
    assert.deepEqual(
      asked.filter((url) => !files.includes(url)),
      [],
    );
  }));

test("it works offline once it has been loaded", async () => {
  const site = await serve();
  await visit(
    "#read",
    async (page) => {
      await page.evaluate("navigator.serviceWorker.ready");
      await site.close();
      await page.reload();
      await page.locator("#id").fill("1541815603606036480");
      assert.match(await page.locator(".when").innerText(), /2022-06-28/);
      await page.goto(page.url().replace(/#.*/, "#stress?total=100000&batch=yes"));
      await page.getByRole("button", { name: "Start" }).click();
      await page.getByRole("button", { name: "Start" }).waitFor();
      assert.equal(await page.locator("#made").innerText(), "100,000");
    },
    { at: site },
  );
});

test("it works from any folder", async () => {
  const site = await serve("/some/where/");
  try {
    await visit(
      "#stress?total=100000&batch=yes",
      async (page) => {
        await page.getByRole("button", { name: "Start" }).click();
        await page.getByRole("button", { name: "Start" }).waitFor();
        assert.equal(await page.locator("#repeats").innerText(), "0");
      },
      { at: site },
    );
  } finally {
    await site.close();
  }
});

test("the page weighs at most 63 KB gzipped, with everything", () => {
  const { files, total } = weight();
  console.table([...files, { name: "in all", bytes: total }]);
  assert.ok(total <= 63 * 1024, `${total} bytes`);
});
