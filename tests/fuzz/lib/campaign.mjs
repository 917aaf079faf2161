// Runs properties for a time, in turns, and tells what they find.

import { performance } from "node:perf_hooks";
import fc from "fast-check";
import { Stats } from "./stats.mjs";

/** How often it is told how far it is, in ms. */
const TOLD_EVERY = 3000;

/** The shortest and the longest turn of one property, and the longest search for a smaller reproduction, in ms. */
const SHORTEST_TURN = 200;
const LONGEST_TURN = 20_000;
const LONGEST_SHRINKING = 30_000;

/**
 * Runs the properties in turns, each with the turn's own seed. One that has found a defect is not run again.
 *
 * @param ms - how long, in all
 * @returns how many defects were found
 */
export async function campaign(properties, { ms, seed, say = (line) => console.error(line) }) {
  const begun = performance.now();
  const stats = new Map(properties.map(({ name }) => [name, new Stats()]));
  const progress = progressOf(stats, begun, say);
  const sound = new Set(properties);
  let defects = 0;
  // Nothing may be thrown outside of calls, as by what is done when a generator has been collected.
  const uncaught = (error) => {
    progress.defects = ++defects;
    say(`DEFECT outside of calls: ${error?.stack ?? error}`);
  };
  process.on("uncaughtException", uncaught);
  // What is spent on smaller reproductions does not count.
  let spent = 0;
  for (let turn = 0; spent < ms && sound.size > 0; turn++) {
    for (const property of sound) {
      // What is left is divided by what is still to come, so that one property's delay is shared by all.
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
      for (const line of outcome.found) say(line);
    }
  }
  process.off("uncaughtException", uncaught);
  for (const { name } of properties) say(`${name}: ${stats.get(name).trials} trials; ${stats.get(name).coverage()}`);
  progress.tell();
  return defects;
}

/** Runs one property for a time; tells what it found, and how long it looked. */
async function explore(property, { seed, time, stats, progress }) {
  const begun = performance.now();
  let failed;
  const fuzzed = fc.asyncProperty(property.arbitrary, async (trial) => {
    stats.trials += 1;
    progress.now(property.name);
    try {
      await property.run(trial, stats);
    } catch (error) {
      failed ??= { trials: stats.trials, at: performance.now() };
      throw error;
    }
  });
  const before = stats.trials;
  const first = await fc.check(fuzzed, { seed, numRuns: 2 ** 31, interruptAfterTimeLimit: time });
  const spent = (failed?.at ?? performance.now()) - begun;
  if (!first.failed || first.counterexample === null) return { spent };
  // The time may be over while the reproduction is still long: from there on.
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

/** Runs the one trial at that path again; tells what it found. */
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

/** The calls of a trial, and what came of them. */
async function reproduction(property, trial) {
  const lines = [];
  let error;
  try {
    await property.run(trial, new Stats(), (line) => lines.push(line));
  } catch (thrown) {
    error = thrown;
  }
  const told = error === undefined ? "nothing: it happens only sometimes" : (error.message ?? String(error));
  const stack = error === undefined || error.name === "Defect" ? [] : [error.stack];
  return [...lines, `=> ${told}`, ...stack].map((line) => `  ${line}`);
}

function progressOf(stats, begun, say) {
  let last = begun;
  const progress = {
    defects: 0,
    tell(name = "done") {
      const all = [...stats.values()];
      const sum = (of) => all.reduce((total, one) => total + of(one), 0);
      const seconds = ((performance.now() - begun) / 1000).toFixed(0).padStart(5);
      const counts = ["cores", "restart", "restore", "overflows"].map(
        (kind) => `${sum((one) => one.of(kind))} ${kind}`,
      );
      const done = [`${sum((one) => one.trials)} trials`, `${sum((one) => one.ids)} IDs`, ...counts];
      say(`${seconds} s  ${done.join(", ")}, ${progress.defects} defects  ${name}`);
    },
    now(name) {
      if (performance.now() - last < TOLD_EVERY) return;
      last = performance.now();
      progress.tell(name);
    },
  };
  return progress;
}
