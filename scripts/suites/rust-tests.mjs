// Runs tests of Rust and counts them.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isChosen } from "./node-tests.mjs";
import { countTests } from "../output.mjs";
import { CommandError, root, run } from "../run.mjs";

/** The modules of a binary of tests in tests/. Each is a file or a folder. */
export function rustFiles(binary) {
  const names = readdirSync(join(root, "tests", binary)).map((name) => name.replace(/\.rs$/, ""));
  return names.filter((name) => name !== "main" && name !== "support");
}

/** The arguments of cargo with which it runs only the tests of the modules whose names contain one of the words. */
export function rustFilter(binary, words) {
  if (words.length === 0) return [];
  const modules = rustFiles(binary).filter((name) => isChosen(name, words));
  return ["--test", binary, "--", ...modules.map((name) => `${name}::`)];
}

/**
 * Runs `cargo test` with these arguments; resolves to the count of tests that have passed. Throws an error if no test
 * has passed.
 */
export async function testRust(args, env = {}) {
  const output = await run("cargo", ["test", ...args], { quiet: true, env });
  const results = [...output.matchAll(/^test result: ok\. (\d+) passed/gm)];
  const count = results.reduce((sum, [, passed]) => sum + Number(passed), 0);
  if (count === 0) throw new CommandError(`no test was run:\n${output}`);
  countTests(count);
  return `${count} tests`;
}
