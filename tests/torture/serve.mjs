// Attacks a `flakekit serve` of its own on this machine, and prints how long other clients waited for `/health` during
// the attack, and the shortest rest of the lease's window: `npm run torture -- serve`. A word chooses the attacks whose
// names contain it.

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
import { attackers } from "../support/serve-attacks.mjs";

const CLI = fileURLToPath(new URL("../node_modules/flakekit/cli.js", import.meta.url));

/** The longest time of an attack, in ms: several windows of the lease. */
const LONGEST = 45_000;

/** The ms without an arriving byte after which an attack is over. */
const QUIET = 5_000;

const MANY = "/discord/next?n=10000";

/** The attacks. Attacks that read end when all bytes have arrived, all other attacks after `LONGEST`. */
const ATTACKS = [
  {
    name: "50 connections, 20 requests of n=10000 at once each",
    connections: 50,
    begin: (attacker) => attacker.read().send(MANY, 20),
  },
  {
    name: "400 connections that read nothing of 20 such requests",
    connections: 400,
    begin: (attacker) => attacker.readNothing().send(MANY, 20),
  },
  {
    name: "200 connections, 1000 requests of n=1 at once each",
    connections: 200,
    begin: (attacker) => attacker.read().send("/discord/next", 1000),
  },
  {
    name: "one request for 100000 IDs of sonyflake",
    connections: 1,
    begin: (attacker) => attacker.read().send("/sonyflake/next?n=100000"),
  },
  {
    name: "1500 connections without a request, 512 descriptors",
    connections: 1500,
    descriptors: 512,
    begin: (attacker, reopen) => attacker.readNothing().closed.then(reopen),
  },
];

/** Starts a server. Resolves when it listens. */
async function startServer(directory, descriptors) {
  const options = ["--lease", directory, "--port", "0", "--max-count", "100000"];
  const command = [process.execPath, CLI, "serve", "discord", "sonyflake", ...options];
  if (descriptors !== undefined) command.unshift("sh", "-c", `ulimit -n ${descriptors}; exec "$0" "$@"`);
  const child = spawn(command[0], command.slice(1), { stdio: ["ignore", "ignore", "pipe"] });
  const messages = [];
  const lines = createInterface({ input: child.stderr }).on("line", (line) => messages.push(line));
  const [line] = await once(lines, "line");
  return { child, port: Number(new URL(/http:\/\/[^/]+/.exec(line)[0]).port), messages };
}

/** Asks for `/health` again and again, each time on a connection of its own. */
async function watchHealth(port, attack) {
  const seen = { longest: 0, answers: 0, failures: 0 };
  while (!attack.isOver) {
    const began = performance.now();
    try {
      const [response] = await once(get({ host: "127.0.0.1", port, path: "/health", agent: false }), "response");
      await once(response.resume(), "end");
      seen.answers += 1;
    } catch {
      seen.failures += 1;
    }
    seen.longest = Math.max(seen.longest, performance.now() - began);
    await sleep(20);
  }
  return seen;
}

/** Looks at the window of the lease in the store. Resolves to the shortest rest of the window, in ms. */
async function watchLease(directory, attack) {
  const store = file(directory);
  let least = Infinity;
  while (!attack.isOver) {
    try {
      const { now, seats } = await listSeats(store, "discord");
      least = Math.min(least, Math.max(...seats.map(({ until }) => until)) - now);
    } catch (error) {
      // This process may be busy with its attack.
      console.log(`  the store was not read: ${error.message}`);
    }
    await sleep(200);
  }
  return least;
}

/** Attacks. Resolves to the bytes that arrived, and the ms after which the last byte arrived. */
async function carryOut({ connections, begin }, port, attack) {
  const began = performance.now();
  const all = await attackers(port, connections);
  // A connection that the server has closed is opened again, if the attack asks for it.
  const start = (attacker) =>
    begin(attacker, async () => {
      await sleep(50);
      if (!attack.isOver) start((await attackers(port, 1))[0]);
    });
  all.forEach(start);
  const sum = () => all.reduce((bytes, attacker) => bytes + attacker.bytes, 0);
  const lastAt = () => Math.max(...all.map((attacker) => attacker.lastAt));
  const isQuiet = () => sum() > 0 && performance.now() - lastAt() > QUIET;
  while (!isQuiet() && performance.now() - began < LONGEST) await sleep(100);
  attack.isOver = true;
  await Promise.all(all.map((attacker) => attacker.end()));
  return { bytes: sum(), after: lastAt() - began };
}

const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

/** Carries out an attack on a server of its own, and prints the figures. Resolves to whether the lease was kept. */
async function report(row) {
  const attack = { isOver: false };
  const directory = mkdtempSync(join(tmpdir(), "flakekit-"));
  const { child, port, messages } = await startServer(directory, row.descriptors);
  try {
    const watched = [watchHealth(port, attack), watchLease(directory, attack)];
    const { bytes, after } = await carryOut(row, port, attack);
    const [health, least] = await Promise.all(watched);
    console.log(`\n${row.name}
  longest wait for /health  ${seconds(health.longest)} (${health.answers} answers, ${health.failures} connections cut)
  least that was left of the window of 10 s  ${seconds(least)}${least > 0 ? "" : ": the lease has EXPIRED"}
  bytes that were read      ${bytes}${bytes > 0 ? ` within ${seconds(after)}` : ""}`);
    for (const message of messages.slice(1)) console.log(`  ${message}`);
    return least > 0;
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
    rmSync(directory, { recursive: true });
  }
}

const [word = ""] = process.argv.slice(2);
let areKept = true;
for (const row of ATTACKS) if (row.name.includes(word)) areKept = (await report(row)) && areKept;
process.exit(areKept ? 0 : 1);
