import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { formats } from "flakekit";
import { runnerImport } from "vite";
import { visit } from "./browser.mjs";

const figure = async (page, id) => Number((await page.locator(`#${id}`).innerText()).replaceAll(",", ""));

async function run(page) {
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("button", { name: "Start" }).waitFor();
}

for (const { name } of formats()) {
  test(`${name}: nothing repeats when the clock steps back`, () =>
    visit(`#stress?format=${name}&total=1000000&clock=back`, async (page) => {
      await run(page);
      assert.equal(await figure(page, "made"), 1_000_000);
      assert.equal(await figure(page, "repeats"), 0);
    }));
}

for (const [what, params] of Object.entries({
  "when the clock stands still": "clock=still",
  "with a generator for each ID": "each=yes&clock=back",
  "by batches": "batch=yes&format=twitter",
})) {
  test(`nothing repeats ${what}`, () =>
    visit(`#stress?total=100000&${params}`, async (page) => {
      await run(page);
      assert.equal(await figure(page, "made"), 100_000);
      assert.equal(await figure(page, "repeats"), 0);
      assert.match(await page.locator("#said").innerText(), /100,000 made, none twice/);
    }));
}

// All of them take 39 s at 256 a ms, longer than anything waits here, so the run can't end before it is stopped.
test("it is stopped at once, and can be started anew", () =>
  visit("#stress?total=10000000", async (page) => {
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator("#made").filter({ hasNotText: /^0$/ }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    const made = await figure(page, "made");
    assert.ok(made > 0 && made < 10_000_000);
    await page.getByLabel("how many").selectOption("100000");
    await run(page);
    assert.equal(await figure(page, "made"), 100_000);
  }));

test("it ends when another view is shown", () =>
  visit("#stress?total=10000000", async (page) => {
    const started = page.waitForEvent("worker");
    await page.getByRole("button", { name: "Start" }).click();
    const worker = await started;
    const closed = new Promise((resolve) => worker.once("close", resolve));
    await page.getByRole("link", { name: "Make" }).click();
    await page.getByRole("heading", { name: "Make IDs" }).waitFor();
    await closed;
  }));

test("a repeat is found, wherever it is and in whatever bits it would differ", async () => {
  const { Seen } = (await runnerImport(fileURLToPath(new URL("../src/stress/seen.ts", import.meta.url)))).module;
  for (const words of [4, 5]) {
    // Each differs from the first in one bit; then all of them again, in another order.
    const ids = [new Uint16Array(words)];
    for (let bit = 0; bit < words * 16; bit++)
      ids.push(new Uint16Array(words).fill(1 << (bit & 15), bit >> 4, (bit >> 4) + 1));
    const seen = new Seen(2 * ids.length, words);
    const joined = (some) => Uint16Array.from(some.flatMap((id) => [...id]));
    assert.equal(seen.addAll(joined(ids)), 0);
    assert.equal(seen.addAll(joined(ids.toReversed())), ids.length);
    assert.equal(seen.addAll(joined([ids[0].map(() => 0xffff), ids[5]])), 1);
  }
});
