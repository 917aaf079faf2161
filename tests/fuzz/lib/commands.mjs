// What a trial can do: each command as data that fast-check makes and shrinks, and what it does to a world.

import fc from "fast-check";
import { ClockError } from "./clock.mjs";
import { promise } from "./defect.mjs";
import { T0 } from "./layouts.mjs";
import { checkFields } from "./ledger.mjs";
import { valueOf, World } from "./world.mjs";

const few = fc.nat(7);
const sparse = (record) => fc.record(record, { requiredKeys: [] });

/** Options of generators; `sequenceRange` is made to fit when it is used. */
export const options = (toggles) => ({
  onRollback: fc.constantFrom("lead", "wait", "throw", ...(toggles ? ["toggle", "toggle", "toggle"] : [])),
  onExhausted: fc.constantFrom("wait", "lead", "throw"),
  sequence: fc.constantFrom("reset", "rolling", "random"),
  sequenceResetThreshold: fc.nat(9),
  sequenceRange: fc.tuple(fc.nat(12), fc.nat(12)),
  maxLead: fc.constantFrom(0, 1, 4, 20, 10_000),
  maxWait: fc.constantFrom(0, 1, 3, 12, 1000),
});

/** The steps of a clock, in ms. */
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(1, 4, 10) },
  { weight: 3, arbitrary: fc.integer({ min: -12, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: -120, max: 120 }) },
  { weight: 1, arbitrary: fc.constantFrom(0.25, -0.25, 1000, -1000, 3_600_000, -3_600_000) },
);

/** The arbitraries of commands, by name. */
const arbitraries = (toggles) => ({
  generator: sparse({ format: few, node: fc.constantFrom(0, 0, 1, 1023), own: fc.boolean(), ...options(toggles) }),
  /** Of one identity, with the format's own policies. Where it does not wait, the clock stays where it is. */
  equal: fc.record({ own: fc.boolean(), maxWait: fc.constantFrom(0, 0, 0, 1000) }),
  next: fc.record({
    on: few,
    how: fc.constantFrom("next", "nextText", "nextBytes"),
    meta: few,
    times: fc.integer({ min: 1, max: 6 }),
  }),
  batch: fc.record({ on: few, how: fc.constantFrom("batch", "fill", "batchBytes"), meta: few, count: fc.nat(24) }),
  large: fc.record({ on: few, how: fc.constantFrom("batch", "fill", "batchBytes"), meta: few, count: fc.nat(9000) }),
  nextAsync: fc.record({ on: few, meta: few, count: fc.integer({ min: 1, max: 4 }) }),
  snapshot: fc.record({ on: few }),
  merge: fc.record({ of: few, own: fc.boolean(), changed: sparse(options(toggles)) }),
  restart: fc.record({ keep: fc.integer({ min: 1, max: 8 }) }),
  free: fc.record({ on: few }),
  report: fc.record({ on: few }),
  atTime: fc.record({ on: few, meta: few, by: fc.integer({ min: -1e9, max: 1e9 }) }),
  /** IDs at one of a few ticks, so that histories meet. */
  at: fc.record({ on: few, tick: few, times: fc.integer({ min: 1, max: 3 }) }),
  join: fc.record({ on: few }),
  move: fc.record({ on: few, shared: fc.boolean(), by: steps }),
  freeze: fc.record({ on: few, long: fc.boolean() }),
  trick: fc.record({
    on: few,
    kind: fc.constantFrom("NaN", "infinite", "bigint", "throw", "next", "batch", "free"),
    with: few,
  }),
});

/** A seed of random bits. */
export const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

/** Trials over some families: commands of these weights, after one to three generators. */
export function trials(families, weights, given = {}) {
  const first = commandsOf({ [given.first ?? "generator"]: 1 }, { ...given, least: 1, most: 3 });
  return fc.record({
    seed: seeds,
    family: fc.nat(families.length - 1),
    commands: fc.tuple(first, commandsOf(weights, given)).map((both) => both.flat()),
  });
}

/** Does the commands of such a trial. */
export const trialOf = (families, checks) => async (trial, stats, trace) => {
  const world = Object.assign(new World(families[trial.family], trial.seed, stats, trace), checks);
  for (const command of trial.commands) await perform(world, command);
};

/** Does one command. */
export const perform = (world, command) => DO[command.do](world, command);

/** A list of commands; the weights say which there are. */
export function commandsOf(weights, { toggles = false, least = 0, most = 40 } = {}) {
  const all = arbitraries(toggles);
  const choices = Object.entries(weights).map(([name, weight]) => ({
    weight,
    arbitrary: all[name].map((given) => ({ do: name, ...given })),
  }));
  return fc.array(fc.oneof(...choices), { minLength: least, maxLength: most, size: "max" });
}

/** Does something to the generator of that number, if there is one. */
const withGenerator = (work) => (world, command) => {
  const generator = world.pick(command.on);
  return generator === undefined ? undefined : work(world, generator, command);
};

