// Compares a call under a lease with the same call without a lease: node programs/lease.mjs <index of the row> <rounds>

import { performance } from "node:perf_hooks";
import { batch, generator, withOptions } from "flakekit";
import { memory, lease } from "flakekit/lease";
import { discord, numbers, sno, sonyflake, uid60, unhindered } from "../lib/formats.mjs";
import { compare, do_not_optimize, middle } from "../lib/mitata.mjs";
import { paced, warmUp } from "../lib/paced.mjs";

const DAY = 86_400_000;

const DISCORD = { format: discord, options: { workerId: 1, processId: 2 } };
const SNO = { format: sno, options: { partition: 4 } };

/** Each row has a format, the options of a generator, and the call; `bursts` if the calls are made in bursts. */
export const rows = [
  { name: "discord.next()", ...DISCORD, call: (ids) => ids.next() },
  { name: "snowflakeSI.next()", format: numbers, options: { machineId: 3 }, call: (ids) => ids.next() },
  { name: "uid60.next()", format: uid60, options: {}, call: (ids) => ids.next() },
  { name: "sno.next()", ...SNO, call: (ids) => ids.next() },
  { name: "sonyflake.next()", format: sonyflake, options: { machineId: 5 }, call: (ids) => ids.next() },
  { name: "discord.nextText()", ...DISCORD, call: (ids) => ids.nextText() },
  { name: "discord.batch(4096)", ...DISCORD, call: (ids) => batch(ids, 4096), settings: { batch_samples: 64 } },
  { name: "sno.batch(4096)", ...SNO, call: (ids) => batch(ids, 4096), settings: { batch_samples: 64 } },
  { name: "discord.next() in bursts", ...DISCORD, call: (ids) => ids.next(), bursts: 100 },
  { name: "sno.next() in bursts", ...SNO, call: (ids) => ids.next(), bursts: 100 },
];

/**
 * Makes both calls alternately until the engine has compiled them. Otherwise the engine compiles the code for the call
 * that is measured first, and this call then takes up to 12 % less time than the other.
 */
function warmUpBoth(work, base) {
  const end = performance.now() + 500;
  while (performance.now() < end) {
    for (let i = 0; i < 64; i++) {
      work();
      base();
    }
  }
}

/**
 * Compares calls in bursts, as `compare` does single calls. A burst of one call follows each burst of the other call.
 */
function compareBursts(work, base, { rounds, bursts }) {
  for (const each of [work, base]) warmUp(each);
  const times = [];
  for (let burst = 0; burst < rounds * bursts; burst++) times.push({ base: paced(1, base), work: paced(1, work) });
  return middle(times);
}

const [index, rounds] = process.argv.slice(2).map(Number);
if (index >= 0) {
  const { format, options, call, settings, bursts } = rows[index];
  const alone = generator(format, { ...options, ...unhindered });
  // The window is a day, so that IDs can lead the clock as far as IDs of the generator.
  const store = memory();
  // The epoch differs, because a lease takes no numbers that a generator of its process has.
  const leased = await lease(withOptions(format, { epoch: "2021-01-01" }), {
    store,
    window: DAY,
    maxLag: DAY,
    ...unhindered,
  });
  const work = () => do_not_optimize(call(leased));
  const base = () => do_not_optimize(call(alone));
  warmUpBoth(work, base);
  const { ns, baseNs, ratio } = bursts
    ? compareBursts(work, base, { rounds, bursts })
    : await compare(work, base, { rounds, workOptions: settings, baseOptions: settings });
  console.log(JSON.stringify({ ns, baseNs, ratio }));
}
