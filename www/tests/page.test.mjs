// Promises of all views: accessibility, layout, network requests and size.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { built, weight } from "../../scripts/site/page.mjs";
import { answered, copied, emulate, paste, visit } from "./browser.mjs";
import { serve } from "./server.mjs";
import { VIEWS } from "./views.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const MANY = `#read?id=${encodeURIComponent("1541815603606036480\n1859982040506564608\nnonsense!")}`;

const UUID = "#read?id=C232AB00-9414-11EC-B3C8-9F6BDECED846";
const LINK = `#read?id=${encodeURIComponent("https://discord.com/channels/80351110224678912/175928847299117063")}`;

const COLOURS = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/** The appearances of the page, and the rules of axe for each: only those of colours have other answers in another one. */
const APPEARANCES = {
  "light mode": [{ colorScheme: "light" }, {}],
  "dark mode": [{ colorScheme: "dark" }, COLOURS],
  "forced colours": [{ forcedColors: "active" }, COLOURS],
};

const click = (page, name) => page.getByRole("button", { name }).first().click();

/** States of the page that have no address: where each begins, and what the user does. */
const STATES = {
  "IDs that were made": ["#make", (page) => click(page, "Make 10")],
  "a run that has ended": [
    "#stress?total=100000&clock=back",
    async (page) => {
      await click(page, "Start");
      await page.locator(".bad").waitFor();
      await page.getByRole("button", { name: "Start" }).waitFor();
    },
  ],
  "a pinned field": [VIEWS[1], (page) => click(page, "sequence")],
  "unlikely kinds": [VIEWS[1], (page) => page.locator(".candidates summary").click()],
  "a changed ID": [
    VIEWS[1],
    async (page) => {
      await click(page, "Edit bits");
      await page.locator(".bits span i").last().click();
      await page.locator(".changed").waitFor();
    },
  ],
  "a button that has copied": [VIEWS[1], (page) => copied(page, "copy base62")],
  "a layout that was found": [
    "#layout",
    async (page) => {
      await click(page, "Try an example");
      await page.locator(".layout-found").waitFor();
    },
  ],
  "IDs without a layout": [
    "#layout",
    async (page) => {
      await page.locator("#samples").fill("1 2024-01-31");
      await page.locator(".error").waitFor();
    },
  ],
  "a counter in a link": ["#read", (page) => paste(page, "https://twitter.com/biz/status/21")],
  "IDs of several kinds in a text": [
    "#read",
    async (page) => {
      await paste(page, "tweet 1541815603606036480, user <@175928847299117063>, key 01ARZ3NDEKTSV4RRFFQ69G5FAV");
      await page.locator(".many .annotated").waitFor();
    },
  ],
  "a sorted list": [MANY, (page) => click(page, "created")],
  "workers that are paused and killed": [
    "#leases",
    async (page) => {
      await page.locator(".grant").first().waitFor();
      await click(page, "Pause: worker 1");
      await click(page, "Kill: worker 2");
      await click(page, "The store forgets everything");
    },
  ],
};

/** A rounded number, a text that is no ID, an unsure answer, an ID without a time, a date, a secret. */
const OUTCOMES = [
  ...["458304698827669500", "hello12345", "1715949297272123456", "550e8400-e29b-41d4-a716-446655440000"],
  ...["2024-05-17T12:34:57Z", "sk_live_51H8x2kKZ9aBcDeF"],
].map((text) => `#read?id=${text}`);

const starts = [...VIEWS, ...OUTCOMES, MANY, "#read?id=?", "#range?from=garbage", UUID, LINK];
const addresses = starts.map((view) => [view.slice(0, 30), [view, () => undefined]]);
for (const [state, [start, act]] of [...addresses, ...Object.entries(STATES)]) {
  test(`${state} has no accessibility violation`, (t) =>
    visit(start, async (page) => {
      await act(page);
      await page.evaluate(axe);
      for (const [appearance, [options, rules]] of Object.entries(APPEARANCES)) {
        await t.test(`in ${appearance}`, async () => {
          await emulate(page, options);
          const { violations } = await page.evaluate((rules) => globalThis.axe.run(rules), rules);
          assert.deepEqual(
            violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]),
            [],
          );
        });
      }
    }));
}

/** A phone and a desktop; the long form adds what is between and beyond. */
const WIDTHS = process.env.FLAKEKIT_LONG === "1" ? [320, 768, 1280, 1440] : [320, 1280];

