// Why samples tell no layout, and what would help.

import type { Line } from "./line.js";
import type { Sample } from "./samples.js";

/** A sentence about the problem, and how to mend it. */
export interface Problem {
  why: string;
  help: string;
}

/** Fewer samples tell nothing. */
export const FEWEST = 3;

export function whyNotEnough(samples: readonly Sample[]): Problem | undefined {
  const ids = new Set(samples.map(({ id }) => id)).size;
  if (ids < FEWEST) {
    return {
      why: `${ids} different ${ids === 1 ? "ID is" : "IDs are"} not enough.`,
      help: `Give at least ${FEWEST} IDs with their times, better 20 or more.`,
    };
  }
  const first = Math.min(...someTimes(samples, ({ time }) => time));
  const last = Math.max(...someTimes(samples, ({ time, precision }) => time + precision));
  const precision = Math.max(...someTimes(samples, ({ precision }) => precision));
  if (last - first <= precision) {
    return {
      why: "All IDs have the same time, as far as the times are written.",
      help: "Give IDs that are further apart, or times with ms.",
    };
  }
  return undefined;
}

/** Math.min of many arguments could exceed the stack, so blocks of them are taken. */
function someTimes(samples: readonly Sample[], value: (sample: Sample) => number): number[] {
  const least: number[] = [];
  for (let from = 0; from < samples.length; from += 1000) {
    const block = samples.slice(from, from + 1000).map(value);
    least.push(Math.min(...block), Math.max(...block));
  }
  return least;
}

/** If this share of pairs have times in the order of their IDs, the IDs grow. By chance, the share is a half. */
const AGREEING = 0.8;
/** A usual tick is at least 2.4 % longer than the next shorter usual tick. */
const LARGEST_ERROR = 0.03;
/** How many of the samples have to be near a line. */
const FEWEST_NEAR = 0.6;
/** Times further from a line, as a share of their span, are no delays. */
const LARGEST_DEVIATION = 0.02;
/** Residuals that are this similar to the residuals before them show a rate that changes, as a counter has. */
const LARGEST_LIKENESS = 0.8;
const MOST_DELAY_MS = 10_000;
const FEWEST_FOR_LIKENESS = 20;

export function whyNoLine(
  samples: readonly Sample[],
  { line, agreement, precision }: { line: Line; agreement: number; precision: number },
): Problem | undefined {
  if (areDates(samples)) {
    return {
      why: "The IDs begin with their dates in decimal digits.",
      help: "Such IDs hold no count of ticks. Read the date from the digits.",
    };
  }
  if (agreement < 1 - AGREEING) {
    return {
      why: "The IDs fall while their times grow.",
      help: "Their time is counted backwards, which no format of the package does.",
    };
  }
  if (!(agreement >= AGREEING)) {
    return {
      why: "The IDs do not grow with their times.",
      help: "Their high bits hold no time: they are random, or another field is above the time.",
    };
  }
  const delay = Math.sqrt(Math.max(0, line.deviation ** 2 - precision ** 2 / 12));
  const isUneven =
    line.near.length < FEWEST_NEAR * samples.length ||
    (delay > LARGEST_DEVIATION * line.span && delay > MOST_DELAY_MS) ||
    (line.near.length >= FEWEST_FOR_LIKENESS &&
      line.likeness > LARGEST_LIKENESS &&
      delay > Math.max(MOST_DELAY_MS, 3 * precision));
  if (isUneven) {
    return {
      why: "The IDs grow with their times, but not evenly.",
      help: "So they are a counter, or their times are not when they were made. No layout explains them.",
    };
  }
  if (line.error > LARGEST_ERROR * line.slope) {
    return {
      why: "The times are too close together to tell how long a tick is.",
      help: "Give IDs that are further apart, or times with ms.",
    };
  }
  return undefined;
}

/** The first day of the Gregorian calendar, from which UUIDs of version 1 count. No epoch but that of .NET is earlier. */
const EARLIEST = Date.UTC(1582, 9, 15);

/** A counter with a steady rate also has an epoch, but seldom an epoch that a clock has. */
export const whyNoEpoch = ({ at, why }: { at: number; why: string }): Problem | undefined =>
  at >= EARLIEST || why.startsWith("the epoch of")
    ? undefined
    : {
        why: `The IDs grow evenly, but from ${new Date(at).getUTCFullYear()} on, which no clock does.`,
        help: "They may be a counter with a steady rate.",
      };

export function whyNoTick({ slope }: Line, tick: number | undefined): Problem {
  const rate = `The IDs grow evenly, by ${Number((1 / slope).toPrecision(6))} for each ms`;
  return tick === undefined
    ? { why: `${rate}, which fits no usual length of a tick.`, help: "They may be a counter with a steady rate." }
    : { why: `${rate}, which fits no ticks of ${tick} ms.`, help: "Leave the length of the ticks out." };
}

/** The units of time that decimal digits count, in ms, and their names. */
const UNITS: readonly [ms: number, name: string][] = [
  [1000, "seconds"],
  [1, "ms"],
];
/**
 * Digits below a time are no finer part of the time if they are all below this share of the largest number that they
 * can be.
 */
const SMALL = 0.2;
const MOST_DIGITS = 9;

/** Whether the IDs are a time, followed by a number in decimal digits. */
export function whyDecimal(samples: readonly Sample[], { slope, error }: Line): Problem | undefined {
  for (const [ms, name] of UNITS) {
    for (let digits = 1; digits <= MOST_DIGITS; digits++) {
      const each = 10 ** digits;
      if (Math.abs(slope - ms / each) > 4 * error) continue;
      if (samples.every(({ id }) => Number(id % BigInt(each)) < SMALL * each)) {
        return {
          why: `The IDs are a count of ${name}, followed by ${digits} decimal digits of another number.`,
          help: "Divide them by a power of ten. A format of the package has bits, not decimal digits.",
        };
      }
    }
  }
  return undefined;
}

/** Whether most IDs begin with the date of their time, such as 20260131. */
function areDates(samples: readonly Sample[]): boolean {
  const some = samples.slice(0, 100);
  const dated = some.filter(({ id, time }) => {
    const day = new Date(time).toJSON().slice(0, 10).replaceAll("-", "");
    return [day, day.slice(2)].some((digits) => String(id).startsWith(digits));
  });
  return dated.length > 0.8 * some.length;
}
