// Tests the properties in turns for a limited time, and reports the defects.

import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { Stats } from "./stats.mjs";

/** The time between two lines of progress, in ms. */
const REPORT_MS = 3000;

/** The shortest and the longest turn of one property, and the longest time for shrinking a defect, in ms. */
const SHORTEST_TURN = 200;
const LONGEST_TURN = 20_000;
const LONGEST_SHRINKING = 30_000;

/**
 * Tests the properties in turns. Each turn has another seed. A property that has found a defect gets no further turn.
 *
 * @param ms - the total time
 * @returns the number of defects
 */
export async function campaign(properties, { ms, seed, print = (line) => console.error(line) }) {
  const started = performance.now();
  const stats = new Map(properties.map(({ name }) => [name, new Stats()]));
  const progress = progressOf(stats, started, print);
  const sound = new Set(properties);
  let defects = 0;
  // Errors outside of calls are defects too, for example errors in a finalizer.
  const uncaught = (error) => {
    progress.defects = ++defects;
    print(`DEFECT outside of calls: ${error?.stack ?? error}`);
  };
  process.on("uncaughtException", uncaught);
  // The time for shrinking does not count.
  let spent = 0;
  for (let turn = 0; spent < ms && sound.size > 0; turn++) {
    for (const property of sound) {
      // The remaining time is shared among the properties still to come, so a long turn shortens all following turns.
      const following = [...sound].slice([...sound].indexOf(property));
      const part = ((ms - spent) * property.share) / following.reduce((sum, { share }) => sum + share, 0);
      const time = Math.max(SHORTEST_TURN, Math.min(LONGEST_TURN * property.share, part));
      const outcome = await explore(property, {
        ...{ seed: (seed + turn) | 0, time, stats: stats.get(property.name), progress },
      });
      spent += outcome.spent;
      if (outcome.found === undefined) continue;
      progress.defects = ++defects;
      sound.delete(property);
      for (const line of outcome.found) print(line);
    }
  }
  process.off("uncaughtException", uncaught);
  for (const { name } of properties) print(`${name}: ${stats.get(name).trials} trials; ${stats.get(name).coverage()}`);
  progress.report();
  return defects;
}

/** Tests one property for a limited time. Returns the time spent, and the lines that describe a defect. */
async function explore(property, { seed, time, stats, progress }) {
  const started = performance.now();
  let failed;
  const fuzzed = fc.asyncProperty(property.arbitrary, async (trial) => {
    stats.trials += 1;
    progress.now(property.name);
    // Within one turn of the event loop, the targets of weak references are not collected, so no core would be
    // collected.
    await nextTurn();
    try {
      await property.run(trial, stats);
    } catch (error) {
      failed ??= { trials: stats.trials, at: performance.now() };
      throw error;
    }
  });
  const before = stats.trials;
  const first = await fc.check(fuzzed, { seed, numRuns: 2 ** 31, interruptAfterTimeLimit: time });
  const spent = (failed?.at ?? performance.now()) - started;
  if (!first.failed || first.counterexample === null) return { spent };
  // The time may end before shrinking does. This continues the shrinking.
  const rest = { seed, path: first.counterexamplePath, interruptAfterTimeLimit: LONGEST_SHRINKING };
  const smaller = await fc.check(fuzzed, rest);
  const smallest = smaller.counterexample === null ? first : smaller;
  const found = [
    "",
    `DEFECT in ${property.name}, found in trial ${failed.trials - before} after ${(spent / 1000).toFixed(1)} s`,
    ...(await reproduction(property, smallest.counterexample[0])),
    `  replay: npm run fuzz -- --only ${property.name} --seed ${seed} --path ${smallest.counterexamplePath}`,
    "",
  ];
  return { spent, found };
}

/** Runs the trial at a path again. Returns the lines that describe the defect, or undefined. */
export async function replay(property, { seed, path }) {
  const stats = new Stats();
  const fuzzed = fc.asyncProperty(property.arbitrary, (trial) => property.run(trial, stats));
  const found = await fc.check(fuzzed, {
    seed,
    path,
    endOnFailure: true,
    numRuns: 1,
  });
  if (!found.failed || found.counterexample === null) return undefined;
  return reproduction(property, found.counterexample[0]);
}

/** Runs a trial and returns its calls, their results and the error. */
async function reproduction(property, trial) {
  const lines = [];
  let error;
  try {
    await property.run(trial, new Stats(), (line) => lines.push(line));
  } catch (thrown) {
    error = thrown;
  }
  const outcome = error === undefined ? "no error: the defect is not deterministic" : (error.message ?? String(error));
  const stack = error === undefined || error.name === "Defect" ? [] : [error.stack];
  return [...lines, `=> ${outcome}`, ...stack].map((line) => `  ${line}`);
}

function progressOf(stats, started, print) {
  let last = started;
  const progress = {
    defects: 0,
    report(name = "done") {
      const all = [...stats.values()];
      const sum = (of) => all.reduce((total, one) => total + of(one), 0);
      const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(5);
      const counts = ["cores", "restart", "restore", "overflows"].map(
        (kind) => `${sum((one) => one.of(kind))} ${kind}`,
      );
      const done = [`${sum((one) => one.trials)} trials`, `${sum((one) => one.ids)} IDs`, ...counts];
      print(`${seconds} s  ${done.join(", ")}, ${progress.defects} defects  ${name}`);
    },
    now(name) {
      if (performance.now() - last < REPORT_MS) return;
      last = performance.now();
      progress.report(name);
    },
  };
  return progress;
}
