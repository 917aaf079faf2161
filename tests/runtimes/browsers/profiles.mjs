// Browsers with a profile on the disk, which a test can kill and start again.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "./site.mjs";

/** Runs `work` with a new profile, which is deleted afterwards. */
export async function withProfile(work) {
  const profile = mkdtempSync(join(tmpdir(), "flakekit-profile-"));
  try {
    return await work(profile);
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Starts a program. `kill` ends it and its children without warning, and resolves when it has ended. `onEnd` is called
 * with an error if it ends before.
 */
export function startProgram(path, args, options, onEnd) {
  // In a process group of its own, which can be killed as a whole.
  const browser = spawn(path, args, { stdio: "ignore", detached: true, ...options });
  let isKilled = false;
  browser.on("error", onEnd);
  const ended = new Promise((resolve) => browser.on("close", resolve));
  ended.then((code) => {
    if (!isKilled) onEnd(new Error(`the browser ended by itself (exit ${code})`));
  });
  const kill = async () => {
    isKilled = true;
    if (browser.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid, "SIGKILL");
    await ended;
  };
  return { kill };
}

/**
 * Opens a page in a new profile, in a private window if wanted. Resolves to its report, the paths that it loaded, and the
 * browser's version. It may take `patience` ms.
 */
export async function visitInProfile(startBrowser, folder, page, { headers, isPrivate, patience } = {}) {
  // Firefox asks for the icon of a page that comes back.
  const answers = { "/favicon.ico": () => null };
  const site = await serve(folder, headers, { answers, patience });
  try {
    return await withProfile(async (profile) => {
      const browser = await startBrowser(profile, [site.url + page], { isPrivate, onEnd: site.fail });
      try {
        return { report: await site.reported, complaints: [], served: site.served, version: browser.version };
      } finally {
        await browser.kill();
      }
    });
  } finally {
    site.close();
  }
}
