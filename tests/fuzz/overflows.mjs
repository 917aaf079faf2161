// Stack overflows at every depth, and memory that has run out, on fresh cores: afterwards everything works.

import fc from "fast-check";
import { seeds } from "./lib/commands.mjs";
import { Defect, promise } from "./lib/defect.mjs";
import { CALLS, MAKING, OVERFLOW_FORMATS, READING } from "./lib/calls.mjs";
import { World } from "./lib/world.mjs";

/** No dive comes to more results than these. */
const MOST_RESULTS = 512;

/**
 * Fills the stack with frames of a size, and then, on the way back up, calls at each level that there is a call for.
 * Nothing here makes an ID disappear but the lack of room for noting it.
 */
function dive(state, ...pad) {
  try {
    dive(state, ...pad);
  } catch (error) {
    if (error.name !== "RangeError") throw error;
  }
  if (state.left === 0) return;
  state.left -= 1;
  if (state.left % state.every !== 0) return;
  try {
    const result = state.call(state.kit);
    state.results[state.count] = result;
    state.count += 1;
    if (state.once) state.left = 0;
  } catch (error) {
    if (error.name === "RangeError") state.overflows += 1;
    else if (state.failed < MOST_RESULTS) state.errors[state.failed++] = error;
  }
}

/** One generator of each kind, and what the calls need. */
function kitOf(world) {
  const open = (format, own, options) => world.open({ format, node: 1, own, ...options });
  const generators = {
    bigint: open(0, false),
    text: open(1, false),
    number: open(2, false),
    random: open(3, false),
    small: open(4, true),
  };
  const { flakekit } = world;
  const twitter = flakekit.twitter;
  const kit = { flakekit, world, generators, twitter, sno: flakekit.sno, arrays: [] };
  for (const [name, { api }] of Object.entries(generators)) kit[name] = api;
  kit.clock = world.clock.read;
  kit.id = 1541815603606036480n;
  kit.snoId = "brpk4q72xwf2m63l";
  kit.snapshots = [kit.bigint.snapshot(), kit.text.snapshot(), kit.small.snapshot()];
  return kit;
}

/** Notes the IDs of a call as the world does, whatever they came in; in which order does not matter here. */
function note(world, generator, made, frame) {
  for (const id of idsOf(generator.format, made)) world.take(generator, id, 0, frame, [-1n, -1n]);
}

function idsOf(format, made) {
  if (typeof made === "string") return [format.fromText(made)];
  if (typeof made !== "object") return [made];
  if (made.BYTES_PER_ELEMENT !== 1) return Array.from(made);
  return Array.from({ length: made.length / 10 }, (_, i) => format.fromBytes(made.subarray(i * 10, i * 10 + 10)));
}

/** Dives, and checks what came of it. */
async function diveOnce(world, kit, { call: number, pad, every, left, once }, trace) {
  const call = CALLS[number % CALLS.length];
  call.before?.(kit);
  const expected = READING.has(call) ? shownResult(call.call(kit)) : undefined;
  const state = { call: call.call, kit, left: once ? 100_000 : left, every, once, count: 0, failed: 0, overflows: 0 };
  state.results = Array(MOST_RESULTS).fill(undefined);
  state.errors = Array(MOST_RESULTS).fill(undefined);
  const clock = world.clock;
  const frames = [...new Set([clock, kit.generators.small.clock])].map((one) => [one, one.enter()]);
  try {
    dive(state, ...Array(pad).fill(0));
  } catch (error) {
    if (error.name !== "RangeError") throw error;
    // Not even the last frame had room to catch it.
  }
  world.stats.count("overflows");
  world.stats.count("calls in a full stack", state.count + state.failed + state.overflows);
  world.stats.count("answered in a full stack", state.count);
  const how = once ? "until it is answered" : `at ${left} levels, each ${every}th`;
  trace?.(`// the stack is filled with frames of ${pad} values; then, on the way back, ${how}: ${call.code}`);
  trace?.(`// ${state.overflows} overflows, ${state.count} answers, ${state.failed} other errors`);
  for (const error of state.errors.slice(0, state.failed)) check(error, call);
  for (const result of state.results.slice(0, state.count)) {
    let given = result;
    try {
      if (call.later) given = await result;
    } catch (error) {
      check(error, call);
      continue;
    }
    if (expected !== undefined) {
      promise(
        shownResult(given) === expected,
        () => `${call.code} is ${shownResult(given)} in a full stack, else ${expected}`,
      );
    } else if (call.of !== undefined) {
      const generator = kit.generators[call.of];
      note(world, generator, given, frames.find(([one]) => one === generator.clock)[1]);
    }
  }
  for (const [one] of frames) one.leave();
  try {
    call.after?.(kit);
  } catch (error) {
    throw new Defect(`afterwards, ${call.code} throws ${error.stack}`);
  }
}

