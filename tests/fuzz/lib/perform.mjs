// Performs the commands of a trial.

import { ClockError } from "./clock.mjs";
import { fitting } from "./commands.mjs";
import { ensure } from "./defect.mjs";
import { T0 } from "./layouts.mjs";
import { checkFields } from "./ledger.mjs";
import { valueOf, World } from "./world.mjs";

/**
 * A property whose trials are lists of commands.
 *
 * @param families - the families of formats that the trials choose from
 * @param arbitrary - the trials, from `trials` or `merges` of the same families
 * @param checks - properties of {@link World} that select the assertions
 */
export const commandProperty = (name, families, arbitrary, checks = {}) => ({
  name,
  share: 1,
  arbitrary,
  async run(trial, stats, trace) {
    const world = Object.assign(new World(families[trial.family], trial.seed, stats, trace), checks);
    for (const command of trial.commands) await perform(world, command);
  },
});

/** Performs one command. */
export const perform = (world, command) => COMMANDS[command.do](world, command);

/** A command on the generator `target`. It does nothing if there is no generator. */
const withGenerator = (work) => (world, command) => {
  const generator = world.pick(command.target);
  return generator === undefined ? undefined : work(world, generator, command);
};

/** The arguments for metadata: no argument for 0 and for formats without metadata. */
function metaOf({ layout }, meta) {
  return layout.metadata === undefined || meta === 0 ? [] : [meta];
}

