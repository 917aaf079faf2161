// How long the page takes until the browser shows what a key or a click does: the durations of the browser's Event Timing.
//   node benches/page.mjs [SLOWDOWN]     after npm run docs; needs Debian's package chromium; half a minute
//
// The page's thread is SLOWDOWN times slower than the computer: 6 without an argument.

import { createRequire } from "node:module";
import { program } from "../scripts/debian.mjs";
import { FLAGS } from "../tests/runtimes/browsers/program.mjs";
import { serve } from "../www/tests/server.mjs";
import { median } from "./lib/stats.mjs";
import { printTable } from "./lib/table.mjs";

const { chromium } = createRequire(new URL("../www/tests/", import.meta.url))("playwright-core");
const SLOWDOWN = Number(process.argv[2] ?? 6);
const FIRST_ID = 1541815603606036480n;

/** A list of 5000 IDs of two kinds. */
const LIST = Array.from({ length: 5000 }, (_, n) =>
  n % 3 === 0 ? `507f1f77bcf86cd79943${n.toString(16).padStart(4, "0")}` : FIRST_ID + BigInt(n) * 1_000_003n,
).join("\n");

const site = await serve();
const browser = await chromium.launch({ executablePath: await program("CHROMIUM"), args: FLAGS });
const rows = [["", "events", "median ms", "largest ms"]];

/** Calls `act(page, start)` and adds a row of the events after `start()`, which waits until the page is idle and slows it down. */
async function measure(name, hash, act) {
  const page = await browser.newPage();
  await page.goto(`${site.origin}/${hash}`);
  await page.locator("main h1").first().waitFor({ state: "attached" });
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    globalThis.durations = new Map();
    const keep = ({ interactionId, duration }) => {
      if (interactionId === 0) return;
      globalThis.durations.set(interactionId, Math.max(duration, globalThis.durations.get(interactionId) ?? 0));
    };
    new globalThis.PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({
      type: "event",
      durationThreshold: 16,
    });
  });
  const start = async () => {
    await page.waitForTimeout(1000);
    await page.evaluate(() => globalThis.durations.clear());
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  };
  await act(page, start);
  await page.waitForTimeout(1500);
  const durations = await page.evaluate(() => [...globalThis.durations.values()]);
  rows.push([name, durations.length, median(durations), Math.max(...durations)]);
  await page.close();
}

await measure("a key, of an ID that is typed", "#read", async (page, start) => {
  await start();
  await page.locator("#id").focus();
  // People hold a key for 80 ms, so the key may go up while the page draws the answer.
  for (const digit of String(FIRST_ID)) {
    await page.keyboard.press(digit, { delay: 80 });
    await page.waitForTimeout(120);
  }
});

const click = (find) => async (page, start) => {
  await page
    .locator(".file input")
    .setInputFiles({ name: "ids.txt", mimeType: "text/plain", buffer: Buffer.from(LIST) });
  await page.locator(".many .ids tbody tr").first().waitFor();
  await start();
  for (let i = 0; i < 6; i++) {
    await find(page, i).click();
    await page.waitForTimeout(700);
  }
};

await measure(
  "a click on a column of a list",
  "#read",
  click((page, i) => page.locator(".ids th button").nth(i % 3)),
);
await measure(
  "a click on a kind of a list",
  "#read",
  click((page, i) => page.locator(".many .chips label").nth(i % 3)),
);
await measure("a key, in the filter of a list", "#read", async (page, start) => {
  await click((at) => at.locator(".many .chips label").first())(page, start);
  await page.locator('[type="search"]').pressSequentially("2022-0", { delay: 500 });
});

printTable(`${SLOWDOWN} times slower`, rows);
await browser.close();
await site.close();
