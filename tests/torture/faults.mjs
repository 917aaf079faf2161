// The faults: how the parent disturbs its children.

import { WINDOW_MS } from "./lib/spaces.mjs";

/** The points at which a child can be killed. */
const POINTS = ["before a swap", "after a swap", "after IDs were written"];

/** Offsets of wall clocks in ms: ahead and behind, by steps of all sizes. */
const STEPS = [-86_400_000, -3_600_000, -5_000, -300, -20, 0, 20, 300, 5_000, 3_600_000, 86_400_000].map((ms) => ({
  ms,
}));

/** Speeds of monotonic clocks. */
const RATES = [{ weight: 4, rate: 1 }, { rate: 0.7 }, { rate: 1.3 }];

/**
 * Each fault has a name, a weight, and a function that applies it. It gets the crew, a random generator, and the disk that
 * can be filled, if there is one.
 */
export const FAULTS = [
  { name: "kill", weight: 6, apply: onOne((child, crew) => killAndRestart([child], crew)) },
  {
    name: "kill at a point",
    weight: 6,
    apply: onOne((child, _, random) => {
      child.isDoomed = true;
      child.order("crash", { point: POINTS[random.below(POINTS.length)] });
    }),
  },
  { name: "kill all", weight: 0.3, apply: ({ crew }) => killAndRestart(crew.active, crew) },
  { name: "quit", weight: 2, apply: onOne((child) => child.order("quit")) },
  { name: "reopen", weight: 3, apply: onOne((child) => child.order("reopen")) },
  ...(process.platform === "win32"
    ? []
    : [
        { name: "stop", weight: 8, apply: onOne((child, _, random) => pause([child], random)) },
        { name: "stop all", weight: 0.3, apply: ({ crew, random }) => pause(crew.active, random) },
      ]),
  {
    name: "block",
    weight: 6,
    apply: onOne((child, _, random) => child.order("block", { ms: random.between(0.2, 2) * WINDOW_MS })),
  },
  {
    name: "clocks",
    weight: 6,
    apply: onOne((child, _, random) => child.setClocks(random.pick(STEPS).ms, random.pick(RATES).rate)),
  },
  {
    name: "store refuses",
    weight: 2,
    apply({ crew, random }) {
      const ms = random.between(0.2, 2) * WINDOW_MS;
      for (const child of crew.active) if (random.next() < 0.5) child.order("fillDisk", { ms });
    },
  },
];

/** A fault that needs a disk. */
export const FULL_DISK = {
  name: "full disk",
  weight: 1,
  apply({ disk, random }) {
    disk.fill();
    setTimeout(() => disk.empty(), random.between(0.2, 2) * WINDOW_MS);
  },
};

/** A fault of one child that is running. */
function onOne(apply) {
  return ({ crew, random }) => {
    const { active } = crew;
    if (active.length > 0) apply(active[random.below(active.length)], crew, random);
  };
}

/** Kills children, and starts others in their place within the same ms. */
function killAndRestart(children, crew) {
  for (const child of children) child.kill();
  for (const { slot } of children) crew.replace(slot);
}

function pause(children, random) {
  const ms = random.between(0.2, 3) * WINDOW_MS;
  for (const child of children) {
    child.stop();
    setTimeout(() => child.resume(), ms);
  }
}
