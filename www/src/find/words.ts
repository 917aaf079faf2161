// The answer in words.

import { counted, number, utc } from "../when.ts";
import type { Low } from "./fields.ts";
import { epochText } from "./layout.ts";
import type { Sample, Samples } from "./samples.ts";
import type { Finding } from "./solve.ts";

const DAY_MS = 86_400_000;
const DURATIONS: readonly [ms: number, name: string][] = [
  [DAY_MS, "days"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
];

/** `0.001 ms`, `250 ms`, `1.5 s`, `3 days` */
export function duration(ms: number): string {
  const [unit, name] = DURATIONS.find(([unit]) => Math.abs(ms) >= 1.5 * unit || Math.abs(ms) === unit) ?? [1, "ms"];
  return unit > 1 ? `${number(ms / unit)} ${name}` : `${Number(ms.toPrecision(3))} ms`;
}

const tickText = (tick: number): string => (tick >= 10_000 ? duration(tick) : `${tick} ms`);

export const percent = (probability: number): string => `${Math.floor(100 * probability)} %`;

export const instant = (at: number): string => {
  const text = epochText(at);
  return text.includes("T") ? utc(new Date(at)) : text;
};

/** `ticks of 1 ms above 22 bits` */
export const tickAndShift = ({ tick, shift }: { tick: number; shift: number }): string =>
  `ticks of ${tickText(tick)} above ${shift} ${shift === 1 ? "bit" : "bits"}`;

export function headline(finding: Finding): string {
  const { epoch } = finding;
  const text = tickAndShift(finding);
  const about = epoch.within > 0 ? "about " : "";
  return `${text.replace(/^t/, "T")}, counted from ${about}${instant(epoch.at)}`;
}

/** The evidence of the samples for a field. `isKnown`: whether its width is that of a known format. */
export function evidence({ behaviour, values, different, largest, count }: Low, isKnown: boolean): string {
  const shown = [...values].sort((one, other) => one - other).join(", ");
  if (behaviour === "random") return `as good as random: ${number(different)} different numbers in ${counted(count)}`;
  const guess = behaviour === "counts" && !isKnown ? "; its width is a guess" : "";
  if (different === 1) return `always ${shown}${guess}`;
  if (behaviour === "counts") return `counts: mostly ${values[0]}, at most ${number(largest)}${guess}`;
  return `${number(different)} numbers${different > values.length ? ", such as" : ":"} ${shown}`;
}

/** `in the median 0.2 s after the IDs; 95 % within 1 s` */
export function delays({ median, most }: Finding["delay"]): string {
  const side = median < 0 ? "before" : "after";
  return `in the median ${duration(Math.abs(median))} ${side} the IDs; 95 % within ${duration(most)}`;
}

/** Hints how to make the answer surer, and what may be wrong in it. */
export function hints(
  { count, probability, epoch, precision, span }: Finding,
  { samples, hasNoZone }: Samples,
): string[] {
  const isVague = precision >= 1000;
  const better = isVague ? "give times with ms" : "give times that are nearer to when the IDs were made";
  const isUnsure = probability < 0.95;
  const all: [boolean, string][] = [
    [count < 20, "Give more IDs: 20 or more show which bits are random."],
    [isUnsure, `Other ticks are possible: ${better}.`],
    [epoch.within > 0, `The epoch may be wrong by ${duration(epoch.within)}: ${better}.`],
    [span < DAY_MS && (isUnsure || epoch.within > 0), "Give IDs that are further apart: a day or more."],
    [hasNoZone, "Some times say no zone, and are read as UTC. If they are not, the epoch is wrong by the difference."],
    [epoch.why === "a whole hour", "An epoch at a whole hour may be a midnight, if the times are not in UTC."],
    [epoch.above > 0n, "The bits above the time are the same in all IDs. They may be a part of it."],
    [areRounded(samples), "All IDs are as a spreadsheet or JSON.parse rounds them, so their lowest bits may be lost."],
  ];
  return all.filter(([isSo]) => isSo).map(([, hint]) => hint);
}

/** Fewer undamaged IDs may all look rounded by chance. */
const FEWEST = 5;

const areRounded = (samples: readonly Sample[]): boolean =>
  samples.length >= FEWEST &&
  samples.every(({ id }) => id > Number.MAX_SAFE_INTEGER && String(Number(id)) === String(id));
