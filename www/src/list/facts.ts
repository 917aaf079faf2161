// Facts about a list: IDs that occur more than once, gaps, steps back in time, how many IDs were made at once, and by
// which machines.

import type { FormatDescription } from "flakekit";
import { capacityOf } from "../formats/capacity.ts";
import { formatOf, isKnown } from "../formats/catalogue.ts";
import { foreignFormats } from "../inspection/inspector.ts";
import { counted, duration, number, utc } from "../when.ts";
import type { List } from "./list.ts";
import { sorting } from "./sort.ts";

export interface Facts {
  /** How many IDs occur more than once. */
  repeats: number;
  /** For each row, 1 if its ID occurs more than once. */
  repeated: Uint8Array;
  /** Further facts, in sentences. */
  lines: string[];
}

/** Work in steps, so that the page stays responsive. */
type Steps<T> = Generator<undefined, T>;

/** How many rows are looked at in one step. */
const STEP = 4096;

/** Finds the facts in steps. The last step gives the facts. */
export function* factsOf(list: List, params: URLSearchParams): Generator<Facts | undefined> {
  const repeated = new Uint8Array(list.ids.length);
  const repeats = yield* countRepeats(list, repeated);
  const { times, turns } = yield* timesOf(list);
  const sorted = turns.back === 0 ? times : yield* inOrder(times);
  const { format, kinds } = list;
  const own = kinds.size === 0 && isKnown(format) ? formatOf(format, params) : undefined;
  const lines = [...spanLine(sorted), ...orderLine(turns), ...(yield* distanceLines(sorted, own))];
  const nodes = kinds.size === 0 ? nodesOf(format, own).filter((name) => !list.loss?.fields.includes(name)) : [];
  for (const name of nodes) lines.push(...(yield* nodeLine(list, name)));
  yield { repeats, repeated, lines };
}

/** Marks the rows whose IDs occur more than once, and returns the count of these IDs. */
function* countRepeats({ ids, errors }: List, repeated: Uint8Array): Steps<number> {
  const rows = new Map<string, number>();
  let repeats = 0;
  for (const [row, id] of ids.entries()) {
    if (row % STEP === 0) yield;
    if (errors.has(row)) continue;
    const first = rows.get(id);
    if (first === undefined) {
      rows.set(id, row);
      continue;
    }
    if (repeated[first] === 0) repeats += 1;
    repeated[first] = repeated[row] = 1;
  }
  return repeats;
}

/** How often the time of a row is before or after the time of the row above it, and the longest step back. */
interface Turns {
  back: number;
  ahead: number;
  most: number;
}

/** The times of a list, in the order of its rows. */
function* timesOf({ timestamps }: List): Steps<{ times: Float64Array; turns: Turns }> {
  const times = new Float64Array(timestamps.length);
  const turns = { back: 0, ahead: 0, most: 0 };
  let count = 0;
  for (const [row, time] of timestamps.entries()) {
    if (row % STEP === 0) yield;
    if (Number.isNaN(time)) continue;
    const step = count === 0 ? 0 : time - (times[count - 1] as number);
    if (step > 0) turns.ahead += 1;
    if (step < 0) turns.back += 1;
    turns.most = Math.max(turns.most, -step);
    times[count++] = time;
  }
  return { times: times.subarray(0, count), turns };
}

function* inOrder(times: Float64Array): Steps<Float64Array> {
  const rows = new Uint32Array(times.length).map((_, row) => row);
  yield* sorting(rows, (a, b) => (times[a] as number) - (times[b] as number));
  return new Float64Array(times.length).map((_, n) => times[rows[n] as number] as number);
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

/** The gaps between times, and how many IDs were made at once. */
function* distanceLines(sorted: Float64Array, format: FormatDescription | undefined): Steps<string[]> {
  const gaps: Gap[] = [];
  const [seconds, ticks] = [new Runs(), new Runs()];
  for (const [n, time] of sorted.entries()) {
    if (n % STEP === 0) yield;
    seconds.add(Math.floor(time / 1000));
    ticks.add(time);
    const from = sorted[n - 1] ?? time;
    const length = time - from;
    if (length <= (gaps[GAPS - 1]?.length ?? 0)) continue;
    gaps.push({ length, from });
    gaps.sort((a, b) => b.length - a.length).splice(GAPS);
  }
  const mean = ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / (sorted.length - 1);
  return [...gapLines(gaps, mean), ...rateLines(seconds, ticks, format)];
}

interface Gap {
  length: number;
  from: number;
}

const GAPS = 3;
/** Gaps of at least this many times the mean are named, the longest first. */
const LONG = 2;
const NEXT = 10;

function gapLines(gaps: readonly Gap[], mean: number): string[] {
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
function rateLines(seconds: Runs, ticks: Runs, format: FormatDescription | undefined): string[] {
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

function* nodeLine({ fields }: List, name: string): Steps<string[]> {
  const counts = new Map<unknown, number>();
  for (const [row, value] of (fields[name] ?? []).entries()) {
    if (row % STEP === 0) yield;
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
