// Finds the layout of IDs from samples: IDs with the approximate times at which they were made.
//
// The model: an ID was made in the tick `id >> shift`, which begins at `epoch + tick * (id >> shift)`, and its row was written
// a little later. 1 ms above 22 bits and 2 ms above 23 bits are the same line, so the shift is a second question: which low
// bits are a part of the time. Each shift is judged by a sum of logarithms of probabilities: the probability of the
// times, given the ticks; of the bits below the shift, which are improbable if they are random; and of the tick's
// length.

import { type Behaviours, type Bits, behavioursOf, bitsOf, statesOf, widthOf } from "./bits.js";
import { type Epoch, type KnownEpoch, epochOf } from "./epochs.js";
import { type Low, lowFieldsOf } from "./fields.js";
import { type Ends, probabilityOf } from "./fit.js";
import { type Line, type Points, agreementOf, lineOf, medianOf, pointsOf, quantileOf } from "./line.js";
import { type Problem, whyDecimal, whyNoEpoch, whyNoLine, whyNoTick, whyNotEnough } from "./problems.js";
import type { Numbers, Sample } from "./samples.js";
import { rounded, slopesNear, usualness } from "./ticks.js";

/** A known layout. */
export interface Known {
  name: string;
  /** How many bits are below the time. */
  shift: number;
  tick: number;
  /** The epoch in Unix ms; null if each application chooses it. */
  epoch: number | null;
  /** The widths of the fields below the time. */
  widths: readonly number[];
}

/** A tick and a shift, and how probable both are. */
export interface Explanation {
  tick: number;
  shift: number;
  probability: number;
}

/** Another explanation. By it, tick 0 began at `start`, in Unix ms as the samples' times tell it. */
export interface Other extends Explanation {
  start: number;
}

export interface Finding extends Explanation {
  problem?: never;
  epoch: Epoch;
  /** Other ticks and shifts, the most probable first. */
  others: Other[];
  /** The known layout that explains the samples. */
  known: string | undefined;
  /** Known layouts with the same tick and shift, whose epoch each application chooses. */
  alike: string[];
  /** The width of the largest ID in bits. */
  width: number;
  /** The fields below the time, high bits first. */
  low: Low[];
  /** How many samples the line explains, and the positions of the samples that it does not explain. */
  count: number;
  outliers: number[];
  /** The delays from the IDs to their times, in ms: the median, and the delay that 95 % do not exceed. */
  delay: { median: number; most: number };
  /** The time from the first to the last sample, and the precision of most times, in ms. */
  span: number;
  precision: number;
}

/** How many samples are looked at bit by bit. More samples would not change the answer. */
const JUDGED = 400;
/**
 * A known layout is more likely than an unknown layout, by these logarithms: with its own epoch, and with another
 * epoch.
 */
const KNOWN = 4;
const ALIKE = 1;
/**
 * The model never fits the samples exactly: each of many samples would make a wrong answer a little surer. So all
 * samples together count as at most this many samples (a coarsened posterior: Miller and Dunson, 2019).
 */
const MOST_COUNTED = 200;
/** The largest probability of an answer, because the model never fits exactly. */
const SUREST = 0.99;
const LEAST_SHOWN = 0.01;

interface All {
  samples: readonly Sample[];
  points: Points;
  /** The positions of the samples, by their IDs. */
  order: number[];
  least: bigint;
  width: number;
  known: readonly Known[];
  fields: readonly Numbers[];
}

export type Answer = Finding | { problem: Problem };

/** What else is known of the samples. */
export interface Given {
  /** Numbers of the samples that may be fields of their IDs. */
  fields?: readonly Numbers[];
  /** The length of the ticks in ms. */
  tick?: number | undefined;
}

/** Finds the layout, or the problem for which there is none. `now`: Unix ms, after which no epoch is. */
export const solve = (samples: readonly Sample[], known: readonly Known[], now: number, given?: Given): Answer =>
  [...solving(samples, known, now, given)].at(-1) as Answer;

