// Runs the packed package on many runtimes: packs dist/, extracts the tarball into the folder of each group, runs the
// group's rows, and prints one table. Arguments are names of groups; without arguments, all groups run.

import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installProject, pack } from "../../scripts/install.mjs";
import { printTable } from "../../scripts/table.mjs";
import { CommandError, main, root, step } from "../../scripts/run.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const work = join(root, "target", "runtimes");
const groups = readdirSync(here).filter((name) => existsSync(join(here, name, "rows.mjs")));

/** The files that rows of several groups use. */
const SHARED = ["check.mjs", "entry-checks.mjs", "entry-programs.mjs", "entry-server.mjs", "instant.mjs"];

/** Makes the folder in which a group's rows run. */
async function prepare(group, tarball) {
  const folder = join(work, group);
  mkdirSync(folder, { recursive: true });
  await installProject(join(here, group), folder, tarball);
  for (const name of SHARED) copyFileSync(join(here, name), join(folder, name));
  return folder;
}

/** How many rows run at the same time: most of them start a program and wait for it. */
const AT_ONCE = 2;

/** Runs the rows of a group; resolves to the outcome of each. */
async function runGroup(group, tarball) {
  let folder;
  try {
    await step(`${group}: install`, async () => void (folder = await prepare(group, tarball)));
  } catch (error) {
    return [
      { where: group, how: "install", error: `${error.message}\nTo try only this, run npm ci in ${join(here, group)}` },
    ];
  }
  const { rows } = await import(pathToFileURL(join(folder, "rows.mjs")));
  const left = rows.entries();
  const outcomes = [];
  const runner = async () => {
    for (const [index, row] of left) outcomes[index] = await outcomeOf(row, { tarball, folder });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runner));
  return outcomes;
}

/** Runs a row; resolves to its result, or to its error. */
async function outcomeOf({ where, how, run }, context) {
  const outcome = { where, how };
  try {
    await step(`${where}, ${how}`, async () => {
      Object.assign(outcome, await run(context));
      return outcome.version;
    });
  } catch (error) {
    outcome.error = error instanceof CommandError ? error.message : error.stack;
    if (outcome.error.includes("ENOENT")) outcome.error += `\nIf a program is missing, run npm ci in ${context.folder}`;
  }
  return outcome;
}

function printOutcomes(outcomes) {
  const cells = outcomes.map(({ where, how, version = "", loads = "", error }) => [
    ...[where, how, version, loads],
    error === undefined ? "ok" : "FAILED",
  ]);
  const table = [["where", "how", "version", "what is loaded", "result"], ...cells];
  printTable(table);
}

await main(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !groups.includes(name));
  if (unknown) throw new CommandError(`there is no group '${unknown}'; there are ${groups.join(", ")}`);
  const chosen = wanted.length > 0 ? wanted : groups;
  // In the folder of a group, because suites that run side by side run groups of their own.
  const tarball = await pack(join(work, chosen[0]));
  const outcomes = [];
  for (const group of chosen) outcomes.push(...(await runGroup(group, tarball)));
  printOutcomes(outcomes);
  const failed = outcomes.filter(({ error }) => error !== undefined);
  for (const { where, how, error } of failed) console.error(`\n${where}, ${how}:\n${error}`);
  if (failed.length > 0) throw new CommandError(`\n${failed.length} of ${outcomes.length} rows failed`);
  console.log(`${outcomes.length} rows passed`);
});
