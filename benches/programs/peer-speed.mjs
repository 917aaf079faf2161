// What an ID of a peer costs: node programs/peer-speed.mjs <its place> <quick>

import { performance } from "node:perf_hooks";
import { clock, do_not_optimize, timeOf } from "../lib/mitata.mjs";
import { median } from "../lib/stats.mjs";
import { peers } from "../peers/list.mjs";

const [place, quick] = process.argv.slice(2).map(Number);
const { next, decode } = await peers[place].load();

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

/** So many calls at a time, and long enough apart, in ms, that no format's tick is used up. */
const PACE = { size: 64, apart: 10 };
/** As much a ms, so that what is done once a tick has been done often enough to be compiled too. */
const WARMING = { size: 16, apart: 1 };

/** The time of a call while the clock's tick has room, each burst at the beginning of one. */
function paced(bursts, work, { size, apart } = PACE) {
  const times = [];
  const tick = () => Math.floor(Date.now() / apart);
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
// Until the engine has compiled it.
for (let i = 0; i < 20_000; i++) make();
paced(1000, make, WARMING);
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
  // Some at the clock's pace, so that a peer that refuses more a ms has as many.
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
