// Makes faults until a run is over: faults of children, and at the same time faults of the engine, one after the other.

import { setTimeout as sleep } from "node:timers/promises";
import { FAULTS } from "../faults.mjs";
import { hostTime } from "./host-time.mjs";
import { Random } from "./random.mjs";

/** How often the end of the run is looked for in a pause, in ms. */
const LOOK_MS = 200;

/**
 * `isOver` says whether the run is over, `timeLeft` gives the ms until its planned end. `report` is called after each
 * fault of a child.
 */
export async function disturb({ crew, engine, window, random, log, isOver, timeLeft, report }) {
  // The engine has random numbers of its own, so that the duration of its faults does not change the faults of
  // children.
  const ofEngine = new Random(random.below(2 ** 31));
  await Promise.all([
    disturbChildren({ crew, engine, window, random, log, isOver, report }),
    engine.faults.length > 0 && disturbEngine({ crew, engine, random: ofEngine, log, isOver, timeLeft }),
  ]);
}

async function disturbChildren({ crew, engine, window, random, log, isOver, report }) {
  const { pauseOfChild, points = [] } = engine;
  while (!isOver()) {
    await sleep((random.between(0, 2) * pauseOfChild) / crew.slots.length);
    const { name, apply } = random.pick(FAULTS);
    const { children, ms } = apply({ crew, random, points, window });
    log.addOfChildren(name, children, ms);
    report();
  }
}

/** The faults of the engine are chosen at random: first the faults that have not come yet. */
async function disturbEngine({ crew, engine, random, log, isOver, timeLeft }) {
  const missing = new Set(engine.faults);
  for (;;) {
    const begin = hostTime() + random.between(0, longestPause(engine, missing.size, timeLeft()));
    while (hostTime() < begin && !isOver()) await sleep(Math.min(begin - hostTime(), LOOK_MS));
    if (isOver()) return;
    const possible = engine.faults.filter(({ isPossible = () => true }) => isPossible());
    const first = possible.filter((one) => missing.has(one));
    const fault = random.pick(first.length > 0 ? first : possible);
    missing.delete(fault);
    const start = hostTime();
    try {
      await fault.apply(random);
    } catch (error) {
      // The failure ends the run, whose IDs are checked.
      crew.failures.push(`fault '${fault.name}': ${error.stack}`);
    }
    log.addOfEngine(fault.name, start);
  }
}

/**
 * In a short run, pauses are shorter until each fault has come, so that as many faults come as the time allows. The
 * pause is in ms.
 */
function longestPause({ pause }, missing, timeLeft) {
  const share = missing > 0 && timeLeft > 0 ? timeLeft / (missing + 1) : Number.POSITIVE_INFINITY;
  return Math.min(2 * pause, share);
}