/** Finds the layout in steps, so that a page can answer events in between. The last step gives the answer. */
export function* solving(
  samples: readonly Sample[],
  known: readonly Known[],
  now: number,
  { fields = [], tick }: Given = {},
): Generator<Answer | undefined> {
  const early = whyNotEnough(samples);
  if (early) return yield { problem: early };
  const all = allOf(samples, known, fields);
  const line = lineOf(all.points, all.order);
  yield;
  const agreement = agreementOf(all.points, all.order);
  const problem =
    whyNoLine(samples, { line, agreement, precision: medianOf(all.points.precisions) }) ?? whyDecimal(samples, line);
  if (problem) return yield { problem };
  const judged = judgedOf(all, someOf(line.near, JUDGED));
  const candidates: Candidate[] = [];
  for (const slope of slopesNear(line.slope, line.away)) {
    for (const candidate of candidatesOf(judged, all, slope)) {
      if (tick === undefined || tick === candidate.tick) candidates.push(candidate);
      yield;
    }
  }
  const [best, ...others] = ranked(candidates);
  if (!best) return yield { problem: whyNoTick(line, tick) };
  const found = epochAndDelays(all, line, best, now);
  const noEpoch = whyNoEpoch(found.epoch);
  if (noEpoch) return yield { problem: noEpoch };
  const widths = known.find(({ name }) => name === found.known)?.widths;
  yield {
    ...explanationOf(best),
    others: others
      .filter(({ probability }) => probability >= LEAST_SHOWN)
      .map((other) => {
        const { at, zone } = epochAndDelays(all, line, other, now).epoch;
        return { ...explanationOf(other), start: at + zone };
      }),
    ...found,
    width: all.width,
    low: lowFieldsOf(judged.bits, statesOf(judged.behaviours, best.shift), widths, judged.fields),
    ...countsOf(all, line),
  };
}

function allOf(samples: readonly Sample[], known: readonly Known[], fields: readonly Numbers[]): All {
  const most = samples.reduce((most, { id }) => (id > most ? id : most), 0n);
  return { samples, ...pointsOf(samples), width: widthOf(most), known, fields };
}

/** At most `most` items of a list, at equal distances. */
const someOf = <T>(list: readonly T[], most: number): T[] =>
  list.filter((_, n) => Math.floor((n * most) / list.length) !== Math.floor(((n - 1) * most) / list.length));

/** Samples that are judged. */
interface Judged {
  points: Points;
  bits: Bits;
  behaviours: Behaviours;
  fields: Numbers[];
}

function judgedOf({ samples, points, width, fields }: All, chosen: readonly number[]): Judged {
  const bits = bitsOf(
    chosen.map((n) => (samples[n] as Sample).id),
    width,
  );
  return {
    bits,
    behaviours: behavioursOf(bits),
    points: pointsAt(points, chosen),
    fields: fields.map(({ name, values }) => ({ name, values: chosen.map((n) => values[n] as number) })),
  };
}

function pointsAt({ ids, times, precisions }: Points, chosen: readonly number[]): Points {
  const take = (from: Float64Array) => Float64Array.from(chosen, (n) => from[n] as number);
  return { ids: take(ids), times: take(times), precisions: take(precisions) };
}

/** When tick 0 began at the latest, less the ms of the least ID. `below`: the bits of the IDs below the time. */
function endsOf({ ids, times, precisions }: Points, below: Float64Array, slope: number, tick: number): Ends {
  const ends = times.map(
    (time, n) => time + (precisions[n] as number) - slope * ((ids[n] as number) - (below[n] as number)),
  );
  return { ends, precisions, tick };
}

interface Candidate extends Explanation {
  slope: number;
  score: number;
}

/** All ticks and shifts of a slope, with their scores. */
function* candidatesOf(
  { points, bits, behaviours }: Judged,
  { least, known }: All,
  slope: number,
): Generator<Candidate> {
  const below = new Float64Array(bits.count);
  for (let shift = 0; shift < bits.width; shift++) {
    const tick = rounded(slope * 2 ** shift);
    const usual = usualness(tick);
    if (usual !== undefined) {
      const ends = endsOf(points, below, slope, tick);
      const prior = usual + knownness(known, shift, ends, slope * Number(least));
      const evidence = probabilityOf(ends) + bits.count * Math.log(tick) - (behaviours.costs[shift] as number);
      const score = (MOST_COUNTED / (MOST_COUNTED + bits.count)) * evidence + prior;
      yield { tick, shift, slope, score, probability: 0 };
    }
    const row = bits.rows[shift] as Uint8Array;
    for (const [n, bit] of row.entries()) if (bit) below[n] = (below[n] as number) + 2 ** shift;
  }
}

