// flakekit beside what else makes IDs: what an ID costs.

import { readFileSync } from "node:fs";
import { measureIn } from "../lib/process.mjs";
import { median, rounded } from "../lib/stats.mjs";
import { printTable } from "../lib/table.mjs";
import { missing, peers } from "../peers/list.mjs";

export async function measure({ quick, only }) {
  for (const { name, why } of missing) console.log(`left out: ${name}: ${why}`);
  const wanted = peers.map((peer, place) => ({ ...peer, place })).filter(({ name }) => name.includes(only));
  const runs = wanted.map(() => []);
  // In turn, so that the machine's moods meet all of them.
  for (let run = 0; run < (quick ? 1 : 5); run++) {
    for (const [i, { place }] of wanted.entries())
      runs[i].push(await measureIn("peer-speed.mjs", [place, Number(quick)]));
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

/** What an ID costs. */
export function table(measured) {
  const head = ["", "paced", "ns", "flat out", "ns", "of which refused", "decode", "ns", "says"];
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
  printTable("What an ID costs, times Date.now() of the same process", table(measured));
}