function check(error, call) {
  if (error instanceof Defect) throw error;
  const expected = ["RangeError", "FlakeError"].includes(error?.name);
  promise(expected, () => `${call.code} throws in a full stack: ${error?.stack ?? error}`);
}

const shownResult = (result) => JSON.stringify(result, (_, value) => (typeof value === "bigint" ? `${value}n` : value));

/** All generators, old and new, work as if nothing had happened. */
async function work(world, kit, trace) {
  trace?.("// afterwards:");
  for (const format of [0, 1, 2, 3, 4]) {
    world.open({ format, node: 1 + (format % 2), own: format === 4 });
  }
  for (const generator of [...world.generators]) {
    for (const { code, call, plain } of MAKING) {
      if (!plain(generator.format)) continue;
      const failed = world.call(
        generator,
        "next",
        code,
        () => call(generator.api),
        (made, frame) => note(world, generator, made, frame),
      );
      promise(
        failed === undefined || failed.code === "GENERATOR_FREED",
        () => `afterwards, ${generator.label}.${code} throws ${failed.stack}`,
      );
    }
    await world.callAsync(
      generator,
      "nextAsync",
      "nextAsync()",
      (api) => [api.nextAsync()],
      (id, frame) => note(world, generator, id, frame),
    );
  }
  for (const call of READING) {
    try {
      call.call(kit);
    } catch (error) {
      throw new Defect(`afterwards, ${call.code} throws ${error.stack}`);
    }
  }
}

async function stack({ seed, warm, dives }, stats, trace) {
  const world = new World(OVERFLOW_FORMATS, seed, stats, trace);
  const kit = kitOf(world);
  for (let i = 0; i < warm; i++) await work(world, kit);
  for (const one of dives) await diveOnce(world, kit, one, trace);
  await work(world, kit, trace);
}

/** Takes all of the memory there can be, uses up what the core still has of it, and goes on. */
async function memory({ seed, warm, grow }, stats, trace) {
  const world = new World(OVERFLOW_FORMATS, seed, stats, trace);
  const kit = kitOf(world);
  for (let i = 0; i < warm; i++) await work(world, kit);
  trace?.(`// the memory grows, ${grow} pages at a time, until it can't`);
  for (let pages = grow; pages >= 1;) {
    try {
      world.memory.grow(pages);
    } catch {
      pages = Math.floor(pages / 2);
    }
  }
  stats.count("memory used up");
  const held = [];
  let refused;
  trace?.("// generators with clocks of their own until one is refused");
  for (let i = 0; i < 20_000 && refused === undefined; i++) {
    try {
      held.push(kit.twitter.generator({ machineId: i % 1024, clock: world.clock.read }));
    } catch (error) {
      refused = error;
      trace?.(`// the ${i + 1}th: ${error.name}: ${error.message}`);
    }
  }
  promise(refused !== undefined, () => "20 000 generators in a memory that can't grow");
  check(refused, { code: "generator({ clock })" });
  for (const generator of held) generator.free();
  await work(world, kit, trace);
}

export const properties = [
  {
    name: "overflows.stack",
    about: "every call of the API at every depth of a full stack, on fresh cores",
    share: 2,
    arbitrary: fc.record({
      seed: seeds,
      warm: fc.constantFrom(0, 0, 0, 1, 3),
      dives: fc.array(
        fc.record({
          call: fc.nat(CALLS.length - 1),
          pad: fc.oneof(fc.nat(12), fc.nat(120)),
          every: fc.integer({ min: 1, max: 3 }),
          left: fc.oneof(fc.nat(12), fc.nat(120)),
          once: fc.boolean(),
        }),
        { minLength: 1, maxLength: 4, size: "max" },
      ),
    }),
    run: stack,
  },
  {
    name: "overflows.memory",
    about: "memory that can't grow",
    share: 1,
    arbitrary: fc.record({ seed: seeds, warm: fc.nat(1), grow: fc.constantFrom(65_536, 16_384) }),
    run: memory,
  },
];
