// The command line of the fuzzers: see README.md.

import { parseArgs } from "node:util";
import { campaign, replay } from "./lib/campaign.mjs";

// sno is last, because its last property has the longest trials.
const FUZZERS = ["generators", "texts", "scans", "overflows", "hostile", "translation", "sno"];

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string" },
    only: { type: "string" },
    path: { type: "string" },
  },
});

const all = [];
for (const name of FUZZERS) all.push(...(await import(`./${name}.mjs`)).properties);
const properties = all.filter(({ name }) => values.only === undefined || `${name}.`.startsWith(`${values.only}.`));
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const minutes = Number(values.minutes);

if (properties.length === 0 || !Number.isInteger(seed) || !(minutes > 0)) {
  console.error(`usage: npm run fuzz -- [--minutes N] [--seed S] [--only NAME [--path PATH]], where NAME is one of:`);
  for (const { name, about } of all) console.error(`  ${name.padEnd(22)} ${about}`);
  process.exitCode = 2;
} else if (values.path !== undefined) {
  const found = await replay(properties[0], { seed, path: values.path });
  console.error(found?.join("\n") ?? "no defect at this path");
  process.exitCode = found === undefined ? 0 : 1;
} else {
  console.error(`seed ${seed}, ${minutes} minutes: ${properties.map(({ name }) => name).join(", ")}`);
  const defects = await campaign(properties, { ms: minutes * 60_000, seed });
  process.exitCode = defects > 0 ? 1 : 0;
}
