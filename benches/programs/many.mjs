// Measures the opening of generators that all differ in one option: node many.mjs <what>. A generator per request differs so.

import { performance } from "node:perf_hooks";
import { argv } from "node:process";
import { generator, withOptions } from "flakekit";
import { twitter } from "../lib/formats.mjs";
import { pages } from "../lib/memory.mjs";

const SIZES = [1000, 10_000, 100_000];
/** The cost is that of the last generators of each size. */
const LAST = 1000;
/** No larger size is measured if one takes longer. */
const MOST_SECONDS = 60;

/** Opens the generator with a number. */
const WHAT = {
  "values of `maxWait`": (i) => generator(twitter, { machineId: 1, maxWait: i }),
  "values of `maxLead`": (i) => generator(twitter, { machineId: 1, maxLead: i }),
  "overlapping ranges": (i) =>
    generator(twitter, { machineId: 1, sequenceRange: [(i * 7) % 2000, 2000 + Math.floor((i * 7) / 2000)] }),
  "disjoint ranges": (i) => generator(twitter, { machineId: i % 1024, sequenceRange: rangeOf(i) }),
  epochs: (i) => generator(withOptions(twitter, { epoch: 1_700_000_000_000 - i }), { machineId: 1 }),
};

/** One of 100 disjoint ranges of 40 numbers, in another order than that of their numbers. */
function rangeOf(i) {
  const first = ((Math.floor(i / 1024) * 37) % 100) * 40;
  return [first, first + 39];
}

const open = WHAT[argv[2]];
if (open === undefined) {
  console.log(JSON.stringify(Object.keys(WHAT)));
} else {
  open(0);
  const [before, began] = [pages(), performance.now()];
  const sizes = [];
  let made = 1;
  for (const size of SIZES) {
    while (made < size - LAST) open(made++);
    const start = performance.now();
    while (made < size) open(made++);
    const us = ((performance.now() - start) / LAST) * 1000;
    sizes.push({ size, us, bytesEach: ((pages() - before) * 65_536) / size });
    if (performance.now() - began > MOST_SECONDS * 1000) break;
  }
  console.log(JSON.stringify(sizes));
}
