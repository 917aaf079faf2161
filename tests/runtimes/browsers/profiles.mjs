// Browsers with a profile on the disk, which a test can kill and start again.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgetProcess, guardFolder, guardProcess } from "../../../scripts/guard.mjs";
import { serve } from "./site.mjs";

/** How often the removal of a profile is tried, and the pause between two tries, in ms. */
const MAX_TRIES = 50;
const RETRY_MS = 100;

/** Runs `work` with a new profile, which is deleted afterwards. */
export async function withProfile(work) {
  const profile = mkdtempSync(join(tmpdir(), "flakekit-profile-"));
  guardFolder(profile);
  try {
    return await work(profile);
  } finally {
    await remove(profile);
  }
}

/** Removes a folder to which processes that have just been killed may still write. */
async function remove(folder) {
  for (let tries = 1; ; tries++) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/**
 * Starts a program. `kill` ends it and its children without warning, and resolves when it has ended. `onEnd` is called
 * with an error if it ends before.
 */
export function startProgram(path, args, options, onEnd) {
  // In a process group of its own, which can be killed as a whole.
  const browser = spawn(path, args, { stdio: "ignore", detached: true, ...options });
  const { pid } = browser;
  // It leaves the group of this process, so Ctrl-C does not reach it.
  if (pid !== undefined) guardProcess(-pid, "SIGKILL");
  let isKilled = false;
  browser.on("error", onEnd);
  const ended = new Promise((resolve) => browser.on("close", resolve));
  ended.then((code) => {
    if (pid !== undefined) forgetProcess(-pid);
    if (!isKilled) onEnd(new Error(`the browser ended by itself (exit ${code})`));
  });
  const kill = async () => {
    isKilled = true;
    const hasEnded = browser.exitCode !== null || browser.signalCode !== null;
    if (pid !== undefined && !hasEnded) process.kill(-pid, "SIGKILL");
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
