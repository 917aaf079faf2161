// Snapshots with the numbers of sno's specification ("Snapshots"); times in ticks of 4 ms.

import type { FlakeError } from "../values/index.js";

/** The highest sequence number. */
const HIGHEST = 65535;

type Range = readonly [first: number, last: number];

/** The numbers of a snapshot without the last one, `used`. */
type Seven = [number, number, number, number, number, number, number];

/**
 * The numbers of sno's snapshot, made of the numbers of a general snapshot. `now` is the clock's reading in ticks.
 *
 * In two cases the specification's numbers do not imply how many numbers of the last tick are used: if the sequence has
 * wrapped, and in the first tick of the epoch. The last number, `used`, is `undefined` in all other cases.
 */
export function writeSnoNumbers(general: readonly number[], now: number): (number | undefined)[] {
  const [first, last, tick, , next, used, safe, drifts] = general as [...Seven, number];
  // A tick that the clock has left counts as used up.
  const usedNow = used === 0 || now === tick ? used : last - first + 1;
  const latest = next === first ? last : next - 1;
  const sequence = usedNow > 0 && now === tick ? latest : first;
  const isImplied = impliedUsed(sequence, now, tick, [first, last]) === usedNow;
  return [first, last, sequence, now, tick, safe, drifts, isImplied ? undefined : usedNow];
}

/** The range and the state of a general snapshot, made of the numbers of sno's snapshot. */
export function readSnoNumbers(
  numbers: readonly number[],
  damaged: (why: string) => FlakeError,
): [range: Range, state: number[]] {
  const [min, max, given, now, tick, safe, drifts, givenUsed] = numbers as [...Seven, number?];
  const range = rangeOf(min, max);
  const [first, last] = range;
  // The reference reads a sequence of 0 as the lowest number.
  const sequence = given || first;
  if (sequence < first) throw damaged(`sequence is ${sequence}, below sequenceMin ${first}`);
  if (givenUsed === 0 && sequence > first) throw damaged(`sequence is ${sequence}, but used is 0`);
  const used = givenUsed ?? impliedUsed(sequence, now, tick, range);
  // Before the first grant, and in a tick that is used up, the sequence starts at the lowest number.
  const startsAnew = used === 0 || (givenUsed === undefined && used === last - first + 1);
  const next = startsAnew || sequence >= last ? first : sequence + 1;
  return [range, [tick, tick, next, used, safe, drifts]];
}

/** The count of used numbers of the last tick that the specification's numbers imply. */
function impliedUsed(sequence: number, now: number, tick: number, [first, last]: Range): number {
  const length = last - first + 1;
  // Tick 0 means a configuration instead of a snapshot: nothing was granted.
  if (tick === 0) return 0;
  // A snapshot of a later tick does not state the use of the last ID's tick. The reference repeats the IDs of that tick
  // if the clock goes back to it.
  return now !== 0 && now !== tick ? length : Math.min(sequence - first + 1, length);
}

/** The bounds in ascending order. An upper bound of 0 is the highest number. */
function rangeOf(min: number, max: number): Range {
  if (max === 0) return [min === HIGHEST ? 0 : min, HIGHEST];
  return [Math.min(min, max), Math.max(min, max)];
}
