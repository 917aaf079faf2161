// Runs suites of tests: `npm test` those that need npm and cargo only, `npm run test:full` those that need Debian's
// packages. Arguments are names of suites: npm test -- lint rust. The first suite that fails ends the run.

import { performance } from "node:perf_hooks";
import { build } from "./build.mjs";
import { requirePrograms } from "./debian.mjs";
import { CommandError, main, secondsSince } from "./run.mjs";
import { setup } from "./setup.mjs";
import { fullSuites, suites } from "./suites.mjs";
import { printTable } from "./table.mjs";

const [full, ...rest] = process.argv[2] === "--full" ? process.argv.slice(2) : [undefined, ...process.argv.slice(2)];

const these = full ? Object.fromEntries(Object.entries(fullSuites).map(([name, { run }]) => [name, run])) : suites;
const other = full
  ? `\`npm test\` runs the suites that need npm and cargo only: ${Object.keys(suites).join(", ")}.`
  : `\`npm run test:full\` runs the suites that need Debian's packages: ${Object.keys(fullSuites).join(", ")}.`;

/** Runs suites and returns the rows of the table: name, seconds or what happened instead. */
async function runSuites(names) {
  const rows = names.map((name) => ({ name, outcome: "not run" }));
  for (const row of rows) {
    const begin = performance.now();
    console.error(`\n${row.name}`);
    try {
      await these[row.name]();
      row.outcome = secondsSince(begin);
    } catch (error) {
      row.outcome = `${secondsSince(begin)} FAILED`;
      row.error = error;
      break;
    }
  }
  return rows;
}

await main(async () => {
  const unknown = rest.find((name) => !Object.hasOwn(these, name));
  if (unknown) {
    throw new CommandError(
      `there is no suite '${unknown}' here; there are ${Object.keys(these).join(", ")}.\n${other}`,
    );
  }
  const names = rest.length > 0 ? rest : Object.keys(these);
  // First, because it is quick to fail.
  if (full) await requirePrograms([...new Set(names.flatMap((name) => fullSuites[name].needs))]);
  const begin = performance.now();
  await setup();
  await build();
  const prepared = secondsSince(begin);
  const rows = await runSuites(names);
  console.log();
  printTable([
    ["suite", "seconds"],
    ["set-up and build", prepared],
    ...rows.map(({ name, outcome }) => [name, outcome]),
    ["all", secondsSince(begin)],
  ]);
  const omitted = Object.keys(these).filter((name) => !names.includes(name));
  if (omitted.length > 0) console.log(`Not asked for: ${omitted.join(", ")}.`);
  console.log(other);
  const failed = rows.find(({ error }) => error);
  if (failed) throw failed.error;
});
