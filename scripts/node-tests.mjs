// Runs files of tests with node's test runner.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { countTests } from "./output.mjs";
import { CommandError, root, run } from "./run.mjs";

/**
 * How long a test may take, in ms; in Node 20, how long all tests of a file may take. Without a limit, a test that waits for
 * ever ends only with the run, and nothing names it.
 */
const TIMEOUT_MS = 600_000;

const reporter = join(root, "scripts", "reporter.mjs");

/** How long each file took when it was last run here, in seconds, by its path from the root. */
const durations = join(root, "target", "durations.json");

/**
 * Runs the tests of a folder, which is a path from `cwd`: as many files at a time as there are processors. The files that
 * took longest start first, because one that starts last keeps the other processors idle; new files start before them.
 * Resolves to how many tests have passed.
 *
 * @param onProgress - is told how many files have ended
 */
export async function nodeTests(folder, { cwd = root, env, onProgress = () => undefined } = {}) {
  const names = readdirSync(join(cwd, folder)).filter((name) => /\.test\.[cm]js$/.test(name));
  const keyOf = (name) => relative(root, join(cwd, folder, name)).replaceAll("\\", "/");
  const known = readDurations();
  const seconds = (name) => known[keyOf(name)] ?? Number.POSITIVE_INFINITY;
  const paths = names.sort((one, other) => seconds(other) - seconds(one) || 0).map((name) => join(folder, name));
  const options = [`--test-concurrency=${availableParallelism()}`, `--test-timeout=${TIMEOUT_MS}`];
  let output = "";
  await run("node", ["--test", ...options, "--test-reporter", reporter, ...paths], {
    cwd,
    env,
    onOutput: (text) => {
      output += text;
      onProgress(`${filesIn(output).length} of ${paths.length} files`);
    },
  });
  const empty = output.match(/^.* has no tests$/m);
  if (empty !== null) throw new CommandError(empty[0]);
  writeDurations(
    Object.fromEntries(filesIn(output).map(({ name, seconds }) => [keyOf(relative(folder, name)), seconds])),
  );
  const count = Number(output.match(/^tests: (\d+)/m)[1]);
  countTests(count);
  return `${count} tests`;
}

/** The files that reporter.mjs has reported in an output. */
function filesIn(output) {
  const lines = [...output.matchAll(/^ *(\d+\.\d) s {4}(\S+)$/gm)];
  return lines.map(([, seconds, name]) => ({ name, seconds: Number(seconds) }));
}

function readDurations() {
  try {
    return JSON.parse(readFileSync(durations, "utf8"));
  } catch {
    // None was recorded, or another run is writing them: the order is of no other importance.
    return {};
  }
}

function writeDurations(added) {
  mkdirSync(join(root, "target"), { recursive: true });
  writeFileSync(durations, JSON.stringify({ ...readDurations(), ...added }, null, 2));
}
