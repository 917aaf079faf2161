import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { formats, withOptions } from "flakekit";
import { runnerImport } from "vite";
import { copied, visit } from "./browser.mjs";
import { runCode } from "./code.mjs";

const SELECTORS = { made: "#flakekit .made-count", repeats: "#flakekit .repeats", plainRepeats: "#plain .repeats" };
const figure = async (page, name) => Number((await page.locator(SELECTORS[name]).innerText()).replaceAll(",", ""));

async function run(page) {
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("button", { name: "Start" }).waitFor();
}

/** Waits until flakekit has made as many IDs. The plain algorithm may not have made them then. */
async function make(page, count) {
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(SELECTORS.made).filter({ hasText: count }).waitFor();
}

for (const { name } of formats()) {
  test(`${name} makes no repeats when the clock steps back`, () =>
    visit(`#stress?format=${name}&total=100000&clock=back`, async (page) => {
      await make(page, /^100,000$/);
      assert.equal(await figure(page, "repeats"), 0);
    }));
}

for (const [what, params] of Object.entries({
  "when the clock stands still": "clock=still",
  "with a new generator for each ID": "each=yes&clock=back",
  "in batches": "batch=yes&format=twitter",
})) {
  test(`no ID repeats ${what}`, () =>
    visit(`#stress?total=100000&${params}`, async (page) => {
      await run(page);
      assert.equal(await figure(page, "made"), 100_000);
      assert.equal(await figure(page, "repeats"), 0);
      await page.locator("#status").filter({ hasText: "100,000 IDs made, no repeats" }).waitFor({ state: "attached" });
    }));
}

test("by default the clock steps back: the plain algorithm repeats IDs, and flakekit does not", () =>
  visit("#stress?total=100000", async (page) => {
    assert.match(await page.getByLabel("clock").locator("option:checked").innerText(), /^steps back/);
    await run(page);
    assert.match(
      await page.locator(".results h2").innerText(),
      /^flakekit: no repeats; the plain algorithm: [\d,]+ repeats$/,
    );
    const heads = await page.locator(".figures th[scope=col]").allInnerTexts();
    assert.deepEqual(heads, ["made by", "repeats", "IDs", "per second"]);
  }));

for (const clock of ["real", "back"]) {
  test(`flakekit waits for the next tick as the plain algorithm does, so neither makes more than a format holds: ${clock}`, () =>
    visit(`#stress?total=100000&format=sonyflake&clock=${clock}`, async (page) => {
      await run(page);
      for (const maker of ["flakekit", "plain"]) {
        const perSecond = await page.locator(`#${maker} td`).nth(2).innerText();
        // A format holds 256 IDs in 10 ms. The time in which IDs are compared does not count, but ticks begin in it, too. Without
        // waits, a second has millions of IDs.
        assert.ok(Number(perSecond.replaceAll(",", "")) < 2 * 25_600, `${maker}: ${perSecond}`);
      }
      assert.match(await page.locator(".results").innerText(), /Both wait for the next tick/);
    }));
}

test("the plain algorithm makes the IDs of the format, which count from 0 in each tick", async () => {
  const { plainGenerator } = (await runnerImport(fileURLToPath(new URL("../src/stress/plain.ts", import.meta.url))))
    .module;
  for (const given of formats()) {
    const format = given.epoch === null ? withOptions(given, { epoch: "2024-01-01" }) : given;
    const { name } = format.fields.find(({ kind }) => kind === "sequence");
    const next = plainGenerator(format, {});
    let before = { timestamp: 0 };
    for (let n = 0; n < 600; n++) {
      const fields = format.decode(next());
      const isSame = fields.timestamp === before.timestamp;
      assert.equal(fields[name], isSame ? before[name] + 1 : 0, `${format.name}, ID ${n}`);
      before = fields;
    }
  }
});

test("the plain algorithm repeats IDs with a new generator for each ID, and flakekit does not", () =>
  visit("#stress?each=yes&total=100000&format=twitter", async (page) => {
    await run(page);
    assert.ok((await figure(page, "plainRepeats")) > 0);
    assert.equal(await figure(page, "repeats"), 0);
  }));

