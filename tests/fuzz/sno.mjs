// sno: its timelines, its snapshots, its partitions, its notifications.

import fc from "fast-check";
import { commandsOf, merges, seeds, trials } from "./lib/commands.mjs";
import { Defect, promise } from "./lib/defect.mjs";
import { perform, trialOf } from "./lib/doing.mjs";
import { SNO, T0 } from "./lib/layouts.mjs";
import { startProcess, seeded } from "./lib/process.mjs";
import { World } from "./lib/world.mjs";

const CALLS = { generator: 2, next: 8, batch: 4, nextAsync: 1, free: 1, report: 1, atTime: 1 };
const toggles = { toggles: true };

/** How many partitions there are. */
const PARTITIONS = 65_536;

/** More generators without a partition of their own than there are partitions. */
async function partitions({ seed, own, freed, before, more }, stats, trace) {
  const clock = { time: T0 };
  const { flakekit } = startProcess({ now: () => clock.time, random: seeded(seed), sleep: () => undefined });
  const { sno } = flakekit;
  stats.count("cores");
  const options = own ? { clock: () => clock.time } : {};
  const code = `sno.generator(${own ? "{ clock }" : ""})`;
  const made = new Set();
  const held = [];
  const take = (id) => {
    promise(!made.has(id), () => `an ID twice: ${id}, ${JSON.stringify(sno.decode(id))}`);
    made.add(id);
    stats.ids += 1;
  };
  if (before) take(sno.next());
  trace?.(
    `${before ? "sno.next(); " : ""}${PARTITIONS + more} times: g = ${code}; g.next()${freed ? "; g.free()" : ""}`,
  );
  for (let i = 0; i < PARTITIONS + more; i++) {
    if (i % 1000 === 0) clock.time += 4;
    try {
      const generator = sno.generator(options);
      const id = generator.next();
      stats.count("generator");
      // Those with clocks of their own share their numbers with nobody.
      if (!own) take(id);
      if (freed) generator.free();
      else held.push(generator);
    } catch (error) {
      if (error instanceof Defect) throw error;
      throw new Defect(`generator ${i + 1} is refused: ${error.stack}`);
    }
  }
  trace?.("sno.next()");
  try {
    for (let i = 0; i < 10; i++) take(sno.next());
  } catch (error) {
    throw error instanceof Defect ? error : new Defect(`after ${PARTITIONS + more} generators: ${error.stack}`);
  }
  for (const generator of own ? [] : held.slice(-1000)) take(generator.next());
}

/** Who waits for want of numbers is told of; what is called inside of that works. */
async function overflow({ seed, sequenceRange, maxWait, inside, commands }, stats, trace) {
  const world = new World(SNO[0], seed, stats, trace);
  let calls = 0;
  let nested = 0;
  const generator = world.open({ format: 0, node: 1, sequenceRange, maxWait, onExhausted: "wait", onOverflow: told });
  function told({ now, count, ticks, ...rest }) {
    stats.count("notifications");
    trace?.(`  onOverflow({ now: ${+now}, count: ${count}, ticks: ${ticks} })`);
    const right = Object.prototype.toString.call(now) === "[object Date]" && +now === Math.floor(world.clock.time);
    promise(right && Object.keys(rest).length === 0, () => `onOverflow is told the time ${now}`);
    promise(count >= 1 && count <= Math.max(1, calls), () => `onOverflow is told that ${count} of ${calls} wait`);
    promise(Number.isInteger(ticks) && ticks >= 0, () => `onOverflow is told ${ticks} ticks`);
    if (inside === "next" && nested++ < 2)
      world.call(
        generator,
        "next",
        "next()",
        (api) => api.next(),
        (id, frame, last) => world.take(generator, id, 0, frame, last),
      );
  }
  for (const command of commands) {
    calls = command.do === "nextAsync" ? command.count : 1;
    await perform(world, command);
  }
}

export const properties = [
  {
    name: "sno.restarts",
    about: "snapshots restored in new processes, with small ranges and every way to begin a unit",
    share: 1,
    arbitrary: trials(SNO, { ...CALLS, restart: 3, move: 5 }, toggles),
    run: trialOf(SNO),
  },
  {
    name: "sno.merges",
    about: "snapshots restored beside generators that live on, with rollbacks in either",
    share: 1,
    arbitrary: merges(SNO, { settled: true }),
    run: trialOf(SNO, { ordered: false }),
  },
  {
    name: "sno.mixed",
    about: "all of the API in any order, under clocks that step, throw, lie and re-enter",
    share: 1,
    arbitrary: trials(SNO, { ...CALLS, snapshot: 2, merge: 1, restart: 1, move: 8, trick: 2 }, toggles),
    run: trialOf(SNO),
  },
  {
    name: "sno.overflows",
    about: "notifications of units that are used up",
    share: 1,
    arbitrary: fc.record({
      seed: seeds,
      sequenceRange: fc.tuple(fc.constant(0), fc.integer({ min: 3, max: 9 })),
      maxWait: fc.constantFrom(0, 3, 4, 100),
      inside: fc.constantFrom("nothing", "next"),
      commands: commandsOf({ next: 4, batch: 2, nextAsync: 4, move: 1 }),
    }),
    run: overflow,
  },
  {
    name: "sno.partitions",
    about: "more automatic partitions than there are",
    share: 1,
    // A trial takes seconds.
    arbitrary: fc.noShrink(
      fc.record({
        seed: seeds,
        own: fc.boolean(),
        freed: fc.boolean(),
        before: fc.boolean(),
        more: fc.integer({ min: 1, max: 500 }),
      }),
    ),
    run: partitions,
  },
];
