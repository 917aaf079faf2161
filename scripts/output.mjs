// Where the scripts' lines go, and how steps that run at the same time show their progress.
//
// Suites that run side by side would mix their lines. So the lines of a suite are collected, and printed when it has ended.
// The functions that print are called from deep inside of a suite, by modules that know no suites; so the suite is
// found by `AsyncLocalStorage` and not by a parameter of each function.

import { AsyncLocalStorage } from "node:async_hooks";
import { performance } from "node:perf_hooks";

/** The suite that the running function belongs to. */
const suites = new AsyncLocalStorage();

/** The steps that run now, in the order of their starts. */
const steps = new Set();

/** How often the progress is printed where there is no terminal, in ms. */
const PROGRESS_MS = 15_000;

/** How often the progress is drawn on a terminal, in ms. */
const FRAME_MS = 100;

/** Erases the line of a terminal in which the cursor is. */
const ERASE = "\r\x1b[K";

/** A suite: the lines that it has printed, and how many tests it has run. */
class Suite {
  lines = "";
  tests = 0;

  /** @param isLive - whether its lines are printed at once, because no other suite runs beside it */
  constructor(name, isLive) {
    this.name = name;
    this.isLive = isLive;
  }
}

/** Calls `work` as a part of a suite; resolves to the suite, with `error` if `work` failed. */
export async function asSuite(name, isLive, work) {
  const suite = new Suite(name, isLive);
  try {
    await suites.run(suite, work);
  } catch (error) {
    suite.error = error;
  }
  return suite;
}

/** Whether a suite runs, so that output must go through `write`. */
export function isInSuite() {
  return suites.getStore() !== undefined;
}

/** Counts tests of the running suite. */
export function countTests(count) {
  const suite = suites.getStore();
  if (suite !== undefined) suite.tests += count;
}

/** Prints a text, or adds it to the lines of the running suite. */
export function write(text) {
  const suite = suites.getStore();
  if (suite === undefined || suite.isLive) print(text);
  else suite.lines += text;
}

/** Prints lines; on a terminal, above the line of the progress. */
export function print(text) {
  if (process.stderr.isTTY && steps.size > 0) process.stderr.write(ERASE);
  process.stderr.write(text);
}

/**
 * Shows a step until `end` is called; `progress` takes how far the step is. A terminal shows the running steps in its last
 * line; elsewhere they are printed every 15 s.
 */
export function showStep(name) {
  const step = { name, suite: suites.getStore()?.name, begin: performance.now(), progress: "" };
  steps.add(step);
  startDrawing();
  return {
    progress: (text) => void (step.progress = text),
    end: () => {
      steps.delete(step);
      if (process.stderr.isTTY) process.stderr.write(ERASE);
    },
  };
}

let timer;

function startDrawing() {
  timer ??= setInterval(drawProgress, process.stderr.isTTY ? FRAME_MS : PROGRESS_MS);
  // The timer must not keep the process alive.
  timer.unref();
}

function drawProgress() {
  if (steps.size === 0) return;
  const texts = [...steps].map(({ name, suite, begin, progress }) => {
    const seconds = Math.floor((performance.now() - begin) / 1000);
    return `${suite === undefined ? "" : `${suite}: `}${name}${progress && `, ${progress}`} (${seconds} s)`;
  });
  const line = `      …  ${texts.join("; ")}`;
  // A terminal without a size has 0 columns.
  if (process.stderr.isTTY) process.stderr.write(`${ERASE}${line.slice(0, (process.stderr.columns || 80) - 1)}`);
  else process.stderr.write(`${line}\n`);
}
