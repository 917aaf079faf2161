// Measures the opening of generators and leases that all differ in one option: node many.mjs <what>. A generator per request
// differs so.

import { performance } from "node:perf_hooks";
import { argv, exit } from "node:process";
import { defineFormat, generator, withOptions } from "flakekit";
import { lease, memory } from "flakekit/lease";
import { twitter } from "../lib/formats.mjs";
import { pages } from "../lib/memory.mjs";

const DAY = 86_400_000;
const SIZES = [1000, 10_000, 100_000];
/** The cost is that of the last generators of each size. */
const LAST = 1000;
/** If a size takes longer than this, no larger size is measured. */
const MOST_SECONDS = 60;

const EPOCH = "2024-01-01";
/** Formats of one epoch with more nodes than are measured, and with the same ticks. They divide the bits in different ways. */
const [wide, wider] = [18, 20].map((bits) =>
  defineFormat({
    name: `${bits} bits of nodes`,
    bits: 63,
    epoch: EPOCH,
    fields: [
      { kind: "time", bits: 41 },
      { kind: "node", name: "node", bits },
      { kind: "sequence", bits: 22 - bits },
    ],
  }),
);
const NODES = 200_000;
const clock = () => Date.now();
const store = memory();

/** Opens the generator, or the lease, with a number. */
const WHAT = {
  "values of `maxWait`": (i) => generator(twitter, { machineId: 1, maxWait: i }),
  "values of `maxLead`": (i) => generator(twitter, { machineId: 1, maxLead: i }),
  "overlapping ranges": (i) =>
    generator(twitter, { machineId: 1, sequenceRange: [(i * 7) % 2000, 2000 + Math.floor((i * 7) / 2000)] }),
  "disjoint ranges": (i) => generator(twitter, { machineId: i % 1024, sequenceRange: rangeOf(i) }),
  "nodes, in two formats that divide the bits differently": (i) =>
    // Each node of the format with fewer nodes has the numbers of four nodes of the other one.
    generator(i % 2 === 0 ? wide : wider, { node: i % 2 === 0 ? i / 2 : NODES - i }),
  "nodes and clocks of their own": (i) => generator(wide, { node: NODES - i, clock }),
  "spaces, under leases": (i) => lease(twitter, { store, space: `space ${i}`, window: DAY }),
  epochs: (i) => generator(withOptions(twitter, { epoch: 1_700_000_000_000 - i }), { machineId: 1 }),
};

/** One of 100 disjoint ranges of 40 numbers, in an order that differs from the order of their numbers. */
function rangeOf(i) {
  const first = ((Math.floor(i / 1024) * 37) % 100) * 40;
  return [first, first + 39];
}

const open = WHAT[argv[2]];
if (open === undefined) {
  console.log(JSON.stringify(Object.keys(WHAT)));
} else {
  await open(0);
  const [before, began] = [pages(), performance.now()];
  const sizes = [];
  let made = 1;
  /** Opens those up to a number. It waits for leases only. */
  const openUpTo = async (size) => {
    while (made < size) {
      const opened = open(made++);
      if (opened instanceof Promise) await opened;
    }
  };
  for (const size of SIZES) {
    await openUpTo(size - LAST);
    const start = performance.now();
    await openUpTo(size);
    const us = ((performance.now() - start) / LAST) * 1000;
    sizes.push({ size, us, bytesEach: ((pages() - before) * 65_536) / size });
    if (performance.now() - began > MOST_SECONDS * 1000) break;
  }
  console.log(JSON.stringify(sizes));
  // The timers of the leases would keep the process alive for a day.
  exit();
}
