// Whether a tight loop reaches the capacity of a format without repeats.

import { measureIn } from "../lib/process.mjs";
import { median } from "../lib/stats.mjs";
import { grouped, printTable } from "../lib/table.mjs";
import { loops } from "../programs/loops.mjs";

export const title = "Capacity: IDs per second in a tight loop";

/** The required share. It is below 1 because the IDs of a ms are lost if the process is suspended during it. */
const ENOUGH = 0.99;

export async function measure({ quick, only }) {
  const [runs, seconds] = quick ? [1, 0.5] : [5, 2];
  const measured = [];
  for (const [index, { name, perSecond }] of loops.entries()) {
    if (!name.includes(only)) continue;
    const outcomes = [];
    for (let run = 0; run < runs; run++) outcomes.push(await measureIn("capacity.mjs", [index, seconds]));
    const share = median(outcomes.map(({ share }) => share));
    measured.push({
      name,
      perSecond,
      rate: Math.round(median(outcomes.map(({ rate }) => rate))),
      share: Number(share.toFixed(4)),
      shares: outcomes.map(({ share }) => Number(share.toFixed(4))),
      // The share is relative to the ticks with IDs, so ticks in which the process was suspended do not count.
      filled: Number(median(outcomes.map(({ filled }) => filled)).toFixed(4)),
      ids: outcomes.reduce((sum, { ids }) => sum + ids, 0),
      repeats: outcomes.reduce((sum, { repeats }) => sum + repeats, 0),
      met: share >= ENOUGH && outcomes.every(({ repeats }) => repeats === 0),
    });
  }
  return measured;
}

export function table(measured) {
  const head = ["method", "capacity per second", "made per second", "of ticks used", "IDs checked", "repeats", "met"];
  const rows = measured.map(({ name, perSecond, rate, filled, ids, repeats, met }) => [
    name,
    grouped(perSecond),
    grouped(rate),
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
