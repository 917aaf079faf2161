// Runs the benchmarks: npm run bench -- [--quick] [--only <text>] [--add <text>] [<section> …]
// Prints a table for each section and writes results/<section>.json.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { CommandError, main } from "../scripts/run.mjs";
import { nodes } from "./lib/process.mjs";
import { prepare } from "./setup.mjs";

const SECTIONS = [
  "targets",
  "capacity",
  "growth",
  "many",
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

/**
 * Writes the results. Only results of complete runs are committed, and rows that `--add` has added to them. All other
 * results are written to another folder.
 */
function write(section, rows, { quick, only, add }) {
  const folder = quick || only ? "results/quick" : "results";
  const file = fileURLToPath(new URL(`${folder}/${section}.json`, import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  const option = Object.entries({ only, add }).find(([, text]) => text);
  const about = {
    command: `npm run bench -- ${section}${quick ? " --quick" : ""}${option ? ` --${option.join(" ")}` : ""}`,
    date: new Date().toISOString().slice(0, 10),
    node: nodes[0].version,
    platform: `${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model ?? "?"}`,
  };
  const results = add ? added(JSON.parse(readFileSync(file, "utf8")), about, rows) : { about, rows };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

/** Results with rows of another run, which replace the rows with their names, or stand at the end. */
function added({ about, rows }, { command, date }, others) {
  const left = rows.filter(({ name }) => !others.some((other) => other.name === name));
  return { about, rows: [...left, ...others.map((row) => ({ ...row, added: { command, date } }))] };
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      add: { type: "string", default: "" },
    },
  });
  if (values.add && (values.quick || values.only)) throw new CommandError("--add takes neither --quick nor --only");
  const unknown = positionals.find((name) => !SECTIONS.includes(name));
  if (unknown) throw new CommandError(`there is no section '${unknown}'; there are ${SECTIONS.join(", ")}`);
  await prepare();
  const all = SECTIONS.filter((name) => !(values.quick && SLOW.includes(name)));
  for (const name of positionals.length > 0 ? positionals : all) {
    // Imported late, because `prepare` installs the section's dependencies.
    const section = await import(`./sections/${name}.mjs`);
    const rows = await section.measure({ ...values, only: values.add || values.only });
    section.print(rows);
    write(name, rows, values);
  }
});