for (const width of WIDTHS) {
  for (const view of [...VIEWS, MANY, UUID, LINK]) {
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

/** Work seems longer to the page, so that it pauses sooner. A processor that is 20 times slower takes half a minute of the tests. */
const FAST_TIME = "const now = performance.now.bind(performance); performance.now = () => 20 * now();";

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
      { width, slowdown: 6, before: FAST_TIME },
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
    await answered(page);
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "×");
    for (const next of ["copy", "copy link", "Why X", /^X\s/]) {
      await page.keyboard.press("Tab");
      if (typeof next === "string") assert.equal(await focused(), next);
      else assert.match(await focused(), next);
    }
    await page.keyboard.press("Tab");
    assert.match(await focused(), /unlikely readings/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("ArrowRight");
    assert.match(await focused(), /^Discord/);
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
  visit(
    "#read",
    async (page, { requests }) => {
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
    },
    { isAlone: true },
  ));

test("the page's policy refuses requests to other servers, and styles and scripts in its text", () =>
  visit(
    "#read",
    async (page) => {
      const refused = (code) =>
        page.evaluate(
          (code) =>
            new Promise((resolve) => {
              document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), {
                once: true,
              });
              const script = document.createElement("script");
              if (code === "script") script.textContent = "void 0";
              if (code === "script") document.body.append(script);
              if (code === "fetch") fetch("https://example.com/").catch(() => undefined);
              if (code === "image") new globalThis.Image().src = "https://example.com/a.png";
            }),
          code,
        );
      assert.equal(await refused("script"), "script-src-elem");
      assert.equal(await refused("fetch"), "connect-src");
      assert.equal(await refused("image"), "img-src");
    },
    { isSilent: false },
  ));

test("the files of the page are requested at once, not one after the other", () =>
  visit("#read", async (page) => {
    const preloaded = await page
      .locator("link[rel=modulepreload]")
      .evaluateAll((links) => links.map(({ href }) => href));
    const loaded = await page.evaluate(
      "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ name }) => name)",
    );
    const entry = await page.locator("script[type=module]").evaluate(({ src }) => src);
    assert.deepEqual(
      // The reader and the parts below an answer are loaded when the page is idle, or with an address that has an ID.
      loaded.filter(
        (url) => url !== entry && !/offline|flakekit-inspect|details|ruler|code/.test(url) && !preloaded.includes(url),
      ),
      [],
    );
  }));

test("the command that installs the package can be copied", () =>
  visit("#read", async (page) => {
    assert.equal(await copied(page, "copy the command"), "npm install flakekit");
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
      assert.equal(await page.locator("#flakekit .made-count").innerText(), "100,000");
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
        assert.equal(await page.locator("#flakekit .repeats").innerText(), "0");
      },
      { at: site },
    );
  } finally {
    await site.close();
  }
});

const KIB = 1024;

/** The files that are the package's, such as `flakekit-C36Yn_kd.js`, `flakekit-lease-BPax41Xm.js` and `inspect-BMCn8iKg.wasm`. */
const isPackage = ({ name }) =>
  /^flakekit(-lease|-making|-inspect|-inspect-single|-no-wasm|-sql)?-[\w-]{8}\.js$|\.wasm$/.test(name);

/** The weight of files, apart from the package's. */
function ownWeight(files) {
  const own = files.filter((file) => !isPackage(file)).reduce((sum, { bytes }) => sum + bytes, 0);
  console.table([...files, { name: "apart from the package", bytes: own }]);
  assert.ok(files.some(isPackage) && files.length > 3);
  return own;
}

/** The gzipped size of all files that a page has loaded, with the package's. */
async function loadedBy(page, isCounted = () => true) {
  const urls = await page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)");
  const loaded = ["index.html", ...urls.map((url) => new URL(url).pathname.split("/").at(-1))];
  assert.ok(!loaded.some((name) => /^flakekit-(lease|sql|making)/.test(name)));
  const files = weight().files.filter(({ name }) => loaded.includes(name) && isCounted(name));
  console.table(files);
  assert.ok(files.length > 5);
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

test("the home page loads at most 60.5 KiB gzipped, before the reader, for which it waits until it is idle", () =>
  visit(
    "#read",
    async (page) => {
      const bytes = await loadedBy(page, (name) => !name.startsWith("flakekit-inspect"));
      assert.ok(bytes <= 60.5 * KIB, `${bytes} bytes`);
    },
    { isPhone: true, width: 375 },
  ));

test("a link to an ID loads at most 86.5 KiB gzipped on a phone until its answer is there", () =>
  visit(
    "#read?id=1541815603606036480",
    async (page) => {
      await page.locator(".when time").waitFor();
      const bytes = await loadedBy(page);
      assert.ok(bytes <= 86.5 * KIB, `${bytes} bytes`);
    },
    { isPhone: true, width: 375 },
  ));

test("all files of the page have at most 91.8 KiB gzipped, apart from the package", () => {
  const own = ownWeight(weight().files);
  assert.ok(own <= 91.8 * KIB, `${own} bytes`);
});
