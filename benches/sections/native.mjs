// The core by itself, as Rust has it: criterion's medians.

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "../../scripts/run.mjs";
import { rounded } from "../lib/stats.mjs";
import { printTable } from "../lib/table.mjs";

const found = join(root, "target", "criterion");

/** What is aimed at, in ns: the Go reference of sno, vectorised, takes 2.8 and 9. */
const AT_MOST = { "sno encode": 3, "sno decode": 5 };

export async function measure({ quick, only }) {
  rmSync(found, { recursive: true, force: true });
  const options = [...(quick ? ["--quick"] : ["--noplot"]), ...(only ? [only] : [])];
  await run("cargo", ["bench", "--quiet", "-p", "flakekit-native", "--bench", "core", "--", ...options], {
    quiet: true,
  });
  const read = (folder, file) => JSON.parse(readFileSync(join(found, folder, "new", file), "utf8"));
  const measured = readdirSync(found)
    .filter((folder) => folder !== "report")
    .map((folder) => {
      const { full_id: name } = read(folder, "benchmark.json");
      const { median } = read(folder, "estimates.json");
      const row = { name, ns: rounded(median.point_estimate) };
      return name in AT_MOST ? { ...row, atMost: AT_MOST[name], met: row.ns <= AT_MOST[name] } : row;
    });
  return measured;
}

export function table(measured) {
  const head = ["natively", "ns", "at most", "met"];
  const rows = measured.map(({ name, ns, atMost, met }) => [
    name,
    ns,
    ...(atMost === undefined ? ["", ""] : [atMost, met ? "yes" : "NO"]),
  ]);
  return [head, ...rows];
}

export function print(measured) {
  printTable("The core, natively", table(measured));
}
