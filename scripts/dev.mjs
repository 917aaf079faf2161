// Builds and tests what changes, at each change: without minifying, and only the WebAssembly modules that the change reaches.
//
//   npm run dev                the tests that belong to what was changed
//   npm run dev -- texts       always the tests whose paths contain a word

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { buildForDevelopment } from "./build.mjs";
import { consumer, refresh, rooms } from "./consumer.mjs";
import { planFor, WATCHED } from "./dev/plan.mjs";
import { CommandError, main, root, secondsSince, step } from "./run.mjs";
import { setup } from "./setup.mjs";
import { isChosen, nodeTests, testFiles } from "./suites/node-tests.mjs";
import { rustFilter, testRust } from "./suites/rust-tests.mjs";

/** How long it takes at most until a change is seen, in ms. */
const PAUSE_MS = 200;

const words = process.argv.slice(2);

/** Builds and tests what files that have changed reach. Prints a failure. Returns whether there was none. */
async function handle(changed) {
  const plan = planFor(changed, textsOfTests());
  try {
    if (plan.native.length > 0) await step("Rust, natively", () => testRust(nativeTests(plan.native)));
    if (plan.builds) await buildForDevelopment(plan);
    await refresh();
    await runTests(words.length > 0 ? filesNamed(words) : plan.tests);
    return true;
  } catch (error) {
    // esbuild's errors have a list of what is wrong, which it has printed.
    console.error(error instanceof CommandError || error.errors !== undefined ? error.message : error);
    return false;
  }
}

async function runTests(files) {
  if (files.length === 0) return;
  await step("tests", () => nodeTests(".", { cwd: consumer, rooms, words: files }));
}

/** The arguments of cargo for the tests of modules; for all modules, if no module of tests has one of the names. */
function nativeTests(names) {
  const filter = rustFilter("rust", names);
  return ["--package", "flakekit", "--features", "hidden", ...(filter.length > 3 ? filter : ["--test", "rust"])];
}

const allFiles = () => testFiles(join(root, "tests", "js"), rooms);

const filesNamed = (words) => (words.length === 0 ? [] : allFiles().filter((file) => isChosen(file, words)));

/** The files of tests of the package, with their texts. */
const textsOfTests = () =>
  Object.fromEntries(allFiles().map((file) => [file, readFileSync(join(root, "tests", "js", file), "utf8")]));

/** Files that are written by the build, and files of other kinds. */
const isSource = (path) => /\.([cm]?[jt]s|rs)$/.test(path) && !/[\\/](core|generated|target)[\\/]/.test(path);

/** The times of all watched files by their paths. */
function timesOfFiles() {
  const paths = WATCHED.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
  );
  return new Map(
    paths.filter(isSource).map((path) => [path, statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs]),
  );
}

/**
 * Returns a function that resolves to the paths of files that have changed since its last call. It looks at the times of all files, which
 * takes a few ms, because `fs.watch` of Node 20 says nothing of a file that stands in the place of another one.
 */
function changesOfFiles() {
  let known = timesOfFiles();
  return async () => {
    for (;;) {
      const times = timesOfFiles();
      const changed = [...times.keys()].filter((path) => times.get(path) !== known.get(path));
      known = times;
      if (changed.length > 0) return changed;
      await sleep(PAUSE_MS);
    }
  };
}

await main(async () => {
  await setup();
  await buildForDevelopment();
  await refresh();
  await runTests(filesNamed(words));
  const changes = changesOfFiles();
  // A failure is mended by a change of any file, so the files that have failed are built and tested again.
  let failed = [];
  for (;;) {
    console.log("\nwaiting for a change of a file; Ctrl-C ends");
    const changed = await changes();
    const begin = performance.now();
    const reached = [...new Set([...failed, ...changed])];
    failed = (await handle(reached)) ? [] : reached;
    console.log(`${secondsSince(begin)} s after ${changed.join(", ")} was saved`);
  }
});
