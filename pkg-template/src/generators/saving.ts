// Generators that are saved and go on after a restart.

import { type Generator, requiredGenerator } from "./generator.js";
import { type AnyGenerator, openGenerator } from "./make.js";
import { requiredFormat } from "../ids/index.js";
import { readSnapshot, writeSnapshot } from "./snapshots.js";
import type { Options } from "../values/index.js";

/** The state of a generator as plain data. */
export function snapshot(given: unknown): Options {
  const ids: Generator<unknown> = requiredGenerator(given);
  ids._checkSnapshot();
  const state = ids._state();
  // Those of the core: `fields` can be assigned.
  return writeSnapshot(ids.format, ids._readFields(ids._number), state);
}

/** A generator that goes on from a snapshot. */
export function resume(given: unknown, saved: unknown, options?: unknown): AnyGenerator {
  const format = requiredFormat(given);
  return openGenerator(format, options, `resume(${format.name})`, readSnapshot(format, saved));
}
