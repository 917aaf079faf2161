// Ends the servers and browsers that a test starts, and removes their folders, however its process ends: also by Ctrl-C
// or kill -9.
//
// A process of its own (guardian.mjs) ends and removes them. It learns of the end of the test because a pipe to it is
// closed.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("guardian.mjs", import.meta.url));

let guardian;

function tell(message) {
  guardian ??= startGuardian();
  guardian.stdin.write(`${JSON.stringify(message)}\n`);
}

function startGuardian() {
  // The process is detached, because Ctrl-C reaches all processes of the terminal's group.
  const child = spawn(process.execPath, [PROGRAM], { detached: true, stdio: ["pipe", "ignore", "inherit"] });
  // The guardian must not keep this process alive.
  child.unref();
  child.stdin.unref();
  return child;
}

/** Ends a process by a signal when this process has ended. As in `process.kill`, `-pid` is a group of processes. */
export function guardProcess(pid, signal) {
  tell({ pid, signal });
}

/** Tells the guardian that a process has ended already. */
export function forgetProcess(pid) {
  tell({ pid });
}

/** Removes a folder when this process has ended. */
export function guardFolder(folder) {
  tell({ folder });
}
