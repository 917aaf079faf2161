// The time that the command takes to read a file of 100 000 lines: JSON with an ID in each, with and without `--field`, and
// a column whose numbers a spreadsheet has shortened.
//   node benches/command.mjs             after npm run build; half a minute
//   node benches/command.mjs ../other/dist/cli.js    measures another build

import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { twitter } from "../dist/index.js";
import { grouped, printTable } from "./lib/table.mjs";

const LINES = 100_000;
const command = resolve(process.argv[2] ?? fileURLToPath(new URL("../dist/cli.js", import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), "flakekit-command-"));

const lineOf = (i) => {
  const id = twitter.encode({ timestamp: Date.UTC(2022, 5, 28) + i * 1000, machineId: i % 1024, sequence: i % 7 });
  return JSON.stringify({ id: String(id), user: { name: "x" }, text: `hello number ${i}`, n: i });
};

/** Writes the seconds of the processor that the command took to the file descriptor 3: other programs do not change them much. */
const MEASURED =
  "data:text/javascript,import { writeSync } from 'node:fs';" +
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(3, String(user + system)); })";

const INPUTS = {
  "JSON lines": (i) => lineOf(i),
  "1.45619E+18": () => "1.45619E+18",
};

const ROWS = [
  ["JSON lines", "decode", "twitter", "--field", "id"],
  ["JSON lines", "decode", "twitter"],
  ["JSON lines", "scan"],
  ["JSON lines", "scan", "--json"],
  ["JSON lines", "scan", "--format", "twitter"],
  ["JSON lines", "inspect", "--field", "id", "--format", "twitter"],
  ["JSON lines", "inspect", "--field", "id"],
  ["1.45619E+18", "decode", "twitter"],
  ["1.45619E+18", "inspect", "--format", "twitter"],
  ["1.45619E+18", "scan"],
];

try {
  const table = [["input", "command", "s of processor time", "us a line", "lines on standard error", "exit code"]];
  for (const [input, ...args] of ROWS) {
    const file = join(folder, "input");
    writeFileSync(file, Array.from({ length: LINES }, (_, i) => `${INPUTS[input](i)}\n`).join(""));
    const stdin = openSync(file, "r");
    const run = spawnSync(process.execPath, ["--import", MEASURED, command, ...args], {
      stdio: [stdin, "ignore", "pipe", "pipe"],
      encoding: "utf8",
      maxBuffer: 1 << 30,
    });
    closeSync(stdin);
    const us = Number(run.output[3]);
    const said = run.stderr.split("\n").length - 1;
    const cost = (us / LINES).toFixed(1);
    table.push([input, args.join(" "), (us / 1e6).toFixed(2), cost, grouped(said), run.status]);
  }
  printTable(`${grouped(LINES)} lines, Node ${process.versions.node}`, table);
} finally {
  rmSync(folder, { recursive: true });
}
