// Prints how the reader judges numbers whose truth is known: npm run populations -- --seed 2 --count 300. See docs/testing.md.

import { parseArgs } from "node:util";
import { BINS, calibration, figuresOf, measure, speed } from "./measure.mjs";

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, count: { type: "string", default: "300" } },
});
const [seed, count] = [Number(values.seed), Number(values.count)];

const percent = (share) => (Number.isNaN(share) ? "-" : `${(share * 100).toFixed(0)} %`);

/** Prints rows of texts, with each column as wide as its longest text. */
function print(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    );
}

const measured = measure(count, seed);
const rows = measured
  .map(figuresOf)
  .map(({ name, kinds, ...shares }) => [name, ...Object.values(shares).map(percent), kinds]);
console.log(`seed ${seed}, ${count} values of each population`);
print([["population", "right", "wrong at 0.5", "at 0.9", "rounded", "kinds in %"], ...rows]);

const ranges = BINS.map((end, at) => [BINS[at - 1] ?? 0, end]);
const bins = calibration(measured, [...ranges, [0.8, 0.9], [0.9, 1]]);
console.log("\nthe mixture: 55 % services, 25 % epochs of their own, 10 % units and digits, 10 % damaged");
print([
  ["score", "of all", "right"],
  ...bins.map(({ from, to, of, right }) => [`${from} to ${to}`, percent(of), percent(right)]),
]);

const { inspected, scanned } = speed(Math.min(count, 100), seed);
console.log(`\nan ID: inspect ${inspected.toFixed(1)} µs, scan ${scanned.toFixed(1)} µs`);
