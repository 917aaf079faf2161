// The way to the core.
// Holds: the start of WebAssembly modules, the views of the core's memory, the values that copies of the package share,
// the differences between runtimes.
// May import: `generated`, `glue`, `values`.
// Promises: the first generator starts the core, and an import starts nothing; an entry gives its core and the kind of its runtime
// as an argument, so no module has to run for its effect; all copies of one version in a realm have the same core; a view is
// never used after the memory has moved.

export { core, type Core, loadCore, missingCore, newCore, startCore } from "./core.js";
export { batchBytes, decodeAscii, floats64, numbers, words32, words64, writeFrame } from "./memory.js";
export { finiteReading, type Runtime, systemClock, systemClockOrZero, workerClock } from "./platform.js";
export { knownValue, sharedByKey, sharedValue } from "./shared.js";
export { moduleOf } from "./packed.js";
export { exportsOf, isExhausted, type Loading, missing, once, type Source, startGiven, startModule } from "./start.js";
