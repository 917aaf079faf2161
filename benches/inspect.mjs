// Measures readings of IDs: the processor's time for an ID, in us. Each row is measured in a process of its own.
//   node benches/inspect.mjs             after npm run build; half a minute
//   node benches/inspect.mjs OTHER       also measures the package in the folder OTHER, in turns: the ratio of the two times

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { median, rounded } from "./lib/stats.mjs";
import { printTable } from "./lib/table.mjs";

const ROUNDS = 60;
const IN_LINE = 20;

const published = new URL("../tests/vectors/published/", import.meta.url);
const ids = readdirSync(published).flatMap((name) =>
  JSON.parse(readFileSync(new URL(name, published), "utf8")).map(({ id }) => String(id)),
);
const groups = ids.flatMap((_, at) => (at % IN_LINE === 0 ? [ids.slice(at, at + IN_LINE)] : []));
const lines = groups.map((group) => group.join(" "));

/** Each row reads all IDs once. */
const ROWS = {
  "inspect, the first candidate": ({ inspect }) => ids.forEach((id) => inspect(id, { minScore: 0.5 })),
  "inspect, all candidates": ({ inspect }) => ids.forEach((id) => inspect(id)),
  "scan, candidates not read": ({ scan }) => lines.forEach((line) => scan(line)),
  "scan, candidates read": ({ scan }) => lines.forEach((line) => scan(line).forEach((found) => found.candidates)),
  "inspectAll, columns of 20": ({ inspectAll }) => groups.forEach((group) => inspectAll(group)),
};

/** The median time of a row for an ID, for each package: the packages take turns. */
async function measure(row, folders) {
  const packages = await Promise.all(folders.map((folder) => import(pathToFileURL(`${folder}/inspect.js`).href)));
  const times = packages.map(() => []);
  for (let round = -ROUNDS / 4; round < ROUNDS; round += 1) {
    packages.forEach((entry, at) => {
      const started = process.cpuUsage();
      row(entry);
      const { user, system } = process.cpuUsage(started);
      if (round >= 0) times[at].push((user + system) / ids.length);
    });
  }
  return times.map(median);
}

const [other, chosen] = process.argv.slice(2);
const folders = [fileURLToPath(new URL("../dist", import.meta.url)), ...(other ? [resolve(other)] : [])];

if (chosen === undefined) {
  const rows = Object.keys(ROWS).map((name) => {
    const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), other ?? "", name]);
    const [time, before] = JSON.parse(String(output));
    return [name, rounded(time), ...(other ? [rounded(before), rounded(time / before, 2)] : [])];
  });
  printTable(`us of the processor for an ID, of ${ids.length} published IDs`, [
    ["", "here", ...(other ? ["there", "ratio"] : [])],
    ...rows,
  ]);
} else {
  console.log(JSON.stringify(await measure(ROWS[chosen], folders)));
}
