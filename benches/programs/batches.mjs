// Measures the cost of an ID in batches of several sizes, and the cost of reading the clock in the same process.

import { batch, batchBytes, generator } from "flakekit";
import { numbers, sno, twitter, unhindered, wideNumbers } from "../lib/formats.mjs";
import { clock, do_not_optimize, timeOf } from "../lib/mitata.mjs";

const SIZES = [16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_000_000];

const batchesOf = (format, options, make) => {
  const ids = generator(format, { ...options, ...unhindered });
  return (size) => make(ids, size);
};

function objects(size) {
  const all = new Array(size);
  for (let i = 0; i < size; i++) all[i] = { high: i, low: i };
  return all;
}

const makers = {
  "snowflakeSI batch": batchesOf(numbers, { machineId: 3 }, batch),
  "snowflakeSI batch, 13 bits of sequence": batchesOf(wideNumbers, {}, batch),
  "twitter batch": batchesOf(twitter, { machineId: 378 }, batch),
  "sno batchBytes": batchesOf(sno, { partition: 4097 }, batchBytes),
  "sno batch": batchesOf(sno, { partition: 4098 }, batch),
  // The cost of as many small values that stay alive, without any work on IDs.
  "objects of two numbers, for comparison": objects,
};

const clockNs = await timeOf(clock);
const rows = [];
for (const [name, make] of Object.entries(makers)) {
  for (const size of SIZES) {
    // Larger sizes have fewer batches, so that each size makes about the same number of IDs.
    const batch_samples = Math.max(4, Math.min(4096, 65_536 / size));
    const ns = await timeOf(() => do_not_optimize(make(size)), { batch_samples, min_cpu_time: 1e8 });
    rows.push({ name, size, ns: ns / size });
  }
}
console.log(JSON.stringify({ clockNs, rows }));
