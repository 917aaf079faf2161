// How cost and memory change with the number of IDs and generators.

import { measureIn } from "../lib/process.mjs";
import { median, rounded } from "../lib/stats.mjs";
import { grouped, met, printTable } from "../lib/table.mjs";

export const title = "The cost of an ID by the size of its batch";

export async function measure({ quick }) {
  const runs = [];
  for (let run = 0; run < (quick ? 1 : 5); run++) runs.push(await measureIn("batches.mjs"));
  return {
    batches: batches(runs),
    memory: await measureIn("memory.mjs", [quick ? 5_000_000 : 100_000_000]),
    generators: await measureIn("generators.mjs"),
  };
}

/** Returns the cost of an ID for each method and batch size. */
function batches(runs) {
  const names = [...new Set(runs[0].rows.map(({ name }) => name))];
  return names.map((name) => ({
    name,
    sizes: runs[0].rows.flatMap((row, index) => {
      if (row.name !== name) return [];
      const ns = runs.map(({ rows }) => rows[index].ns);
      const ratio = median(runs.map(({ rows, clockNs }) => rows[index].ns / clockNs));
      return [{ size: row.size, ns: rounded(median(ns)), ratio: rounded(ratio) }];
    }),
  }));
}

/** The target for texts: how much more an ID of the largest batch costs than one of a batch of this size. */
const FLAT = { name: "sno batch", from: 4096, atMost: 1.5 };

/** The table of the costs. */
export function batchTable({ batches }) {
  const head = [
    "ns per ID, batches of",
    ...batches[0].sizes.map(({ size }) => grouped(size)),
    `last to ${grouped(FLAT.from)}`,
    `at most ${FLAT.atMost}x`,
  ];
  const rows = batches.map(({ name, sizes }) => {
    const growth = sizes.at(-1).ratio / sizes.find(({ size }) => size === FLAT.from).ratio;
    const isMet = name === FLAT.name ? met(growth, FLAT.atMost) : "-";
    return [name, ...sizes.map(({ ns }) => ns), `${rounded(growth)}x`, isMet];
  });
  return [head, ...rows];
}

/** The table of the memory. */
export function memoryTable({ memory, generators: { alive, collected, perId } }) {
  const { made, before, after } = memory;
  return [
    ["what", "figure"],
    [`the core's memory before and after ${grouped(made)} IDs`, `${before.pages} and ${after.pages} pages of 64 KiB`],
    ["JavaScript's heap before and after them", `${grouped(before.heap)} and ${grouped(after.heap)} bytes`],
    [
      `memory of a generator, with ${grouped(alive.generators)} live generators`,
      `${grouped(alive.coreBytesEach)} bytes in the core and ${grouped(alive.heapBytesEach)} in the heap`,
    ],
    ["sno next() before and after they are made", `${rounded(alive.nextAloneNs)} and ${rounded(alive.nextAmongNs)} ns`],
    [
      `the core's memory after the first and the last wave of ${grouped(collected.generators)} own-clock generators that are garbage-collected`,
      `${collected.pagesAfterWaves[0]} and ${collected.pagesAfterWaves.at(-1)} pages`,
    ],
    [
      `${grouped(perId.generators)} generators, one for each ID`,
      `${rounded(perId.ns)} ns for a generator and its ID, ${perId.pagesGrown} more pages`,
    ],
  ];
}

export function print(measured) {
  printTable(title, batchTable(measured));
  printTable("Memory", memoryTable(measured));
}
