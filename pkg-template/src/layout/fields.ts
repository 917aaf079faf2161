// The fields below the time: finds bits that stay, bits that count, and random bits.

import { type Bits, OTHER, RANDOM } from "./bits.js";
import type { Numbers } from "./samples.js";

/**
 * - `stays`: one number in all IDs, such as the number of a machine
 * - `few`: few numbers, such as the numbers of several machines
 * - `counts`: mostly small numbers, such as a sequence
 * - `random`: all numbers are as frequent: random bits, or a counter that goes on
 */
export type Behaviour = "stays" | "few" | "counts" | "random";

/** A group of bits below the time. */
export interface Low {
  /** The name of the column that has its numbers. */
  name?: string;
  behaviour: Behaviour;
  bits: number;
  /** The most frequent numbers of the group. Numbers of wide groups are rounded. */
  values: number[];
  /** How many different numbers the group has. */
  different: number;
  largest: number;
  /** How many IDs were looked at. */
  count: number;
}

/** The bits from `from` to before `to`. */
interface Group {
  name?: string;
  behaviour: Behaviour;
  from: number;
  to: number;
}

const SHOWN = 4;
/** At most this many random bits beside other bits are the low bits of a counter or of some numbers. */
const TAIL = 4;
/** The fewest bits that are divided. */
const SHORTEST = 4;
/** If all bits above a sequence are 0, they belong to the sequence, as long as it has at most this many bits. */
const WIDEST = 16;
/** How much more usual these widths of a sequence are than all other widths, as logarithms to base 2. */
const USUAL_WIDTHS: Record<number, number> = { 12: 6, 8: 2, 10: 2, 16: 2 };

/**
 * Finds the fields below the time, high bits first.
 *
 * @param states - the state of each bit below the time
 * @param widths - the widths of the fields, if they are known
 * @param numbers - numbers of the IDs that may be fields
 */
export function lowFieldsOf(
  bits: Bits,
  states: readonly number[],
  widths: readonly number[] | undefined,
  numbers: readonly Numbers[] = [],
): Low[] {
  const groups = widths ? knownGroups(bits, states, widths) : namedGroups(bits, states, numbers);
  return groups.map((group) => fieldOf(bits, group));
}

/** The groups from one bit to before another, high bits first. */
const foundGroups = (bits: Bits, states: readonly number[], start: number, end: number): Group[] =>
  runsOf(states.slice(start, end)).flatMap(([isRandom, low, high]): Group[] => {
    const [from, to] = [start + low, start + high];
    return isRandom
      ? [{ behaviour: "random", from, to }]
      : divided(bits, from, to).map((group) => withBehaviour(bits, group));
  });

function knownGroups(bits: Bits, states: readonly number[], widths: readonly number[]): Group[] {
  let to = states.length;
  return widths.map((width) => {
    const from = to - width;
    const group = wholeGroup(bits, states, from, to);
    to = from;
    return group;
  });
}

/** Some bits as one group. */
function wholeGroup(bits: Bits, states: readonly number[], from: number, to: number): Group {
  if (states.slice(from, to).every((state) => state === RANDOM)) return { behaviour: "random", from, to };
  const isCounter = costAsCounter(bits, from, to) < costAsNode(bits, from, to);
  return withBehaviour(bits, { behaviour: isCounter ? "counts" : "stays", from, to });
}

/** The names of columns with the numbers of a counter. */
const COUNTER = /seq|count|incr/i;

/** The groups around the bits that have the numbers of columns. */
function namedGroups(bits: Bits, states: readonly number[], numbers: readonly Numbers[]): Group[] {
  const groups: Group[] = [];
  let top = states.length;
  for (const { name, from, to } of placesIn(bits, states.length, numbers)) {
    // Small numbers can be those of machines or of a counter. Numbers that somebody writes down are no random bits.
    const behaviour = COUNTER.test(name) ? "counts" : "few";
    // Zeros above the numbers are theirs; above a counter, only up to where another field begins.
    const above = foundGroups(bits, states, from, top).reverse();
    const ends = behaviour === "counts" ? above.slice(0, 1) : above;
    const end = ends.reduce((end, group) => (isZero(bits, end, group.to) ? Math.max(end, group.to) : end), to);
    groups.push(...foundGroups(bits, states, end, top), { behaviour, from, to: end, name });
    top = from;
  }
  return [...groups, ...foundGroups(bits, states, 0, top)];
}

const isZero = (bits: Bits, from: number, to: number): boolean =>
  valuesOf(bits, from, to).every((value) => value === 0);

interface Place {
  name: string;
  from: number;
  to: number;
}

/** Numbers that tell less, in bits, may be in the IDs by chance. */
const LEAST_TOLD = 9;

/** The bits that have the numbers of columns, high bits first. Of columns that overlap, the widest is taken. */
function placesIn(bits: Bits, shift: number, numbers: readonly Numbers[]): Place[] {
  const places: Place[] = [];
  for (const { name, values } of numbers) {
    const known = Float64Array.from(values.filter((value) => !Number.isNaN(value)));
    const width = known.reduce((most, value) => Math.max(most, value), 0).toString(2).length;
    const different = timesOf(known);
    const told = [...different.values()].reduce((sum, count) => sum - count * Math.log2(count / known.length), width);
    if (known.length < 3 || (different.size === 1 && different.has(0)) || told < LEAST_TOLD) continue;
    const found: number[] = [];
    for (let from = 0; from + width <= shift; from++) {
      const there = valuesOf(bits, from, from + width);
      if (values.every((value, n) => Number.isNaN(value) || value === there[n])) found.push(from);
    }
    const [from] = found;
    if (from !== undefined && found.length === 1) places.push({ name, from, to: from + width });
  }
  places.sort((one, other) => other.to - other.from - (one.to - one.from));
  return places
    .filter((place, n) => places.slice(0, n).every((other) => place.to <= other.from || other.to <= place.from))
    .sort((one, other) => other.from - one.from);
}

