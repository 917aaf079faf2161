// The native core: criterion's medians.

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "../../scripts/run.mjs";
import { rounded } from "../lib/stats.mjs";
import { printTable } from "../lib/table.mjs";

const reports = join(root, "target", "criterion");

/** The targets in ns. sno's vectorised reference implementation in Go takes 2.8 and 9. */
const AT_MOST = { "sno encode": 3, "sno decode": 5 };

export async function measure({ quick, only }) {
  rmSync(reports, { recursive: true, force: true });
  const options = [...(quick ? ["--quick"] : ["--noplot"]), ...(only ? [only] : [])];
  await run("cargo", ["bench", "--quiet", "-p", "flakekit-native", "--bench", "core", "--", ...options], {
    quiet: true,
  });
  const read = (folder, file) => JSON.parse(readFileSync(join(reports, folder, "new", file), "utf8"));
  const measured = readdirSync(reports)
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
  const head = ["native", "ns", "target", "met"];
  const rows = measured.map(({ name, ns, atMost, met }) => [
    name,
    ns,
    ...(atMost === undefined ? ["", ""] : [atMost, met ? "yes" : "NO"]),
  ]);
  return [head, ...rows];
}

export function print(measured) {
  printTable("The native core", table(measured));
}
