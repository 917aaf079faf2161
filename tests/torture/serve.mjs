// Attacks a `flakekit serve` of its own on this machine, and prints how long others waited for `/health` meanwhile and
// whether the lease was kept: `node torture/serve.mjs`, in the folder that `npm run torture` installs. See README.md.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { listSeats } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { attackers, Attacker, within } from "../serve-attacks.mjs";

const CLI = fileURLToPath(new URL("../node_modules/flakekit/cli.js", import.meta.url));

/** How long an attack goes on if nothing ends it, in ms: longer than a window of the lease. */
const LONGEST = 45_000;

const DISCORD = "/discord/next?n=10000";

const ATTACKS = {
  "50 connections, 20 pipelined requests of n=10000 each": async (port) => {
    const all = await attackers(port, 50);
    for (const attacker of all) attacker.send(DISCORD, 20).read();
    return all;
  },
  "400 connections that read nothing of 20 such requests": async (port) => {
    const all = await attackers(port, 400);
    for (const attacker of all) attacker.send(DISCORD, 20).readNothing();
    return all;
  },
  "200 connections, 1000 pipelined requests of n=1 each": async (port) => {
    const all = await attackers(port, 200);
    for (const attacker of all) attacker.send("/discord/next", 1000).read();
    return all;
  },
  "one request for 100000 IDs of sonyflake": async (port) => [
    new Attacker(port).send("/sonyflake/next?n=100000").read(),
  ],
  "1500 connections without a request, 512 descriptors": async (port) => {
    const all = await attackers(port, 1500);
    // Each connection that is closed is opened again.
    for (const attacker of all) keepOpen(port, attacker);
    return all;
  },
};

function keepOpen(port, attacker) {
  void attacker.closed.then(async () => {
    await sleep(5);
    if (!isOver) keepOpen(port, new Attacker(port));
  });
}

let isOver = false;

/** Runs an attack on a server of its own. */
async function suffered(name, attack) {
  isOver = false;
  const directory = mkdtempSync(join(tmpdir(), "flakekit-"));
  const args = ["serve", "discord", "sonyflake", "--lease", directory, "--port", "0", "--max-count", "100000"];
  const limit = /(\d+) descriptors/.exec(name)?.[1];
  const command =
    limit === undefined ? [process.execPath] : ["bash", "-c", `ulimit -n ${limit}; exec "$0" "$@"`, process.execPath];
  const server = spawn(command[0], [...command.slice(1), CLI, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  const lines = createInterface({ input: server.stderr });
  const said = [];
  lines.on("line", (line) => said.push(line));
  try {
    const [line] = await once(lines, "line");
    const { port } = new URL(/http:\/\/[^/]+/.exec(line)[0]);
    let longest = 0;
    let answers = 0;
    let failures = 0;
    const watch = async () => {
      while (!isOver) {
        const began = performance.now();
        try {
          await health(port);
          answers += 1;
        } catch {
          failures += 1;
        }
        longest = Math.max(longest, performance.now() - began);
        await sleep(20);
      }
    };
    /** The least time that was left of a window. */
    let left = Infinity;
    const store = file(directory);
    const look = async () => {
      while (!isOver) {
        const { now, seats } = await listSeats(store, "discord");
        left = Math.min(left, Math.max(...seats.map(({ until }) => until)) - now);
        await sleep(200);
      }
    };
    await health(port);
    const [watched, looked] = [watch(), look()];
    const began = performance.now();
    const all = await attack(port);
    // An attack is over if nothing arrives for five seconds, at the latest after `LONGEST`.
    const finished = async () => {
      for (let before = -1, now = 0; now !== before; await sleep(5_000)) {
        [before, now] = [now, all.reduce((sum, { bytes }) => sum + bytes, 0)];
      }
    };
    await within(
      LONGEST,
      all.some(({ bytes }) => bytes > 0) || all[0].socket.listenerCount("data") > 0 ? finished() : sleep(LONGEST),
    );
    const bytes = all.reduce((sum, attacker) => sum + attacker.bytes, 0);
    const lastAt = Math.max(...all.map((attacker) => attacker.lastAt));
    isOver = true;
    for (const attacker of all) void attacker.end();
    await within(LONGEST, Promise.all([watched, looked]));
    const seconds = (ms) => (ms / 1000).toFixed(2);
    console.log(`\n${name}
  longest wait for /health  ${seconds(longest)} s (${answers} answers, ${failures} connections refused or cut)
  lease, least of a window  ${seconds(left)} s${left <= 0 ? ": EXPIRED" : ""}
  bytes that were read      ${bytes}${bytes > 0 ? ` within ${seconds(lastAt - began)} s` : ""}
  messages of the server    ${said.slice(1).join("\n                            ") || "none"}`);
  } finally {
    server.kill("SIGKILL");
    await once(server, "exit");
    rmSync(directory, { recursive: true });
  }
}

function health(port) {
  return new Promise((resolve, reject) => {
    const request = get({ host: "127.0.0.1", port, path: "/health", agent: false }, (response) => {
      response.resume().on("end", resolve).on("error", reject);
    });
    request.on("error", reject);
  });
}

const [only = ""] = process.argv.slice(2);
for (const [name, attack] of Object.entries(ATTACKS)) if (name.includes(only)) await suffered(name, attack);
process.exit();
