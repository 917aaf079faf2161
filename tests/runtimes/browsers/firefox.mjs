// Starts headless Firefox.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startProgram } from "./profiles.mjs";
import { visitInProfile } from "./visit.mjs";
import { program, versionOf } from "./program.mjs";

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

/** Opens a tab for each URL. `onEnd` is called with an error if Firefox ends by itself. */
export async function startFirefox(profile, urls, { isPrivate = false, onEnd }) {
  const firefox = await program("FIREFOX");
  const preferences = { ...PREFERENCES, "browser.privatebrowsing.autostart": isPrivate };
  const lines = Object.entries(preferences).map((entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const args = ["--headless", "--no-remote", "--new-instance", "--profile", profile, ...urls];
  // The version is asked first, because nobody would end the browser if this step failed.
  const version = `Firefox ${await versionOf(firefox)}`;
  // Firefox refuses to start if HOME belongs to another user. Files that it leaves in TMPDIR are removed with the
  // profile.
  const options = { env: { ...process.env, HOME: profile, TMPDIR: profile } };
  const { kill } = startProgram(firefox, args, options, onEnd);
  return { kill, version };
}

/**
 * The page's report, the paths that it loaded, and Firefox's version. The console can't be read, so there are no
 * complaints.
 */
export function visitWithFirefox(folder, page, options) {
  return visitInProfile(startFirefox, folder, page, options);
}