/** Options that fit a format. */
export function fitting({ layout, format }, { do: _, sequenceRange, sequenceResetThreshold, ...rest }) {
  const most = Number(layout.sequence.mask);
  const least = format.name === "sno" ? 4 : 1;
  if (sequenceRange !== undefined) {
    const [first, last] = sequenceRange.map((number) => Math.min(number, most));
    rest.sequenceRange = Math.abs(last - first) + 1 < least ? [first, first + least - 1] : [first, last];
  }
  const highest = Math.max(...(rest.sequenceRange ?? [most]));
  if (sequenceResetThreshold !== undefined && (rest.sequence ?? "reset") === "reset") {
    rest.sequenceResetThreshold = Math.min(sequenceResetThreshold, highest);
    rest.sequence = "reset";
  }
  return rest;
}

/** Metadata that fits a generator; 0 is left out. */
function metaOf({ layout }, meta) {
  return layout.metadata === undefined || meta === 0 ? [] : [meta];
}

const DO = {
  generator(world, { format = 0, node = 0, own = false, ...rest }) {
    const place = format % world.formats.length;
    world.open({ format: place, node, own, ...fitting(world.formats[place], rest) });
  },

  equal(world, { own, maxWait }) {
    world.open({ format: 0, node: 0, own, maxWait });
  },

  next: withGenerator((world, generator, { how, meta, times }) => {
    const given = metaOf(generator, meta);
    for (let i = 0; i < times; i++)
      one(world, generator, how === "nextBytes" && !generator.api.nextBytes ? "next" : how, given);
  }),

  batch: withGenerator(many),
  large: withGenerator(many),

  nextAsync: withGenerator(async (world, generator, { meta, count }) => {
    const given = metaOf(generator, meta);
    const { slept } = await world.callAsync(
      generator,
      "nextAsync",
      `nextAsync(${given})`,
      (api) => Array.from({ length: count }, () => api.nextAsync(...given)),
      (id, frame, last) => world.take(generator, id, given[0] ?? 0, frame, last),
    );
    // A sleep is a whole number of ms, and may be one too long.
    const longest = count * ((generator.options.maxWait ?? 1000) + 1);
    const bounded = !world.boundedWaits || slept <= longest;
    promise(
      bounded,
      () => `${generator.label}: ${count} calls of nextAsync sleep ${slept} ms, not ${longest} at the most`,
    );
  }),

  snapshot: withGenerator(save),

  /** What was granted to one generator is restored beside those that share their numbers. */
  join: withGenerator((world, generator) => {
    if (save(world, generator) !== undefined) DO.merge(world, { of: 0, own: false, changed: { maxWait: 0 } });
  }),

  merge(world, { of, own, changed }) {
    const saved = world.saved[world.saved.length - 1 - (of % world.saved.length)];
    if (saved === undefined) return;
    // The range is the snapshot's.
    const { sequenceRange: _, ...rest } = fitting(saved.format, {
      ...saved.options,
      ...changed,
      sequenceRange: saved.range,
    });
    world.open({ ...rest, format: saved.place, own }, saved);
  },

  /** All processes end, and what was granted is restored in a new one. */
  restart(world, { keep }) {
    const all = world.generators.filter(({ freed }) => !freed).slice(-keep);
    const saved = all.map((generator) => save(world, generator)).filter((one) => one !== undefined);
    world.startProcess();
    world.stats.count("restart");
    for (const one of saved) {
      const generator = world.open({ ...one.options, format: one.place, own: one.own }, one);
      if (generator?.own) generator.clock.time = one.time;
    }
  },

  free: withGenerator((world, generator) => {
    world.trace?.(`${generator.label}.free()`);
    generator.api.free();
    generator.freed = true;
    world.stats.count("free");
  }),

  /** What a generator of snos says of itself. */
  report: withGenerator((world, generator) => {
    const { api, options, label } = generator;
    if (generator.format.native !== "string") return;
    const told = ({ partition, sequenceMin, sequenceMax, cap, sequence, len }) => ({
      ...{ partition, range: [sequenceMin, sequenceMax], cap, sequence, len },
    });
    world.call(
      generator,
      "report",
      "partition, sequenceMin, …",
      () => told(api),
      ({ range, ...given }) => {
        const [first, last] = options.range;
        const right =
          given.partition === options.node.partition &&
          range[0] === first &&
          range[1] === last &&
          given.cap === last - first + 1;
        const possible = given.sequence >= first && given.sequence <= last && given.len >= 0 && given.len <= given.cap;
        promise(right && possible, () => `${label} reports ${JSON.stringify({ range, ...given })}`);
      },
    );
  }),

  /** IDs of a time of one's own, which are unique only if nothing else makes IDs of that time. */
  atTime: withGenerator((world, generator, { meta, by }) => {
    if (generator.format.native !== "string") return;
    const time = Math.floor(generator.clock.time) + by;
    world.call(
      generator,
      "nextWithTime",
      `nextWithTime(${time}, ${meta})`,
      (api) => api.nextWithTime(time, meta),
      (id) => {
        const value = valueOf(generator.format.toBytes(id));
        const at = { min: time, max: time };
        checkFields(
          generator.layout,
          value,
          { ...generator.options, maxLead: 0 },
          meta,
          at,
          () => `nextWithTime gives ${id}`,
        );
      },
    );
  }),

  at: withGenerator((world, generator, { tick, times }) => {
    generator.clock.time = T0 + tick * generator.layout.unit;
    world.trace?.(`${nameOf(world, generator.clock)} at tick ${tick} of the trial`);
    for (let i = 0; i < times; i++) one(world, generator, "next", []);
  }),

  move(world, { on, shared, by }) {
    const clock = shared ? world.clock : (world.pick(on)?.clock ?? world.clock);
    clock.time += by;
    world.trace?.(
      `${nameOf(world, clock)} ${by < 0 ? "back" : "on"} ${Math.abs(by)} ms, to ${new Date(clock.time).toISOString()}`,
    );
    world.stats.count(by < 0 ? "clock back" : "clock on");
  },

  freeze: withGenerator((world, { clock }, { long }) => {
    // A long one costs a million readings.
    if (long && clock.wasFrozen) return;
    clock.freeze(long);
    world.trace?.(`${nameOf(world, clock)} stands still`);
    world.stats.count("clock frozen");
  }),

  trick: withGenerator((world, generator, { kind, with: number }) => {
    // What Date.now gives in place of a number is not the package's to answer for.
    if (kind === "bigint" && !generator.own) return;
    world.trace?.(`the next reading of ${nameOf(world, generator.clock)}: ${kind}`);
    generator.clock.trick = () => {
      world.stats.count(`clock ${kind}`);
      return TRICKS[kind](world, world.pick(number));
    };
  }),
};