const COMMANDS = {
  generator(world, { format = 0, node = 0, ownClock = false, ...rest }) {
    const formatIndex = format % world.formats.length;
    world.open({ format: formatIndex, node, ownClock, ...fitting(world.formats[formatIndex], rest) });
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
      `${generator.label}.nextAsync(${given})`,
      (api) => Array.from({ length: count }, () => api.nextAsync(...given)),
      (id, frame, last) => world.record(generator, id, given[0] ?? 0, frame, last),
    );
    // Sleeps are rounded up to whole ms.
    const longest = count * ((generator.options.maxWait ?? 1000) + 1);
    const bounded = !world.boundedWaits || slept <= longest;
    ensure(
      bounded,
      () => `${generator.label}: ${count} calls of nextAsync sleep ${slept} ms; the maximum is ${longest}`,
    );
  }),

  snapshot: withGenerator(save),

  /** Takes a snapshot of a generator, and restores it as a generator that uses the shared clock. */
  snapshotAndMerge: withGenerator((world, generator) => {
    if (save(world, generator) !== undefined)
      COMMANDS.merge(world, { age: 0, ownClock: false, changed: { maxWait: 0 } });
  }),

  merge(world, { age, ownClock, changed }) {
    const saved = world.saved[world.saved.length - 1 - (age % world.saved.length)];
    if (saved === undefined) return;
    // The range must be the snapshot's.
    const { sequenceRange: _, ...rest } = fitting(saved.format, {
      ...saved.options,
      ...changed,
      sequenceRange: saved.range,
    });
    world.open({ ...rest, format: saved.formatIndex, ownClock }, saved);
  },

  /** Takes snapshots of the last generators, ends the process, and restores them in a new process. */
  restart(world, { keep }) {
    const all = world.generators.filter(({ freed }) => !freed).slice(-keep);
    const saved = all.map((generator) => save(world, generator)).filter((one) => one !== undefined);
    world.startProcess();
    world.stats.count("restart");
    for (const one of saved) {
      const generator = world.open({ ...one.options, format: one.formatIndex, ownClock: one.ownClock }, one);
      if (generator?.ownClock) generator.clock.time = one.time;
    }
  },

  free: withGenerator((world, generator) => {
    world.trace?.(`${generator.label}.free()`);
    generator.api.free();
    generator.freed = true;
    world.stats.count("free");
  }),

  /** Reads the properties of a sno generator: partition, range and counts. */
  report: withGenerator((world, generator) => {
    const { api, options, label } = generator;
    if (generator.format.native !== "string") return;
    const read = ({ partition, sequenceMin, sequenceMax, cap, sequence, len }) => ({
      ...{ partition, range: [sequenceMin, sequenceMax], cap, sequence, len },
    });
    world.call(
      generator,
      "report",
      `${label}.partition, sequenceMin, …`,
      () => read(api),
      ({ range, ...given }) => {
        const [first, last] = options.range;
        const right =
          given.partition === options.node.partition &&
          range[0] === first &&
          range[1] === last &&
          given.cap === last - first + 1;
        const possible = given.sequence >= first && given.sequence <= last && given.len >= 0 && given.len <= given.cap;
        ensure(right && possible, () => `${label} reports ${JSON.stringify({ range, ...given })}`);
      },
    );
  }),

  /** Makes an ID with a given time. Such IDs may repeat other IDs, so only their fields are checked. */
  nextWithTime: withGenerator((world, generator, { meta, by }) => {
    if (generator.format.native !== "string") return;
    const time = Math.floor(generator.clock.time) + by;
    world.call(
      generator,
      "nextWithTime",
      `${generator.label}.nextWithTime(${time}, ${meta})`,
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

  nextAtTick: withGenerator((world, generator, { tick, times }) => {
    generator.clock.time = T0 + tick * generator.layout.unit;
    world.trace?.(`${nameOf(world, generator.clock)} is at tick ${tick} of the trial`);
    for (let i = 0; i < times; i++) one(world, generator, "next", []);
  }),

  move(world, { target, shared, by }) {
    const clock = shared ? world.clock : (world.pick(target)?.clock ?? world.clock);
    clock.time += by;
    world.trace?.(`${nameOf(world, clock)} moves by ${by} ms, to ${new Date(clock.time).toISOString()}`);
    world.stats.count(by < 0 ? "clock back" : "clock forward");
  },

  freeze: withGenerator((world, { clock }, { long }) => {
    // A long freeze takes a million readings, so each clock has at most one.
    if (long && clock.wasFrozen) return;
    clock.freeze(long);
    world.trace?.(`${nameOf(world, clock)} stands still`);
    world.stats.count("clock frozen");
  }),

  clockFault: withGenerator((world, generator, { kind, victim }) => {
    // The package need not handle a Date.now that does not return a number.
    if (kind === "bigint" && !generator.ownClock) return;
    world.trace?.(`the next reading of ${nameOf(world, generator.clock)}: ${kind}`);
    generator.clock.fault = () => {
      world.stats.count(`clock ${kind}`);
      return FAULTS[kind](world, world.pick(victim));
    };
  }),
};

const nameOf = (world, clock) =>
  clock === world.clock
    ? "the clock"
    : `the clock of ${world.generators.find((generator) => generator.clock === clock).label}`;

/** The faults of a reading in place of the time. */
const FAULTS = {
  NaN: () => Number.NaN,
  infinite: () => Infinity,
  far: () => 1e300,
  "long ago": () => -1e300,
  bigint: () => 5n,
  throw: () => {
    throw new ClockError("the clock is broken");
  },
  next: (world, generator) => one(world, generator, "next", []),
  batch: (world, generator) => void many(world, generator, { how: "batch", meta: 0, count: 5 }),
  free: (world, generator) => COMMANDS.free(world, { target: world.generators.indexOf(generator) }),
};

function one(world, generator, how, given) {
  world.call(
    generator,
    how,
    `${generator.label}.${how}(${given})`,
    (api) => api[how](...given),
    (id, frame, last) => {
      const { format } = generator;
      const made = how === "nextBytes" ? format.fromBytes(id) : how === "nextText" ? format.fromText(id) : id;
      // A single ID has the time of the last reading.
      const at = { ...frame, min: frame.last, max: frame.last };
      world.record(generator, made, given[0] ?? 0, at, last);
    },
  );
}

/** Makes many IDs in one call. `batch` replaces `fill` for texts, and `batchBytes` for integers. */
function many(world, generator, { how, meta, count }) {
  const { format } = generator;
  const texts = format.native === "string";
  const method = texts ? how.replace("fill", "batch") : how.replace("Bytes", "");
  const given = texts ? metaOf(generator, meta) : [];
  const array = method === "fill" ? new (format.native === "number" ? Float64Array : BigUint64Array)(count) : undefined;
  const call = `${method}(${[generator.label, array ? `an array of ${count}` : count, ...given].join(", ")})`;
  const work = (api, flakekit) => flakekit[method](api, array ?? count, ...given);
  return world.call(generator, method, call, work, (made, frame, last) => {
    const ids = method === "batchBytes" ? bytesOf(made, 10).map((bytes) => format.fromBytes(bytes)) : made;
    ensure(ids.length === count, () => `${call} gives ${ids.length}`);
    for (const id of ids) world.record(generator, id, given[0] ?? 0, frame, last);
  });
}

function bytesOf(bytes, width) {
  return Array.from({ length: bytes.length / width }, (_, i) => bytes.subarray(i * width, (i + 1) * width));
}

/** Takes a snapshot and keeps it as JSON. Returns undefined if the clock throws an error. */
function save(world, generator) {
  let saved;
  world.call(
    generator,
    "snapshot",
    `snapshot(${generator.label})`,
    (api, { snapshot }) => snapshot(api),
    (snapshot) => {
      const {
        options: { node, range, ...options },
        identity,
        ownClock,
        clock,
        formatIndex,
      } = generator;
      saved = {
        json: JSON.stringify(snapshot),
        histories: identity.save(),
        format: world.formats[formatIndex],
        formatIndex,
        node,
        range,
        options,
        ownClock,
        time: clock.time,
      };
      world.saved.push(saved);
    },
  );
  return saved;
}
