// Starting a server, asking it, and ending it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 30_000;

/** A port that nobody listens on. */
export async function free() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Runs a server for as long as `question` asks it; `question` is given a function from a path to its JSON. */
export async function serving({ command, args, cwd, port, env = {} }, question) {
  const server = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const closed = once(server, "close");
  try {
    await question(async (path) => requireJson(path, await ask(`http://127.0.0.1:${port}${path}`, server)));
  } catch (error) {
    throw new Error(`${error.message}\n${output}`, { cause: error });
  } finally {
    server.kill();
    await closed;
  }
}

/** The answer to a request, once the server listens. */
async function ask(url, server) {
  for (const start = Date.now(); ;) {
    try {
      return await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    } catch (error) {
      const waiting = error.cause?.code === "ECONNREFUSED" && server.exitCode === null;
      if (!waiting || Date.now() - start > PATIENCE_MS) throw error;
      await sleep(100);
    }
  }
}

/** The JSON of an answer that is one. */
export async function requireJson(path, response) {
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Throws unless each generator's 100 000 IDs of one instant differ. */
export function allDiffer(counts) {
  if (counts.some((count) => count !== 100_000)) throw new Error(`of 100 000 IDs in one instant, ${counts} differ`);
}
