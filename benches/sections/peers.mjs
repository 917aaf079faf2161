// The cost of an ID of flakekit and its peers.

import { readFileSync } from "node:fs";
import { measureIn, nodes } from "../lib/process.mjs";
import { median, rounded } from "../lib/stats.mjs";
import { printTable } from "../lib/table.mjs";
import { missing, peers } from "../peers/list.mjs";

export async function measure({ quick, only }) {
  for (const { name, why } of missing) console.log(`not measured: ${name}: ${why}`);
  const wanted = peers.map((peer, index) => ({ ...peer, index })).filter(({ name }) => name.includes(only));
  const runs = wanted.map(() => nodes.map(() => []));
  // The peers take turns, so that changes in the machine's speed affect all of them.
  for (let run = 0; run < (quick ? 1 : 3); run++) {
    for (const [i, { index }] of wanted.entries())
      for (const [n, { command: node }] of nodes.entries())
        runs[i][n].push(await measureIn("peer-speed.mjs", [index, Number(quick)], { node }));
  }
  return wanted.map(({ name, says, package: from = name }, i) => ({
    name,
    version: versionOf(from),
    says,
    on: runs[i].map((ofNode) => ({ node: ofNode[0].node, ...speed(ofNode) })),
  }));
}

function versionOf(name) {
  if (name === "node") return "";
  return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), "utf8")).version;
}

function speed(runs) {
  const middle = (figure) => rounded(median(runs.map(figure)));
  const figures = {
    clockNs: middle(({ clockNs }) => clockNs),
    pacedNs: middle(({ pacedNs }) => pacedNs),
    paced: middle(({ pacedNs, pacedClockNs }) => pacedNs / pacedClockNs),
    fullNs: middle(({ fullNs }) => fullNs),
    full: middle(({ fullNs, clockNs }) => fullNs / clockNs),
    fullRefused: middle(({ fullRefused }) => fullRefused),
  };
  if (runs[0].decodeNs === undefined) return figures;
  return {
    ...figures,
    decodeNs: middle(({ decodeNs }) => decodeNs),
    decode: middle(({ decodeNs, clockNs }) => decodeNs / clockNs),
  };
}

/** The target of flakekit's formats for paced calls. */
const PACED_AT_MOST = 2;

/**
 * The table of the costs on all versions of Node. Rows that were measured on another day than most rows have a star.
 */
export function table(measured) {
  const nodes = (measured[0]?.on ?? []).map(({ node }, n) => {
    const ns = rounded(median(measured.map(({ on }) => on[n].clockNs)));
    return `Node ${node} (Date.now(): ${ns} ns)`;
  });
  const newest = nodes.map((node) => node.match(/Node \d+/)[0]);
  const head = [
    "",
    ...nodes.map((node) => `paced, ${node}`),
    ...newest.map((node) => `flat out, ${node}`),
    "errors",
    ...newest.map((node) => `decode, ${node}`),
    "decoded fields",
  ];
  const ratio = (number) => (number === undefined ? "-" : `${number}x`);
  const place = ({ name }) => peers.findIndex((peer) => peer.name === name);
  const inOrder = measured.toSorted((a, b) => place(a) - place(b));
  const rows = inOrder.map(({ name, version, says, on, added }) => [
    `${name} ${version}${added === undefined ? "" : " *"}`.trim(),
    ...on.map(({ paced }) => (name.startsWith("flakekit") && paced > PACED_AT_MOST ? `${paced}x, NO` : `${paced}x`)),
    ...on.map(({ full }) => ratio(full)),
    on[0].fullRefused > 0 ? `${(on[0].fullRefused * 100).toFixed(1)} %` : "none",
    ...on.map(({ decode }) => ratio(decode)),
    on[0].decode === undefined ? "-" : says,
  ]);
  return [head, ...rows];
}

export function print(measured) {
  printTable("The cost of an ID, as a multiple of Date.now() in the same process", table(measured));
}
