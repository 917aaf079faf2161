// Opens the built page in Chromium. A test fails if the page writes to the console or throws an error.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { FLAGS, program } from "../../tests/runtimes/browsers/program.mjs";
import { PATIENCE_MS } from "./patience.mjs";
import { serve } from "./server.mjs";

let browser, site;

/** The pages that tests share, by whether they are phones. A new page for each test would take most of the tests' time. */
const shared = new Map();

before(async () => {
  browser = await chromium.launch({
    executablePath: await program("CHROMIUM_SHELL"),
    args: FLAGS,
    // With this flag, the page could change its address as often as it likes, which users' browsers do not allow.
    ignoreDefaultArgs: ["--disable-ipc-flooding-protection"],
  });
  // A visit takes 0.25 s of the processor if the browser has kept the files, and 0.35 s if it has not.
  site = await serve("/", { cacheControl: (path) => (path.includes("/assets/") ? "max-age=3600" : undefined) });
});

after(async () => {
  await browser.close();
  await site.close();
});

/**
 * Opens the page at an address, as at a first visit, waits until it has loaded what it shows there, and calls
 * `work(page, { requests, context })`. `requests` are the URLs that the page has requested. With a `slowdown` of 20, the
 * page's thread is 20 times slower. `before` runs in the page before its scripts. `isSilent: false` allows messages in the
 * console. `isAlone: true` gives the test a browser context of its own, for what the context keeps: a clock, a script that
 * runs before others, a service worker, which the others do not have. `hasScripts: false` is a browser without JavaScript.
 */
export function visit(hash, work, options = {}) {
  return open(hash, options, loaded, work);
}

/** Waits until the page shows a heading or an error, and no notice that it loads something. */
const loaded = (page) => page.locator("main:has(:is(h1, .error)):not(:has(.pending))").waitFor({ state: "attached" });

/**
 * Waits until the page has drawn the answer to what was typed, with its folded parts: it draws the answer after the browser has
 * shown the characters, and the folded parts after the browser has shown the answer. The first answer may have to be loaded.
 */
export async function answered(page) {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) {
      await new Promise((done) => globalThis.requestAnimationFrame(() => setTimeout(() => setTimeout(done))));
    }
  });
  await loaded(page);
}

/** Opens a file of the site, and calls `work(page)`. */
export function visitFile(path, options, work) {
  return open(path, options, () => undefined, work);
}

async function open(path, options, shown, work) {
  const {
    isPhone = false,
    at = site,
    slowdown = 1,
    before,
    isSilent = true,
    isAlone = false,
    hasScripts = true,
  } = options;
  const isShared = before === undefined && at === site && !isAlone && hasScripts;
  const tab = (isShared && shared.get(isPhone)) || (await newTab(isPhone, hasScripts, isShared));
  // A page is shared again only after a test that passes.
  if (isShared) shared.delete(isPhone);
  const { context, page, session } = tab;
  const messages = [];
  const requests = [];
  const listeners = {
    console: (message) => messages.push(message.text()),
    pageerror: (error) => messages.push(error.stack),
    request: (request) => requests.push(request.url()),
  };
  let isClean = false;
  try {
    if (before) await page.addInitScript(before);
    await emulate(page, options);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    for (const [event, listener] of Object.entries(listeners)) page.on(event, listener);
    await page.goto(at.origin + at.folder + path);
    await shown(page);
    await work(page, { requests, context });
    if (isSilent) assert.deepEqual(messages, [], "messages in the console");
    isClean = isShared;
  } finally {
    for (const [event, listener] of Object.entries(listeners)) page.off(event, listener);
    if (isClean) {
      await leave(tab);
      shared.set(isPhone, tab);
    } else {
      await context.close();
    }
  }
}

async function newTab(isPhone, javaScriptEnabled, isShared) {
  const phone = { isMobile: isPhone, hasTouch: isPhone };
  const context = await browser.newContext({ ...phone, javaScriptEnabled, locale: "en-GB" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // To keep the site for use offline at each visit would take a fifth of the tests' time.
  if (isShared) await context.addInitScript("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })");
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return { context, page, session: await context.newCDPSession(page) };
}

/** Gives a page the size and the colours that a test wants. */
export async function emulate(page, options) {
  const { width = 1280, height = 800, colorScheme = "light", forcedColors = "none", media = "screen" } = options;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, forcedColors, media, reducedMotion: "no-preference" });
}

/** Ends the document and its workers, and removes what it has stored and where the pointer is. */
async function leave({ page, session }) {
  await page.goto("about:blank");
  await page.mouse.move(0, 0);
  await session.send("Storage.clearDataForOrigin", { origin: site.origin, storageTypes: "all" });
}

/** Waits until a service worker is in charge of the page. */
export const inCharge = (page) =>
  page.waitForFunction(() => globalThis.navigator.serviceWorker.controller?.state === "activated");

/** Clicks a button that copies, waits until the page announces "copied", and returns the clipboard's text. */
export async function copied(page, button) {
  await page.getByRole("button", { name: button }).click();
  await page.locator("#status", { hasText: /^copied$/ }).waitFor({ state: "attached" });
  return page.evaluate("navigator.clipboard.readText()");
}

/** Pastes a text where the focus is, as a user does, and waits until the page has loaded what it shows then. */
export async function paste(page, text) {
  await pressPaste(page, text);
  await loaded(page);
}

/** Pastes a text, and waits until the page has received it. */
export async function pressPaste(page, text) {
  await page.evaluate(async (text) => {
    await globalThis.navigator.clipboard.writeText(text);
    globalThis.pasted = new Promise((done) =>
      document.addEventListener("paste", () => setTimeout(done), { once: true }),
    );
  }, text);
  await page.keyboard.press("Control+V");
  await page.evaluate("pasted");
}
