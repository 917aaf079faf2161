// The command line of the torture of IDs that PostgreSQL makes: see ../README.md.

import { parseArgs } from "node:util";
import { tortureDatabase } from "./torture.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    clients: { type: "string", default: "32" },
    seed: { type: "string" },
  },
});

const [minutes, clients] = [values.minutes, values.clients].map(Number);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
if (!(minutes > 0) || !Number.isInteger(clients) || clients < 1 || clients > 128 || !Number.isInteger(seed)) {
  console.error("usage: npm run torture -- database [--minutes N] [--clients N] [--seed N]");
  process.exitCode = 2;
} else {
  // The signals end this process by `exit`, so that the server is ended too.
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  console.error(`seed ${seed}, ${minutes} minutes, ${clients} clients`);
  const print = (line) => console.error(line);
  const found = await tortureDatabase({ ms: minutes * 60_000, clients, seed, print });
  process.exitCode = found.repeats + found.descents + found.lost + found.problems.length === 0 ? 0 : 1;
}
