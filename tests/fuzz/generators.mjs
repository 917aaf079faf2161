// Generators of all formats: everything the API can do, in any order, under clocks that do anything.

import fc from "fast-check";
import { fitting, merges, options, seeds, trials } from "./lib/commands.mjs";
import { promise, shown } from "./lib/defect.mjs";
import { trialOf } from "./lib/doing.mjs";
import { CUTS, NANOFLAKE, SINGLE, TOGGLES } from "./lib/layouts.mjs";
import { tickOf } from "./lib/ledger.mjs";
import { checkUnused } from "./lib/refusals.mjs";
import { World } from "./lib/world.mjs";

const CALLS = { generator: 4, next: 9, batch: 5, large: 1, nextAsync: 2, snapshot: 2, merge: 2, restart: 1, free: 1 };
const EVERYTHING = { ...CALLS, move: 9, trick: 2 };

const ALL = [...SINGLE, ...TOGGLES];

/** What stands in an array before it is filled. */
const BEFORE = 7;

/** A call that is refused leaves everything as it was: the generator, and the array that it was to fill. */
async function refusals({ seed, family, given, calls }, stats, trace) {
  const world = new World(ALL[family], seed, stats, trace);
  const generator = world.open({ format: 0, node: 1, own: false, ...fitting(world.formats[0], given) });
  const { layout, clock, format, label } = generator;
  for (const { how, count, step } of calls) {
    clock.time += step * layout.unit;
    trace?.(`the clock moves ${step} ticks`);
    const array = new (format.native === "number" ? Float64Array : BigUint64Array)(count);
    array.fill(format.native === "number" ? BEFORE : BigInt(BEFORE));
    const written = { next: "next()", batch: `batch(${count})`, fill: `fill(an array of ${count})` }[how];
    const work = { next: (api) => [api.next()], batch: (api) => api.batch(count), fill: (api) => api.fill(array) }[how];
    const before = snapshot(world, generator);
    const refused = world.call(generator, how, written, work, (ids, frame, last) => {
      for (const id of ids) world.take(generator, id, 0, frame, last);
    });
    const after = snapshot(world, generator);
    if (refused === undefined || before === undefined || after === undefined) continue;
    checkUnused(before, after, tickOf(layout, clock.time), `${label}.${written}`);
    const kept = Array.from(array, Number);
    const touched = kept.slice(0, kept.findLastIndex((item) => item !== BEFORE) + 1);
    promise(!touched.some((item) => item !== 0), () => `${label}.${written} is refused, and leaves ${shown(array)}`);
  }
}

function snapshot(world, generator) {
  let taken;
  const note = (given) => (taken = given);
  world.call(generator, "snapshot", "snapshot()", (api) => api.snapshot(), note);
  return taken;
}

export const properties = [
  {
    name: "generators.mixed",
    about: "all of the API in any order, restarts and merges, clocks that step, throw, lie and re-enter",
    share: 3,
    arbitrary: trials(ALL, EVERYTHING),
    run: trialOf(ALL),
  },
  {
    name: "generators.cuts",
    about: "formats that cut the same bits in different ways, in one core",
    share: 1,
    arbitrary: trials(CUTS, EVERYTHING),
    run: trialOf(CUTS),
  },
  {
    name: "generators.merges",
    about: "snapshots restored beside generators that live on, with two timelines each",
    share: 1,
    arbitrary: merges(TOGGLES, { settled: true }),
    run: trialOf(TOGGLES, { ordered: false }),
  },
  {
    name: "generators.beside",
    about: "snapshots restored beside generators that hold numbers ahead of need",
    share: 1,
    arbitrary: merges(SINGLE, { settled: false }),
    run: trialOf(SINGLE),
  },
  {
    name: "generators.refusals",
    about: "what a refused call leaves behind: nothing",
    share: 1,
    arbitrary: fc.record({
      seed: seeds,
      family: fc.nat(ALL.length - 1),
      given: fc.record(options(false), { requiredKeys: [] }),
      calls: fc.array(
        fc.record({
          how: fc.constantFrom("next", "batch", "fill"),
          count: fc.oneof(fc.nat(24), fc.constantFrom(300, 5000)),
          step: fc.integer({ min: -3, max: 3 }),
        }),
        { maxLength: 20, size: "max" },
      ),
    }),
    run: refusals,
  },
  {
    name: "generators.waits",
    about: "waits for clocks that stand still: bounded, and without a lead where there must be none",
    share: 1,
    arbitrary: trials(NANOFLAKE, { next: 3, batch: 2, nextAsync: 3, move: 3, freeze: 2 }),
    run: trialOf(NANOFLAKE, { boundedWaits: true, punctual: true }),
  },
];
