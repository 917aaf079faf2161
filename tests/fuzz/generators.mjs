// Properties of generators of all formats: the whole API in any order, with faulty clocks.

import fc from "fast-check";
import { fitting, merges, options, seeds, trials } from "./lib/commands.mjs";
import { display, ensure } from "./lib/defect.mjs";
import { commandProperty } from "./lib/perform.mjs";
import { NANOFLAKE, SAME_BITS, SINGLE, TOGGLES } from "./lib/layouts.mjs";
import { tickOf } from "./lib/ledger.mjs";
import { checkUnused } from "./lib/refusals.mjs";
import { World } from "./lib/world.mjs";

const CALLS = { generator: 4, next: 9, batch: 5, large: 1, nextAsync: 2, snapshot: 2, merge: 2, restart: 1, free: 1 };
const EVERYTHING = { ...CALLS, move: 9, clockFault: 2 };
const WAITING_CALLS = { next: 3, batch: 2, nextAsync: 3, move: 3, freeze: 2 };
const WAITING_CHECKS = { boundedWaits: true, noLead: true };

const ALL = [...SINGLE, ...TOGGLES];

/** The content of an array before `fill`. */
const BEFORE = 7;

/** Asserts that a call that throws an error changes neither the generator nor the array that it should fill. */
async function refusals({ seed, family, given, calls }, stats, trace) {
  const world = new World(ALL[family], seed, stats, trace);
  const generator = world.open({ format: 0, node: 1, ownClock: false, ...fitting(world.formats[0], given) });
  const { layout, clock, format, label } = generator;
  for (const { how, count, step } of calls) {
    clock.time += step * layout.unit;
    trace?.(`the clock moves by ${step} ticks`);
    const array = new (format.native === "number" ? Float64Array : BigUint64Array)(count);
    array.fill(format.native === "number" ? BEFORE : BigInt(BEFORE));
    const { written, work } = {
      next: { written: `${label}.next()`, work: (api) => [api.next()] },
      batch: { written: `batch(${label}, ${count})`, work: (api, { batch }) => batch(api, count) },
      fill: { written: `fill(${label}, an array of ${count})`, work: (api, { fill }) => fill(api, array) },
    }[how];
    const before = snapshot(world, generator);
    const error = world.call(generator, how, written, work, (ids, frame, last) => {
      for (const id of ids) world.record(generator, id, 0, frame, last);
    });
    const after = snapshot(world, generator);
    if (error === undefined || before === undefined || after === undefined) continue;
    checkUnused(before, after, tickOf(layout, clock.time), written);
    const kept = Array.from(array, Number);
    const touched = kept.slice(0, kept.findLastIndex((item) => item !== BEFORE) + 1);
    ensure(!touched.some((item) => item !== 0), () => `${written} throws and leaves ${display(array)}`);
  }
}

function snapshot(world, generator) {
  let result;
  const keep = (snapshot) => (result = snapshot);
  world.call(generator, "snapshot", `snapshot(${generator.label})`, (api, { snapshot }) => snapshot(api), keep);
  return result;
}

export const properties = [
  {
    ...commandProperty("generators.mixed", ALL, trials(ALL, EVERYTHING)),
    about: "the whole API in any order, with restarts, merged snapshots and faulty clocks",
    share: 3,
  },
  {
    ...commandProperty("generators.layouts", SAME_BITS, trials(SAME_BITS, EVERYTHING)),
    about: "formats that divide the same bits differently, in one core",
  },
  {
    ...commandProperty("generators.merges", TOGGLES, merges(TOGGLES, { settlesFirst: true }), { ordered: false }),
    about: "snapshots with two timelines, restored while other generators continue",
  },
  {
    ...commandProperty("generators.runs", SINGLE, merges(SINGLE, { settlesFirst: false })),
    about: "snapshots restored while numbers are ready for other generators",
  },
  {
    name: "generators.refusals",
    about: "calls that throw an error change nothing",
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
    ...commandProperty("generators.waits", NANOFLAKE, trials(NANOFLAKE, WAITING_CALLS), WAITING_CHECKS),
    about: "waits for stalled clocks are bounded, and nanoflake never leads",
  },
];
