// Many generators alive at once, and many that nobody has any more.

import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { sno, twitter, unhindered } from "../lib/formats.mjs";
import { heapUsed, pages } from "../lib/memory.mjs";
import { do_not_optimize, timeOf } from "../lib/mitata.mjs";

const MANY = 10_000;

/** What 10 000 generators alive at once weigh, and what a call costs among them. */
async function alive() {
  const one = sno.generator({ partition: 0, ...unhindered });
  one.next();
  const next = () => do_not_optimize(one.next());
  const nextAlone = await timeOf(next);
  const before = { pages: pages(), heap: heapUsed() };
  const all = Array.from({ length: MANY }, (_, partition) => sno.generator({ partition, ...unhindered }));
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

/** The core's pages after each of several waves of generators with clocks of their own, which are then dropped. */
async function collected() {
  const waves = [];
  for (let wave = 0; wave < 10; wave++) {
    for (let i = 0; i < MANY; i++) twitter.generator({ machineId: i % 1024, clock: Date.now }).next();
    // Finalizers run after the collection, in turns of the event loop.
    for (let turn = 0; turn < 3; turn++) {
      globalThis.gc();
      await sleep(10);
    }
    waves.push(pages());
  }
  return { generators: MANY, pagesAfterWaves: waves, heldBack: waves.at(-1) - waves[0] };
}

/** A generator for every ID: those with equal options are one. */
function perId() {
  const options = { machineId: 378, ...unhindered };
  twitter.generator(options).next();
  const before = pages();
  const count = 1_000_000;
  const start = performance.now();
  for (let i = 0; i < count; i++) twitter.generator(options).next();
  return { generators: count, ns: ((performance.now() - start) * 1e6) / count, pagesGrown: pages() - before };
}

console.log(JSON.stringify({ alive: await alive(), collected: await collected(), perId: perId() }));
