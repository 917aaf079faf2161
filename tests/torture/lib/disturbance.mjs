// Makes faults until a run is over: those of children, and at the same time those of the engine, one after the other.

import { setTimeout as sleep } from "node:timers/promises";
import { FAULTS } from "../faults.mjs";
import { hostTime } from "./host-time.mjs";
import { Random } from "./random.mjs";

/** How often the end of the run is looked for in a pause, in ms. */
const LOOK_MS = 200;

/** `isOver` says whether to end. `report` is called after each fault of a child. */
export async function disturb({ crew, engine, window, random, log, isOver, report }) {
  // Each has its own random numbers: how long the faults of the engine take does not change those of children.
  const ofEngine = new Random(random.below(2 ** 31));
  await Promise.all([
    disturbChildren({ crew, engine, window, random, log, isOver, report }),
    engine.faults.length > 0 && disturbEngine({ crew, engine, random: ofEngine, log, isOver }),
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

async function disturbEngine({ crew, engine, random, log, isOver }) {
  for (;;) {
    const begin = hostTime() + random.between(0, 2 * engine.pause);
    while (hostTime() < begin && !isOver()) await sleep(Math.min(begin - hostTime(), LOOK_MS));
    if (isOver()) return;
    const { name, apply } = random.pick(engine.faults.filter(({ isPossible = () => true }) => isPossible()));
    const start = hostTime();
    try {
      await apply(random);
    } catch (error) {
      // It ends the run, whose IDs are checked.
      crew.failures.push(`fault '${name}': ${error.stack}`);
    }
    log.addOfEngine(name, start);
  }
}
