// Saves generators as snapshots, and makes generators that go on from them.

import { type Generator, requiredGenerator } from "./generator.js";
import { type AnyGenerator, openGenerator } from "./make.js";
import type { Runtime } from "../bridge/index.js";
import { requiredFormat } from "../ids/index.js";
import { readSnapshot, writeSnapshot } from "./snapshots.js";
import type { Options } from "../values/index.js";

/** The state of a generator as plain data. */
export function snapshot(given: unknown): Options {
  const ids: Generator<unknown> = requiredGenerator(given);
  ids._checkSnapshot();
  const state = ids._state();
  // The fields are read from the core, because users can assign `fields` of a generator.
  return writeSnapshot(ids.format, ids._readFields(ids._number), state);
}

/** A generator that goes on from a snapshot. */
export function resumeFrom(runtime: Runtime, given: unknown, saved: unknown, options: unknown): AnyGenerator {
  const format = requiredFormat(given);
  return openGenerator(runtime, format, options, `resume(${format.name})`, readSnapshot(format, saved));
}
