// Runs suites of tests: `npm test` those that need npm and cargo only, `npm run test:full` those that need Debian's
// packages, `npm run test:long` the long forms of those that have one. Arguments are names of suites: npm test -- lint rust.

import { performance } from "node:perf_hooks";
import { build } from "./build.mjs";
import { requirePrograms } from "./debian.mjs";
import { runInLanes } from "./lanes.mjs";
import { CommandError, main, secondsSince } from "./run.mjs";
import { setup } from "./setup.mjs";
import { fullSuites, suites } from "./suites.mjs";
import { printTable } from "./table.mjs";

/** Each command: its suites, as rows of a table of suites, and what its option is. */
const COMMANDS = [
  { command: "npm test", about: "runs the suites that need npm and cargo only", rows: rowsOf(suites) },
  {
    option: "--full",
    command: "npm run test:full",
    about: "runs the suites that need Debian's packages",
    rows: rowsOf(fullSuites),
  },
  {
    option: "--long",
    command: "npm run test:long",
    about: "runs the long forms of suites",
    rows: rowsOf({ ...suites, ...fullSuites })
      .filter(({ long }) => long !== undefined)
      .map((row) => ({ ...row, run: row.long })),
  },
];

function rowsOf(table) {
  return Object.entries(table).map(([name, row]) => ({ name, ...row }));
}

function namesOf(rows) {
  return rows.map(({ name }) => name).join(", ");
}

/** The command that the arguments ask for, and its suites. Without names, these are all. */
function choose(args) {
  const asked = COMMANDS.find(({ option }) => option !== undefined && option === args[0]) ?? COMMANDS[0];
  const names = asked.option === undefined ? args : args.slice(1);
  const others = COMMANDS.filter((command) => command !== asked)
    .map(({ command, about, rows }) => `\`${command}\` ${about}: ${namesOf(rows)}.`)
    .join("\n");
  const unknown = names.find((name) => !asked.rows.some((row) => row.name === name));
  if (unknown !== undefined) {
    throw new CommandError(`there is no suite '${unknown}' here; there are ${namesOf(asked.rows)}.\n${others}`);
  }
  const rows = asked.rows.filter(({ name }) => names.length === 0 || names.includes(name));
  const omitted = asked.rows.filter((row) => !rows.includes(row));
  return { rows, hints: omitted.length > 0 ? `Not asked for: ${namesOf(omitted)}.\n${others}` : others };
}

function printRows(rows, prepared, all) {
  const sum = (numbers) => numbers.reduce((one, other) => one + other, prepared).toFixed(1);
  const count = rows.reduce((one, { tests }) => one + tests, 0);
  console.log();
  printTable([
    ["suite", "tests", "seconds", ""],
    ["set-up and build", "", prepared.toFixed(1), ""],
    ...rows.map(({ name, tests, seconds, state }) => [
      name,
      tests > 0 ? String(tests) : "",
      state === "not run" ? "" : seconds.toFixed(1),
      state === "ok" ? "" : state,
    ]),
    ["sum", String(count), sum(rows.map(({ seconds }) => seconds)), ""],
    ["from start to end", "", all, ""],
  ]);
}

await main(async () => {
  const { rows: chosen, hints } = choose(process.argv.slice(2));
  // First, because it is quick to fail.
  await requirePrograms([...new Set(chosen.flatMap(({ needs = [] }) => needs))]);
  const begin = performance.now();
  await setup();
  await build();
  const prepared = Number(secondsSince(begin));
  const { rows, error } = await runInLanes(chosen);
  printRows(rows, prepared, secondsSince(begin));
  console.log(hints);
  if (error !== undefined) throw error;
});
