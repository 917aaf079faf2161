// Promises of all views: accessibility, layout, network requests and size.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { built, weight } from "../../scripts/page.mjs";
import { VIEWS, visit } from "./browser.mjs";
import { serve } from "./server.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const MANY = `#read?id=${encodeURIComponent("1541815603606036480\n1859982040506564608\nnonsense!")}`;

for (const colorScheme of ["light", "dark"]) {
  for (const view of [...VIEWS, MANY, "#read?id=?"]) {
    test(`${view.slice(0, 30)} has no accessibility violation in ${colorScheme} mode`, () =>
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

for (const width of [320, 768, 1280, 1440]) {
  for (const view of [...VIEWS, MANY]) {
    test(`${view.slice(0, 30)} has no horizontal scroll and no layout shift at ${width} px`, () =>
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

// The page draws this list before it is complete. All IDs but the last have the same time. The last line is no ID, so the
// complete list has a message about it.
const FIRST_ID = 1541815603606036480n;
const LONG_LIST = [
  ...Array.from({ length: 1200 }, (_, n) => FIRST_ID + BigInt(n)),
  FIRST_ID + (1n << 40n),
  "nonsense!",
].join("\n");

for (const [what, view, width] of [
  ["3 lines", MANY, 320],
  ["3 lines", MANY, 1440],
  ["1202 lines", `#read?id=${encodeURIComponent(LONG_LIST)}`, 320],
]) {
  test(`on a slow computer, a list of ${what} has no layout shift while it is read at ${width} px`, () =>
    visit(
      view,
      async (page) => {
        await page.locator(".many .error").first().waitFor();
        assert.deepEqual(await page.evaluate(shifts), []);
      },
      { width, slowdown: 20 },
    ));
}

test("nothing moves if the browser draws the page before it has received all of it", async () => {
  const site = await serve("/", { cutAfter: '<a href="#read">Read</a>' });
  try {
    await visit("#range", async (page) => assert.deepEqual(await page.evaluate(shifts), []), { at: site });
  } finally {
    await site.close();
  }
});

/** Runs in the page: waits until it is loaded and drawn, and returns the layout shifts. */
async function shifts() {
  const frame = () => new Promise((resolve) => globalThis.requestAnimationFrame(resolve));
  await document.fonts.ready;
  if (document.readyState !== "complete") await new Promise((resolve) => globalThis.addEventListener("load", resolve));
  // The shifts of a frame are reported in the next one.
  for (let i = 0; i < 3; i++) await frame();
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: "layout-shift", buffered: true });
  return observer.takeRecords().map((entry) => entry.toJSON());
}

test("the page can be used with the keyboard alone", () =>
  visit("", async (page) => {
    const focused = () =>
      page.evaluate("document.activeElement.closest('label')?.innerText ?? document.activeElement.innerText");
    await page.keyboard.type("1541815603606036480");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "clear");
    await page.keyboard.press("Tab");
    assert.match(await focused(), /^twitter/);
    await page.keyboard.press("Tab");
    assert.match(await focused(), /more, unlikely/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("ArrowRight");
    assert.match(await focused(), /^discord/);
    assert.match(await page.locator(".when").innerText(), /2026-08-25/);
    await page.locator(".fields button").first().focus();
    assert.equal(await page.locator(".bits .lit i").count(), 42);
    await page.getByRole("link", { name: "Make" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Make 1", exact: true }).focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".made code").count(), 1);
  }));

test("the page requests only its own files, so no data leaves the browser", () =>
  visit("#read", async (page, { requests }) => {
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await page.locator("#id").fill("1541815603606036480");
    await page.getByRole("link", { name: "Range" }).click();
    await page.getByRole("heading", { name: "SQL" }).waitFor();
    const { origin } = new URL(page.url());
    const files = ["", ...readdirSync(built, { recursive: true })].map((path) => `${origin}/${path}`);
    const requested = requests.map((url) => url.replace(/#.*/, ""));
    assert.ok(requested.length > 0);
    assert.deepEqual(
      requested.filter((url) => !files.includes(url)),
      [],
    );
  }));

test("the page works offline after the first visit", async () => {
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

test("the page works in any folder of a server", async () => {
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

const KIB = 1024;
const packed = gzipSync(readFileSync(new URL("../node_modules/flakekit/index.js", import.meta.url)), { level: 9 });

test("what the page loads to read an ID has at most 25 KiB gzipped, apart from the package", () =>
  visit("#read?id=1541815603606036480", async (page) => {
    await page.locator(".fields").waitFor();
    const urls = await page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)");
    const loaded = ["index.html", ...urls.map((url) => new URL(url).pathname.split("/").at(-1))];
    const files = weight().files.filter(({ name }) => loaded.includes(name));
    const own = files.reduce((sum, { bytes }) => sum + bytes, -packed.length);
    console.table([...files, { name: "apart from the package", bytes: own }]);
    assert.ok(files.length > 3 && own <= 25 * KIB, `${own} bytes`);
  }));

test("all files of the page have at most 40 KiB gzipped, apart from the package", () => {
  const { files, total } = weight();
  const own = total - packed.length;
  console.table([...files, { name: "apart from the package", bytes: own }]);
  assert.ok(own <= 40 * KIB, `${own} bytes`);
});
