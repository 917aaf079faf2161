// Measures the cost of a peer's IDs: node programs/peer-speed.mjs <index of the peer> <1 for a quick run, otherwise 0>

import { performance } from "node:perf_hooks";
import { clock, do_not_optimize, timeOf } from "../lib/mitata.mjs";
import { median } from "../lib/stats.mjs";
import { peers } from "../peers/list.mjs";

const [index, quick] = process.argv.slice(2).map(Number);
const { next, decode } = await peers[index].load();

let refused = 0;
let calls = 0;
const make = () => {
  calls += 1;
  try {
    do_not_optimize(next());
  } catch {
    refused += 1;
  }
};

/** Bursts of `size` calls at an interval in ms. No format exhausts its tick at this pace. */
const PACE = { size: 64, interval: 10 };
/** Bursts for warming up. There are many ticks, so that the code that runs once per tick is compiled too. */
const WARM_UP = { size: 16, interval: 1 };

/** Returns the median time of a call in ns. Each burst starts at the beginning of an interval. */
function paced(bursts, work, { size, interval } = PACE) {
  const times = [];
  const tick = () => Math.floor(Date.now() / interval);
  for (let burst = 0; burst < bursts; burst++) {
    const before = tick();
    while (tick() === before);
    const start = performance.now();
    for (let i = 0; i < size; i++) work();
    times.push(((performance.now() - start) * 1e6) / size);
  }
  return median(times);
}

const options = { min_cpu_time: quick ? 5e7 : 3e8 };
// Enough calls for the engine to compile the code.
for (let i = 0; i < 20_000; i++) make();
paced(1000, make, WARM_UP);
[refused, calls] = [0, 0];
const clockNs = await timeOf(clock, options);
const bursts = quick ? 20 : 100;
const pacedClockNs = paced(bursts, clock);
const pacedNs = paced(bursts, make);
const pacedRefused = refused / calls;
[refused, calls] = [0, 0];
const fullNs = await timeOf(make, options);
const fullRefused = refused / calls;
const outcome = { clockNs, pacedClockNs, pacedNs, pacedRefused, fullNs, fullRefused };
if (decode !== undefined) {
  // Repeated until there are 64 IDs, because some peers throw an error when a tick is exhausted.
  const ids = [];
  while (ids.length < 64) {
    try {
      ids.push(next());
    } catch {
      continue;
    }
  }
  let at = 0;
  outcome.decodeNs = await timeOf(() => {
    at = (at + 1) & 63;
    do_not_optimize(decode(ids[at]));
  }, options);
}
console.log(JSON.stringify(outcome));
