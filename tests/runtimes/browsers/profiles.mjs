// Browsers with a profile on the disk, which a test can kill and start again.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { FLAGS, program, versionOf } from "./program.mjs";

/** No welcome page, no pages of the last session, and no requests of Firefox's own. */
const PREFERENCES = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.sessionstore.resume_from_crash": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "http://127.0.0.1:9/",
  "toolkit.startup.max_resumed_crashes": -1,
  "toolkit.telemetry.enabled": false,
};

const POLL_MS = 20;

/** Runs `work` with a new profile, which is deleted afterwards. */
export async function withProfile(work) {
  const profile = mkdtempSync(join(tmpdir(), "flakekit-profile-"));
  try {
    return await work(profile);
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts a program. `kill` ends it without warning, and resolves when it has ended. */
function start(path, args, options, onEnd) {
  const browser = spawn(path, args, { stdio: "ignore", ...options });
  let isKilled = false;
  browser.on("error", onEnd);
  const ended = new Promise((resolve) => browser.on("close", resolve));
  ended.then((code) => {
    if (!isKilled) onEnd(new Error(`the browser ended by itself (exit ${code})`));
  });
  const kill = async () => {
    isKilled = true;
    browser.kill("SIGKILL");
    await ended;
  };
  return { kill };
}

/** Opens a tab for each URL in Firefox. `onEnd` is called with an error if it ends by itself. */
export async function startFirefox(profile, urls, { isPrivate = false, onEnd }) {
  const firefox = await program("FIREFOX");
  const preferences = { ...PREFERENCES, "browser.privatebrowsing.autostart": isPrivate };
  const lines = Object.entries(preferences).map((entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  // Firefox refuses to start if HOME belongs to another user.
  const env = { ...process.env, HOME: profile };
  const args = ["--headless", "--no-remote", "--new-instance", "--profile", profile, ...urls];
  return { ...start(firefox, args, { env }, onEnd), version: `Firefox ${await versionOf(firefox)}` };
}

/** The same in Chromium. `crash` crashes the process of the tab with a URL, and loads the tab again. */
export async function startChromium(profile, urls, { isPrivate = false, onEnd }) {
  const path = await program("CHROMIUM");
  const portFile = join(profile, "DevToolsActivePort");
  rmSync(portFile, { force: true });
  const args = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, ...FLAGS];
  const [first, ...others] = urls;
  const { kill } = start(path, [...args, ...(isPrivate ? ["--incognito"] : []), first], {}, onEnd);
  const [port] = await contentOf(portFile);
  const devTools = `http://127.0.0.1:${port}`;
  // In headless mode Chromium takes one URL as an argument.
  for (const url of others) await openTab(devTools, url);
  const crash = async (url) => {
    const browser = await chromium.connectOverCDP(devTools);
    const tab = browser
      .contexts()[0]
      .pages()
      .find((page) => page.url() === url);
    const session = await tab.context().newCDPSession(tab);
    const crashed = new Promise((resolve) => tab.on("crash", resolve));
    // It has no answer.
    session.send("Page.crash").catch(() => undefined);
    await crashed;
    await browser.close();
    await openTab(devTools, url);
  };
  return { kill, crash, version: `Chromium ${await versionOf(path)}` };
}

function openTab(devTools, url) {
  return fetch(`${devTools}/json/new?${encodeURIComponent(url)}`, { method: "PUT" });
}

/** The lines of a file that is being written. */
async function contentOf(path) {
  for (;;) {
    try {
      const lines = readFileSync(path, "utf8").split("\n");
      if (lines.length > 1) return lines;
    } catch {
      // It does not exist yet.
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
