// The cost of the first ID of a process.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measureIn, nodes } from "../lib/process.mjs";
import { median, rounded } from "../lib/stats.mjs";
import { met, printTable } from "../lib/table.mjs";
import { peers } from "../peers/list.mjs";

const programs = fileURLToPath(new URL("../programs/", import.meta.url));

/** Returns the ms that a process takes to make one ID of a peer, or to make no ID without an index. */
function duration(index, { program = "first.mjs", node = nodes[0].command, env = {} } = {}) {
  const args = [join(programs, program), ...(index === undefined ? [] : [String(index)])];
  const options = { encoding: "utf8", env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] };
  const { status, stdout, error } = spawnSync(node, args, options);
  if (error || status !== 0) throw new Error(`${program} ${index} exited with ${status}`, { cause: error });
  if (!/^[\d.]+\n$/.test(stdout)) throw new Error(`${program} ${index} printed ${stdout}`);
  return Number(stdout);
}

/**
 * Returns by how much the duration exceeds that of a process without an ID just before it, because both change over
 * time.
 */
function overSame(index, options) {
  const bare = duration(undefined, options);
  return duration(index, options) - bare;
}

const DISCORD = peers.findIndex(({ name }) => name === "flakekit discord");

/** The ways to load flakekit for its first ID, and the target of each in ms. Node has the compile cache since 22.1. */
const WAYS = [
  { name: "import of flakekit", atMost: 5 },
  { name: "flakekit/manual with a compiled module", atMost: 3, program: "first-compiled.mjs" },
  { name: "import of flakekit, with Node's compile cache", since: 22 },
];

const versions = nodes.map(({ version }) => version);

/** The times of the first ID for each way and each version of Node, over the same process without an ID. */
function ways(pairs) {
  const cache = mkdtempSync(join(tmpdir(), "flakekit-"));
  try {
    return WAYS.map(({ name, atMost, program, since = 0 }) => {
      const env = since > 0 ? { NODE_COMPILE_CACHE: cache } : {};
      const on = nodes.map(({ command: node }, n) => {
        if (Number.parseInt(versions[n]) < since) return {};
        const over = [];
        for (let pair = 0; pair < pairs; pair++) over.push(overSame(DISCORD, { program, node, env }));
        return { ms: rounded(median(over)) };
      });
      return { name, atMost, on: on.map((measured, n) => ({ node: versions[n], ...measured })) };
    });
  } finally {
    rmSync(cache, { recursive: true });
  }
}

export async function measure({ quick, only }) {
  const pairs = quick ? 5 : 31;
  const wanted = peers.map(({ name }, index) => ({ name, index })).filter(({ name }) => name.includes(only));
  const overBare = wanted.map(() => nodes.map(() => []));
  for (let pair = 0; pair < pairs; pair++) {
    for (const [i, { index }] of wanted.entries()) {
      for (const [n, { command: node }] of nodes.entries()) overBare[i][n].push(overSame(index, { node }));
    }
  }
  const calls = [];
  for (let run = 0; run < pairs; run++) calls.push(await measureIn("first-calls.mjs", [], { flags: [] }));
  const middle = (name) => rounded(median(calls.map((call) => call[name])));
  return {
    pairs,
    ways: ways(pairs),
    firstId: wanted.map(({ name }, i) => ({
      name,
      on: versions.map((node, n) => ({ node, ms: rounded(median(overBare[i][n])) })),
    })),
    inProcess: Object.fromEntries(Object.keys(calls[0]).map((name) => [name, middle(name)])),
  };
}

/** The table of the ways to load flakekit. */
export function waysTable({ ways }) {
  const head = [
    "first ID of discord, ms over bare Node",
    "target",
    ...ways[0].on.flatMap(({ node }) => [`Node ${node}`, "met"]),
  ];
  const cells = ({ ms }, atMost) => [ms ?? "-", ms === undefined || atMost === undefined ? "-" : met(ms, atMost)];
  return [
    head,
    ...ways.map(({ name, atMost, on }) => [name, atMost ?? "-", ...on.flatMap((figure) => cells(figure, atMost))]),
  ];
}

/** The table of the times from the start of a process to its first ID. */
export function firstTable({ firstId }) {
  const head = ["first ID, ms over bare Node", ...(firstId[0]?.on ?? []).map(({ node }) => `Node ${node}`)];
  return [head, ...firstId.map(({ name, on }) => [name, ...on.map(({ ms }) => ms)])];
}

/** The table of the first calls in a process. */
export function callsTable({ inProcess: { importMs, firstMs, callNs, decodeNs } }) {
  return [
    ["first calls in a process", "time"],
    ["import", `${importMs} ms`],
    ["generator(discord, …).next(), which starts the core", `${firstMs} ms`],
    ["next(), mean of the following 999 calls", `${callNs} ns`],
    ["decode(), mean of the first 1000 calls", `${decodeNs} ns`],
  ];
}

export function print(measured) {
  printTable("Start", firstTable(measured));
  printTable("Ways to start", waysTable(measured));
  printTable("The first calls", callsTable(measured));
}
