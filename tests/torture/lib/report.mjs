// The results of a run: the table, and the chart.

import { Availability, partsOf } from "./availability.mjs";
import { chartOf } from "./chart.mjs";
import { hostTime } from "./host-time.mjs";
import { readTimes } from "./journal.mjs";
import { graceOf } from "./spaces.mjs";
import { rowsOf, tableOf } from "./summary.mjs";

/** How many spans of time the chart shows at most, and the length of the shortest span in ms. */
const SPANS = 300;
const MIN_SPAN_MS = 500;

/** How much longer than the grace period a fault may have effects after its end, in ms. */
const AFTER_GRACE_MS = 1_000;

/** Measures a run from its files: the IDs that the children of each slot made between two moments. */
export function measure({ folder, spaces, crew, log, window, from, until }) {
  const availability = new Availability(from, until, Math.max(MIN_SPAN_MS, (until - from) / SPANS));
  const aftermath = graceOf(window) + AFTER_GRACE_MS;
  const [main, ...others] = spaces.map(({ name }) => name);
  for (const slot of crew.slots.keys()) {
    const runs = crew.ofSlot(slot).map(({ run }) => run);
    const ofSlot = log.ofSlots.get(slot) ?? [];
    const parts = partsOf({ ofEngine: log.ofEngine, ofSlot, from, until, aftermath });
    availability.addSlot(parts, timesOf(folder, main, runs));
    for (const space of others) availability.addIds(parts, timesOf(folder, space, runs));
  }
  return availability;
}

function* timesOf(folder, space, runs) {
  for (const run of runs) yield* readTimes(folder, space, run);
}

/** The lines of the table of a run. */
export function table({ store, log, availability, found }) {
  const offset = hostTime() - Date.now();
  const repeatedAt = found.repeatedAt.map((ms) => ms + offset);
  return tableOf(rowsOf({ store, log, availability, repeats: found.repeats, repeatedAt }));
}

/** The chart of a run, as SVG. */
export function chart({ title, subtitle, log, availability, slots, from, until }) {
  const spanMs = (until - from) / availability.spans.length;
  const spans = availability.spans.map(({ ids, unable }) => ({ ids, able: 1 - unable / (spanMs * slots) }));
  const span = { from, until };
  const ofChildren = [...log.ofSlots.values()].flat();
  return chartOf({
    title,
    subtitle,
    spanMs,
    spans,
    lanes: [...lanes(log, log.ofEngine, span, true), ...lanes(log, ofChildren, span, false)],
  });
}

function lanes({ counts }, faults, { from, until }, isOfEngine) {
  const names = [...new Set(faults.map(({ name }) => name))].sort();
  return names.map((name) => {
    const own = faults.filter((fault) => fault.name === name);
    const inside = (time) => Math.min(Math.max(time, from), until) - from;
    const shown = own.map(({ start, end }) => ({ start: inside(start), end: inside(end) }));
    return { name, count: counts.get(name), faults: shown, isOfEngine };
  });
}
