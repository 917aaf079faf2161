// Times as people and programs write them: dates, and Unix times in s, ms and µs.

/** The interval that the text of a time means. */
export interface Interval {
  /** The earliest instant, in Unix ms. */
  time: number;
  /** The length of the interval from there on, in ms: 1000 if the time is written in whole seconds. */
  precision: number;
  /** Whether the text is a date without a zone. It is read as UTC. */
  hasNoZone: boolean;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A date, a time, the fraction of a second after a point, or ms after a comma, and a zone. */
export const DATE =
  /(?<![\w-])(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ]+(\d\d):(\d\d)(?::(\d\d)(?:(?:\.(\d{1,9})|,(\d{3}))(?!\d))?)?(?: ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)(?![\w:]))?)?(?![\w-])/gi;

/** Whether a text has the form of a date. There may be no such date. */
export const isDate = (text: string): boolean => matchOf(text) !== undefined;

const matchOf = (text: string): RegExpMatchArray | undefined => {
  if (!/^\d{4}[-/]/.test(text)) return undefined;
  const [date] = text.matchAll(DATE);
  return date?.[0] === text ? date : undefined;
};

/** The interval that a text means; undefined if it is no time. */
export function intervalOf(text: string): Interval | undefined {
  const date = matchOf(text);
  return date === undefined ? unixTimeOf(text) : instantOf(date);
}

/** The interval that a date means; undefined if the calendar or the clock has no such time. */
function instantOf(match: RegExpMatchArray): Interval | undefined {
  const [, year, month, day, hour, minute, second, point, comma, zone] = match;
  const start = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isReal = new Date(start).getUTCMonth() === Number(month) - 1 && Number(day) > 0;
  if (!isReal || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 60) return undefined;
  if (hour === undefined) return { time: start, precision: DAY_MS, hasNoZone: true };
  const fraction = point ?? comma ?? "";
  const ms = Number(`0.${fraction || 0}`) * 1000;
  const time = start + Number(hour) * 3_600_000 + Number(minute) * MINUTE_MS + Number(second ?? 0) * 1000 + ms;
  const precision = second === undefined ? MINUTE_MS : 10 ** (3 - Math.min(6, fraction.length));
  return { time: time - offsetOf(zone), precision, hasNoZone: zone === undefined };
}

/** How far a zone such as `+0530` is ahead of UTC, in ms. */
function offsetOf(zone = ""): number {
  const [, sign, hours, minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/** The first and the last number that is taken as a Unix time in s: in 1989 and in 2103. */
const FIRST_S = 6e8;
const LAST_S = 4.2e9;

/** The interval that a number means as Unix time in s, ms or µs; undefined if the number is no Unix time. */
export function unixTimeOf(text: string): Interval | undefined {
  const fraction = /^\d{9,16}(?:\.(\d{1,6}))?$/.exec(text);
  if (!fraction) return undefined;
  const number = Number(text);
  for (const unit of [1000, 1, 0.001]) {
    const seconds = (number * unit) / 1000;
    if (seconds < FIRST_S || seconds > LAST_S) continue;
    return { time: number * unit, precision: unit / 10 ** (fraction[1]?.length ?? 0), hasNoZone: false };
  }
  return undefined;
}

/** Steps, in ms, of times that are written more precisely than they are. */
const STEPS = [DAY_MS, 3_600_000, MINUTE_MS, 1000, 100, 10];
/** Fewer times may all be at such steps by chance. */
const FEWEST = 5;

/** The step of all times, if they are written more precisely than they are, such as all with equal ms; otherwise 0. */
export function stepOf(times: readonly number[]): number {
  const [first] = times;
  if (first === undefined || times.length < FEWEST) return 0;
  return STEPS.find((step) => times.every((time) => (time - first) % step === 0)) ?? 0;
}
