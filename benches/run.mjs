// Runs the benchmarks: npm run bench -- [--quick] [--only <text>] [<section> …]
// Prints a table for each section and writes results/<section>.json.

import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { CommandError, main } from "../scripts/run.mjs";
import { prepare } from "./setup.mjs";

const SECTIONS = [
  "targets",
  "capacity",
  "growth",
  "start",
  "peers",
  "leases",
  "serve",
  "faults",
  "features",
  "page",
  "native",
];
/** Sections that a quick run skips unless they are named, because they need a long compilation. */
const SLOW = ["native"];

/** Writes the results. Only those of complete runs are committed. Others are written to another folder. */
function write(section, rows, { quick, only }) {
  const folder = quick || only ? "results/quick" : "results";
  const file = fileURLToPath(new URL(`${folder}/${section}.json`, import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  const about = {
    command: `npm run bench -- ${section}${quick ? " --quick" : ""}${only ? ` --only ${only}` : ""}`,
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model ?? "?"}`,
  };
  writeFileSync(file, `${JSON.stringify({ about, rows }, null, 2)}\n`);
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: "boolean", default: false }, only: { type: "string", default: "" } },
  });
  const unknown = positionals.find((name) => !SECTIONS.includes(name));
  if (unknown) throw new CommandError(`there is no section '${unknown}'; there are ${SECTIONS.join(", ")}`);
  await prepare();
  const all = SECTIONS.filter((name) => !(values.quick && SLOW.includes(name)));
  for (const name of positionals.length > 0 ? positionals : all) {
    // Imported late, because `prepare` installs the section's dependencies.
    const section = await import(`./sections/${name}.mjs`);
    const rows = await section.measure(values);
    section.print(rows);
    write(name, rows, values);
  }
});
