// The bits of the samples' IDs: how much each bit tells that the lower bits do not tell.

/** The bits of some IDs. */
export interface Bits {
  /** How many IDs there are. */
  count: number;
  /** How many bits the largest has. */
  width: number;
  /** For each position, from the lowest: the bits of all IDs, as 0 and 1. */
  rows: Uint8Array[];
}

const WORD = 32;
const LOW = 0xffff_ffffn;

export const widthOf = (id: bigint): number => id.toString(2).length;

/** @param width - at least the width of each ID */
export function bitsOf(ids: readonly bigint[], width: number): Bits {
  const rows = Array.from({ length: width }, () => new Uint8Array(ids.length));
  for (const [n, id] of ids.entries()) {
    let rest = id;
    for (let from = 0; from < width; from += WORD, rest >>= 32n) {
      const word = Number(rest & LOW);
      for (let at = from; at < Math.min(width, from + WORD); at++)
        (rows[at] as Uint8Array)[n] = (word >>> (at - from)) & 1;
    }
  }
  return { count: ids.length, width, rows };
}

/** The states of a bit: 0 if it is the same in all IDs, random, or between both, such as a bit of a counter. */
export const RANDOM = 1;
export const OTHER = 2;

/** The behaviour of the lowest bits, for each count of them. */
export interface Behaviours {
  /** The length in nats of a text that tells the lowest bits of all IDs. Random bits cost log 2 for each bit and ID. */
  costs: Float64Array;
  /** For each bit and each of its states: the state of the bit below it in the shortest text. */
  below: Uint8Array[];
  /** For each bit: its state in the shortest text about this bit and the bits below it. */
  last: number[];
}

/** The costs, in nats, of a bit that is like the bit below it, and of a bit that begins another field. */
const LIKE = 0.1;
const UNLIKE = 3;

/** Finds the states of the bits: those of the shortest text, in which neighbours are alike (Viterbi's algorithm). */
export function behavioursOf(bits: Bits): Behaviours {
  const costs = new Float64Array(bits.width + 1);
  const below: Uint8Array[] = [];
  const last: number[] = [];
  let totals = [0, 0, 0];
  for (let at = 0; at < bits.width; at++) {
    const before = totals;
    const from = new Uint8Array(3);
    totals = bitCosts(bits, at).map((cost, one) => {
      const ways = before.map((total, other) => total + (one === other ? LIKE : UNLIKE));
      const least = Math.min(...ways);
      from[one] = ways.indexOf(least);
      return least + cost;
    });
    below.push(from);
    costs[at + 1] = Math.min(...totals);
    last.push(totals.indexOf(costs[at + 1] as number));
  }
  return { costs, below, last };
}

/** The state of each of the lowest bits. */
export function statesOf({ below, last }: Behaviours, shift: number): number[] {
  const states: number[] = [];
  let state = last[shift - 1] as number;
  for (let at = shift - 1; at >= 0; at--) {
    states.unshift(state);
    state = (below[at] as Uint8Array)[state] as number;
  }
  return states;
}

/** The costs of a bit, for each of its states. */
function bitCosts({ rows, count }: Bits, at: number): [number, number, number] {
  const row = rows[at] as Uint8Array;
  const isConstant = !row.includes(row[0] ? 0 : 1);
  const guesses = CONTEXTS.map((lower) => guessing(rows, at, Math.min(at, lower), count));
  return [isConstant ? Math.LN2 : Infinity, count * Math.LN2, Math.log(CONTEXTS.length) + Math.min(...guesses)];
}

/** How many lower bits are looked at to guess a bit. */
const CONTEXTS = [0, 2, 4, 8];

/**
 * The cost if each bit is guessed from how often it was 1 above equal lower bits (Krichevsky and Trofimov's estimate).
 */
function guessing(rows: readonly Uint8Array[], at: number, below: number, count: number): number {
  const seen = new Float64Array(2 << below).fill(0.5);
  const row = rows[at] as Uint8Array;
  let cost = 0;
  for (let n = 0; n < count; n++) {
    let context = 0;
    for (let bit = at - below; bit < at; bit++) context = 2 * context + ((rows[bit] as Uint8Array)[n] as number);
    const bit = row[n] as number;
    const right = seen[2 * context + bit] as number;
    const wrong = seen[2 * context + 1 - bit] as number;
    cost -= Math.log(right / (right + wrong));
    seen[2 * context + bit] = right + 1;
  }
  return cost;
}
