// Opens the built page in WebKitGTK's MiniBrowser, which selenium asks by WebDriver.

import { setTimeout } from "node:timers/promises";
import { Builder, Capabilities, Key } from "selenium-webdriver";
import { waitForServer } from "selenium-webdriver/http/util.js";
import { findFreePort } from "selenium-webdriver/net/portprober.js";
import { startDisplay } from "../../tests/runtimes/browsers/display.mjs";
import { startProgram, withProfile } from "../../tests/runtimes/browsers/profiles.mjs";
import { program } from "../../tests/runtimes/browsers/program.mjs";
import { PATIENCE_MS } from "./patience.mjs";
import { serve } from "./server.mjs";

/** A driver that has not answered a command for so long never answers: each command takes less than a second. */
const NO_ANSWER_MS = 60_000;

/** Calls `work` with a function that opens the page: see engines.test.mjs. */
export async function withWebKit(work) {
  const site = await serve("/", { script: `(${recordMessages})();` });
  try {
    await withProfile((profile) => work((hash, options, use) => openPatiently(profile, site, hash, options, use)));
  } finally {
    await site.close();
  }
}

/** Runs in the page, before its own scripts: WebDriver says nothing of the console. */
function recordMessages() {
  globalThis.messages = [];
  const record = (...values) => globalThis.messages.push(values.join(" "));
  for (const name of ["debug", "info", "log", "warn", "error"]) console[name] = record;
  globalThis.addEventListener(
    "error",
    ({ message, target }) => record(message ?? `${target.outerHTML} was not loaded`),
    true,
  );
  globalThis.addEventListener("unhandledrejection", ({ reason }) => record(reason));
  globalThis.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    record(violatedDirective, blockedURI),
  );
}

/** Starts a display and the program that starts a MiniBrowser for each session. Calls `work` with its URL. */
async function withDriver(profile, work) {
  // What is done next fails if one of them has ended by itself.
  const onEnd = () => undefined;
  const display = await startDisplay(profile, onEnd);
  try {
    const port = await findFreePort("127.0.0.1");
    const path = await program("WEBKIT_DRIVER");
    const driver = startProgram(path, ["--host=127.0.0.1", `--port=${port}`], { env: display.env }, onEnd);
    try {
      const url = `http://127.0.0.1:${port}`;
      await waitForServer(url, PATIENCE_MS);
      await work(url);
    } finally {
      await driver.kill();
    }
  } finally {
    await display.kill();
  }
}

/** The driver has not answered a command. */
class NoAnswer extends Error {}

/**
 * Opens the page with a driver of its own, once more if the driver does not answer. WebKitGTK 2.50's driver has twice been seen
 * not to answer for minutes, at different tests; most commands have no time limit in WebDriver. If the page is the cause, the
 * second attempt fails too.
 */
async function openPatiently(profile, ...visit) {
  try {
    await withDriver(profile, (driver) => open(driver, ...visit));
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    console.warn(`${error.message}; the page is opened once more`);
    await withDriver(profile, (driver) => open(driver, ...visit));
  }
}

/** Resolves to the answer of a command. */
async function answerTo(name, answer) {
  const clock = new AbortController();
  const late = setTimeout(NO_ANSWER_MS, undefined, { signal: clock.signal }).then(() => {
    throw new NoAnswer(`WebKit's driver has not answered '${name}' in ${NO_ANSWER_MS} ms`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clock.abort();
    late.catch(() => undefined);
  }
}

async function open(driver, { origin }, hash, { width }, use) {
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: await program("MINIBROWSER"), args: ["--automation"] },
    timeouts: { script: PATIENCE_MS, pageLoad: PATIENCE_MS },
  });
  const builder = new Builder().disableEnvironmentOverrides().usingServer(driver).withCapabilities(capabilities);
  const browser = await answerTo("newSession", builder.build());
  const { execute } = browser;
  browser.execute = (command) => answerTo(command.getName(), execute.call(browser, command));
  try {
    await browser.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 });
    if (width === undefined) await browser.get(`${origin}/${hash}`);
    else await openNarrow(browser, origin, hash, width);
    await use(controls(browser));
  } finally {
    await browser.quit();
  }
}

/** Opens the page in a frame, because a window of MiniBrowser cannot be as narrow as a phone. */
async function openNarrow(browser, origin, hash, width) {
  // A document of the same origin, which has no policy.
  await browser.get(`${origin}/offline.js`);
  await browser.executeAsyncScript(showFrame, `${origin}/${hash}`, width);
  await browser.switchTo().frame(0);
}

/** Runs in the document, and calls `done` when the page is loaded. */
function showFrame(src, width, done) {
  const frame = document.createElement("iframe");
  Object.assign(frame, { src, width, height: 800, onload: () => done() });
  document.body.replaceChildren(frame);
}

function controls(browser) {
  const evaluate = (work, ...args) => browser.executeScript(work, ...args);
  const until = (isTrue, ...args) => browser.wait(() => evaluate(isTrue, ...args), PATIENCE_MS);
  return {
    evaluate,
    until,
    click: async (find, ...args) => (await until(find, ...args)).click(),
    type: (text) => browser.actions().sendKeys(text).perform(),
    pressWithControl: (key) => browser.actions().keyDown(Key.CONTROL).sendKeys(key).keyUp(Key.CONTROL).perform(),
    messages: () => evaluate(() => globalThis.messages),
  };
}
