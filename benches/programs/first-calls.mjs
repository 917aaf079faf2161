// Measures the import, the first ID and the first 1000 calls, before the engine has optimised the code.

import { performance } from "node:perf_hooks";

const CALLS = 1000;

const start = performance.now();
const { discord, generator } = await import("flakekit");
const imported = performance.now();
const ids = generator(discord, { workerId: 1, processId: 2 });
ids.next();
const first = performance.now();
for (let i = 1; i < CALLS; i++) ids.next();
const thousand = performance.now();
for (let i = 0; i < CALLS; i++) discord.decode(175928847299117063n);
const decoded = performance.now();

console.log(
  JSON.stringify({
    importMs: imported - start,
    firstMs: first - imported,
    callNs: ((thousand - first) * 1e6) / (CALLS - 1),
    decodeNs: ((decoded - thousand) * 1e6) / CALLS,
  }),
);
