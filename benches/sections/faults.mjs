// The faults of flakekit and its peers.

import { measureIn } from "../lib/process.mjs";
import { grouped, printTable } from "../lib/table.mjs";
import { peers } from "../peers/list.mjs";

/** The number of IDs and the time limit in ms of each probe. */
const PROBES = {
  loop: { count: 1_000_000, limit: 60_000 },
  fresh: { count: 100_000, limit: 30_000 },
  back: { count: 40_000, limit: 10_000 },
  frozen: { count: 10_000, limit: 5000 },
  input: { count: 0, limit: 5000 },
};

export async function measure({ quick, only }) {
  const measured = [];
  for (const [index, { name }] of peers.entries()) {
    if (!name.includes(only)) continue;
    const faults = {};
    for (const [probe, { count, limit }] of Object.entries(PROBES)) {
      const limits = quick ? [Math.min(count, 20_000), Math.min(limit, 1000)] : [count, limit];
      faults[probe] = await measureIn("peer-faults.mjs", [index, probe, ...limits]);
    }
    measured.push({ name, faults });
  }
  return measured;
}

/** The table of faults. */
export function table(measured) {
  const head = [
    "",
    "tight loop",
    "a generator per ID",
    "clock back 5 s",
    "clock stands still",
    "unsorted: loop, back",
    "decodes ''",
  ];
  const rows = measured.map(({ name, faults }) => [
    name,
    ...["loop", "fresh", "back", "frozen"].map((probe) => summary(faults[probe])),
    [faults.loop, faults.back].map(({ unsorted }) => (unsorted === undefined ? "?" : grouped(unsorted))).join(", "),
    short(faults.input.empty),
  ]);
  return [head, ...rows];
}

/** The table of the results with invalid machine numbers. */
export function machineTable(measured) {
  const head = ["", "above the maximum", "-1", "1.5"];
  const rows = measured.flatMap(({ name, faults: { input } }) => {
    if (input.machines === undefined) return [];
    const { "-1": negative, 1.5: fraction, ...above } = input.machines;
    const [[id, outcome]] = Object.entries(above);
    return [[name, `${id}: ${short(outcome)}`, short(negative), short(fraction)]];
  });
  return [head, ...rows];
}

function summary({ hangsAfter, made, repeats, refused }) {
  if (hangsAfter !== undefined) return `hangs after ${grouped(hangsAfter)}`;
  const faults = [
    repeats > 0 && `${grouped(repeats)} ${repeats === 1 ? "repeat" : "repeats"}`,
    refused > 0 && `${grouped(refused)} ${refused === 1 ? "error" : "errors"}`,
  ];
  return `${faults.filter(Boolean).join(", ") || "no fault"} in ${grouped(made + refused)}`;
}

function short(outcome) {
  if (outcome === undefined) return "-";
  const text = outcome.taken === undefined ? `throws ${outcome.refused}` : `accepted: ${outcome.taken}`;
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

export function print(measured) {
  printTable("Faults", table(measured));
  printTable("Invalid machine numbers", machineTable(measured));
}
