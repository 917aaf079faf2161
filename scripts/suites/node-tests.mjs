// Runs files of tests with node's test runner.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, posix, relative } from "node:path";
import { countTests } from "../output.mjs";
import { CommandError, root, run } from "../run.mjs";

/**
 * How long a test may take, in ms; in Node 20, how long all tests of a file may take. Without a limit, a test that
 * waits for ever would end only with the run, and nothing would name the test.
 */
const TIMEOUT_MS = 600_000;

const reporter = join(root, "scripts", "suites", "reporter.mjs");

/** How long each file took when it was last run here, in seconds, by its path from the root. */
const durations = join(root, "target", "durations.json");

/** The files of tests in rooms of a folder, as paths from the folder. By default, the folder is the only room. */
export function testFiles(folder, rooms = ["."]) {
  const files = rooms.flatMap((room) => readdirSync(join(folder, room)).map((name) => posix.join(room, name)));
  return files.filter((name) => /\.test\.[cm]js$/.test(name));
}

/**
 * Runs the tests of a folder, which is a path from `cwd`: as many files at a time as there are processors. The files that
 * took longest start first, because a long file that starts last keeps the other processors idle. Files that were never
 * run start before all others, the largest first. Resolves to the count of tests that have passed.
 *
 * @param rooms - the folders in the folder that have the tests, if the folder itself does not have them
 * @param words - if there are words, only the files whose paths contain one of the words are run
 * @param onProgress - is told how many files have ended
 */
export async function nodeTests(folder, { cwd = root, rooms, words = [], env, onProgress = () => undefined } = {}) {
  const names = testFiles(join(cwd, folder), rooms).filter((name) => isChosen(name, words));
  const known = readDurations();
  const files = names.map((name) => {
    const path = join(cwd, folder, name);
    return { path, seconds: known[keyOf(path)] ?? Number.POSITIVE_INFINITY, size: statSync(path).size };
  });
  files.sort((one, other) => other.seconds - one.seconds || other.size - one.size);
  const options = [`--test-concurrency=${availableParallelism()}`, `--test-timeout=${TIMEOUT_MS}`];
  const paths = files.map(({ path }) => relative(cwd, path));
  let output = "";
  const onOutput = (text) => {
    output += text;
    onProgress(`${endedIn(output).length} of ${files.length} files`);
  };
  try {
    await run("node", ["--test", ...options, "--test-reporter", reporter, ...paths], { cwd, env, onOutput });
  } finally {
    const ended = endedIn(output).map(({ name, seconds }) => [keyOf(join(cwd, name)), seconds]);
    // Files outside of the root belong to the tests of this function.
    writeDurations(Object.fromEntries(ended.filter(([key]) => !key.startsWith(".."))));
  }
  const empty = output.match(/^.* has no tests$/m);
  if (empty !== null) throw new CommandError(empty[0]);
  const count = Number(output.match(/^tests: (\d+)/m)[1]);
  countTests(count);
  return `${count} tests`;
}

/** Whether a file is run: its path contains one of the words, or there are no words. */
export function isChosen(name, words) {
  return words.length === 0 || words.some((word) => name.includes(word));
}

/** The name of a file in `durations`. */
function keyOf(path) {
  return relative(root, path).replaceAll("\\", "/");
}

/** The files that reporter.mjs has reported in an output. */
function endedIn(output) {
  const lines = [...output.matchAll(/^ *(\d+\.\d) s {4}(\S+?)(, FAILED)?$/gm)];
  return lines.map(([, seconds, name]) => ({ name, seconds: Number(seconds) }));
}

function readDurations() {
  try {
    return JSON.parse(readFileSync(durations, "utf8"));
  } catch {
    // No durations were recorded, or another run is writing them. Without durations, only the order of the files
    // changes.
    return {};
  }
}

function writeDurations(added) {
  mkdirSync(join(root, "target"), { recursive: true });
  writeFileSync(durations, JSON.stringify({ ...readDurations(), ...added }, null, 2));
}
