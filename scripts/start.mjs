// Sets up, builds, makes and decodes an ID of every format, and compares published IDs with their published dates.

import { build } from "./build.mjs";
import { CommandError, main } from "./run.mjs";
import { setup } from "./setup.mjs";
import { madeNow, published } from "./show.mjs";
import { printTable } from "./table.mjs";

await main(async () => {
  await setup();
  await build();
  const flakekit = await import("../dist/index.js");
  console.log();
  printTable(madeNow(flakekit));
  console.log();
  const rows = published(flakekit);
  printTable(rows);
  if (rows.flat().some((cell) => cell.startsWith("WRONG"))) throw new CommandError("a published ID was decoded wrong");
  console.log("\nMore: node dist/cli.js --help; tests: npm test");
});
