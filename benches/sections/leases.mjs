// The cost of a lease: of each ID, and of the first ID.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureIn } from "../lib/process.mjs";
import { median, rounded } from "../lib/stats.mjs";
import { met, printTable } from "../lib/table.mjs";
import { rows } from "../programs/lease.mjs";

export async function measure({ quick, only }) {
  const [processes, rounds] = quick ? [1, 3] : [5, 5];
  const wanted = rows.map(({ name }, index) => ({ name, index })).filter(({ name }) => name.includes(only));
  const calls = [];
  for (const { name, index } of wanted) {
    const runs = [];
    for (let run = 0; run < processes; run++) runs.push(await measureIn("lease.mjs", [index, rounds]));
    const middle = (what) => rounded(median(runs.map((run) => run[what])));
    calls.push({ name, ns: middle("ns"), withoutNs: middle("baseNs"), ratio: middle("ratio") });
  }
  return { calls, first: await first(quick ? 3 : 21) };
}

/** The time of the first ID of a process, in a directory that earlier processes have used. */
async function first(processes) {
  const directory = mkdtempSync(join(tmpdir(), "flakekit-"));
  const runs = [];
  try {
    for (let run = 0; run < processes; run++) runs.push(await measureIn("lease-first.mjs", [directory], { flags: [] }));
  } finally {
    rmSync(directory, { recursive: true });
  }
  const middle = (what) => rounded(median(runs.map((run) => run[what])));
  return {
    newSpaceMs: rounded(runs[0].firstMs),
    ...Object.fromEntries(Object.keys(runs[0]).map((what) => [what, middle(what)])),
  };
}

/** The target: the cost without a lease. Equal calls differ by up to this factor between two runs. */
const AT_MOST = 1.1;

export function callsTable({ calls }) {
  const lines = calls.map(({ name, ns, withoutNs, ratio }) => [name, ns, withoutNs, `${ratio}x`, met(ratio, AT_MOST)]);
  return [["", "ns under a lease", "ns without", "ratio", `at most ${AT_MOST}x`], ...lines];
}

export function firstTable({ first: { newSpaceMs, firstMs, secondMs, closeMs } }) {
  return [
    ["a directory as the store", "ms"],
    ["lease(…) and the first ID, in a new directory", newSpaceMs],
    ["the same in a known directory", firstMs],
    ["a second lease of the process and its first ID", secondMs],
    ["close()", closeMs],
  ];
}

export function print(measured) {
  printTable("Calls under a lease", callsTable(measured));
  printTable("The first ID of a lease", firstTable(measured));
}
