// Generators of all formats: everything the API can do, in any order, under clocks that do anything.

import { trialOf, trials } from "./lib/commands.mjs";
import { CUTS, SINGLE, TOGGLES } from "./lib/layouts.mjs";

const CALLS = { generator: 4, next: 9, batch: 5, large: 1, nextAsync: 2, snapshot: 2, merge: 2, restart: 1, free: 1 };
const EVERYTHING = { ...CALLS, move: 9, trick: 2 };

const ALL = [...SINGLE, ...TOGGLES];

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
    arbitrary: trials(TOGGLES, { equal: 2, at: 24, join: 3 }, { first: "equal", most: 50 }),
    run: trialOf(TOGGLES),
  },
];
