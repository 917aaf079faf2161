// Reads IDs with their times out of a pasted text: two columns, in any order.

/** An ID, and the interval in which it was made. */
export interface Sample {
  id: bigint;
  /** The earliest instant that the text of the time means, in Unix ms. */
  time: number;
  /** The length of the interval from there on, in ms: 1000 if the time is written in whole seconds. */
  precision: number;
}

/** A line that cannot be read. */
export interface Unread {
  /** The number of the line, from 1 on. */
  line: number;
  why: string;
}

/** The samples of a text, and the lines that cannot be read. */
export interface Samples {
  samples: Sample[];
  /** The line of each sample, from 1 on. */
  lines: number[];
  unread: Unread[];
  /** Whether some times have no zone. Such times are read as UTC. */
  hasNoZone: boolean;
}

/** The content of a line: a time and an ID, or two numbers of which one may be a Unix time. */
export type Row = { line: number } & (
  | { time: number; precision: number; hasNoZone: boolean; id: string }
  | { numbers: [string, string] }
  | { why: string; isHeader: boolean }
);

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A date, a time, the fraction of a second after a point, or ms after a comma, and a zone. */
const DATE =
  /(?<![\w-])(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ]+(\d\d):(\d\d)(?::(\d\d)(?:(?:\.(\d{1,9})|,(\d{3}))(?!\d))?)?(?: ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)(?![\w:]))?)?(?![\w-])/gi;
const BETWEEN = /[\s,;|]+/;
const QUOTES = /^["'`([{]+|["'`)\]}]+$/g;
/** The lines between the rows of a table. */
const RULE = /^[-+|=:\s]*$/;

/** Reads the lines of a text, one at a time. */
export function* rowsOf(text: string): Generator<Row> {
  let line = 0;
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    const content = text.slice(from, to);
    line += 1;
    from = to + 1;
    if (!RULE.test(content)) yield { line, ...rowOf(content) };
  }
}

type Content = Row extends infer R ? (R extends unknown ? Omit<R, "line"> : never) : never;

function rowOf(content: string): Content {
  const dates = [...content.matchAll(DATE)];
  const [date] = dates;
  const words = (date ? content.replace(date[0], " ") : content)
    .split(BETWEEN)
    .map((word) => word.replace(QUOTES, ""))
    .filter((word) => word !== "");
  if (!date) return withoutDate(words);
  if (dates.length > 1) return unread("it has more than one time");
  if (words.length !== 1)
    return unread(words.length === 0 ? "it has a time, but no ID" : "it has more than two columns");
  const time = instantOf(date);
  return time ? { ...time, id: words[0] as string } : unread(`there is no ${date[0]}`);
}

const unread = (why: string, isHeader = false): Content => ({ why, isHeader });

function withoutDate(words: readonly string[]): Content {
  const [one, other] = words;
  const isNumber = (word: string | undefined) =>
    word !== undefined && /^(?:0x)?[0-9a-f]+n?$|^[\d.]+$/i.test(word) && /\d/.test(word);
  if (words.length === 2 && isNumber(one) && isNumber(other)) return { numbers: [one as string, other as string] };
  const isHeader = !words.some((word) => /\d{4}/.test(word));
  return unread(words.length === 1 ? "it has one column" : "it has no time that can be read", isHeader);
}

