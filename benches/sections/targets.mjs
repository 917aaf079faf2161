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

/** The table of the targets. */
export function table(measured) {
  const head = [
    "call",
    "target",
    ...(measured[0]?.on ?? []).flatMap(({ node }) => [`Node ${node}`, "ns", "base ns", "met"]),
  ];
  const rows = measured.map(({ name, atMost, on }) => [
    name,
    `${atMost}x`,
    ...on.flatMap(({ ratio, ns, baseNs, met }) => [`${ratio}x`, ns, baseNs, met ? "yes" : "NO"]),
  ]);
  return [head, ...rows];
}

export function print(measured) {
  printTable(title, table(measured));
}
