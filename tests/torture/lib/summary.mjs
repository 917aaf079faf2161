// The table of a run: the effects of each fault.

import { NO_FAULT } from "./availability.mjs";

const COLUMNS = ["store", "fault", "faults", "IDs", "repeats", "longest gap", "availability"];

/** The sums of a fault that has no time of its own. */
const NONE = { time: 0, unable: 0, ids: 0, longest: 0 };

/**
 * The rows of the table, as texts: the faults of the engine, the faults of children, the time without a fault, and the
 * sum.
 */
export function rowsOf({ store, log, availability, repeats, repeatedAt }) {
  const ofEngine = new Set(log.ofEngine.map(({ name }) => name));
  const names = [...log.counts.keys()].sort((a, b) => ofEngine.has(b) - ofEngine.has(a) || (a < b ? -1 : 1));
  const repeatsOf = countRepeats(log, repeatedAt);
  const row = (name, count, sum, repeated) => [
    store,
    name,
    String(count),
    String(sum.ids),
    String(repeated),
    `${(sum.longest / 1000).toFixed(2)} s`,
    sum.time > 0 ? `${(100 * (1 - sum.unable / sum.time)).toFixed(1)} %` : "",
  ];
  const sumOf = (name) => availability.byFault.get(name) ?? NONE;
  const rows = names.map((name) => row(name, log.counts.get(name), sumOf(name), repeatsOf.get(name) ?? 0));
  const all = [...availability.byFault.values()].reduce(
    (sum, one) => ({
      time: sum.time + one.time,
      unable: sum.unable + one.unable,
      ids: sum.ids + one.ids,
      longest: Math.max(sum.longest, one.longest),
    }),
    NONE,
  );
  return [
    ...rows,
    row(NO_FAULT, 0, sumOf(NO_FAULT), repeatsOf.get(NO_FAULT) ?? 0),
    row("all", log.count, all, repeats),
  ];
}

/** Counts the repeated IDs by the last fault of the engine that started before their time. */
function countRepeats({ ofEngine }, times) {
  const counts = new Map();
  for (const time of times) {
    const name = ofEngine.findLast(({ start }) => start <= time)?.name ?? NO_FAULT;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** The table as lines. Numbers stand at the right of their columns. */
export function tableOf(rows) {
  const all = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, i) => Math.max(...all.map((row) => row[i].length)));
  return all.map((row) => row.map((text, i) => (i < 2 ? text.padEnd(widths[i]) : text.padStart(widths[i]))).join("  "));
}
