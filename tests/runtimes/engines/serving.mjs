// Starts a server, asks it for JSON, and stops it.

import { once } from "node:events";
import { start } from "../../../scripts/run.mjs";

const PATIENCE_MS = 30_000;

/**
 * Runs a server until `question` resolves. `question` gets a function from a path, and options of `fetch`, to its JSON,
 * and the server's origin. The server must choose a free port and print it: `listens` matches it in the output.
 */
export async function serving({ command, args, cwd, listens, env = {} }, question) {
  const server = start(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
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
    await question(async (path, options) => {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      return requireJson(path, await fetch(origin + path, { signal, ...options }));
    }, origin);
  } catch (error) {
    throw new Error(`${error.message}\n${output}`, { cause: error });
  } finally {
    server.kill();
    await closed;
  }
}

/** The JSON of a response. Throws if the status is not 2xx. */
export async function requireJson(path, response) {
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Throws unless all 100 000 IDs of each generator, made in one instant, differ. */
export function allDiffer(counts) {
  if (counts.some((count) => count !== 100_000)) throw new Error(`of 100 000 IDs in one instant, ${counts} differ`);
}
