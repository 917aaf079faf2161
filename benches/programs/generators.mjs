// Measures many live generators, and many generators that are garbage-collected.

import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { generator } from "flakekit";
import { sno, twitter, unhindered } from "../lib/formats.mjs";
import { heapUsed, pages } from "../lib/memory.mjs";
import { do_not_optimize, timeOf } from "../lib/mitata.mjs";

const MANY = 10_000;

/** Measures the memory of 10 000 live generators, and the cost of a call before and after they are made. */
async function alive() {
  const one = generator(sno, { partition: 0, ...unhindered });
  one.next();
  const next = () => do_not_optimize(one.next());
  const nextAlone = await timeOf(next);
  const before = { pages: pages(), heap: heapUsed() };
  const all = Array.from({ length: MANY }, (_, partition) => generator(sno, { partition, ...unhindered }));
  for (const ids of all) ids.next();
  const after = { pages: pages(), heap: heapUsed() };
  return {
    generators: MANY,
    coreBytesEach: ((after.pages - before.pages) * 65_536) / MANY,
    heapBytesEach: (after.heap - before.heap) / MANY,
    nextAloneNs: nextAlone,
    nextAmongNs: await timeOf(next),
  };
}

/** Makes several waves of own-clock generators and drops them. Returns the core's pages after each wave. */
async function collected() {
  const waves = [];
  for (let wave = 0; wave < 10; wave++) {
    for (let i = 0; i < MANY; i++) generator(twitter, { machineId: i % 1024, clock: Date.now }).next();
    // Finalizers run after the collection, in later turns of the event loop.
    for (let turn = 0; turn < 3; turn++) {
      globalThis.gc();
      await sleep(10);
    }
    waves.push(pages());
  }
  return { generators: MANY, pagesAfterWaves: waves, heldBack: waves.at(-1) - waves[0] };
}

/** Makes a generator for each ID. Generators with equal options share their state, so the memory does not grow. */
function perId() {
  const options = { machineId: 378, ...unhindered };
  generator(twitter, options).next();
  const before = pages();
  const count = 1_000_000;
  const start = performance.now();
  for (let i = 0; i < count; i++) generator(twitter, options).next();
  return { generators: count, ns: ((performance.now() - start) * 1e6) / count, pagesGrown: pages() - before };
}

console.log(JSON.stringify({ alive: await alive(), collected: await collected(), perId: perId() }));