/** The interval that a date means; undefined if the calendar or the clock has no such time. */
function instantOf(match: RegExpMatchArray): { time: number; precision: number; hasNoZone: boolean } | undefined {
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
function unixTimeOf(word: string): { time: number; precision: number } | undefined {
  const fraction = /^\d+(?:\.(\d{1,6}))?$/.exec(word);
  if (!fraction) return undefined;
  const number = Number(word);
  for (const unit of [1000, 1, 0.001]) {
    const seconds = (number * unit) / 1000;
    if (seconds < FIRST_S || seconds > LAST_S) continue;
    return { time: number * unit, precision: unit / 10 ** (fraction[1]?.length ?? 0) };
  }
  return undefined;
}

/**
 * Of two numbers in each line, the position of the one that is the time. If both could be a time, the larger number is
 * the ID.
 */
function timeColumnOf(rows: readonly Row[]): number {
  let [first, second] = [0, 0];
  for (const row of rows) {
    if (!("numbers" in row)) continue;
    const [one, other] = row.numbers;
    const fits = unixTimeOf(one) !== undefined;
    const otherFits = unixTimeOf(other) !== undefined;
    if (fits && (!otherFits || one.length < other.length)) first += 1;
    else if (otherFits) second += 1;
  }
  return first > second ? 0 : 1;
}

interface Pair {
  line: number;
  id: string;
  time: number;
  precision: number;
}

/**
 * Makes samples of all rows of a text: which column has the times, and how IDs are written, is known only when all rows
 * are known.
 */
export function samplesOf(rows: readonly Row[]): Samples {
  const column = timeColumnOf(rows);
  const pairs: Pair[] = [];
  const unread: Unread[] = [];
  let hasNoZone = false;
  for (const [n, row] of rows.entries()) {
    const { line } = row;
    if ("why" in row) {
      if (n > 0 || !row.isHeader) unread.push({ line, why: row.why });
    } else if ("id" in row) {
      pairs.push(row);
      hasNoZone ||= row.hasNoZone;
    } else {
      const time = unixTimeOf(row.numbers[column] as string);
      if (time) pairs.push({ line, id: row.numbers[1 - column] as string, ...time });
      else unread.push({ line, why: "neither number is a Unix time in s, ms or µs" });
    }
  }
  return { ...withIds(pairs, unread), hasNoZone };
}

const HEX = /^[0-9a-f]{8,32}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function withIds(pairs: readonly Pair[], unread: readonly Unread[]): Omit<Samples, "hasNoZone"> {
  const texts = pairs.map(({ id }) => (UUID.test(id) ? id.replaceAll("-", "") : id));
  // Hexadecimal texts without a prefix have equal lengths, and some of them have letters.
  const isHex =
    texts.every((text) => HEX.test(text) && text.length === texts[0]?.length) &&
    texts.some((text) => /[a-f]/i.test(text));
  const samples: Sample[] = [];
  const lines: number[] = [];
  const wrong = [...unread];
  for (const [n, { line, time, precision }] of pairs.entries()) {
    const id = numberOf(isHex ? `0x${texts[n]}` : (texts[n] as string));
    if (typeof id === "string") {
      wrong.push({ line, why: id });
      continue;
    }
    samples.push({ id, time, precision });
    lines.push(line);
  }
  const step = gridOf(samples);
  for (const sample of samples) sample.precision = Math.max(sample.precision, step);
  return { samples, lines, unread: wrong.sort((one, other) => one.line - other.line) };
}

/** The number of an ID, or the reason why the text is no ID. */
function numberOf(text: string): bigint | string {
  if (/^\d{1,40}n?$/.test(text)) return BigInt(text.replace("n", ""));
  if (/^0x[0-9a-f]{1,32}$/i.test(text)) return BigInt(text);
  if (/^\d(?:\.\d+)?e\+?\d+$/i.test(text)) return "a spreadsheet has rounded its ID";
  return `its ID '${text.length > 24 ? `${text.slice(0, 24)}…` : text}' is no decimal or hexadecimal number`;
}

/** Steps, in ms, of times that are written more precisely than they are. */
const STEPS = [DAY_MS, 3_600_000, MINUTE_MS, 1000, 100, 10];
/** Fewer times may all be at such steps by chance. */
const FEWEST = 5;

/** The step of all times, if they are written more precisely than they are, such as all with equal ms; otherwise 0. */
function gridOf(samples: readonly Sample[]): number {
  const [first] = samples;
  if (!first || samples.length < FEWEST) return 0;
  return STEPS.find((step) => samples.every(({ time }) => (time - first.time) % step === 0)) ?? 0;
}
