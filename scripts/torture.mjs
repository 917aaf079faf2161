// Disturbs processes that make IDs of leases of the packed package, and looks for repeats:
// npm run torture -- --minutes 30. See tests/torture/README.md.

import { build } from "./build.mjs";
import { consumer, installAsUser } from "./consumer.mjs";
import { main, run, step } from "./run.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup();
  await build();
  await step("pack and install the package", installAsUser);
  await run("node", ["torture/run.mjs", ...process.argv.slice(2)], { cwd: consumer });
});
