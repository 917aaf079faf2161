// The built page in a real Chromium. Whatever the console says against it fails the test that it happens in.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { FLAGS, program } from "../../tests/runtimes/browsers/program.mjs";
import { serve } from "./server.mjs";

let browser, site;

before(async () => {
  browser = await chromium.launch({ executablePath: await program("CHROMIUM"), args: FLAGS });
  site = await serve();
});

after(async () => {
  await browser.close();
  await site.close();
});

export const VIEWS = ["#read", "#read?id=1541815603606036480", "#make", "#make?format=custom", "#stress", "#range"];

/**
 * Opens the page at an address and hands it over, in a browser context of its own.
 * `requests` are the addresses of all that it has asked for.
 */
export async function visit(hash, work, { width = 1280, colorScheme = "light", at = site } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, locale: "en-GB" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const said = [];
  const requests = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.stack));
  page.on("request", (request) => requests.push(request.url()));
  try {
    await page.goto(at.origin + at.folder + hash);
    await page.locator("main h1").waitFor({ state: "attached" });
    await work(page, { requests, context });
    assert.deepEqual(said, [], "what the console says");
  } finally {
    await context.close();
  }
}

/** What a button of the page copies. The page says so when it is done, which is after the click. */
export async function copied(page, button) {
  await page.getByRole("button", { name: button }).click();
  await page.locator("#said", { hasText: /^copied$/ }).waitFor({ state: "attached" });
  return page.evaluate("navigator.clipboard.readText()");
}
