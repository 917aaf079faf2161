// Properties of the engine without WebAssembly: a trial gives the same IDs, waits, refusals and snapshots as with
// WebAssembly.

import { properties as generators } from "./generators.mjs";
import { ensure } from "./lib/defect.mjs";
import { ENGINES, withEngine } from "./lib/process.mjs";
import { properties as snos } from "./sno.mjs";

/** The properties whose trials are performed with both engines. */
const COMPARED = [
  "generators.mixed",
  "generators.layouts",
  "generators.runs",
  "sno.restarts",
  "sno.mixed",
  "sno.merges",
];

/** Performs a trial with each engine, and compares the calls and their results. */
async function compare(run, trial, stats, trace) {
  const [expected, found] = [[], []];
  await withEngine(ENGINES[0], () => run(trial, stats, (line) => expected.push(line)));
  await withEngine(ENGINES[1], () =>
    run(trial, stats, (line) => {
      trace?.(line);
      found.push(line);
    }),
  );
  const at = expected.findIndex((line, i) => line !== found[i]);
  ensure(at < 0, () => `without WebAssembly: ${found[at]}\n   with WebAssembly: ${expected[at]}`);
  ensure(expected.length === found.length, () => `without WebAssembly there is more: ${found[expected.length]}`);
}

export const properties = [...generators, ...snos]
  .filter(({ name }) => COMPARED.includes(name))
  .map(({ name, share, arbitrary, run }) => ({
    name: `translation.${name.replace(".", "-")}`,
    about: `the trials of ${name}, with and without WebAssembly`,
    share,
    arbitrary,
    run: (trial, stats, trace) => compare(run, trial, stats, trace),
  }));