type Run = [isRandom: boolean, from: number, to: number];

/**
 * Neighbours that are random, and neighbours that are not, high bits first. A few bits of one kind belong to the bits
 * around them.
 */
function runsOf(states: readonly number[]): Run[] {
  const runs: Run[] = [];
  const add = (isRandom: boolean, from: number, to: number) => {
    const below = runs[0];
    if (below?.[0] === isRandom) below[2] = to;
    else runs.unshift([isRandom, from, to]);
  };
  for (let from = 0, to = 0; from < states.length; from = to) {
    while (to < states.length && (states[to] === RANDOM) === (states[from] === RANDOM)) to += 1;
    const isAlone = from === 0 && to === states.length;
    const isShort = to - from < SHORTEST && from > 0 && states.slice(from, to).every((state) => state === OTHER);
    add(isShort || (states[from] === RANDOM && (isAlone || to - from > TAIL)), from, to);
  }
  return runs;
}

const isConstant = ({ rows }: Bits, at: number): boolean => {
  const row = rows[at] as Uint8Array;
  return !row.includes(row[0] ? 0 : 1);
};

/** The number in some bits of each ID. */
function valuesOf({ rows, count }: Bits, from: number, to: number): Float64Array {
  const values = new Float64Array(count);
  for (let at = from; at < to; at++) {
    const row = rows[at] as Uint8Array;
    for (let n = 0; n < count; n++) values[n] = (values[n] as number) + (row[n] as number) * 2 ** (at - from);
  }
  return values;
}

function timesOf(values: Float64Array): Map<number, number> {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return times;
}

/**
 * The length in nats of a text that tells the numbers of a node: a list of all numbers, and the position of each ID's
 * number in it.
 */
function costAsNode(bits: Bits, from: number, to: number): number {
  const times = timesOf(valuesOf(bits, from, to));
  let cost = times.size * (to - from) * Math.LN2;
  for (const count of times.values()) cost -= count * Math.log(count / bits.count);
  return cost;
}

/** The length in nats of a text that tells the numbers of a counter: small numbers are more likely. */
const costAsCounter = (bits: Bits, from: number, to: number): number =>
  valuesOf(bits, from, to).reduce((sum, value) => sum + Math.log((value + 1) * (value + 2)), 0);

/**
 * Divides bits into the bits of a node and the bits of a counter, in the order that explains all bits with the shortest
 * text.
 */
function divided(bits: Bits, from: number, to: number): Group[] {
  if (to - from < SHORTEST) return [{ behaviour: "stays", from, to }];
  let best = { cost: Infinity, at: to, isNodeAbove: true };
  for (let at = from; at <= to; at++) {
    const above = costAsNode(bits, at, to) + costAsCounter(bits, from, at);
    // A counter above the node is rarer than a counter below it.
    const below = costAsCounter(bits, at, to) + costAsNode(bits, from, at) + Math.LN2;
    if (above < best.cost) best = { cost: above, at, isNodeAbove: true };
    if (below < best.cost) best = { cost: below, at, isNodeAbove: false };
  }
  const at = best.isNodeAbove ? usualEnd(bits, from, best.at, to) : best.at;
  return [
    { behaviour: best.isNodeAbove ? "stays" : "counts", from: at, to },
    { behaviour: best.isNodeAbove ? "counts" : "stays", from, to: at },
  ].filter((group): group is Group => group.from < group.to);
}

/**
 * Zeros between a node and a counter can belong to either. The numbers of nodes end with a 0 as often as with a 1, so
 * it is less likely that many zeros belong to the node. But some widths of counters are usual.
 */
function usualEnd(bits: Bits, from: number, end: number, to: number): number {
  if (end === to && to - from <= WIDEST) return end;
  const nodes = end === to ? 0 : timesOf(valuesOf(bits, end, to)).size;
  let best = { score: -Infinity, at: end };
  for (let at = Math.min(end, to - 1); at > from && (at === end || isConstant(bits, at)); at--) {
    const score = (USUAL_WIDTHS[at - from] ?? 0) - nodes * (end - at);
    if (score > best.score) best = { score, at };
  }
  return best.at;
}

function withBehaviour(bits: Bits, { behaviour, from, to }: Group): Group {
  if (behaviour !== "stays") return { behaviour, from, to };
  const different = timesOf(valuesOf(bits, from, to)).size;
  if (different === 1) return { behaviour, from, to };
  return { behaviour: different <= Math.max(2, bits.count / 4) ? "few" : "random", from, to };
}

function fieldOf(bits: Bits, { name, behaviour, from, to }: Group): Low {
  const values = valuesOf(bits, from, to);
  const times = [...timesOf(values)].sort(([, one], [, other]) => other - one).map(([value]) => value);
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  return {
    ...(name !== undefined && { name }),
    behaviour,
    bits: to - from,
    values: times.slice(0, SHOWN),
    different: times.length,
    largest,
    count: bits.count,
  };
}
