// Measures the cost of a peer's IDs: node programs/peer-speed.mjs <index of the peer> <1 for a quick run, otherwise 0>

import { clock, do_not_optimize, timeOf } from "../lib/mitata.mjs";
import { paced, warmUp } from "../lib/paced.mjs";
import { peers } from "../peers/list.mjs";

const [index, quick] = process.argv.slice(2).map(Number);
const { next, decode } = await peers[index].load();

/** A text as it is in received JSON. A text that was just concatenated takes longer to read. */
const received = (id) => (typeof id === "string" ? JSON.parse(JSON.stringify(id)) : id);

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

const options = { min_cpu_time: quick ? 5e7 : 3e8 };
warmUp(make);
[refused, calls] = [0, 0];
const clockNs = await timeOf(clock, options);
const bursts = quick ? 20 : 100;
const pacedClockNs = paced(bursts, clock);
const pacedNs = paced(bursts, make);
const pacedRefused = refused / calls;
[refused, calls] = [0, 0];
const fullNs = await timeOf(make, options);
const fullRefused = refused / calls;
const outcome = { node: process.versions.node, clockNs, pacedClockNs, pacedNs, pacedRefused, fullNs, fullRefused };
if (decode !== undefined) {
  // The call is repeated until there are 64 IDs, because some peers throw an error when a tick is exhausted.
  const ids = [];
  while (ids.length < 64) {
    try {
      ids.push(received(next()));
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
