// Measures the cost of an ID in batches of several sizes, and the cost of reading the clock in the same process.

import { numbers, sno, twitter, unhindered, wideNumbers } from "../lib/formats.mjs";
import { clock, do_not_optimize, timeOf } from "../lib/mitata.mjs";

const SIZES = [16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_000_000];

const generators = {
  "snowflakeSI batch": [numbers, { machineId: 3 }, "batch"],
  "snowflakeSI batch, 13 bits of sequence": [wideNumbers, {}, "batch"],
  "twitter batch": [twitter, { machineId: 378 }, "batch"],
  "sno batchBytes": [sno, { partition: 4097 }, "batchBytes"],
  "sno batch": [sno, { partition: 4098 }, "batch"],
};

const clockNs = await timeOf(clock);
const rows = [];
for (const [name, [format, options, method]] of Object.entries(generators)) {
  const ids = format.generator({ ...options, ...unhindered });
  for (const size of SIZES) {
    // Fewer batches for larger sizes, so that each size makes about the same number of IDs.
    const batch_samples = Math.max(4, Math.min(4096, 65_536 / size));
    const ns = await timeOf(() => do_not_optimize(ids[method](size)), { batch_samples, min_cpu_time: 1e8 });
    rows.push({ name, size, ns: ns / size });
  }
}
console.log(JSON.stringify({ clockNs, rows }));
