// Starts WebKitGTK's MiniBrowser.

import { startDisplay } from "./display.mjs";
import { startProgram } from "./profiles.mjs";
import { program, versionOf } from "./program.mjs";
import { visitInProfile } from "./visit.mjs";

/** Opens a tab for each URL. `onEnd` is called with an error if the browser ends by itself. */
export async function startWebKit(profile, urls, { isPrivate = false, onEnd }) {
  const path = await program("MINIBROWSER");
  const display = await startDisplay(profile, onEnd);
  try {
    const version = `WebKitGTK ${await versionOf(path, display.env)}`;
    const browser = startProgram(path, [...(isPrivate ? ["--private"] : []), ...urls], { env: display.env }, onEnd);
    const kill = async () => {
      await browser.kill();
      await display.kill();
    };
    return { kill, version };
  } catch (error) {
    await display.kill();
    throw error;
  }
}

/**
 * The page's report, the paths that it loaded, and WebKitGTK's version. The console can't be read, so there are no
 * complaints.
 */
export function visitWithWebKit(folder, page, options) {
  return visitInProfile(startWebKit, folder, page, options);
}
