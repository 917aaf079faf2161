// Reads numbers whose truth is known with the packed package: npm run populations -- --seed 2. With the
// first argument `columns`, it judges columns of them. See docs/testing.md.

import { build } from "./build.mjs";
import { consumer, installAsUser } from "./consumer.mjs";
import { main, run, step } from "./run.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup();
  await build();
  await step("pack and install the package", installAsUser);
  const [first, ...rest] = process.argv.slice(2);
  const program =
    first === "columns" ? ["populations/columns.mjs", ...rest] : ["populations/run.mjs", ...process.argv.slice(2)];
  await run("node", program, { cwd: consumer });
});
