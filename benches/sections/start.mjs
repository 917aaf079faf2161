// The cost of the first ID of a process.

import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { measureIn } from "../lib/process.mjs";
import { median, rounded } from "../lib/stats.mjs";
import { printTable } from "../lib/table.mjs";
import { peers } from "../peers/list.mjs";

const program = fileURLToPath(new URL("../programs/first.mjs", import.meta.url));

/** Returns the duration in ms of a process that makes one ID of a peer, or no ID without an index. */
function duration(index) {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, [program, ...(index === undefined ? [] : [String(index)])]);
  if (status !== 0) throw new Error(`first.mjs ${index} exited with ${status}`);
  return performance.now() - start;
}

export async function measure({ quick, only }) {
  const pairs = quick ? 5 : 31;
  const wanted = peers.map(({ name }, index) => ({ name, index })).filter(({ name }) => name.includes(only));
  const overBare = wanted.map(() => []);
  for (let pair = 0; pair < pairs; pair++) {
    for (const [i, { index }] of wanted.entries()) {
      // Each duration is compared with one of bare Node just before it, because both change over time.
      const bare = duration();
      overBare[i].push(duration(index) - bare);
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

/** The table of the times from the start of a process to its first ID. */
export function firstTable({ firstId }) {
  return [["", "first ID, ms over bare Node"], ...firstId.map(({ name, ms }) => [name, ms])];
}

/** The table of the first calls in a process. */
export function callsTable({ inProcess: { importMs, firstMs, callNs, decodeNs } }) {
  return [
    ["first calls in a process", "time"],
    ["import", `${importMs} ms`],
    ["discord.generator(…).next(), which starts the core", `${firstMs} ms`],
    ["next(), mean of the following 999 calls", `${callNs} ns`],
    ["decode(), mean of the first 1000 calls", `${decodeNs} ns`],
  ];
}

export function print(measured) {
  printTable("Start", firstTable(measured));
  printTable("The first calls", callsTable(measured));
}
