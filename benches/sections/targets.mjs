// The cost of making and decoding an ID, as a multiple of reading the clock.

import { measureIn, nodes } from "../lib/process.mjs";
import { median, rounded } from "../lib/stats.mjs";
import { printTable } from "../lib/table.mjs";
import { rows } from "../programs/rows.mjs";

export const title = "Targets, as multiples of Date.now() or of the named peer";

/** Measures each row on each version of Node. Each run is a separate process. */
export async function measure({ quick, only }) {
  const [runs, rounds] = quick ? [1, 1] : [5, 5];
  const measured = [];
  for (const [index, { name, atMost }] of rows.entries()) {
    if (!name.includes(only)) continue;
    const row = { name, atMost, on: [] };
    for (const { command } of nodes) {
      const outcomes = [];
      for (let run = 0; run < runs; run++) {
        outcomes.push(await measureIn("target.mjs", [index, rounds], { node: command }));
      }
      row.on.push(summary(outcomes, atMost));
    }
    measured.push(row);
  }
  return measured;
}

function summary(outcomes, atMost) {
  const ratio = median(outcomes.map(({ ratio }) => ratio));
  return {
    node: outcomes[0].node,
    ratio: rounded(ratio),
    ratios: outcomes.map(({ ratio }) => rounded(ratio)),
    ns: rounded(median(outcomes.map(({ ns }) => ns))),
    baseNs: rounded(median(outcomes.map(({ baseNs }) => baseNs))),
    met: ratio <= atMost,
  };
}

/**
 * The table of the targets. The rows of a call with several inputs, `name('input')`, are one row: the row of the
 * slowest input.
 */
export function table(measured) {
  const head = ["call", "target", ...(measured[0]?.on ?? []).flatMap(({ node }) => [`Node ${node}`, "ns", "met"])];
  const rows = slowest(measured).map(({ name, atMost, on }) => [
    name,
    `${atMost}x`,
    ...on.flatMap(({ ratio, ns, met }) => [`${ratio}x`, ns, met ? "yes" : "NO"]),
  ]);
  return [head, ...rows];
}

function slowest(measured) {
  const calls = new Map();
  for (const row of measured) {
    const call = row.name.replace(/\('.*'\)$/, "(text), the slowest of 7");
    const { on } = calls.get(call) ?? row;
    calls.set(call, { ...row, name: call, on: row.on.map((own, n) => (own.ratio > on[n].ratio ? own : on[n])) });
  }
  return [...calls.values()];
}

export function print(measured) {
  printTable(title, table(measured));
}
