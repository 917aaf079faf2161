// How a test starts a server: as an ordinary user, in a temporary folder, on a free port of the loopback.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync } from "node:fs";
import { createServer } from "node:net";
import { basename } from "node:path";
import { forgetProcess, guardFolder, guardProcess } from "../../../scripts/guard.mjs";
import { newFolderInMemory } from "./memory.mjs";

/** Servers refuse to be run by root. */
const user = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};

function idOf(option) {
  return Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
}

/** Makes a file or folder the user's of the servers. */
export function giveToUser(path) {
  if (user.uid !== undefined) chownSync(path, user.uid, user.gid);
}

/** A new folder that belongs to the user of the servers. It is removed when this process ends. */
export function newFolder(name) {
  const folder = newFolderInMemory(name);
  guardFolder(folder);
  giveToUser(folder);
  return folder;
}

/** Starts a program as the user of the servers. */
export function startAsUser(program, args, options) {
  return spawn(program, args, { ...user, ...options });
}

/**
 * Starts a server as the user of the servers. `failed` rejects with the output when the server ends. `kill` ends the
 * server as kill -9 does, if it runs.
 */
export function startServer(program, args, options) {
  const child = startAsUser(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const { pid } = child;
  guardProcess(pid, "SIGKILL");
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (log += data));
  const ended = once(child, "exit");
  const failed = ended.then(([code, signal]) => {
    forgetProcess(pid);
    throw new Error(`${basename(program)} ended with ${code ?? signal}:\n${log}`);
  });
  // Nobody waits for `failed` when the server has started.
  failed.catch(() => undefined);
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { child, failed, kill };
}

/** A port that nobody uses now. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
