// The faults that each store has: how the parent disturbs its children. All other faults are faults of its engine: see
// stores.mjs.

/** The points at which a child can be killed. */
const POINTS = ["before a swap", "after a swap", "after IDs were written"];

/** Offsets of wall clocks in ms: ahead and behind, by steps of all sizes. */
const STEPS = [-86_400_000, -3_600_000, -5_000, -300, -20, 0, 20, 300, 5_000, 3_600_000, 86_400_000].map((ms) => ({
  ms,
}));

/** Speeds of monotonic clocks. */
const RATES = [{ weight: 4, rate: 1 }, { rate: 0.7 }, { rate: 1.3 }];

/**
 * Each fault has a name, a weight, and a function that applies it. It gets the crew, a random generator, the points of
 * the engine, and the length of windows in ms. The function returns the children that the fault strikes, and its
 * duration in ms.
 */
export const FAULTS = [
  { name: "kill", weight: 6, apply: onOne((child, { crew }) => killAndRestart([child], crew)) },
  {
    name: "kill at a point",
    weight: 6,
    apply: onOne((child, { random, points }) => {
      const all = [...POINTS, ...points];
      child.isDoomed = true;
      child.order("crash", { point: all[random.below(all.length)] });
      return 0;
    }),
  },
  { name: "kill all", weight: 0.3, apply: onAll((children, { crew }) => killAndRestart(children, crew)) },
  { name: "quit", weight: 2, apply: onOne((child) => ordered(child, "quit")) },
  { name: "reopen", weight: 3, apply: onOne((child) => ordered(child, "reopen")) },
  ...(process.platform === "win32"
    ? []
    : [
        { name: "stop", weight: 8, apply: onOne((child, tools) => pause([child], tools)) },
        { name: "stop all", weight: 0.3, apply: onAll(pause) },
      ]),
  {
    name: "block",
    weight: 6,
    apply: onOne((child, { random, window }) => ordered(child, "block", random.between(0.2, 2) * window)),
  },
  {
    name: "clocks",
    weight: 6,
    apply: onOne((child, { random }) => {
      child.setClocks(random.pick(STEPS).ms, random.pick(RATES).rate);
      return 0;
    }),
  },
  {
    name: "store refuses",
    weight: 2,
    apply({ crew, random, window }) {
      const ms = random.between(0.2, 2) * window;
      const children = crew.active.filter(() => random.next() < 0.5);
      for (const child of children) ordered(child, "fillDisk", ms);
      return { children, ms };
    },
  },
];

/** A fault of one child that is running. `apply` returns its duration. */
function onOne(apply) {
  return (tools) => {
    const { active } = tools.crew;
    const children = active.length > 0 ? [active[tools.random.below(active.length)]] : [];
    return { children, ms: Math.max(0, ...children.map((child) => apply(child, tools))) };
  };
}

/** A fault of all children that are running. */
function onAll(apply) {
  return (tools) => {
    const children = tools.crew.active;
    return { children, ms: apply(children, tools) };
  };
}

function ordered(child, order, ms = 0) {
  child.order(order, { ms });
  return ms;
}

/** Kills children, and starts other children in their place within the same ms. */
function killAndRestart(children, crew) {
  for (const child of children) child.kill();
  for (const { slot } of children) crew.replace(slot);
  return 0;
}

function pause(children, { random, window }) {
  const ms = random.between(0.2, 3) * window;
  for (const child of children) {
    child.stop();
    setTimeout(() => child.resume(), ms);
  }
  return ms;
}