test("the plain algorithm repeats nothing while the clock is right", () =>
  visit("#stress?format=discord&total=100000&clock=real", async (page) => {
    await run(page);
    assert.equal(await figure(page, "plainRepeats"), 0);
    assert.equal(await page.locator("#plain .made-count").innerText(), "100,000");
    assert.match(await page.locator("thead").innerText(), /of capacity/);
  }));

test("while the clock stands still, the plain algorithm waits for ever, and no share of the capacity is shown", () =>
  visit("#stress?clock=still&total=100000", async (page) => {
    await run(page);
    assert.match(await page.locator("#plain").innerText(), /it waits for ever/);
    assert.match(await page.locator(".results h2").innerText(), /^flakekit: no repeats; the plain algorithm: no IDs$/);
    assert.equal(await figure(page, "made"), 100_000);
    const text = await page.locator("main").innerText();
    assert.doesNotMatch(text, /of capacity/);
    // 256 IDs in each ms that the IDs are ahead.
    assert.match(text, /flakekit goes ahead of the clock: its last ID by \d+ ms/);
  }));

for (const params of ["format=twitter&batch=yes", "format=sno", "format=custom&layout=40.6.10.4&clock=still"]) {
  test(`the code of a run with ${params} makes as many IDs, without repeats`, () =>
    visit(`#stress?total=100000&${params}`, async (page) => {
      const { repeats } = await runCode(await copied(page, "copy Code"), "repeats");
      assert.equal(repeats, 0);
    }));
}

// 10,000,000 IDs take 39 s at 256 IDs per ms. That is longer than any wait here, so the run cannot end before the stop.
test("a run can be stopped, and another one started", () =>
  visit("#stress?total=10000000", async (page) => {
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator(SELECTORS.made).filter({ hasNotText: /^0$/ }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    const made = await figure(page, "made");
    assert.ok(made > 0 && made < 10_000_000);
    await page.getByLabel("number of IDs").selectOption("100000");
    await run(page);
    assert.equal(await figure(page, "made"), 100_000);
  }));

test("a run ends when the user goes to another view", () =>
  visit("#stress?total=10000000", async (page) => {
    const started = page.waitForEvent("worker");
    await page.getByRole("button", { name: "Start" }).click();
    const worker = await started;
    const closed = new Promise((resolve) => worker.once("close", resolve));
    await page.getByRole("link", { name: "Make" }).click();
    await page.getByRole("heading", { name: "Make IDs" }).waitFor();
    await closed;
  }));

test("a set of IDs grows, and still finds all of them", async () => {
  const { IdSet } = (await runnerImport(fileURLToPath(new URL("../src/id-set.ts", import.meta.url)))).module;
  for (const words of [4, 5]) {
    const seen = new IdSet(1, words);
    const ids = Uint16Array.from({ length: words * 1000 }, (_, n) => (n % words === words - 1 ? n : 7));
    assert.equal(seen.addAll(ids), 0);
    assert.equal(seen.addAll(ids), 1000);
  }
});

test("a repeat is found in any position, and IDs that differ in one bit are not repeats", async () => {
  const { IdSet } = (await runnerImport(fileURLToPath(new URL("../src/id-set.ts", import.meta.url)))).module;
  for (const words of [4, 5]) {
    // Each ID differs from the first in one bit. Then all are added again, in reverse order.
    const ids = [new Uint16Array(words)];
    for (let bit = 0; bit < words * 16; bit++)
      ids.push(new Uint16Array(words).fill(1 << (bit & 15), bit >> 4, (bit >> 4) + 1));
    const seen = new IdSet(2 * ids.length, words);
    const concatenated = (some) => Uint16Array.from(some.flatMap((id) => [...id]));
    assert.equal(seen.addAll(concatenated(ids)), 0);
    assert.equal(seen.addAll(concatenated(ids.toReversed())), ids.length);
    assert.equal(seen.addAll(concatenated([ids[0].map(() => 0xffff), ids[5]])), 1);
  }
});
