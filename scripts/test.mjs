// Runs suites of tests: `npm test` runs the suites that need only npm and cargo, `npm run test:full` the suites that
// need Debian's packages, and `npm run test:long` the long forms of suites. Arguments are names of suites: npm test --
// lint rust. Words after a name choose the suite's files of tests whose names contain one of them: npm test -- package
// texts.

import { performance } from "node:perf_hooks";
import { build } from "./build.mjs";
import { requirePrograms } from "./debian.mjs";
import { runInLanes } from "./suites/lanes.mjs";
import { isChosen } from "./suites/node-tests.mjs";
import { CommandError, main, secondsSince } from "./run.mjs";
import { setup } from "./setup.mjs";
import { fullSuites, suites } from "./suites/suites.mjs";
import { printTable } from "./table.mjs";

/** Each command: its suites, as rows of a table of suites, and its option. */
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
      .map((row) => ({ ...row, run: row.long, files: undefined })),
  },
];

function rowsOf(table) {
  return Object.entries(table).map(([name, row]) => ({ name, ...row }));
}

function namesOf(rows) {
  return rows.map(({ name }) => name).join(", ");
}

/**
 * The command that the arguments ask for, and its suites with the words for each. Without names, these are all suites.
 */
function choose(args) {
  const asked = COMMANDS.find(({ option }) => option !== undefined && option === args[0]) ?? COMMANDS[0];
  const others = COMMANDS.filter((command) => command !== asked)
    .map(({ command, about, rows }) => `\`${command}\` ${about}: ${namesOf(rows)}.`)
    .join("\n");
  /** The words of each named suite. */
  const named = new Map();
  let last;
  for (const word of asked.option === undefined ? args : args.slice(1)) {
    const row = asked.rows.find(({ name }) => name === word);
    if (row !== undefined) {
      last = row;
      if (!named.has(row)) named.set(row, []);
    } else if (last === undefined) {
      throw new CommandError(`there is no suite '${word}' here; there are ${namesOf(asked.rows)}.\n${others}`);
    } else {
      checkWord(last, word, namesOf(asked.rows));
      named.get(last).push(word);
    }
  }
  const rows = named.size > 0 ? asked.rows.filter((row) => named.has(row)) : asked.rows;
  const omitted = asked.rows.filter((row) => !rows.includes(row));
  return {
    rows: rows.map((row) => ({ ...row, run: () => row.run(named.get(row) ?? []) })),
    hints: omitted.length > 0 ? `Not asked for: ${namesOf(omitted)}.\n${others}` : others,
  };
}

/** Throws an error if a word chooses no file of a suite. */
function checkWord({ name, files }, word, suiteNames) {
  const all = files?.();
  if (all?.some((file) => isChosen(file, [word]))) return;
  const is = `'${word}' is neither a suite (${suiteNames})`;
  throw new CommandError(
    all === undefined
      ? `${is}, nor a part of '${name}', which is run as a whole.`
      : `${is}, nor in the name of a file of '${name}': ${all.map((file) => file.replace(/\.test\.[cm]js$/, "")).join(", ")}.`,
  );
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
  // The programs are checked first, because this check fails quickly.
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
