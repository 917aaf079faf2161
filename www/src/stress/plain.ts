// The plain algorithm: the time of the clock, and a sequence number that begins at 0 in each tick. Most packages for
// Snowflake IDs use this algorithm. It repeats IDs when the clock steps back, and when several generators have one
// number.

import type { AnyFormatWithEpoch, AnyId } from "flakekit";
import { type Leaf, leavesOf } from "../formats/leaves.ts";
import { exampleId } from "../formats/inputs.ts";

/**
 * How long a generator waits for the next tick before it gives up: in ms of a clock that is never wrong, and in readings of
 * its own clock, because a busy machine may let no thread run for 100 ms.
 */
const PATIENCE_MS = 100;
const PATIENCE_READINGS = 100_000;

/** The clock of the generator stands still, so the next tick does not come. */
export class ClockStandsStill extends Error {
  override message = "it waits for ever, because the clock stands still";
}

/** Returns a generator of IDs in a format. `values` are the numbers of all other fields. */
export function plainGenerator(format: AnyFormatWithEpoch, values: Record<string, number>): () => AnyId {
  const leaves = leavesOf(format);
  const at = leaves.findIndex(({ kind }) => kind === "sequence");
  const { name, bits } = leaves[at] as Leaf;
  const below = leaves.slice(at + 1).reduce((sum, leaf) => sum + leaf.bits, 0);
  const idOf = (tick: number, number: number): AnyId =>
    exampleId(format, format.epoch + tick * format.unit, { ...values, [name]: number });
  let last = -1;
  let next = 0;
  let first: AnyId = 0;
  return () => {
    let tick = tickOf(format);
    if (tick === last && next === 2 ** bits) tick = waitForNext(format, last);
    if (tick !== last) {
      next = 0;
      first = idOf(tick, 0);
    }
    last = tick;
    const number = next++;
    // Packages compute integers so, as fast as they can.
    if (typeof first === "bigint") return first + (BigInt(number) << BigInt(below));
    if (typeof first === "number") return first + number * 2 ** below;
    return idOf(tick, number);
  };
}

const tickOf = ({ epoch, unit }: AnyFormatWithEpoch): number => Math.floor((Date.now() - epoch) / unit);

function waitForNext(format: AnyFormatWithEpoch, last: number): number {
  const until = performance.now() + PATIENCE_MS;
  for (let readings = 0; readings < PATIENCE_READINGS || performance.now() < until; readings++) {
    const tick = tickOf(format);
    if (tick !== last) return tick;
  }
  throw new ClockStandsStill();
}
