// Browsers with a profile on the disk, which a test can kill and start again.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { forgetProcess, guardFolder, guardProcess } from "../../../scripts/guard.mjs";

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
 * Starts a program. `kill` ends it and its children by a signal, and resolves when it has ended. `onEnd` is called with
 * an error if the program ends before. `streams` are its output, as `stdio` among the options says.
 */
export function startProgram(path, args, { signal = "SIGKILL", ...options }, onEnd) {
  // The program gets a process group of its own, which can be killed as a whole.
  const child = spawn(path, args, { stdio: "ignore", detached: true, ...options });
  const { pid } = child;
  // The program has left the group of this process, so Ctrl-C does not reach it.
  if (pid !== undefined) guardProcess(-pid, signal);
  let isKilled = false;
  child.on("error", onEnd);
  const ended = new Promise((resolve) => child.on("close", resolve));
  ended.then((code) => {
    if (pid !== undefined) forgetProcess(-pid);
    if (!isKilled) onEnd(new Error(`${basename(path)} ended by itself (exit ${code})`));
  });
  const kill = async () => {
    isKilled = true;
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (pid !== undefined && !hasEnded) process.kill(-pid, signal);
    await ended;
  };
  return { kill, streams: child.stdio };
}
