// Opens the built page in Firefox, which puppeteer asks by WebDriver BiDi.

import { launch } from "puppeteer-core";
import { forgetProcess, guardProcess } from "../../scripts/guard.mjs";
import { withProfile } from "../../tests/runtimes/browsers/profiles.mjs";
import { program } from "../../tests/runtimes/browsers/program.mjs";
import { PATIENCE_MS } from "./patience.mjs";
import { serve } from "./server.mjs";

/** Calls `work` with a function that opens the page: see engines.test.mjs. */
export async function withFirefox(work) {
  const site = await serve();
  try {
    await withProfile((profile) =>
      withBrowser(profile, (browser) =>
        work((hash, options, use) => open(browser, `${site.origin}/${hash}`, options, use)),
      ),
    );
  } finally {
    await site.close();
  }
}

async function withBrowser(profile, work) {
  const browser = await launch({
    browser: "firefox",
    executablePath: await program("FIREFOX"),
    userDataDir: profile,
    // Firefox refuses to start if HOME belongs to another user.
    env: { ...process.env, HOME: profile, TMPDIR: profile },
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
  });
  const { pid } = browser.process();
  guardProcess(-pid, "SIGKILL");
  try {
    await work(browser);
  } finally {
    await browser.close();
    forgetProcess(-pid);
  }
}

async function open(browser, url, { width = 1280 }, use) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.setViewport({ width, height: 800 });
    const messages = [];
    page.on("console", (message) => messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(error.stack));
    await page.goto(url);
    await use({
      evaluate: (work, ...args) => page.evaluate(work, ...args),
      until: async (isTrue, ...args) => (await page.waitForFunction(isTrue, {}, ...args)).jsonValue(),
      click: async (find, ...args) => (await page.waitForFunction(find, {}, ...args)).click(),
      type: (text) => page.keyboard.type(text),
      pressWithControl: async (key) => {
        await page.keyboard.down("Control");
        await page.keyboard.press(key);
        await page.keyboard.up("Control");
      },
      messages: async () => messages,
    });
  } finally {
    await context.close();
  }
}
