// The cost of an ID of flakekit and its peers.

import { readFileSync } from "node:fs";
import { measureIn } from "../lib/process.mjs";
import { median, rounded } from "../lib/stats.mjs";
import { printTable } from "../lib/table.mjs";
import { missing, peers } from "../peers/list.mjs";

export async function measure({ quick, only }) {
  for (const { name, why } of missing) console.log(`not measured: ${name}: ${why}`);
  const wanted = peers.map((peer, index) => ({ ...peer, index })).filter(({ name }) => name.includes(only));
  const runs = wanted.map(() => []);
  // The peers take turns, so that changes in the machine's speed affect all of them.
  for (let run = 0; run < (quick ? 1 : 5); run++) {
    for (const [i, { index }] of wanted.entries())
      runs[i].push(await measureIn("peer-speed.mjs", [index, Number(quick)]));
  }
  const measured = [];
  for (const [i, { name, says, package: from = name }] of wanted.entries()) {
    measured.push({ name, version: versionOf(from), says, ...speed(runs[i]) });
  }
  return measured;
}

function versionOf(name) {
  if (name === "node") return process.versions.node;
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

/** The table of the costs. */
export function table(measured) {
  const head = ["", "paced", "ns", "flat out", "ns", "errors", "decode", "ns", "decoded fields"];
  const rows = measured.map((peer) => [
    `${peer.name} ${peer.version}`,
    `${peer.paced}x`,
    peer.pacedNs,
    `${peer.full}x`,
    peer.fullNs,
    peer.fullRefused > 0 ? `${(peer.fullRefused * 100).toFixed(1)} %` : "none",
    ...(peer.decode === undefined ? ["-", "-", "-"] : [`${peer.decode}x`, peer.decodeNs, peer.says]),
  ]);
  return [head, ...rows];
}

export function print(measured) {
  printTable("The cost of an ID, as a multiple of Date.now() in the same process", table(measured));
}
