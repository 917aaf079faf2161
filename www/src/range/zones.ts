// Times as the clocks of a zone show them: texts such as `2026-01-31T12:00`, which inputs take and give.

import { END_OF_TIME } from "../when.ts";

export const UTC = "UTC";

/** The reader's time zone, such as `Europe/Berlin`. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const DAY = 86_400_000;

const UNITS = ["year", "month", "day", "hour", "minute", "second"] as const;

/** The clocks are kept, because browsers take long to make them. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Throws a `RangeError` if the browser does not know the zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const parts = Object.fromEntries(UNITS.map((unit) => [unit, "numeric"]));
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat("en", { ...parts, hourCycle: "h23", timeZone: zone });
  clocks.set(zone, clock);
  return clock;
}

/** Whether the browser knows a zone. */
export function isZone(zone: string): boolean {
  try {
    return clockOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** The text that the clocks of a zone show at a time, as the Unix ms at which clocks of UTC show this text. */
function shownAt(zone: string, ms: number): number {
  const parts = clockOf(zone).formatToParts(ms);
  const [year, month, day, ...rest] = UNITS.map((unit) => Number(parts.find(({ type }) => type === unit)?.value));
  const [hour, minute, second] = rest;
  // Unlike `Date.UTC`, `setUTCFullYear` takes years before 100 as they are. Inputs have such years while a year is
  // typed.
  const midnight = new Date(0).setUTCFullYear(year ?? 0, (month ?? 0) - 1, day);
  return new Date(midnight).setUTCHours(hour ?? 0, minute, second, ((ms % 1000) + 1000) % 1000);
}

/** The text that the clocks of a zone show at a time, with seconds and ms if they are not 0. */
export const textAt = (zone: string, ms: number): string =>
  new Date(shownAt(zone, ms)).toISOString().replace(/(:00)?\.000Z|Z$/, "");

/**
 * Two days after the year 1 begins, and before the last date of JavaScript: the days before and after a time must have
 * dates, too.
 */
const FIRST = -62_135_596_800_000 + 2 * DAY;
const LAST = END_OF_TIME - 2 * DAY;

/** The time at which the clocks of a zone show a text; NaN if the text is no time, or if the time is too far away. */
export interface Instant {
  ms: number;
  /** Whether the clocks skip the text when they go forward, or show it twice when they go back. */
  is: "once" | "skipped" | "twice";
}

/**
 * For a text that is shown twice, takes the first time. For a text that is skipped, takes the time that is later by the
 * time that the clocks skip.
 */
export function instantOf(zone: string, text: string): Instant {
  const shown = Date.parse(`${text}Z`);
  if (!(shown >= FIRST && shown <= LAST)) return { ms: NaN, is: "once" };
  // A change of the clocks is between these offsets.
  const [before = 0, after = 0] = [shown - DAY, shown + DAY].map((ms) => shownAt(zone, ms) - ms);
  const times = [before, after].map((offset) => shown - offset).filter((ms) => shownAt(zone, ms) === shown);
  if (times.length === 0) return { ms: shown - before, is: "skipped" };
  return { ms: Math.min(...times), is: new Set(times).size === 2 ? "twice" : "once" };
}
