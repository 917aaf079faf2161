// Reads numbers of populations whose truth is known, as users read them, and counts what is right and what is wrong.

import { inspect, scan } from "flakekit/inspect";
import { NOW, populations, random } from "../vectors/populations.mjs";

/** Rounding by JSON moves a time by less than a ms, and by a spreadsheet by less than a day. */
const DAY_MS = 86_400_000;

/** The scores that people act on, and those that they believe. */
export const LIKELY = 0.5;
export const SURE = 0.9;

/** The ends of the ranges of scores, of which each has its share of right readings. */
export const BINS = [0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1];

/** The shares of the mixture, and the populations that each share is divided among. */
const MIXTURE = [
  { share: 0.55, names: ["discord", "x", "instagram", "mastodon", "tiktok"] },
  { share: 0.25, names: ["own epoch, 8 machines (README)", "pgEdge", "CosId", "Nextcloud 33", "NocoBase"] },
  {
    share: 0.1,
    names: ["Unix ns", "Unix us", "FILETIME", "18 random digits", "Telegram group", "order number with a date", "SSCC"],
  },
  { share: 0.1, names: ["discord, by JSON.parse", "x, by JSON.parse"] },
];

/** What the ID of a text is read as: the first candidate of the first ID that a scan finds. */
function read(text) {
  const [found] = scan(text, { now: NOW });
  const [first] = found?.candidates ?? [];
  return { first, warning: found?.warning ?? null };
}

/** The reading of one text: its time is right to within a day, or another time is shown, or none is. */
function judge({ text, time }) {
  const { first, warning } = read(text);
  const { format = "none", score = 0, timestamp = null } = first ?? {};
  const isDated = timestamp !== null;
  const isRight = isDated && time !== null && Math.abs(timestamp - time) <= DAY_MS;
  return { format, score, isRight, isWrong: isDated && !isRight, isRounded: warning === "rounded" };
}

/** So many values of each population, read. The same seed gives the same values. */
export function measure(count, seed) {
  return Object.entries(populations).map(([name, draw]) => {
    const source = random(seed);
    return { name, readings: Array.from({ length: count }, () => judge(draw(source))) };
  });
}

function share(readings, isMeant) {
  return readings.filter(isMeant).length / readings.length;
}

/** The figures of a population, as shares of its values; and its three most common kinds. */
export function figuresOf({ name, readings }) {
  const counts = new Map();
  for (const { format } of readings) counts.set(format, (counts.get(format) ?? 0) + 1);
  const common = [...counts].sort(([, one], [, other]) => other - one).slice(0, 3);
  return {
    name,
    right: share(readings, ({ isRight }) => isRight),
    wrong: share(readings, ({ isWrong, score }) => isWrong && score >= LIKELY),
    surelyWrong: share(readings, ({ isWrong, score }) => isWrong && score >= SURE),
    rounded: share(readings, ({ isRounded }) => isRounded),
    kinds: common.map(([kind, count]) => `${kind} ${Math.round((count / readings.length) * 100)}`).join(", "),
  };
}

/** For each range of scores from `from` to before `to`: the share of the mixture's dated readings that have such scores, and the share
 * of these that are right. */
export function calibration(measured, ranges) {
  const weighted = MIXTURE.flatMap(({ share, names }) =>
    names.flatMap((name) => {
      const { readings } = measured.find((population) => population.name === name);
      const weight = share / names.length / readings.length;
      return readings.filter(({ isRight, isWrong }) => isRight || isWrong).map((reading) => ({ ...reading, weight }));
    }),
  );
  const weightOf = (readings) => readings.reduce((sum, { weight }) => sum + weight, 0);
  const all = weightOf(weighted);
  return ranges.map(([from, to]) => {
    const these = weighted.filter(({ score }) => score >= from && (score < to || to === 1));
    return {
      from,
      to,
      of: weightOf(these) / all,
      right: weightOf(these.filter(({ isRight }) => isRight)) / weightOf(these),
    };
  });
}

/** The time of a call of `inspect` whose candidates are read, and of `scan` of a text with one ID, in µs. */
export function speed(count, seed) {
  const texts = Object.values(populations).flatMap((draw) => {
    const source = random(seed);
    return Array.from({ length: count }, () => draw(source).text);
  });
  const timed = (call) => {
    const start = process.hrtime.bigint();
    for (const text of texts) call(text);
    return Number(process.hrtime.bigint() - start) / 1000 / texts.length;
  };
  const calls = [(text) => inspect(text, { now: NOW }), (text) => scan(text, { now: NOW })];
  // The first round compiles the calls.
  calls.forEach(timed);
  const [inspected, scanned] = calls.map(timed);
  return { inspected, scanned };
}
