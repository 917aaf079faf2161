// Counts the instructions of the core's functions with valgrind's callgrind. The counts are reproducible, so the effect
// of a change is visible in comparison with instructions.json.
//
//   node benches/instructions.mjs           counts and compares
//   node benches/instructions.mjs --write   counts, compares and records

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError, main, root, run } from "../scripts/run.mjs";
import { printTable } from "./lib/table.mjs";

const record = fileURLToPath(new URL("instructions.json", import.meta.url));
const binary = join(root, "target", "release", "count");

/** The work is counted for two numbers of repetitions. The difference excludes the start of the process. */
const [FEW, MANY] = [10_000, 30_000];

async function instructions(name, times) {
  const options = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];
  const output = await run("valgrind", [...options, binary, name, String(times)], { quiet: true });
  return Number(output.match(/Collected : (\d+)/)[1]);
}

/** Returns the instructions per repetition of each piece of work. */
async function count() {
  const names = (await run(binary, [], { quiet: true })).trim().split("\n");
  const counted = {};
  for (const name of names) {
    const difference = (await instructions(name, MANY)) - (await instructions(name, FEW));
    counted[name] = Number((difference / (MANY - FEW)).toFixed(1));
  }
  return counted;
}

function print(counted, recorded) {
  const rows = Object.entries(counted).map(([name, now]) => {
    const before = recorded[name];
    return [name, now, before ?? "-", before === undefined ? "-" : `${(((now - before) / before) * 100).toFixed(1)} %`];
  });
  printTable("Instructions", [["", "now", "recorded", "change"], ...rows]);
}

await main(async () => {
  await run("valgrind", ["--version"], { quiet: true }).catch(() => {
    throw new CommandError("valgrind is not found: install it, then run this again");
  });
  await run("cargo", ["build", "--quiet", "--profile", "bench", "-p", "flakekit-native", "--bin", "count"]);
  const counted = await count();
  print(counted, existsSync(record) ? JSON.parse(readFileSync(record, "utf8")).instructions : {});
  if (!process.argv.includes("--write")) return;
  const [rust] = (await run("rustc", ["--version"], { quiet: true })).match(/[\d.]+/);
  const about = {
    command: "node benches/instructions.mjs --write",
    rust,
    target: `${process.arch} ${process.platform}`,
  };
  writeFileSync(record, `${JSON.stringify({ ...about, instructions: counted }, null, 2)}\n`);
});
