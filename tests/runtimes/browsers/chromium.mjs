// Starts headless Chromium, and opens pages in it.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { startProgram } from "./profiles.mjs";
import { FLAGS, program, versionOf } from "./program.mjs";
import { serve } from "./site.mjs";

/** How long Chromium may take to tell its port, and how often the port is looked for, in ms. */
const MAX_START_MS = 60_000;
const POLL_MS = 20;

/** The page's report, the console's errors and warnings, what it logged, the paths that it loaded, and Chromium's version. */
export async function visit(folder, page, { headers } = {}) {
  const executablePath = await program("CHROMIUM");
  const site = await serve(folder, headers);
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const tab = await browser.newPage();
    const complaints = [];
    const logged = [];
    // Both events include those of the page's workers.
    tab.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
      else logged.push(message.text());
    });
    tab.on("pageerror", site.fail);
    await tab.goto(site.url + page);
    const report = await site.reported;
    return { report, complaints, logged, served: site.served, version: `Chromium ${browser.version()}` };
  } finally {
    await browser.close();
    site.close();
  }
}

/**
 * Opens a tab for each URL, with a profile. `onEnd` is called with an error if Chromium ends by itself. `crash` crashes the
 * process of the tab with a URL, and opens the URL in a new tab.
 */
export async function startChromium(profile, urls, { isPrivate = false, onEnd }) {
  const path = await program("CHROMIUM");
  const portFile = join(profile, "DevToolsActivePort");
  rmSync(portFile, { force: true });
  const args = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, ...FLAGS];
  const [first, ...others] = urls;
  const version = `Chromium ${await versionOf(path)}`;
  // Chromium that is killed leaves its temporary folders. They are removed with the profile.
  const options = { env: { ...process.env, TMPDIR: profile } };
  const { kill } = startProgram(path, [...args, ...(isPrivate ? ["--incognito"] : []), first], options, onEnd);
  let devTools;
  try {
    devTools = `http://127.0.0.1:${await portIn(portFile)}`;
    // In headless mode Chromium takes one URL as an argument.
    for (const url of others) await openTab(devTools, url);
  } catch (error) {
    await kill();
    throw error;
  }
  const crash = async (url) => {
    const browser = await chromium.connectOverCDP(devTools);
    const tab = browser
      .contexts()[0]
      .pages()
      .find((page) => page.url() === url);
    const session = await tab.context().newCDPSession(tab);
    const crashed = new Promise((resolve) => tab.on("crash", resolve));
    // The command has no answer.
    session.send("Page.crash").catch(() => undefined);
    await crashed;
    await browser.close();
    await openTab(devTools, url);
  };
  return { kill, crash, version };
}

function openTab(devTools, url) {
  return fetch(`${devTools}/json/new?${encodeURIComponent(url)}`, { method: "PUT" });
}

/** The port that Chromium writes into a file when it has started. */
async function portIn(path) {
  const deadline = performance.now() + MAX_START_MS;
  while (performance.now() < deadline) {
    const [port, rest] = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
    if (rest !== undefined) return port;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`Chromium has not started within ${MAX_START_MS} ms`);
}
