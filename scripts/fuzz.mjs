// Runs the fuzzers on the packed package: npm run fuzz -- --minutes 60 --seed 1. See tests/fuzz/README.md.

import { build } from "./build.mjs";
import { consumer, installAsUser, WITHOUT_WASM } from "./consumer.mjs";
import { main, run, step } from "./run.mjs";
import { setup } from "./setup.mjs";

const NO_WASM = "--no-wasm";

await main(async () => {
  await setup();
  await build();
  await step("pack and install the package", installAsUser);
  const given = process.argv.slice(2);
  const flags = given.includes(NO_WASM) ? [WITHOUT_WASM] : [];
  await run("node", [...flags, "fuzz/run.mjs", ...given.filter((one) => one !== NO_WASM)], { cwd: consumer });
});