const nameOf = (world, clock) =>
  clock === world.clock
    ? "the clock"
    : `the clock of ${world.generators.find((generator) => generator.clock === clock).label}`;

/** What a clock does instead of giving the time. */
const TRICKS = {
  NaN: () => Number.NaN,
  infinite: () => Infinity,
  bigint: () => 5n,
  throw: () => {
    throw new ClockError("the clock is broken");
  },
  next: (world, generator) => one(world, generator, "next", []),
  batch: (world, generator) => void many(world, generator, { how: "batch", meta: 0, count: 5 }),
  free: (world, generator) => DO.free(world, { on: world.generators.indexOf(generator) }),
};

function one(world, generator, how, given) {
  world.call(
    generator,
    how,
    `${how}(${given})`,
    (api) => api[how](...given),
    (id, frame, last) => {
      const { format } = generator;
      const made = how === "nextBytes" ? format.fromBytes(id) : how === "nextText" ? format.fromText(id) : id;
      // A single ID is made at the last reading.
      const at = { ...frame, min: frame.last, max: frame.last };
      world.take(generator, made, given[0] ?? 0, at, last);
    },
  );
}

/** Many at once. Texts go into no array, and integers are not made as bytes: then `batch` is called. */
function many(world, generator, { how, meta, count }) {
  const { format } = generator;
  const texts = format.native === "string";
  const method = texts ? how.replace("fill", "batch") : how.replace("Bytes", "");
  const given = texts ? metaOf(generator, meta) : [];
  const array = method === "fill" ? new (format.native === "number" ? Float64Array : BigUint64Array)(count) : undefined;
  const call = `${method}(${[array ? `an array of ${count}` : count, ...given]})`;
  const work = (api) => api[method](array ?? count, ...given);
  return world.call(generator, method, call, work, (made, frame, last) => {
    const ids = method === "batchBytes" ? bytesOf(made, 10).map((bytes) => format.fromBytes(bytes)) : made;
    promise(ids.length === count, () => `${generator.label}.${call} gives ${ids.length}`);
    for (const id of ids) world.take(generator, id, given[0] ?? 0, frame, last);
  });
}

function bytesOf(bytes, width) {
  return Array.from({ length: bytes.length / width }, (_, i) => bytes.subarray(i * width, (i + 1) * width));
}

/** Takes a snapshot, which from here on is text; `undefined` where the clock can't be read. */
function save(world, generator) {
  let saved;
  world.call(
    generator,
    "snapshot",
    "snapshot()",
    (api) => api.snapshot(),
    (snapshot) => {
      const {
        options: { node, range, ...options },
        lane,
        own,
        clock,
        asked,
      } = generator;
      saved = {
        json: JSON.stringify(snapshot),
        histories: lane.save(),
        format: world.formats[asked.format],
        place: asked.format,
        node,
        range,
        options,
        own,
        time: clock.time,
      };
      world.saved.push(saved);
    },
  );
  return saved;
}
