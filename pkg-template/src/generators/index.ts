// Generators, whose IDs the core makes.
// Holds: `generator` and `next`, batches, snapshots; options as the frame that the core takes; refusals as errors
// and waits.
// May import: `bridge`, `generated`, `ids`, `values`.
// Promises: each ID is one call of the core; a method changes its state only after the last call that can throw;
// after an error a generator can still be used.

export { batch, batchAsync, batchBytes, fill } from "./batches.js";
export { type Engine, engineOf } from "./engine.js";
export { makeGenerator, makeNext } from "./make.js";
export type { Opening } from "./opening.js";
export type { Asker } from "./refusals.js";
export { resumeFrom, snapshot } from "./saving.js";
export { numberGenerators } from "./number-generators.js";
export { type TextGenerator, textGenerators } from "./text-generators.js";
