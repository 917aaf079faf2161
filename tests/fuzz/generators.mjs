// Generators of all formats: everything the API can do, in any order, under clocks that do anything.

import fc from "fast-check";
import { commandsOf, doAll, many } from "./lib/commands.mjs";
import { promise } from "./lib/defect.mjs";
import { CUTS, SINGLE, T0, TOGGLES } from "./lib/layouts.mjs";
import { World } from "./lib/world.mjs";

const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const MIXED = {
  ...{ generator: 4, next: 9, batch: 5, large: 1, nextAsync: 2, snapshot: 2, merge: 2, restart: 1, free: 1 },
  ...{ move: 9, trick: 2 },
};

/** Trials over some families: commands of these weights, which begin with a generator or two. */
export function trials(families, weights, given = {}) {
  const first = commandsOf({ generator: 1 }, { ...given, most: 3 });
  return fc.record({
    seed,
    family: fc.nat(families.length - 1),
    commands: fc.tuple(first, commandsOf(weights, given)).map((both) => both.flat()),
  });
}

/** Does a trial's commands. */
export const run = (families) => async (trial, stats, trace) => {
  await doAll(new World(families[trial.family], trial.seed, stats, trace), trial.commands);
};

const ALL = [...SINGLE, ...TOGGLES];

/** What a refused call may leave behind: nothing. */
async function refusals({ seed, family, options, times, count, back, how }, stats, trace) {
  const world = new World(ALL[family], seed, stats, trace);
  const { formats } = world;
  void formats;
  await doAll(world, [options, { do: "next", on: 0, how: "next", meta: 0, times }]);
  const generator = world.pick(0);
  if (generator === undefined) return;
  world.clock.time -= back;
  void T0;
  void promise;
  void many;
  void count;
  void how;
}
void refusals;

export const properties = [
  {
    name: "generators.mixed",
    about: "all of the API in any order, restarts and merges, clocks that step, throw, lie and re-enter",
    share: 3,
    arbitrary: trials(ALL, MIXED, { toggles: false }),
    run: run(ALL),
  },
  {
    name: "generators.cuts",
    about: "formats that cut the same bits in different ways, in one core",
    share: 1,
    arbitrary: trials(CUTS, MIXED),
    run: run(CUTS),
  },
];
