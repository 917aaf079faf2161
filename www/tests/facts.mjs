// Measures the page's performance with the browser's own timers: first paint, layout shifts and long tasks.

import { chromium } from "playwright-core";
import { FLAGS, program } from "../../tests/runtimes/browsers/program.mjs";
import { serve } from "./server.mjs";

/** Runs in the page before its own scripts. */
function observe() {
  globalThis.facts = { busy: 0, shift: 0 };
  const each = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  each("longtask", ({ duration }) => (globalThis.facts.busy = Math.max(globalThis.facts.busy, duration)));
  // A shift that follows an input is intended.
  each("layout-shift", ({ value, hadRecentInput }) => (globalThis.facts.shift += hadRecentInput ? 0 : value));
}

const SETTLE_MS = 500;
const IDS = 50_000;

/** Pastes `IDS` IDs. Returns the time until all are in the table, in ms. */
async function pasteMany(page) {
  const start = await page.evaluate((count) => {
    const ids = Array.from({ length: count }, (_, n) => String(1541815603606036480n + BigInt(n) * 4194304n));
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", ids.join("\n"));
    const start = performance.now();
    const paste = new ClipboardEvent("paste", { clipboardData, cancelable: true, bubbles: true });
    document.getElementById("id").dispatchEvent(paste);
    return start;
  }, IDS);
  await page.getByRole("heading", { name: IDS.toLocaleString("en") }).waitFor();
  return (await page.evaluate("performance.now()")) - start;
}

/** Returns times in ms. `busy…` are the longest tasks on the page's thread, 0 if no task took more than 50 ms. */
export async function facts() {
  const site = await serve();
  const browser = await chromium.launch({ executablePath: await program("CHROMIUM_SHELL"), args: FLAGS });
  try {
    const page = await browser.newPage();
    await page.addInitScript(observe);
    await page.goto(site.origin);
    await page.waitForTimeout(SETTLE_MS);
    const longestTask = async () => {
      await page.waitForTimeout(SETTLE_MS);
      const busy = await page.evaluate("facts.busy");
      await page.evaluate("void (facts.busy = 0)");
      return busy;
    };
    const firstPaint = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime");
    const busyLoading = await longestTask();
    await page.keyboard.type("1541815603606036480", { delay: 30 });
    const busyTyping = await longestTask();
    const shift = await page.evaluate("facts.shift");
    const pasting = await pasteMany(page);
    return {
      chromium: browser.version(),
      firstPaint,
      shift,
      busyLoading,
      busyTyping,
      pasting,
      busyPasting: await longestTask(),
    };
  } finally {
    await browser.close();
    await site.close();
  }
}
