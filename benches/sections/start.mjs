// What the first ID of a process costs.

import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { measureIn } from "../lib/process.mjs";
import { median, rounded } from "../lib/stats.mjs";
import { printTable } from "../lib/table.mjs";
import { peers } from "../peers/list.mjs";

const program = fileURLToPath(new URL("../programs/first.mjs", import.meta.url));

/** How long a process lives that makes one ID, or none, in ms. */
function lifetime(place) {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, [program, ...(place === undefined ? [] : [String(place)])]);
  if (status !== 0) throw new Error(`first.mjs ${place} exited with ${status}`);
  return performance.now() - start;
}

export async function measure({ quick, only }) {
  const pairs = quick ? 5 : 31;
  const wanted = peers.map(({ name }, place) => ({ name, place })).filter(({ name }) => name.includes(only));
  const overBare = wanted.map(() => []);
  for (let pair = 0; pair < pairs; pair++) {
    for (const [i, { place }] of wanted.entries()) {
      // In pairs: bare Node takes longer at some times than at others.
      const bare = lifetime();
      overBare[i].push(lifetime(place) - bare);
    }
  }
  const calls = [];
  for (let run = 0; run < pairs; run++) calls.push(await measureIn("first-calls.mjs", [], { flags: [] }));
  const middle = (name) => rounded(median(calls.map((call) => call[name])));
  return {
    pairs,
    firstId: wanted.map(({ name }, i) => ({ name, ms: rounded(median(overBare[i])) })),
    inProcess: Object.fromEntries(Object.keys(calls[0]).map((name) => [name, middle(name)])),
  };
}

/** From the start of a process to its first ID. */
export function firstTable({ firstId }) {
  return [["process start to first ID", "ms over bare Node"], ...firstId.map(({ name, ms }) => [name, ms])];
}

/** Inside of a process. */
export function callsTable({ inProcess: { importMs, firstMs, callNs, decodeNs } }) {
  return [
    ["in the process", ""],
    ["import", `${importMs} ms`],
    ["discord.generator(…).next(), which starts the core", `${firstMs} ms`],
    ["each of the next 999 calls of next()", `${callNs} ns`],
    ["each of the first 1000 calls of decode()", `${decodeNs} ns`],
  ];
}

export function print(measured) {
  printTable("Start", firstTable(measured));
  printTable("The first calls", callsTable(measured));
}
