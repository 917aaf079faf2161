// What it costs to open one more of many generators and leases that all differ.

import { measureIn } from "../lib/process.mjs";
import { rounded } from "../lib/stats.mjs";
import { grouped, printTable } from "../lib/table.mjs";

export const title = "Generators and leases that all differ";

export async function measure({ only = "" }) {
  const rows = [];
  for (const name of await measureIn("many.mjs")) {
    if (name.includes(only)) rows.push({ name, sizes: await measureIn("many.mjs", [name]) });
  }
  return rows;
}

export function table(rows) {
  const head = [
    "us to open one more when so many are open, which differ in",
    ...rows[0].sizes.map(({ size }) => grouped(size)),
    "bytes in the core each",
  ];
  const lines = rows.map(({ name, sizes }) => [
    name,
    ...sizes.map(({ us }) => rounded(us)),
    grouped(Math.round(sizes.at(-1).bytesEach)),
  ]);
  return [head, ...lines];
}

export function print(rows) {
  printTable(title, table(rows));
}
