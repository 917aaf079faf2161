// The instant of tick 0: which round instants and known epochs agree with the samples.

import type { Ends } from "./fit.js";
import { medianOf } from "./line.js";

/** An epoch, and its probability. */
export interface Epoch {
  /** Unix ms. */
  at: number;
  /** By how many ms the epoch may be wrong, in 95 % of cases; 0 if it is surely a known or round instant. */
  within: number;
  /** The probability of the epoch, 0 to 1, if the tick and the shift are right. */
  probability: number;
  /** The reason for the epoch, such as `the start of a year`. */
  why: string;
  /** The constant bits above the time, which are no part of the time. */
  above: bigint;
  /** How far the samples' times are ahead of UTC, in ms. */
  zone: number;
}

/** An epoch that many IDs have, in Unix ms. */
export interface KnownEpoch {
  at: number;
  why: string;
}

const CLOCKS: readonly KnownEpoch[] = [
  { at: 0, why: "the epoch of Unix" },
  { at: Date.UTC(2001, 0, 1), why: "the epoch of Cocoa" },
  { at: Date.UTC(1601, 0, 1), why: "the epoch of Windows" },
  { at: -62_135_596_800_000, why: "the epoch of .NET" },
];

const DAY_MS = 86_400_000;
/** Kinds of round instants: how many ms are between two, and the share of all epochs that are of this kind. */
const ROUND: readonly { why: string; every: number; share: number; like?: RegExp }[] = [
  { why: "the start of a year", every: 3.2e10, share: 0.3, like: /-01-01T/ },
  { why: "the start of a month", every: 2.6e9, share: 0.1, like: /-01T/ },
  { why: "a midnight", every: DAY_MS, share: 0.15 },
  { why: "a whole hour", every: 3_600_000, share: 0.04 },
  { why: "a whole second", every: 1000, share: 0.08 },
];
const SHARE_OF_KNOWN = 0.3;
const SHARE_OF_OTHERS = 0.2;
/** The span of time in which epochs are, in ms: 50 years. */
const ALL_MS = 1.6e12;
/** How many instants of one kind are tried. */
const MOST = 40;

/** By how many ms clocks of computers differ, and the share of systems with such clocks. */
const CLOCKS_DIFFER_MS = 50;
const SHARE_OF_DIFFERENT = 0.02;
/** Few formats have a constant number above the time. */
const SHARE_OF_TOPS = 0.01;
/**
 * Few times are in another zone than their texts say. Zones are up to 14 hours ahead of UTC, by quarters of an hour.
 */
const SHARE_OF_ZONES = 0.02;
const ZONE_MS = 900_000;
const ZONES = Array.from({ length: 112 }, (_, n) => (n < 56 ? n - 56 : n - 55) * ZONE_MS);

/** Where the epoch can be: surely from `from` to `to`, and perhaps `before` or `after`, in ms. */
interface Place {
  from: number;
  to: number;
  before: number;
  after: number;
}

/** Rows are written after their IDs were made, so the epoch is at the lower end of what the samples allow. */
function placeOf({ ends, precisions, tick }: Ends): Place {
  const count = ends.length;
  const to = ends.slice().sort()[Math.floor(count / 50)] as number;
  const last = ends.reduce((most, end, n) => Math.max(most, end - tick - (precisions[n] as number)), -Infinity);
  const precision = medianOf(precisions);
  const chance = (2 * (tick + precision)) / count;
  const delays = Math.max(0, medianOf(ends) - to - (tick + precision) / 2);
  return {
    from: last <= to ? last : to - chance,
    to,
    before: 1.5 * delays + chance + precision / 4,
    after: chance + delays / 10,
  };
}

/** How probable an instant is in comparison with instants between `from` and `to`. */
function weightOf(at: number, { from, to, before, after }: Place): number {
  const [away, scale] = at < from ? [from - at, before] : [at - to, after];
  return away <= 0 ? 1 : Math.exp(-away / scale) + SHARE_OF_DIFFERENT * Math.exp(-away / CLOCKS_DIFFER_MS);
}

