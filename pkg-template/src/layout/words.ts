// The answer in words.

import type { Low } from "./fields.js";
import { epochText, type Format, type Layout, leavesOf } from "./format.js";
import type { Sample, Samples } from "./samples.js";
import type { Explanation, Finding, Other } from "./solve.js";

const DAY_MS = 86_400_000;
const DURATIONS: readonly [ms: number, name: string][] = [
  [DAY_MS, "days"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
];

const number = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 1 });

/** `0.001 ms`, `250 ms`, `1.5 s`, `3 days` */
export function duration(ms: number): string {
  const [unit, name] = DURATIONS.find(([unit]) => Math.abs(ms) >= 1.5 * unit || Math.abs(ms) === unit) ?? [1, "ms"];
  return unit > 1 ? `${number(ms / unit)} ${name}` : `${Number(ms.toPrecision(3))} ms`;
}

const tickText = (tick: number): string => (tick >= 10_000 ? duration(tick) : `${tick} ms`);

export const percent = (probability: number): string => `${Math.floor(100 * probability)} %`;

/** `2022-06-28`, `2022-06-28 16:07:40.105 UTC` */
function instant(at: number): string {
  const text = epochText(at);
  return text.includes("T") ? `${text.replace("T", " ").replace("Z", "")} UTC` : text;
}

/** `ticks of 1 ms above 22 bits` */
export const tickAndShift = ({ tick, shift }: Pick<Explanation, "tick" | "shift">): string =>
  `ticks of ${tickText(tick)} above ${shift} ${shift === 1 ? "bit" : "bits"}`;

export function headline(finding: Finding): string {
  const { epoch } = finding;
  const text = tickAndShift(finding);
  const about = epoch.within > 0 ? "about " : "";
  return `${text.replace(/^t/, finding.probability < SURE ? "Perhaps t" : "T")}, counted from ${about}${instant(epoch.at)}`;
}

/** What the samples show of each leaf of the format. */
export function notesOf<F extends Format>(finding: Finding, { format, low }: Layout<F>): string[] {
  const leaves = leavesOf(format);
  const time = leaves.findIndex(({ kind }) => kind === "time");
  const isKnown = format.name === finding.known;
  return leaves.map(({ bits }, n) => {
    if (n < time) return "the same in all IDs";
    return n === time ? timeNote(finding, bits, isKnown) : evidence(low[n - time - 1] as Low, isKnown);
  });
}

/** The highest bits of a time are 0 until long after the epoch, so samples do not show how many bits the time has. */
function timeNote({ width, shift, epoch }: Finding, bits: number, isKnown: boolean): string {
  const used = epoch.above === 0n ? width - shift : bits;
  if (used >= bits) return "all bits are used";
  return `${used} bits are used; the others are 0${isKnown ? "" : ", so its width is a guess"}`;
}

/** The evidence of the samples for a field. `isKnown`: whether its width is that of a known format. */
function evidence({ name, behaviour, values, different, largest, count }: Low, isKnown: boolean): string {
  const shown = [...values].sort((one, other) => one - other).join(", ");
  if (behaviour === "random") {
    const ids = count === 1 ? "ID" : "IDs";
    return `as good as random: ${number(different)} different numbers in ${number(count)} ${ids}`;
  }
  const guess = behaviour === "counts" && !isKnown && name === undefined ? "; its width is a guess" : "";
  if (different === 1) return `always ${shown}${guess}`;
  if (behaviour === "counts") return `counts: mostly ${values[0]}, at most ${number(largest)}${guess}`;
  return `${number(different)} numbers${different > values.length ? ", such as" : ":"} ${shown}`;
}

/** `in the median 0.2 s after the IDs; 95 % within 1 s` */
export function delays({ median, most }: Finding["delay"]): string {
  const side = median < 0 ? "before" : "after";
  return `in the median ${duration(Math.abs(median))} ${side} the IDs; 95 % within ${duration(most)}`;
}

