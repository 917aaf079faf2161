// Runs the fuzzers on the packed package: npm run fuzz -- --minutes 60 --seed 1. See tests/fuzz/README.md.

import { build } from "./build.mjs";
import { consumer, installAsUser } from "./consumer.mjs";
import { main, run, step } from "./run.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup();
  await build();
  await step("pack and install the package", installAsUser);
  await run("node", ["fuzz/run.mjs", ...process.argv.slice(2)], { cwd: consumer });
});
