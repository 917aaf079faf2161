// Starting a server, asking it, and ending it.

import { spawn } from "node:child_process";
import { once } from "node:events";

const PATIENCE_MS = 30_000;

/**
 * Runs a server for as long as `question` asks it; `question` is given a function from a path to its JSON.
 * The server chooses a free port itself and says which: `listens` finds it in what the server prints.
 */
export async function serving({ command, args, cwd, listens, env = {} }, question) {
  const server = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(server, "close");
  let output = "";
  const listening = new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        const port = output.match(listens)?.[1];
        if (port !== undefined) resolve(port);
      });
    }
    closed.then(([code]) => reject(new Error(`${command} ended before it listened (exit ${code})`)), reject);
  });
  try {
    const origin = `http://127.0.0.1:${await listening}`;
    await question(async (path) => {
      return requireJson(path, await fetch(origin + path, { signal: AbortSignal.timeout(PATIENCE_MS) }));
    });
  } catch (error) {
    throw new Error(`${error.message}\n${output}`, { cause: error });
  } finally {
    server.kill();
    await closed;
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
