// Facts about the different IDs of a list, in sentences: gaps, steps back in time, how many IDs were made at once, and by which machines.

import type { FormatDescription } from "flakekit";
import { capacityOf } from "../formats/capacity.ts";
import { formatOf, isKnown } from "../formats/catalogue.ts";
import { foreignFormats } from "../inspection/inspector.ts";
import { counted, duration, number, utc } from "../when.ts";
import { isDamaged } from "./damage.ts";
import type { List } from "./list.ts";

/**
 * Returns the facts.
 *
 * @param rows - the rows of the IDs, each ID once, in the order of the list
 * @param kind - the kind of all these IDs; undefined if they are of several kinds
 */
export function linesOf(list: List, rows: Uint32Array, kind: string | undefined, params: URLSearchParams): string[] {
  const times = Float64Array.from(rows, (row) => list.timestamps[row] ?? NaN).filter((time) => !Number.isNaN(time));
  const turns = turnsOf(times);
  const sorted = times.slice().sort();
  const lines = [...spanLine(sorted), ...orderLine(turns), ...gapLines(sorted)];
  // The digits that may be lost tell apart the IDs of one tick, and hold the fields.
  if (isDamaged(list)) return lines;
  const own = kind !== undefined && isKnown(kind) ? formatOf(kind, params) : undefined;
  const nodes = kind === undefined ? [] : nodesOf(kind, own);
  return [...lines, ...rateLines(sorted, own), ...nodes.flatMap((name) => nodeLine(list, rows, name))];
}

/** How often a time is before or after the time above it, and the longest step back. */
interface Turns {
  back: number;
  ahead: number;
  most: number;
}

function turnsOf(times: Float64Array): Turns {
  const turns = { back: 0, ahead: 0, most: 0 };
  for (let n = 1; n < times.length; n++) {
    const step = (times[n] as number) - (times[n - 1] as number);
    if (step > 0) turns.ahead += 1;
    if (step < 0) turns.back += 1;
    turns.most = Math.max(turns.most, -step);
  }
  return turns;
}

function spanLine(sorted: Float64Array): string[] {
  if (sorted.length < 2) return [];
  const length = (sorted.at(-1) as number) - (sorted[0] as number);
  return [length > 0 ? `They were made within ${duration(length)}.` : "All were made at the same time."];
}

function orderLine({ back, ahead, most }: Turns): string[] {
  if (back + ahead === 0) return [];
  if (back === 0) return ["Their order never steps back in time."];
  if (ahead === 0) return ["The newest is first, and no older one is before a newer one."];
  return [
    `Their order steps back in time ${back === 1 ? "once" : `${number(back)} times`}, by ${duration(most)} at most.`,
  ];
}

const GAPS = 3;
/** Gaps of at least this many times the mean are named, the longest first. */
const LONG = 2;
const NEXT = 10;

function gapLines(sorted: Float64Array): string[] {
  const gaps: { length: number; from: number }[] = [];
  for (let n = 1; n < sorted.length; n++) {
    const from = sorted[n - 1] as number;
    const length = (sorted[n] as number) - from;
    if (length <= (gaps[GAPS - 1]?.length ?? 0)) continue;
    gaps.push({ length, from });
    gaps.sort((a, b) => b.length - a.length).splice(GAPS);
  }
  const mean = ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / (sorted.length - 1);
  return gaps
    .filter(({ length }, n) => length >= (n === 0 ? LONG : NEXT) * mean)
    .map(({ length, from }, n) => {
      return `${n === 0 ? "Longest" : "Next"} gap: ${duration(length)}, from ${utc(new Date(from))} on.`;
    });
}

/** Counts equal values that follow each other. */
class Runs {
  /** The highest count, and its value. */
  most = 0;
  at = 0;
  #value: number | undefined;
  #count = 0;

  add(value: number): void {
    this.#count = value === this.#value ? this.#count + 1 : 1;
    this.#value = value;
    if (this.#count <= this.most) return;
    this.most = this.#count;
    this.at = value;
  }
}

/** How many IDs were made at once, against the number that the format has room for. */
function rateLines(sorted: Float64Array, format: FormatDescription | undefined): string[] {
  const [seconds, ticks] = [new Runs(), new Runs()];
  for (const time of sorted) {
    seconds.add(Math.floor(time / 1000));
    ticks.add(time);
  }
  const rate = format && capacityOf(format).rate;
  const line = (most: number, where: string, capacity: number | undefined) => {
    const can = capacity === undefined ? "" : `; one machine can make ${number(capacity)}`;
    return most < 2 ? [] : [`At most ${counted(most)} in one ${where}${can}.`];
  };
  return [
    ...line(seconds.most, `second, at ${utc(new Date(1000 * seconds.at))}`, rate),
    ...(format && rate ? line(ticks.most, `tick of ${format.unit} ms`, (rate * format.unit) / 1000) : []),
  ];
}

/** The names of the fields that tell the machine. */
function nodesOf(format: string, own: FormatDescription | undefined): string[] {
  const { fields = [] } = own ?? foreignFormats().find(({ name }) => name === format) ?? {};
  return fields.filter(({ kind }) => kind === "node").map(({ name }) => name);
}

/** How many of the most frequent values are named. */
const VALUES = 5;

function nodeLine({ fields }: List, rows: Uint32Array, name: string): string[] {
  const counts = new Map<unknown, number>();
  for (const row of rows) {
    const value = fields[name]?.[row];
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const [[first, most] = [undefined, 0]] = sorted;
  if (most < 2) return [];
  if (sorted.length === 1) return [`${name} is always ${String(first)}.`];
  const named = sorted.slice(0, VALUES).map(([value, count]) => `${String(value)} (${counted(count)})`);
  const others = sorted.length - named.length;
  return [`${name}: ${named.join(", ")}${others > 0 ? `, and ${number(others)} other values` : ""}.`];
}
