// Formats dates, durations and numbers for the reader.

/** Makes a value at its first use. */
function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

// Browsers load the data of languages when formatters are made, which takes too long before the first draw.
const LOCAL = {
  weekday: "short",
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
} as const;
const localFormat = once(() => new Intl.DateTimeFormat(undefined, LOCAL));
const exactFormats = [undefined, 1, 2, 3].map((fractionalSecondDigits) =>
  once(
    () =>
      new Intl.DateTimeFormat(undefined, {
        ...LOCAL,
        timeZoneName: "longOffset",
        ...(fractionalSecondDigits && { fractionalSecondDigits: fractionalSecondDigits as 3 }),
      }),
  ),
);
const zone = once(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
const clockFormat = once(() => new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" }));
const relativeFormat = once(() => new Intl.RelativeTimeFormat("en", { numeric: "auto" }));
const numberFormat = once(() => new Intl.NumberFormat("en", { maximumFractionDigits: 1 }));

/** Makes the formatters that a reading needs, so that the first reading does not take longer than later ones. */
export function prepareReadings(): void {
  local(new Date(0));
  relative(0);
  number(0);
}

const UNITS = [
  ["year", 31_556_952_000],
  ["month", 2_629_746_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** How many digits of the fraction of a second a time has whose smallest step has `unit` ms. */
const digitsOf = (unit: number): number => (unit >= 1000 ? 0 : unit >= 100 ? 1 : unit >= 10 ? 2 : 3);

/** A date in the reader's language and time zone, to the second. AM and PM stay in the line of the time. */
export const local = (date: Date): string =>
  localFormat()
    .format(date)
    .replace(/ (?=[AP]M$)/, "\u00a0");

/** A date in the reader's language and time zone, with the offset from UTC. */
export const exactLocal = (date: Date, unit = 1): string =>
  `${exactFormats[digitsOf(unit)]?.().format(date)} (${zone()})`;

/** The name of the reader's time zone, such as `Europe/Berlin`. */
export const zoneName = (): string => zone();

/** ISO 8601 with as many digits as the time has. */
export const iso = (date: Date, unit = 1): string => {
  const left = 3 - digitsOf(unit);
  return date.toISOString().replace(new RegExp(`${left === 3 ? "\\." : ""}\\d{${left}}Z$`), "Z");
};

/** `2022-06-28 16:07:40.105 UTC` */
export const utc = (date: Date, unit = 1): string => `${iso(date, unit).replace("T", " ").replace("Z", "")} UTC`;

export const day = (date: Date): string => date.toISOString().replace(/T.*/, "");

/** `16:07:40`, in the reader's time zone. */
export const clockTime = (ms: number): string => clockFormat().format(ms);

/** `4 years ago`, `in 5 minutes`, `now`. */
export function relative(ms: number, now = Date.now()): string {
  const away = ms - now;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(away) >= size) ?? ["second", 1000];
  return relativeFormat().format(Math.trunc(away / size), unit);
}

/** The date a number of months later. If this month is shorter, the last day of the month. */
function addMonths(from: Date, months: number): Date {
  const date = new Date(from);
  date.setUTCMonth(date.getUTCMonth() + months);
  // The month does not have this day, so the date is in the next month.
  if (date.getUTCDate() !== from.getUTCDate()) date.setUTCDate(0);
  return date;
}

/** How many whole months lie between two dates. */
function monthsBetween(from: Date, to: Date): number {
  const months = 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth();
  return addMonths(from, months) > to ? months - 1 : months;
}

/**
 * The time since a date, in the two largest units of the calendar (of UTC): `2 years, 6 months`, `5 minutes, 3 seconds`;
 * `in 1 day` before the date, and `now`.
 */
export function age(ms: number, now = Date.now()): string {
  const [from, to] = [new Date(Math.min(ms, now)), new Date(Math.max(ms, now))];
  const months = monthsBetween(from, to);
  let rest = to.getTime() - addMonths(from, months).getTime();
  const counts = UNITS.map(([unit, size]) => {
    if (unit === "year") return Math.floor(months / 12);
    if (unit === "month") return months % 12;
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count;
  });
  const first = counts.findIndex((count) => count > 0);
  if (first < 0) return "now";
  const words = UNITS.map(([unit], at) => `${counts[at]} ${unit}${counts[at] === 1 ? "" : "s"}`);
  const length = words
    .slice(first, first + 2)
    .filter((_, at) => counts[first + at] !== 0)
    .join(", ");
  return ms > now ? `in ${length}` : length;
}

/** The last date that JavaScript can represent, in Unix ms. */
export const END_OF_TIME = 8.64e15;

/** The last day of a layout, or its length in years if JavaScript cannot represent that day. */
export function lifetime(epoch: number, span: number): string {
  const end = epoch + span - 1;
  if (end <= END_OF_TIME) return `lasts until ${day(new Date(end)).replace(/^\+0*/, "")}`;
  return `lasts ${number(span / UNITS[0][1])} years`;
}

export const number = (value: number): string => numberFormat().format(value);

/** `3.2 days`, `1 hour`, `250 ms`. */
export function duration(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? ["ms", 1];
  const count = number(ms / size);
  return `${count} ${unit}${count === "1" || unit === "ms" ? "" : "s"}`;
}

/** `1 ID`, `1,000 IDs` */
export const counted = (count: number): string => `${number(count)} ${count === 1 ? "ID" : "IDs"}`;

/** `12 KB`, of characters. */
export const kilobytes = (length: number): string => `${number(Math.ceil(length / 1000))} KB`;

/** A date and a time, as the page writes them or as ISO 8601 has them. */
const TIME = /^((?:[+-]\d\d)?\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?: ?(Z|UTC|[+-]\d\d:\d\d))?)?$/i;

/** The Unix time in ms of a text; NaN if it is no time. Without a zone it is in UTC, as the page shows it. */
export function instantOf(text: string): number {
  const [, date = "", time = "00:00", zone = "Z"] = TIME.exec(text) ?? [];
  // Some browsers read the 30th of February as a day of March.
  const isDay = new Date(`${date}T00:00Z`).toJSON()?.startsWith(date) ?? false;
  return isDay ? Date.parse(`${date}T${time}${zone.replace(/utc/i, "Z")}`) : NaN;
}
