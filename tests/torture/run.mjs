// The command line of the torture: see README.md.

import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { canMount, HAS_OWN_MOUNTS, OWN_MOUNTS } from "./lib/disk.mjs";
import { torture } from "./lib/torture.mjs";
import { STORES } from "./stores.mjs";

const USAGE = `usage: npm run torture -- [--store ${Object.keys(STORES).join("|")}]
                         [--minutes N] [--ids N] [--seed N] [--children N] [--seats N]
                         [--chart FILE.svg] [--faketime PROGRAM]`;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    ids: { type: "string" },
    seed: { type: "string" },
    children: { type: "string", default: "16" },
    seats: { type: "string" },
    chart: { type: "string" },
    faketime: { type: "string" },
    store: { type: "string", default: "file" },
  },
});

const minutes = Number(values.minutes);
const ids = Number(values.ids ?? Math.round(minutes * 1_000_000));
const [seed, children] = [values.seed ?? Date.now() % 2 ** 31, values.children].map(Number);
// There are more seats than children, because the window of a killed child has not ended when the child is replaced.
const seats = Number(values.seats ?? Math.ceil(1.5 * children));
const isValid =
  minutes > 0 &&
  [ids, seed].every(Number.isInteger) &&
  [children, seats].every((count) => Number.isInteger(count) && count > 0 && count <= 1024) &&
  Object.hasOwn(STORES, values.store);

if (!isValid) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (STORES[values.store].needsMounts && process.env[HAS_OWN_MOUNTS] === undefined && canMount()) {
  process.exitCode = await runWithMounts();
} else {
  console.error(
    `seed ${seed}, ${minutes} minutes, at least ${ids} IDs, ${children} children, ${seats} seats, ${values.store}`,
  );
  const print = (line) => console.error(line);
  const preload = faketimeLibrary(values.faketime);
  // The signals end this process by `exit`, so that the children are ended too.
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const { store, chart: chartFile } = values;
  const isSound = await torture({ minutes, ids, seed, children, seats, store, chartFile, preload, print });
  process.exitCode = isSound ? 0 : 1;
}

/** Runs this program again, where it may mount a disk that only it sees. */
function runWithMounts() {
  const [command, ...args] = OWN_MOUNTS;
  const program = [process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(command, [...args, ...program], {
    stdio: "inherit",
    env: { ...process.env, [HAS_OWN_MOUNTS]: "1" },
  });
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
}

/** The library that the program `faketime` loads into processes. */
function faketimeLibrary(program) {
  if (program === undefined) return undefined;
  const { stdout } = spawnSync(program, ["-m", "-f", "+0", "printenv", "LD_PRELOAD"], { encoding: "utf8" });
  if (stdout) return stdout.trim();
  throw new Error(`'${program}' cannot be run: on Debian, apt-get install faketime`);
}
