// Runs suites in lanes. The suites of one lane run one after the other, because they need the same processors or
// folders. The lanes run side by side.

import { performance } from "node:perf_hooks";
import { asSuite, print } from "../output.mjs";
import { CommandError, endAll, secondsSince } from "../run.mjs";

/**
 * The signals that end a run. Commands do not get these signals from the terminal, because each command leads a group.
 */
const SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"];

/**
 * Runs suites, each of which has a `name`, a `lane` and a function `run`. The lines of a suite are printed when it has
 * ended, or at once if there is only one. The first failure and the first signal end the run.
 *
 * @returns a row for each suite: its `name`, and if it has run, its `seconds`, `tests` and `state`; and the first `error`
 */
export async function runInLanes(suites) {
  const rows = suites.map((suite) => ({ ...suite, state: "not run", seconds: 0, tests: 0 }));
  const stop = new AbortController();
  const onSignal = (signal) => stop.abort(new CommandError(`ended by ${signal}`));
  for (const signal of SIGNALS) process.on(signal, onSignal);
  // The running commands are ended once. The failures of their suites are not reported.
  const ended = new Promise((resolve) => stop.signal.addEventListener("abort", () => resolve(endAll())));
  const lanes = [...new Set(rows.map(({ lane }) => lane))].map((name) => rows.filter(({ lane }) => lane === name));
  await Promise.all(lanes.map((lane) => runLane(lane, stop, rows.length === 1)));
  for (const signal of SIGNALS) process.off(signal, onSignal);
  if (stop.signal.aborted) await ended;
  return { rows, error: stop.signal.reason };
}

async function runLane(rows, stop, isAlone) {
  for (const row of rows) {
    if (stop.signal.aborted) return;
    const begin = performance.now();
    if (isAlone) print(`\n${row.name}\n`);
    const { lines, tests, error } = await asSuite(row.name, isAlone, row.run);
    const isEnded = stop.signal.aborted;
    row.seconds = Number(secondsSince(begin));
    row.tests = tests;
    row.state = error === undefined ? "ok" : isEnded ? "ended" : "FAILED";
    if (!isEnded && !isAlone) print(`\n${row.name}\n${lines}`);
    if (error !== undefined) stop.abort(error);
  }
}
