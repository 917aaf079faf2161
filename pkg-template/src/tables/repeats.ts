// Why an ID occurs more than once: a row was exported twice, different rows have one ID, or the ID is only rounded.

import { looksDamaged } from "./damage.js";

/** How many characters of a cell are shown. */
const MAX_CELL = 40;

export type Verdict = "same row" | "different rows" | "rounded" | "repeated";

export interface Judged {
  readonly verdict: Verdict;
  /** The columns that differ, in words. */
  readonly differences: readonly string[];
}

/**
 * Compares the rows with one ID.
 *
 * @param rows - the cells by the names of their columns; `undefined` if nothing stands beside the IDs
 * @param timestamp - the time of the ID, in Unix ms
 */
export function judgeRepeat(
  id: string,
  rows: readonly ReadonlyMap<string, string>[] | undefined,
  timestamp: number,
): Judged {
  if (looksDamaged(id)) return { verdict: "rounded", differences: [] };
  if (rows === undefined) return { verdict: "repeated", differences: [] };
  const differences = differencesOf(rows, timestamp);
  if (differences.length > 0) return { verdict: "different rows", differences };
  const [row = new Map<string, string>()] = rows;
  // The only cell may hold the ID and more.
  const hasMore = row.size > 1 || [...row.values()].some((cell) => cell !== id);
  return { verdict: hasMore ? "same row" : "repeated", differences };
}

/** The columns that differ, with the first two cells; of times, how far they are from each other and from the time of the ID. */
function differencesOf(rows: readonly ReadonlyMap<string, string>[], timestamp: number): string[] {
  const names = new Set(rows.flatMap((row) => [...row.keys()]));
  return [...names].flatMap((name) => {
    const cells = [...new Set(rows.map((row) => row.get(name)?.trim() ?? ""))];
    if (cells.length === 1) return [];
    const times = cells.map(timeOf);
    if (times.some(Number.isNaN)) return [`${name} is ${cells.slice(0, 2).map(short).join(" and ")}`];
    const apart = Math.max(...times) - Math.min(...times);
    if (Number.isNaN(timestamp)) return [`${name} is ${duration(apart)} apart`];
    const distances = times.map((time) => duration(Math.abs(time - timestamp)));
    return [`${name} is ${duration(apart)} apart, and ${distances.slice(0, 2).join(" and ")} from the time of the ID`];
  });
}

const short = (cell: string): string => `'${cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL)}…` : cell}'`;

/** The Unix ms of a cell with a date and a time, Unix seconds or Unix ms; otherwise NaN. A time without a zone is UTC. */
function timeOf(cell: string): number {
  if (/^\d{10}(?:\d{3})?$/.test(cell)) return Number(cell) * (cell.length === 10 ? 1000 : 1);
  const [, day, time, zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(cell) ?? [];
  return day === undefined ? Number.NaN : Date.parse(`${day}T${time}${zone.replace("UTC", "Z")}`);
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
] as const;

/** A duration in its largest unit, with three digits. */
export function duration(ms: number): string {
  const [unit, length] = UNITS.find(([, length]) => ms >= length) ?? ["ms", 1];
  return `${Number((ms / length).toPrecision(3))} ${unit}`;
}
