// Opens a page in headless Firefox. The page itself reports its result to the server.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program, versionOf } from "./program.mjs";
import { serve } from "./site.mjs";

/** No welcome page, and no requests of Firefox's own. */
const PREFERENCES = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "http://127.0.0.1:9/",
  "toolkit.telemetry.enabled": false,
};

/** The page's report, the paths that it loaded, and Firefox's version. The console can't be read, so no complaints. */
export async function visitWithFirefox(folder, page, { headers } = {}) {
  const firefox = await program("FIREFOX");
  const site = await serve(folder, headers);
  const home = mkdtempSync(join(tmpdir(), "flakekit-firefox-"));
  const lines = Object.entries(PREFERENCES).map((entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});\n`);
  writeFileSync(join(home, "user.js"), lines.join(""));
  const args = ["--headless", "--no-remote", "--new-instance", "--profile", home, site.url + page];
  // Firefox refuses to start if HOME belongs to another user.
  const browser = spawn(firefox, args, { stdio: "ignore", env: { ...process.env, HOME: home } });
  const ended = new Promise((resolve) => browser.on("close", resolve));
  browser.on("error", site.fail);
  ended.then((code) => site.fail(new Error(`Firefox ended by itself (exit ${code})`)));
  try {
    const report = await site.reported;
    return { report, complaints: [], served: site.served, version: `Firefox ${await versionOf(firefox)}` };
  } finally {
    browser.kill();
    await ended;
    site.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