/** An answer of this probability is sure. */
const SURE = 0.95;
/** A time tells two lines apart if they are this many times as far apart as times are from their line. */
const APART = 4;
/** A smaller difference of two slopes comes from calculation. */
const SAME = 1e-9;

/** The sample that would settle which of the two likeliest explanations holds; undefined if the first one is sure. */
export function settling(finding: Finding, { samples, lines }: Samples): string | undefined {
  const { tick, shift, epoch, others, probability, delay, precision } = finding;
  const [other] = others;
  if (probability >= SURE || !other) return undefined;
  const apart = Math.abs((tick / other.tick) * 2 ** (other.shift - shift) - 1);
  if (apart > SAME) {
    const middle = samples.reduce((sum, { time }) => sum + time / samples.length, 0);
    const distance = (APART * (delay.most + precision)) / apart;
    const [before, after] = [middle - distance, middle + distance].map(minute);
    return `An ID from before ${before} or after ${after} UTC, with its time, would tell.`;
  }
  // The ticks of both are the same line, so each short tick is in a long one.
  const both = [{ tick, shift, start: epoch.at + epoch.zone }, other].sort((one, two) => one.tick - two.tick);
  const [short, long] = both as [Begins, Begins];
  const at = positionOfMost(samples.map(({ id }) => beginOf(short, id) - beginOf(long, id)));
  const from = new Date(beginOf(short, (samples[at] as Sample).id)).toJSON();
  // An ID is in such a tick by chance as often as the ratio of both says.
  const needed = Math.ceil(Math.log(SURE / (1 - SURE)) / Math.log(long.tick / short.tick));
  const [ticks, longTicks] = [short, long].map((each) => tickText(each.tick));
  const more = needed > 1 ? `, and ${needed - 1} other IDs in theirs` : "";
  return `Ticks are ${ticks} if the ID of line ${lines[at]} was made in the ${ticks} from ${from} on${more}; otherwise ${longTicks}.`;
}

/** When tick 0 began, in Unix ms, and the ticks. */
type Begins = Pick<Other, "tick" | "shift" | "start">;

const beginOf = ({ tick, shift, start }: Begins, id: bigint): number => start + tick * Number(id >> BigInt(shift));

const positionOfMost = (values: readonly number[]): number =>
  values.reduce((most, value, at) => (value > (values[most] as number) ? at : most), 0);

/** `2022-06-28 16:07` */
const minute = (at: number): string => new Date(at).toJSON().slice(0, 16).replace("T", " ");

/** Hints how to make the answer surer, and what may be wrong in it. */
export function hints(finding: Finding, samples: Samples): string[] {
  const { count, probability, epoch, precision, span } = finding;
  const isVague = precision >= 1000;
  const better = isVague ? "give times with ms" : "give times that are nearer to when the IDs were made";
  const isUnsure = probability < SURE;
  const all: [boolean, string][] = [
    [count < 20, "Give more IDs: 20 or more show which bits are random."],
    [isUnsure, `Other ticks are possible: ${better}. ${settling(finding, samples) ?? ""}`.trim()],
    [epoch.within > 0, `The epoch may be wrong by ${duration(epoch.within)}: ${better}.`],
    [span < DAY_MS && (isUnsure || epoch.within > 0), "Give IDs that are further apart: a day or more."],
    [
      samples.hasNoZone,
      "Some times say no zone, and are read as UTC. If they are not, the epoch is wrong by the difference.",
    ],
    [epoch.why === "a whole hour", "An epoch at a whole hour may be a midnight, if the times are not in UTC."],
    [epoch.above > 0n, "The bits above the time are the same in all IDs. They may be a part of it."],
    [areRounded(samples), "All IDs are as a spreadsheet or JSON.parse rounds them, so their lowest bits may be lost."],
  ];
  return all.filter(([isSo]) => isSo).map(([, hint]) => hint);
}

/** Fewer undamaged IDs may all look rounded by chance. */
const FEWEST = 5;

const areRounded = ({ samples }: Samples): boolean =>
  samples.length >= FEWEST &&
  samples.every(({ id }) => id > Number.MAX_SAFE_INTEGER && String(Number(id)) === String(id));
