// Runs the packed package on every runtime and prints one table of them: npm run test:runtimes

import { build } from "./build.mjs";
import { requirePrograms } from "./debian.mjs";
import { main, run } from "./run.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await requirePrograms(["CHROMIUM", "FIREFOX", "MINIBROWSER", "XVFB"]);
  await setup();
  await build();
  await run("node", ["tests/runtimes/run.mjs", ...process.argv.slice(2)]);
});
