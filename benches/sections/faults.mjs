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

/** The table of faults. Peers of equal outcomes have one row. */
export function table(measured) {
  const head = [
    "",
    ...["tight loop", "a generator per ID", "clock back 5 s", "clock stands still"].map(
      (what, i) => `${what}, ${grouped(Object.values(PROBES)[i].count)} IDs`,
    ),
    "unsorted",
    "decodes ''",
    "machine too large, -1, 1.5",
  ];
  const place = ({ name }) => peers.findIndex((peer) => peer.name === name);
  const rows = new Map();
  for (const { name, faults } of measured.toSorted((a, b) => place(a) - place(b))) {
    const cells = [
      ...["loop", "fresh", "back", "frozen"].map((probe) => summary(faults[probe])),
      unsorted(faults),
      short(faults.input.empty),
      machines(faults.input),
    ];
    const row = String(cells);
    rows.set(row, { cells, names: [...(rows.get(row)?.names ?? []), name] });
  }
  return [head, ...Array.from(rows.values(), ({ cells, names }) => [names.join(", "), ...cells])];
}

/** How many IDs of the tight loop are smaller than the one before: about half, if the IDs are in no order. */
function unsorted({ loop: { made, unsorted: count } }) {
  if (count === undefined) return "?";
  return count > 0.4 * made ? "half" : grouped(count);
}

/** The outcomes of a peer with a machine number that is too large, with -1 and with 1.5. */
function machines({ machines: outcomes }) {
  if (outcomes === undefined) return "-";
  const { "-1": negative, 1.5: fraction, ...above } = outcomes;
  const number = ({ taken, ...outcome }) =>
    taken === undefined ? short(outcome) : `becomes ${taken.replaceAll(/["n]/g, "")}`;
  const taken = [...Object.values(above), negative, fraction].map(number);
  return taken.every((outcome) => outcome === "error") ? "error" : taken.join(", ");
}

function summary({ hangsAfter, repeats, refused }) {
  if (hangsAfter !== undefined) return `hangs after ${grouped(hangsAfter)}`;
  const faults = [
    repeats > 0 && `${grouped(repeats)} ${repeats === 1 ? "repeat" : "repeats"}`,
    refused > 0 && `${grouped(refused)} ${refused === 1 ? "error" : "errors"}`,
  ];
  return faults.filter(Boolean).join(", ") || "0";
}

function short(outcome) {
  if (outcome === undefined) return "-";
  if (outcome.taken === undefined) return "error";
  return outcome.taken === "null" ? "null" : "read";
}

export function print(measured) {
  printTable("Faults", table(measured));
}
