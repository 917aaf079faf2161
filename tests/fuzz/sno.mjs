// Properties of sno: timelines, snapshots, partitions and notifications.

import fc from "fast-check";
import { commandsOf, merges, seeds, trials } from "./lib/commands.mjs";
import { Defect, ensure } from "./lib/defect.mjs";
import { commandProperty, perform } from "./lib/perform.mjs";
import { SNO, T0 } from "./lib/layouts.mjs";
import { startProcess, seeded } from "./lib/process.mjs";
import { World } from "./lib/world.mjs";

const CALLS = { generator: 2, next: 8, batch: 4, nextAsync: 1, free: 1, report: 1, nextWithTime: 1 };
const EVERYTHING = { ...CALLS, snapshot: 2, merge: 1, restart: 1, move: 8, clockFault: 2 };
const toggles = { toggles: true };

/** The number of partitions. */
const PARTITIONS = 65_536;

/** Makes more generators with automatic partitions than there are partitions. */
async function partitions({ seed, ownClock, freed, before, more }, stats, trace) {
  const clock = { time: T0 };
  const { flakekit } = startProcess({ now: () => clock.time, random: seeded(seed), sleep: () => undefined });
  const { generator, next, sno } = flakekit;
  stats.count("cores");
  const options = ownClock ? { clock: () => clock.time } : {};
  const code = `generator(sno${ownClock ? ", { clock }" : ""})`;
  const made = new Set();
  const held = [];
  const record = (id) => {
    ensure(!made.has(id), () => `an ID is repeated: ${id}, ${JSON.stringify(sno.decode(id))}`);
    made.add(id);
    stats.ids += 1;
  };
  if (before) record(next(sno));
  trace?.(
    `${before ? "next(sno); " : ""}${PARTITIONS + more} times: g = ${code}; g.next()${freed ? "; g.free()" : ""}`,
  );
  for (let i = 0; i < PARTITIONS + more; i++) {
    if (i % 1000 === 0) clock.time += 4;
    try {
      const ids = generator(sno, options);
      const id = ids.next();
      stats.count("generator");
      // Own-clock generators share no sequencer, so their IDs may repeat.
      if (!ownClock) record(id);
      if (freed) ids.free();
      else held.push(ids);
    } catch (error) {
      if (error instanceof Defect) throw error;
      throw new Defect(`generator ${i + 1} throws ${error.stack}`);
    }
  }
  trace?.("next(sno)");
  try {
    for (let i = 0; i < 10; i++) record(next(sno));
  } catch (error) {
    throw error instanceof Defect ? error : new Defect(`after ${PARTITIONS + more} generators: ${error.stack}`);
  }
  for (const ids of ownClock ? [] : held.slice(-1000)) record(ids.next());
}

/** Checks the arguments of `onOverflow`, and that the generator can be called inside it. */
async function overflow({ seed, sequenceRange, maxWait, inside, commands }, stats, trace) {
  const world = new World(SNO[0], seed, stats, trace);
  let calls = 0;
  let nested = 0;
  const generator = world.open({ format: 0, node: 1, sequenceRange, maxWait, onExhausted: "wait", onOverflow });
  function onOverflow({ now, count, ticks, ...rest }) {
    stats.count("notifications");
    trace?.(`  onOverflow({ now: ${+now}, count: ${count}, ticks: ${ticks} })`);
    const right = Object.prototype.toString.call(now) === "[object Date]" && +now === Math.floor(world.clock.time);
    ensure(right && Object.keys(rest).length === 0, () => `onOverflow is called with the time ${now}`);
    ensure(count >= 1 && count <= Math.max(1, calls), () => `onOverflow is called with count ${count} of ${calls}`);
    ensure(Number.isInteger(ticks) && ticks >= 0, () => `onOverflow is called with ${ticks} ticks`);
    if (inside === "next" && nested++ < 2)
      world.call(
        generator,
        "next",
        `${generator.label}.next()`,
        (api) => api.next(),
        (id, frame, last) => world.record(generator, id, 0, frame, last),
      );
  }
  for (const command of commands) {
    calls = command.do === "nextAsync" ? command.count : 1;
    await perform(world, command);
  }
}

export const properties = [
  {
    ...commandProperty("sno.restarts", SNO, trials(SNO, { ...CALLS, restart: 3, move: 5 }, toggles)),
    about: "snapshots restored in new processes, with small ranges and all values of sequence",
  },
  {
    ...commandProperty("sno.merges", SNO, merges(SNO, { settlesFirst: true }), { ordered: false }),
    about: "snapshots restored while other generators continue, with rollbacks in both",
  },
  {
    ...commandProperty("sno.mixed", SNO, trials(SNO, EVERYTHING, toggles)),
    about: "the whole API in any order, with faulty clocks",
  },
  {
    name: "sno.overflows",
    about: "notifications of exhausted ticks",
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
    about: "more generators with automatic partitions than there are partitions",
    share: 1,
    // Trials are not shrunk, because a trial takes seconds.
    arbitrary: fc.noShrink(
      fc.record({
        seed: seeds,
        ownClock: fc.boolean(),
        freed: fc.boolean(),
        before: fc.boolean(),
        more: fc.integer({ min: 1, max: 500 }),
      }),
    ),
    run: partitions,
  },
];
