// What grows with the work, and what must not.

import { measureIn } from "../lib/process.mjs";
import { median, rounded } from "../lib/stats.mjs";
import { grouped, printTable } from "../lib/table.mjs";

export const title = "Cost as work grows";

export async function measure({ quick }) {
  const runs = [];
  for (let run = 0; run < (quick ? 1 : 5); run++) runs.push(await measureIn("batches.mjs"));
  return {
    batches: batches(runs),
    memory: await measureIn("memory.mjs", [quick ? 5_000_000 : 100_000_000]),
    generators: await measureIn("generators.mjs"),
  };
}

/** For each way, the cost of an ID in batches of each size. */
function batches(runs) {
  const names = [...new Set(runs[0].rows.map(({ name }) => name))];
  return names.map((name) => ({
    name,
    sizes: runs[0].rows.flatMap((row, place) => {
      if (row.name !== name) return [];
      const ns = runs.map(({ rows }) => rows[place].ns);
      const ratio = median(runs.map(({ rows, clockNs }) => rows[place].ns / clockNs));
      return [{ size: row.size, ns: rounded(median(ns)), ratio: rounded(ratio) }];
    }),
  }));
}

/** The cost of an ID by the size of its batch. */
export function batchTable({ batches }) {
  const head = ["ns an ID, in batches of", ...batches[0].sizes.map(({ size }) => grouped(size))];
  return [head, ...batches.map(({ name, sizes }) => [name, ...sizes.map(({ ns }) => ns)])];
}

/** What memory is used for. */
export function memoryTable({ memory, generators: { alive, collected, perId } }) {
  const { made, before, after } = memory;
  return [
    ["what", "figure"],
    [`the core's memory before and after ${grouped(made)} IDs`, `${before.pages} and ${after.pages} pages of 64 KiB`],
    ["the engine's heap before and after, collected", `${grouped(before.heap)} and ${grouped(after.heap)} bytes`],
    [
      `a generator, of ${grouped(alive.generators)} alive at once`,
      `${grouped(alive.coreBytesEach)} bytes of the core and ${grouped(alive.heapBytesEach)} of the heap`,
    ],
    [
      "sno next() before and after they were made",
      `${rounded(alive.nextAloneNs)} and ${rounded(alive.nextAmongNs)} ns`,
    ],
    [
      `the core's memory after waves of ${grouped(collected.generators)} generators with clocks of their own, dropped`,
      `${collected.pagesAfterWaves.join(", ")} pages`,
    ],
    [
      `${grouped(perId.generators)} generators, one for each ID`,
      `${rounded(perId.ns)} ns each with its ID, ${perId.pagesGrown} pages more`,
    ],
  ];
}

export function print(measured) {
  printTable(title, batchTable(measured));
  printTable("Memory", memoryTable(measured));
}
