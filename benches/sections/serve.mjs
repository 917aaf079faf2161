// The IDs per second of `flakekit serve`, beside calls of `next()` and a bare server of Node.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { measureIn, nodes } from "../lib/process.mjs";
import { rounded } from "../lib/stats.mjs";
import { grouped, printTable } from "../lib/table.mjs";

const benches = fileURLToPath(new URL("..", import.meta.url));
const CLI = join(benches, "node_modules", "flakekit", "cli.js");
const BARE = join(benches, "programs", "serve-bare.mjs");

/** How many connections ask at the same time. */
const CONNECTIONS = 10;

export async function measure({ quick }) {
  const duration = quick ? 1 : 10;
  const directory = mkdtempSync(join(tmpdir(), "flakekit-"));
  try {
    const bare = await load([BARE], duration, [""]);
    const paths = [1, 10, 100, 10_000].map((n) => `/discord/next?n=${n}`);
    const served = await load([CLI, "serve", "discord", "--lease", directory, "--port", "0"], duration, paths);
    const { perSecond } = await measureIn("serve-next.mjs", [duration, directory], { flags: [] });
    return { bare: bare[0], served, nextPerSecond: perSecond };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Starts a server and loads each of its paths for some seconds. The server writes its URL to standard error. */
async function load(args, duration, paths) {
  const server = spawn(nodes[0].command, args, { stdio: ["ignore", "ignore", "pipe"] });
  try {
    const [line] = await once(createInterface({ input: server.stderr }), "line");
    const [origin] = line.match(/http:\/\/[^/]+/);
    const runs = [];
    for (const path of paths) runs.push(await loadPath(origin + path, duration));
    return runs;
  } finally {
    server.kill();
    await once(server, "exit");
  }
}

async function loadPath(url, duration) {
  // autocannon runs in a thread of its own, so that it does not share the thread of this process.
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    duration,
    connections: CONNECTIONS,
    workers: 1,
  });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were refusals, ${errors} requests failed`);
  const n = Number(new URL(url).searchParams.get("n"));
  return {
    n,
    requests: Math.round(requests.average),
    ids: Math.round(requests.average * n),
    p99: rounded(latency.p99),
  };
}

export function table({ bare, served, nextPerSecond }) {
  const line = (name, { requests, ids, p99 }) => [name, grouped(requests), ids > 0 ? grouped(ids) : "", p99];
  return [
    ["", "requests a second", "IDs a second", "99 % of answers within ms"],
    line("a bare server of Node", bare),
    ...served.map((run) => line(`GET /discord/next?n=${run.n}`, run)),
    ["discord: next() in a loop, under a lease", "", grouped(nextPerSecond), ""],
  ];
}

export function print(measured) {
  printTable("flakekit serve", table(measured));
}
