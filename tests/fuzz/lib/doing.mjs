// What commands do to a world.

import { ClockError } from "./clock.mjs";
import { fitting } from "./commands.mjs";
import { promise } from "./defect.mjs";
import { T0 } from "./layouts.mjs";
import { checkFields } from "./ledger.mjs";
import { valueOf, World } from "./world.mjs";

/** Does the commands of such a trial. */
export const trialOf = (families, checks) => async (trial, stats, trace) => {
  const world = Object.assign(new World(families[trial.family], trial.seed, stats, trace), checks);
  for (const command of trial.commands) await perform(world, command);
};

/** Does one command. */
export const perform = (world, command) => DO[command.do](world, command);

/** Does something to the generator of that number, if there is one. */
const withGenerator = (work) => (world, command) => {
  const generator = world.pick(command.on);
  return generator === undefined ? undefined : work(world, generator, command);
};

/** Metadata that fits a generator; 0 is left out. */
function metaOf({ layout }, meta) {
  return layout.metadata === undefined || meta === 0 ? [] : [meta];
}

const DO = {
  generator(world, { format = 0, node = 0, own = false, ...rest }) {
    const place = format % world.formats.length;
    world.open({ format: place, node, own, ...fitting(world.formats[place], rest) });
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
