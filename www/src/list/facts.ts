// What a list shows: IDs that are there more than once, gaps, steps back in time, how many were made at once, and by which machines.

import type { FormatDescription } from "flakekit";
import { capacityOf } from "../formats/capacity.ts";
import { formatOf, isKnown } from "../formats/catalogue.ts";
import { foreignFormats } from "../inspection/inspector.ts";
import { counted, duration, number, utc } from "../when.ts";
import type { List } from "./list.ts";
import { sorting } from "./sort.ts";

export interface Facts {
  /** How many IDs are there more than once. */
  repeats: number;
  /** For each row, 1 if its ID is there more than once. */
  repeated: Uint8Array;
  /** What else the list shows, in sentences. */
  lines: string[];
}

/** Work in steps, so that the page stays responsive. */
type Steps<T> = Generator<undefined, T>;

/** How many rows are looked at in one step. */
const STEP = 4096;

/** Finds the facts in steps. The last one gives them. */
export function* factsOf(list: List, params: URLSearchParams): Generator<Facts | undefined> {
  const repeated = new Uint8Array(list.ids.length);
  const repeats = yield* countRepeats(list, repeated);
  const times = new Float64Array(list.timestamps).filter((time) => !Number.isNaN(time));
  yield;
  const turns = turnsOf(times);
  yield;
  const sorted = turns.back === 0 ? times : yield* inOrder(times);
  const { format, kinds } = list;
  const own = kinds.size === 0 && isKnown(format) ? formatOf(format, params) : undefined;
  const lines = [...spanLine(sorted), ...orderLine(turns), ...gapLines(sorted), ...rateLines(sorted, own)];
  for (const name of kinds.size === 0 ? nodesOf(format, own) : []) lines.push(...(yield* nodeLine(list, name)));
  yield { repeats, repeated, lines };
}

/** Marks the rows whose IDs are there more than once, and returns how many such IDs there are. */
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

function* inOrder(times: Float64Array): Steps<Float64Array> {
  const rows = Uint32Array.from(times, (_, row) => row);
  for (const _ of sorting(rows, (a, b) => (times[a] as number) - (times[b] as number))) yield;
  return Float64Array.from(rows, (row) => times[row] as number);
}

function spanLine(sorted: Float64Array): string[] {
  if (sorted.length < 2) return [];
  const length = (sorted.at(-1) as number) - (sorted[0] as number);
  return [length > 0 ? `They were made within ${duration(length)}.` : "All were made at the same time."];
}

/** How often the time of a row is before or after that of the row above it, and by how much it is before at most. */
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

function orderLine({ back, ahead, most }: Turns): string[] {
  if (back + ahead === 0) return [];
  if (back === 0) return ["Their order never steps back in time."];
  if (ahead === 0) return ["The newest is first, and no older one is before a newer one."];
  return [
    `Their order steps back in time ${back === 1 ? "once" : `${number(back)} times`}, by ${duration(most)} at most.`,
  ];
}

const GAPS = 3;
/** A gap after the longest one is said if it is so many times as long as the mean. */
const LONG = 10;

function gapLines(sorted: Float64Array): string[] {
  if (sorted.length < 3) return [];
  const mean = ((sorted.at(-1) as number) - (sorted[0] as number)) / (sorted.length - 1);
  let longest: { length: number; from: number }[] = [];
  for (let n = 1; n < sorted.length; n++) {
    const from = sorted[n - 1] as number;
    const length = (sorted[n] as number) - from;
    if (length === 0 || (longest.length === GAPS && length <= (longest.at(-1)?.length ?? 0))) continue;
    longest = [...longest, { length, from }].sort((a, b) => b.length - a.length).slice(0, GAPS);
  }
  return longest
    .filter(({ length }, n) => n === 0 || length >= LONG * mean)
    .map(
      ({ length, from }, n) =>
        `${n === 0 ? "Longest" : "Next"} gap: ${duration(length)}, from ${utc(new Date(from))} on.`,
    );
}

/** The highest number of times that are equal after `round`, and the first of these. */
function mostIn(sorted: Float64Array, round: (time: number) => number): { count: number; at: number } {
  const most = { count: 0, at: 0 };
  let start = 0;
  for (let n = 1; n <= sorted.length; n++) {
    if (n < sorted.length && round(sorted[n] as number) === round(sorted[start] as number)) continue;
    if (n - start > most.count) Object.assign(most, { count: n - start, at: sorted[start] });
    start = n;
  }
  return most;
}

/** How many IDs were made at once, against the number that the format has room for. */
function rateLines(sorted: Float64Array, format: FormatDescription | undefined): string[] {
  const second = mostIn(sorted, (time) => Math.floor(time / 1000));
  if (second.count < 2) return [];
  const inSecond = `At most ${counted(second.count)} in one second, at ${utc(new Date(1000 * Math.floor(second.at / 1000)))}`;
  if (!format) return [`${inSecond}.`];
  const { rate } = capacityOf(format);
  const can = (count: number) => `; one machine can make ${number(count)}.`;
  const tick = mostIn(sorted, (time) => time);
  const inTick = `At most ${counted(tick.count)} in one tick of ${format.unit} ms`;
  return [inSecond + can(rate), inTick + can((rate * format.unit) / 1000)];
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
