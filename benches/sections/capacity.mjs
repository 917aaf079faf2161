// Whether a tight loop makes as many IDs as the format holds, and none twice.

import { measureIn } from "../lib/process.mjs";
import { median } from "../lib/stats.mjs";
import { grouped, printTable } from "../lib/table.mjs";
import { loops } from "../programs/loops.mjs";

export const title = "Capacity: IDs a second in a tight loop, of what the format holds";

/** A share of this is as good as all: a process that is put aside for a ms has lost the IDs of it. */
const ENOUGH = 0.99;

export async function measure({ quick, only }) {
  const [runs, seconds] = quick ? [1, 0.5] : [5, 2];
  const measured = [];
  for (const [place, { name, perSecond }] of loops.entries()) {
    if (!name.includes(only)) continue;
    const outcomes = [];
    for (let run = 0; run < runs; run++) outcomes.push(await measureIn("capacity.mjs", [place, seconds]));
    const share = median(outcomes.map(({ share }) => share));
    measured.push({
      name,
      perSecond,
      rate: Math.round(median(outcomes.map(({ rate }) => rate))),
      share: Number(share.toFixed(4)),
      shares: outcomes.map(({ share }) => Number(share.toFixed(4))),
      // Of the ticks that IDs were made in: what is left when others had the processor does not count against it.
      filled: Number(median(outcomes.map(({ filled }) => filled)).toFixed(4)),
      ids: outcomes.reduce((sum, { ids }) => sum + ids, 0),
      repeats: outcomes.reduce((sum, { repeats }) => sum + repeats, 0),
      met: share >= ENOUGH && outcomes.every(({ repeats }) => repeats === 0),
    });
  }
  return measured;
}

export function table(measured) {
  const head = ["how", "holds a second", "made a second", "share", "of ticks used", "IDs checked", "repeats", "met"];
  const rows = measured.map(({ name, perSecond, rate, share, filled, ids, repeats, met }) => [
    name,
    grouped(perSecond),
    grouped(rate),
    `${(share * 100).toFixed(1)} %`,
    `${(filled * 100).toFixed(1)} %`,
    grouped(ids),
    repeats,
    met ? "yes" : "NO",
  ]);
  return [head, ...rows];
}

export function print(measured) {
  printTable(title, table(measured));
}
