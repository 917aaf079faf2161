// Opens generators that all differ, as a caller does who makes one for each ID, makes an ID with each, and prints how long the first and
// the last thousand took, and how many IDs repeat: `npm run torture -- many`. `benches/programs/many.mjs` has the whole curves.

import { performance } from "node:perf_hooks";
import { generator, twitter, withOptions } from "flakekit";

/** How many are opened of each kind, and how the one with a number is opened. */
const ATTACKS = [
  {
    name: "ranges that overlap",
    count: 3_000,
    open: (i) => generator(twitter, { machineId: 1, sequenceRange: [i, 1_095 + (i % 3_000)], maxWait: 60_000 }),
  },
  {
    name: "values of maxWait",
    count: 60_000,
    open: (i) => generator(twitter, { machineId: 2, maxWait: 1_000 + i, maxLead: 60_000 }),
  },
  {
    name: "epochs",
    count: 20_000,
    open: (i) => generator(withOptions(twitter, { epoch: 1_600_000_000_000 - i }), { machineId: 3 }),
    // Each epoch has IDs of its own.
    repeatsAreFine: true,
  },
];

let repeats = 0;
for (const { name, count, open, repeatsAreFine } of ATTACKS) {
  const ids = new Set();
  const seconds = [];
  let begin = performance.now();
  for (let i = 0; i < count; i++) {
    ids.add(open(i).next());
    if ((i + 1) % 1_000 > 0) continue;
    seconds.push(((performance.now() - begin) / 1_000).toFixed(3));
    begin = performance.now();
  }
  const repeated = repeatsAreFine ? 0 : count - ids.size;
  repeats += repeated;
  console.log(
    `${count} ${name}: the first 1000 took ${seconds[0]} s, the last ${seconds.at(-1)} s; ${repeated} IDs repeat`,
  );
}
if (repeats > 0) process.exitCode = 1;