/** A round instant of at least this probability is exact. */
const SURE = 0.9;

type Guess = Pick<Epoch, "at" | "why" | "probability" | "zone">;

function* knownGuesses(place: Place, formats: readonly KnownEpoch[], precision: number): Generator<Guess> {
  const all = [...formats, ...CLOCKS];
  const share = (SHARE_OF_KNOWN / all.length) * ALL_MS;
  for (const one of all) yield { ...one, zone: 0, probability: share * weightOf(one.at, place) };
  // A zone is not seen if times are too vague.
  if (precision >= ZONE_MS) return;
  const least = (share * SHARE_OF_ZONES) / ZONES.length;
  for (const one of formats) {
    for (const zone of ZONES) yield { ...one, zone, probability: least * weightOf(one.at + zone, place) };
  }
}

function* roundGuesses(place: Place, known: ReadonlySet<number>): Generator<Guess> {
  // Before this instant, the weight is nearly 0.
  const start = place.from - 8 * Math.max(place.before, CLOCKS_DIFFER_MS);
  const end = place.to + 8 * Math.max(place.after, CLOCKS_DIFFER_MS);
  const seen = new Set(known);
  for (const { why, every, share, like } of ROUND) {
    const step = Math.min(every, DAY_MS);
    if ((end - start) / every > MOST) continue;
    for (let at = Math.ceil(start / step) * step; at <= end; at += step) {
      if (seen.has(at) || (like && !like.test(new Date(at).toJSON()))) continue;
      seen.add(at);
      yield { at, why, zone: 0, probability: share * every * weightOf(at, place) };
    }
  }
}

/**
 * Finds the epoch. Returns as `shifted` how many ms of the samples' times come from bits above the time.
 *
 * @param formats - the epochs of known formats with the same tick and shift
 * @param tops - numbers that may be above the time, and the ms of each
 * @param now - Unix ms, after which no epoch is
 */
export function epochOf(
  fit: Ends,
  formats: readonly KnownEpoch[],
  tops: readonly [above: bigint, ms: number][],
  now: number,
): Epoch & { shifted: number } {
  const known = new Set([...formats, ...CLOCKS].map(({ at }) => at));
  const precision = medianOf(fit.precisions);
  const first = placeOf(fit);
  const guesses = tops.flatMap(([above, shifted], n) => {
    const place = { ...first, from: first.from + shifted, to: first.to + shifted };
    const share = SHARE_OF_TOPS ** n;
    return [...knownGuesses(place, formats, precision), ...roundGuesses(place, known), middleOf(place, now)].map(
      (guess) => ({
        ...guess,
        above,
        shifted,
        probability: share * guess.probability,
      }),
    );
  });
  const sum = guesses.reduce((sum, { probability }) => sum + probability, 0);
  const best = guesses.reduce((one, other) => (other.probability > one.probability ? other : one));
  const probability = sum > 0 ? best.probability / sum : 0;
  const isExact = best.why !== NOT_ROUND && probability >= SURE;
  return { ...best, probability, within: isExact ? 0 : uncertaintyOf(first) };
}

/** The weight falls exponentially, so 95 % of it are within this multiple of its scale. */
const MOST_OF_WEIGHT = 3;

const uncertaintyOf = ({ from, to, before, after }: Place): number =>
  Math.floor(Math.max(to - from, MOST_OF_WEIGHT * before, MOST_OF_WEIGHT * after));

const NOT_ROUND = "no round instant";

/** The guess that the epoch is no round instant. */
function middleOf(place: Place, now: number): Guess {
  const { from, to, before, after } = place;
  // Unknown digits are 0.
  const step = 10 ** Math.floor(Math.log10(Math.max(1, uncertaintyOf(place))));
  const at = Math.round((from + to) / 2 / step) * step;
  const isPossible = at >= 0 && at <= now;
  return {
    at,
    why: NOT_ROUND,
    zone: 0,
    probability: isPossible ? SHARE_OF_OTHERS * (to - from + before + after) : 0,
  };
}