/** How much more likely a tick and a shift are because a known layout has them. `least`: the ms of the least ID. */
function knownness(known: readonly Known[], shift: number, { ends, precisions, tick }: Ends, least: number): number {
  const same = known.filter((one) => one.shift === shift && one.tick === tick);
  const start = quantileOf(ends, 0.1) - least;
  const most = 2 * (quantileOf(ends, 0.9) - quantileOf(ends, 0.1)) + tick + medianOf(precisions) + 1000;
  if (same.some(({ epoch }) => epoch !== null && Math.abs(start - epoch) <= most)) return KNOWN;
  return same.length > 0 ? ALIKE : 0;
}

/** Candidates by their scores, with their probabilities. */
function ranked(candidates: Candidate[]): Candidate[] {
  const best = candidates.reduce((most, { score }) => Math.max(most, score), -Infinity);
  const sum = candidates.reduce((sum, { score }) => sum + Math.exp(score - best), 0);
  return candidates
    .map((one) => ({ ...one, probability: Math.min(SUREST, Math.exp(one.score - best) / sum) }))
    .sort((one, other) => other.score - one.score);
}

const explanationOf = ({ tick, shift, probability }: Explanation): Explanation => ({ tick, shift, probability });

/** The epoch, the known layouts with this epoch, and the remaining delays. */
function epochAndDelays(
  { samples, points, least, known }: All,
  { near }: Line,
  { tick, shift, slope }: Candidate,
  now: number,
): Pick<Finding, "epoch" | "known" | "alike" | "delay"> {
  const below = Float64Array.from(near, (n) => Number(BigInt.asUintN(shift, (samples[n] as Sample).id)));
  const relative = endsOf(pointsAt(points, near), below, slope, tick);
  const ends = relative.ends.map((end) => end - slope * Number(least));
  const matching = known.filter((one) => one.tick === tick && one.shift === shift);
  const { shifted, ...epoch } = epochOf(
    { ...relative, ends },
    knownEpochs(matching),
    topsOf(samples, near, shift, tick),
    now,
  );
  const delays = ends.map(
    (end, n) => end - (tick + (relative.precisions[n] as number)) / 2 - (epoch.at + epoch.zone - shifted),
  );
  return {
    epoch: { ...epoch, probability: Math.min(SUREST, epoch.probability) },
    known: matching.find((one) => one.epoch === epoch.at && epoch.above === 0n)?.name,
    alike: matching.filter((one) => one.epoch === null).map(({ name }) => name),
    delay: { median: medianOf(delays), most: quantileOf(delays.map(Math.abs), 0.95) },
  };
}

const knownEpochs = (known: readonly Known[]): KnownEpoch[] =>
  known.flatMap(({ name, epoch }) => (epoch === null ? [] : [{ at: epoch, why: `the epoch of ${name}` }]));

/**
 * The numbers that may be above the time: the high bits that all IDs have in common, down to each 1; 0 stands for no
 * number. Each number has the ms that it adds to the time if it is a part of the time.
 */
function topsOf(
  samples: readonly Sample[],
  near: readonly number[],
  shift: number,
  tick: number,
): [above: bigint, ms: number][] {
  const first = (samples[near[0] as number] as Sample).id >> BigInt(shift);
  const last = (samples[near.at(-1) as number] as Sample).id >> BigInt(shift);
  const common = first === last ? 0 : widthOf(first ^ last);
  const tops: [bigint, number][] = [[0n, 0]];
  for (let at = widthOf(last) - 1; at >= common; at--) {
    if (((last >> BigInt(at)) & 1n) === 0n) continue;
    const above = (last >> BigInt(at)) << BigInt(at);
    tops.push([above << BigInt(shift), Number(above) * tick]);
  }
  return tops;
}

function countsOf(
  { points, order }: All,
  { near, span }: Line,
): Pick<Finding, "count" | "outliers" | "span" | "precision"> {
  const isNear = new Set(near);
  return {
    count: near.length,
    outliers: order.filter((n) => !isNear.has(n)).sort((one, other) => one - other),
    span,
    precision: medianOf(points.precisions),
  };
}
