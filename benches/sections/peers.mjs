// flakekit beside what else makes IDs: what an ID costs, and what goes wrong.

import { readFileSync } from "node:fs";
import { measureIn } from "../lib/process.mjs";
import { median, rounded } from "../lib/stats.mjs";
import { grouped, printTable } from "../lib/table.mjs";
import { missing, peers } from "../peers/list.mjs";

/** Each probe: how many IDs, how long it may take in ms. */
const PROBES = {
  loop: { count: 1_000_000, limit: 60_000 },
  fresh: { count: 100_000, limit: 30_000 },
  back: { count: 40_000, limit: 10_000 },
  frozen: { count: 10_000, limit: 5000 },
  input: { count: 0, limit: 5000 },
};

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
  for (const [i, { name, place, says, package: from = name }] of wanted.entries()) {
    const faults = {};
    for (const [probe, { count, limit }] of Object.entries(PROBES)) {
      const some = quick ? [Math.min(count, 20_000), Math.min(limit, 1000)] : [count, limit];
      faults[probe] = await measureIn("peer-faults.mjs", [place, probe, ...some]);
    }
    measured.push({ name, version: versionOf(from), says, ...speed(runs[i]), faults });
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
export function speedTable(measured) {
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

/** What goes wrong. */
export function faultTable(measured) {
  const head = [
    "",
    "tight loop",
    "a generator per ID",
    "clock back 5 s",
    "clock stands still",
    "unsorted, loop and back",
    "reads ''",
  ];
  const rows = measured.map(({ name, faults }) => [
    name,
    ...["loop", "fresh", "back", "frozen"].map((probe) => said(faults[probe])),
    [faults.loop, faults.back].map(({ unsorted }) => (unsorted === undefined ? "?" : grouped(unsorted))).join(", "),
    short(faults.input.empty),
  ]);
  return [head, ...rows];
}

/** What comes of machines that there can't be. */
export function machineTable(measured) {
  const head = ["", "above the largest", "-1", "1.5"];
  const rows = measured.flatMap(({ name, faults: { input } }) => {
    if (input.machines === undefined) return [];
    const { "-1": negative, 1.5: fraction, ...above } = input.machines;
    const [[id, outcome]] = Object.entries(above);
    return [[name, `${id}: ${short(outcome)}`, short(negative), short(fraction)]];
  });
  return [head, ...rows];
}

function said({ hangsAfter, made, repeats, refused }) {
  if (hangsAfter !== undefined) return `hangs after ${grouped(hangsAfter)}`;
  const faults = [repeats > 0 && `${grouped(repeats)} repeats`, refused > 0 && `${grouped(refused)} refused`];
  return `${faults.filter(Boolean).join(", ") || "none wrong"} of ${grouped(made + refused)}`;
}

function short(outcome) {
  if (outcome === undefined) return "-";
  const text = outcome.taken === undefined ? `refused, ${outcome.refused}` : `takes it: ${outcome.taken}`;
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

export function print(measured) {
  printTable("What an ID costs, times Date.now() of the same process", speedTable(measured));
  printTable("What goes wrong", faultTable(measured));
  printTable("Machines that there can't be", machineTable(measured));
}
