// The process that guard.mjs starts.

import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a process may take to end by its signal, in ms. */
const END_MS = 5_000;

/** The signal for each process. */
const processes = new Map();
const folders = [];

for await (const line of createInterface({ input: process.stdin })) {
  const { pid, signal, folder } = JSON.parse(line);
  if (folder !== undefined) folders.push(folder);
  else if (signal === undefined) processes.delete(pid);
  else processes.set(pid, signal);
}

for (const [pid, signal] of processes) send(pid, signal);
await whenEnded();
for (const pid of processes.keys()) send(pid, "SIGKILL");
await whenEnded();
for (const folder of folders) rmSync(folder, { recursive: true, force: true });

/**
 * Waits until the processes have ended. The wait has a limit: in a container without an init, a process that nobody
 * waits for remains.
 */
async function whenEnded() {
  const deadline = Date.now() + END_MS;
  const isThere = () => [...processes.keys()].some((pid) => send(pid, 0));
  while (isThere() && Date.now() < deadline) await sleep(20);
}

/** Sends a signal to a process. Returns whether the process existed. */
function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (error.code === "ESRCH") return false;
    throw error;
  }
}
