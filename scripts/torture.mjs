// Disturbs processes that make IDs of leases of the packed package, and looks for repeats:
// npm run torture -- --minutes 30. `npm run torture -- database` disturbs clients of a PostgreSQL that makes IDs itself, and
// `npm run torture -- serve` attacks a `flakekit serve`, and `-- many` opens generators that all differ. See tests/torture/README.md.

import { resolve } from "node:path";
import { build } from "./build.mjs";
import { consumer, installAsUser } from "./consumer.mjs";
import { requirePrograms } from "./debian.mjs";
import { main, run, step } from "./run.mjs";
import { installTorture, tortured } from "./suites/servers.mjs";
import { setup } from "./setup.mjs";

/** The stores whose clients are in target/servers, and the programs that each store needs. */
const NEEDS = {
  mysql: ["MARIADB", "MARIADB_INSTALL_DB"],
  "mysql-constant": ["MARIADB", "MARIADB_INSTALL_DB"],
  postgres: ["POSTGRES"],
  redis: ["REDIS_SERVER"],
  "redis-durable": ["REDIS_SERVER"],
  sqlite: [],
};

/** The value of an option, and its place among the arguments. */
function option(args, name) {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  const isApart = args[at] === name;
  return { at, isApart, value: isApart ? args[at + 1] : args[at]?.slice(name.length + 1) };
}

/** The path of the chart is relative to this process's directory, but the torture runs in another directory. */
function withChartHere(args) {
  const { at, isApart, value } = option(args, "--chart");
  return value === undefined ? args : args.toSpliced(at, isApart ? 2 : 1, `--chart=${resolve(value)}`);
}

async function tortureDatabase(args) {
  await requirePrograms(["FAKETIME_PROGRAM", "POSTGRES"]);
  await setup();
  await build();
  await step("pack and install the package, and the clients of servers", installTorture);
  await run("node", ["database/run.mjs", ...args], { cwd: tortured });
}

/** Runs a program of tests/torture/ that attacks the package by itself. */
async function attack(program, args) {
  await setup();
  await build();
  await step("pack and install the package", installAsUser);
  await run("node", [`torture/${program}.mjs`, ...args], { cwd: consumer });
}

await main(async () => {
  const args = process.argv.slice(2);
  if (args[0] === "serve" || args[0] === "many") return attack(args[0], args.slice(1));
  if (args[0] === "database") return tortureDatabase(args.slice(1));
  const needs = NEEDS[option(args, "--store").value];
  if (needs !== undefined) await requirePrograms(needs);
  await setup();
  await build();
  if (needs === undefined) {
    await step("pack and install the package", installAsUser);
    await run("node", ["torture/run.mjs", ...withChartHere(args)], { cwd: consumer });
  } else {
    await step("pack and install the package, and the clients of servers", installTorture);
    await run("node", ["run.mjs", ...withChartHere(args)], { cwd: tortured });
  }
});
