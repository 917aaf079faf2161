// What the page does when something is missing, refused or left in the middle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, copied, pressPaste, visit } from "./browser.mjs";

const TWEET = "1541815603606036480";

test("a pinned field is released when the new reading does not have it, and in other views", () =>
  visit(`#read?id=${TWEET}`, async (page) => {
    const isLighting = () => page.evaluate("document.body.classList.contains('lighting')");
    await page.locator(".fields button", { hasText: "datacenterId" }).click();
    await page.mouse.move(0, 0);
    assert.ok(await isLighting());
    await page.locator("#id").fill("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    await answered(page);
    await page.locator(".kind", { hasText: "ULID" }).waitFor();
    assert.ok(!(await isLighting()));
    await page.locator("#id").fill(TWEET);
    await page.locator(".fields button", { hasText: "sequence" }).click();
    await page.getByRole("link", { name: "Make" }).click();
    await page.getByRole("heading", { name: "Make IDs" }).waitFor();
    await page.locator(".ruler").waitFor();
    assert.ok(!(await isLighting()));
  }));

test("a button that copies has its label again after two quick clicks", () =>
  visit(
    `#read?id=${TWEET}`,
    async (page) => {
      // A clock that is only installed goes on with the real time.
      await page.clock.pauseAt(Date.now() + 60_000);
      const button = page.locator(".texts > div", { hasText: "base62" }).getByRole("button");
      await copied(page, "copy base62");
      await page.clock.runFor(1000);
      // So that the wait for the second click's announcement does not end with the first one's.
      await page.locator("#status").evaluate((status) => (status.textContent = ""));
      await button.click();
      await page.locator("#status", { hasText: "copied" }).waitFor({ state: "attached" });
      await page.clock.runFor(1000);
      assert.equal(await button.innerText(), "copied");
      await page.clock.runFor(1000);
      assert.equal(await button.innerText(), "copy");
    },
    { isAlone: true },
  ));

test("in a page that is not served securely, copying works too", () =>
  visit(
    `#read?id=${TWEET}`,
    async (page) => {
      await page.getByRole("button", { name: "copy base62" }).click();
      await page.locator("#status", { hasText: /^copied$/ }).waitFor({ state: "attached" });
      assert.equal(await page.evaluate("document.activeElement.ariaLabel"), "copied base62");
      await page.locator("#id").press("Control+A");
      await page.keyboard.press("Control+V");
      assert.equal(await page.locator("#id").inputValue(), "1ptWyK4WgZU");
    },
    // Browsers define it in secure contexts only, and 127.0.0.1 counts as one.
    { before: "Object.defineProperty(navigator, 'clipboard', { value: undefined })" },
  ));

test("the focus stays on the button that starts and stops a run", () =>
  visit("#stress?total=100000&batch=yes", async (page) => {
    const focused = () => page.evaluate("document.activeElement.innerText");
    await page.getByRole("button", { name: "Start" }).press("Enter");
    assert.match(await focused(), /Start|Stop/);
    await page.getByRole("button", { name: "Start" }).waitFor();
    assert.equal(await focused(), "Start");
  }));

for (const view of ["#read?id=1541815603606036480", "#range"]) {
  test(`with forced colours, what is chosen in ${view} differs from what is not`, () =>
    visit(
      view,
      async (page) => {
        const colours = (selector) =>
          page
            .locator(selector)
            .first()
            .evaluate((shown) => globalThis.getComputedStyle(shown).backgroundColor);
        for (const folded of await page.locator("details").all()) await folded.evaluate((shown) => (shown.open = true));
        assert.notEqual(await colours(":checked + span"), await colours("label :not(:checked) + span"));
        assert.notEqual(await colours("nav [aria-current]"), await colours("nav a:not([aria-current])"));
      },
      { forcedColors: "active" },
    ));
}

test("where the page can't be loaded, it says so in a sentence", () =>
  visit(
    "#read",
    async (page) => assert.match(await page.locator("main").innerText(), /^This page does not run in this browser: .+/),
    { before: "globalThis.BigUint64Array = undefined" },
  ));

test("an error in a view leaves a sentence and a link that starts the view again", () =>
  visit(
    "#range",
    async (page) => {
      await page.evaluate("Date.prototype.toISOString = () => { throw new Error('no dates today') }");
      await page.getByLabel("table").fill("posts");
      assert.match(await page.locator(".error").innerText(), /The page cannot show this address: no dates today/);
      await page.getByRole("link", { name: "Start this view again" }).waitFor();
      await page.getByRole("link", { name: "Read" }).click();
      await page.locator("#id").waitFor();
    },
    { isSilent: false },
  ));

test("an error in the title of a view leaves a sentence too", () =>
  visit(
    "#read",
    async (page) => {
      await page.evaluate("String.prototype.trim = () => { throw new Error('no trim today') }");
      await page.evaluate((id) => (globalThis.location.hash = `#read?id=${id}`), TWEET);
      await page.getByText("The page cannot show this address: no trim today").waitFor();
      assert.equal(await page.title(), "not shown · flakekit");
    },
    { isSilent: false },
  ));

/** The service worker would have all files. */
const WITHOUT_SERVICE_WORKER = "Object.defineProperty(navigator, 'serviceWorker', { value: undefined })";

for (const [what, file, start, act, loaded] of [
  ["view", "stress-*.js", "#read", (page) => page.getByRole("link", { name: "Stress" }).click(), "Start"],
  ["module of SQL", "flakekit-sql-*.js", `#read?id=${TWEET}`, (page) => page.getByLabel("SQLite").check(), "SQL"],
  ["list", "view-*.js", `#read?id=${TWEET}%0A${TWEET}`, () => undefined, "created"],
]) {
  test(`a ${what} that could not be loaded says so, and is there after the page is loaded again`, () =>
    visit(
      "#make",
      async (page) => {
        await page.route(`**/${file}`, (route) => route.abort());
        await page.goto(page.url().replace(/#.*/, start));
        await act(page);
        await page.getByText("This part of the page could not be loaded").waitFor();
        await page.unroute(`**/${file}`);
        await page.getByRole("button", { name: "Load the page again" }).click();
        await page.getByRole("button", { name: loaded }).waitFor();
      },
      { isSilent: false, before: WITHOUT_SERVICE_WORKER },
    ));
}

test("a text that is pasted before the reader is loaded does not lead back from another view", () =>
  visit(
    "#read",
    async (page) => {
      let release;
      const isReleased = new Promise((resolve) => (release = resolve));
      const asked = page.waitForRequest("**/flakekit-inspect-*.js");
      await page.route("**/flakekit-inspect-*.js", async (route) => {
        await isReleased;
        await route.continue();
      });
      await page.reload();
      await page.locator(".examples").waitFor();
      await asked;
      await pressPaste(page, TWEET);
      await page.getByRole("link", { name: "Make" }).click();
      await page.getByRole("heading", { name: "Make IDs" }).waitFor();
      const loaded = page.waitForResponse("**/flakekit-inspect-*.js");
      release();
      await (await loaded).finished();
      // The page's own import, which the pasted text waits for, has ended before this one.
      await page.evaluate((script) => import(script), (await loaded).url());
      assert.match(page.url(), /#make/);
      await page.getByRole("link", { name: "Read" }).click();
      await page.locator(".when").waitFor();
      assert.equal(await page.locator("#id").inputValue(), TWEET);
    },
    { before: WITHOUT_SERVICE_WORKER },
  ));

test("a view that could not be loaded is tried again when the user comes back", () =>
  visit(
    "#read",
    async (page) => {
      await page.route("**/stress-*.js", (route) => route.abort());
      await page.getByRole("link", { name: "Stress" }).click();
      await page.getByRole("button", { name: "Load the page again" }).waitFor();
      await page.unroute("**/stress-*.js");
      await page.getByRole("link", { name: "Read" }).click();
      await page.locator("#id").waitFor();
      await page.getByRole("link", { name: "Stress" }).click();
      await page.getByRole("button", { name: "Start" }).waitFor();
    },
    { isSilent: false, before: WITHOUT_SERVICE_WORKER },
  ));

test("a code that is copied runs and gives what is shown", () =>
  visit(`#read?id=${TWEET}`, async (page) => {
    assert.equal(await copied(page, "copy Code"), `import { twitter } from "flakekit";\n\ntwitter.decode("${TWEET}");`);
  }));
