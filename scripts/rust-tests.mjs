// Runs tests of Rust and counts them.

import { countTests } from "./output.mjs";
import { CommandError, run } from "./run.mjs";

/** Runs `cargo test` with these arguments; resolves to how many tests have passed. */
export async function testRust(args, env = {}) {
  return counted(await run("cargo", ["test", ...args], { quiet: true, env }));
}

/** How many tests have passed in an output of `cargo test`. Throws an error if no test was run. */
export function counted(output) {
  const results = [...output.matchAll(/^test result: ok\. (\d+) passed/gm)];
  const count = results.reduce((sum, [, passed]) => sum + Number(passed), 0);
  if (count === 0) throw new CommandError(`no test was run:\n${output}`);
  countTests(count);
  return `${count} tests`;
}
