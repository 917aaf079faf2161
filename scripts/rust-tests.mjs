// Runs tests of Rust and counts them.

import { countTests } from "./output.mjs";
import { CommandError, run } from "./run.mjs";

/** Runs `cargo test` with these arguments; resolves to how many tests have passed. Throws an error if there was none. */
export async function testRust(args, env = {}) {
  const output = await run("cargo", ["test", ...args], { quiet: true, env });
  const results = [...output.matchAll(/^test result: ok\. (\d+) passed/gm)];
  const count = results.reduce((sum, [, passed]) => sum + Number(passed), 0);
  if (count === 0) throw new CommandError(`no test was run:\n${output}`);
  countTests(count);
  return `${count} tests`;
}
