// Opens the built page in Chromium. A test fails if the page writes to the console or throws an error.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { FLAGS, program } from "../../tests/runtimes/browsers/program.mjs";
import { PATIENCE_MS } from "./patience.mjs";
import { serve } from "./server.mjs";

let browser, site;

before(async () => {
  browser = await chromium.launch({
    executablePath: await program("CHROMIUM"),
    args: FLAGS,
    // With this flag, the page could change its address as often as it likes, which users' browsers do not allow.
    ignoreDefaultArgs: ["--disable-ipc-flooding-protection"],
  });
  site = await serve();
});

after(async () => {
  await browser.close();
  await site.close();
});

/**
 * Opens the page at an address in a new browser context, and calls `work(page, { requests, context })`. `requests` are
 * the URLs that the page has requested. With a `slowdown` of 20, the page's thread is 20 times slower. `before` runs in the
 * page before its scripts. `isSilent: false` allows messages in the console.
 */
export function visit(hash, work, options = {}) {
  const shown = (page) => page.locator("main :is(h1, .error)").first().waitFor({ state: "attached" });
  return open(hash, options, shown, work);
}

/** Opens a file of the site in a new browser context, and calls `work(page)`. */
export function visitFile(path, options, work) {
  return open(path, options, () => undefined, work);
}

async function open(path, options, shown, work) {
  const {
    width = 1280,
    height = 800,
    colorScheme = "light",
    forcedColors = "none",
    isPhone = false,
    at = site,
    slowdown = 1,
    before,
    isSilent = true,
  } = options;
  const viewport = { width, height };
  const context = await browser.newContext({
    viewport,
    colorScheme,
    forcedColors,
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: "en-GB",
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  if (before) await page.addInitScript(before);
  if (slowdown > 1) {
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  }
  const messages = [];
  const requests = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.stack));
  page.on("request", (request) => requests.push(request.url()));
  try {
    await page.goto(at.origin + at.folder + path);
    await shown(page);
    await work(page, { requests, context });
    if (isSilent) assert.deepEqual(messages, [], "messages in the console");
  } finally {
    await context.close();
  }
}

/** Clicks a button that copies, waits until the page announces "copied", and returns the clipboard's text. */
export async function copied(page, button) {
  await page.getByRole("button", { name: button }).click();
  await page.locator("#status", { hasText: /^copied$/ }).waitFor({ state: "attached" });
  return page.evaluate("navigator.clipboard.readText()");
}
