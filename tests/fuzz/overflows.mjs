// Properties of cores after stack overflows at any depth and after running out of memory: everything still works.

import fc from "fast-check";
import { seeds } from "./lib/commands.mjs";
import { Defect, ensure } from "./lib/defect.mjs";
import { CALLS, MAKING_CALLS, OVERFLOW_FORMATS, READING_CALLS, REFUSED_CALLS } from "./lib/calls.mjs";
import { T0 } from "./lib/layouts.mjs";
import { World } from "./lib/world.mjs";

/** The size of a page of memory in bytes, and the most pages that the engine without WebAssembly can have. */
const PAGE = 65_536;
const MOST_TRANSLATED_PAGES = 32_767;

/** The maximum number of results and of errors that one dive keeps. */
const MOST_RESULTS = 512;

/**
 * Fills the stack with frames of equal size. On the way back, makes a call at every `state.every`-th of the deepest
 * `state.left` levels. The results are stored in arrays of fixed length, so that storing an ID needs no stack.
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
    const result = state.call(state.fixture);
    state.results[state.count] = result;
    state.count += 1;
    if (state.once) state.left = 0;
  } catch (error) {
    if (error.name === "RangeError") state.overflows += 1;
    else if (state.failed < MOST_RESULTS) state.errors[state.failed++] = error;
  }
}

/** Makes one generator of each kind, and the values that the calls need. */
function createFixture(world) {
  const open = (format, ownClock, options) => world.open({ format, node: 1, ownClock, ...options });
  const generators = {
    bigint: open(0, false),
    text: open(1, false),
    number: open(2, false),
    random: open(3, false),
    small: open(4, true),
  };
  const { flakekit } = world;
  const twitter = flakekit.twitter;
  const fixture = { flakekit, world, generators, twitter, sno: flakekit.sno, arrays: [] };
  for (const [name, { api }] of Object.entries(generators)) fixture[name] = api;
  fixture.clock = world.clock.read;
  // The clock of this generator reads a time before the epoch of the format.
  fixture.late = flakekit.generator(twitter, { machineId: 9, clock: () => 0 });
  // The clocks of these generators stand still, so their snapshots are always the same.
  fixture.still = flakekit.generator(twitter, { machineId: 7, clock: () => T0 });
  fixture.stillText = flakekit.generator(flakekit.sno, { partition: 7, clock: () => T0 });
  for (const generator of [fixture.still, fixture.stillText]) generator.next();
  fixture.id = 1541815603606036480n;
  fixture.snoId = "brpk4q72xwf2m63l";
  fixture.snapshots = [fixture.bigint, fixture.text, fixture.small].map((ids) => flakekit.snapshot(ids));
  return fixture;
}

/** Records the IDs that a call has returned, in any representation. Their order is not checked. */
function record(world, generator, made, frame) {
  for (const id of idsOf(generator.format, made)) world.record(generator, id, 0, frame, [-1n, -1n]);
}

function idsOf(format, made) {
  if (typeof made === "string") return [format.fromText(made)];
  if (typeof made !== "object") return [made];
  if (made.BYTES_PER_ELEMENT !== 1) return Array.from(made);
  return Array.from({ length: made.length / 10 }, (_, i) => format.fromBytes(made.subarray(i * 10, i * 10 + 10)));
}

/** Dives once, and checks the results and errors of the calls. */
async function diveOnce(world, fixture, { call: number, pad, every, left, once }, trace) {
  const call = CALLS[number % CALLS.length];
  call.before?.(fixture);
  const expected = READING_CALLS.has(call) ? shownResult(call.call(fixture)) : undefined;
  const refusal = REFUSED_CALLS.has(call) ? shownRefusal(call, fixture) : undefined;
  const state = {
    call: call.call,
    fixture,
    left: once ? 100_000 : left,
    every,
    once,
    count: 0,
    failed: 0,
    overflows: 0,
  };
  state.results = Array(MOST_RESULTS).fill(undefined);
  state.errors = Array(MOST_RESULTS).fill(undefined);
  const clock = world.clock;
  const frames = [...new Set([clock, fixture.generators.small.clock])].map((one) => [one, one.enter()]);
  try {
    dive(state, ...Array(pad).fill(0));
  } catch (error) {
    if (error.name !== "RangeError") throw error;
    // Even the outermost frame had no space left to catch the error.
  }
  world.stats.count("overflows");
  world.stats.count("calls in a full stack", state.count + state.failed + state.overflows);
  world.stats.count("results in a full stack", state.count);
  const how = once ? "until it returns" : `at ${left} levels, every ${every}th`;
  trace?.(`// fills the stack with frames of ${pad} values; calls on the way back, ${how}: ${call.code}`);
  trace?.(`// ${state.overflows} overflows, ${state.count} results, ${state.failed} other errors`);
  for (const error of state.errors.slice(0, state.failed)) {
    check(error, call);
    const same = refusal === undefined || shownError(error) === refusal;
    ensure(same, () => `${call.code} throws ${shownError(error)} in a full stack, but ${refusal} otherwise`);
  }
  ensure(refusal === undefined || state.count === 0, () => `${call.code} returns a value in a full stack`);
  for (const result of state.results.slice(0, state.count)) {
    let given = result;
    try {
      if (call.async) given = await result;
    } catch (error) {
      check(error, call);
      continue;
    }
    if (expected !== undefined) {
      ensure(
        shownResult(given) === expected,
        () => `${call.code} is ${shownResult(given)} in a full stack, but ${expected} otherwise`,
      );
    } else if (call.of !== undefined) {
      const generator = fixture.generators[call.of];
      record(world, generator, given, frames.find(([one]) => one === generator.clock)[1]);
    }
  }
  for (const [one] of frames) one.leave();
  try {
    call.after?.(fixture);
  } catch (error) {
    throw new Defect(`afterwards, ${call.code} throws ${error.stack}`);
  }
}

function check(error, call) {
  if (error instanceof Defect) throw error;
  const expected = ["RangeError", "FlakeError"].includes(error?.name);
  ensure(expected, () => `${call.code} throws in a full stack: ${error?.stack ?? error}`);
}

const shownError = ({ code, message }) => `${code}: ${message}`;

/** Makes a call that must throw a FlakeError. Returns its code and message. */
function shownRefusal(call, fixture) {
  try {
    call.call(fixture);
  } catch (error) {
    ensure(error.name === "FlakeError", () => `${call.code} throws ${error.stack}`);
    return shownError(error);
  }
  throw new Defect(`${call.code} throws no error`);
}

const shownResult = (result) => JSON.stringify(result, (_, value) => (typeof value === "bigint" ? `${value}n` : value));

/** Asserts that old and new generators work. */
async function work(world, fixture, trace) {
  trace?.("// afterwards:");
  for (const format of [0, 1, 2, 3, 4]) {
    world.open({ format, node: 1 + (format % 2), ownClock: format === 4 });
  }
  for (const generator of [...world.generators]) {
    for (const { code, call, plain } of MAKING_CALLS) {
      if (!plain(generator.format)) continue;
      const failed = world.call(
        generator,
        "next",
        code(generator.label),
        (api, flakekit) => call(api, flakekit),
        (made, frame) => record(world, generator, made, frame),
      );
      ensure(
        failed === undefined || failed.code === "GENERATOR_FREED",
        () => `afterwards, ${code(generator.label)} throws ${failed.stack}`,
      );
    }
    await world.callAsync(
      generator,
      "nextAsync",
      `${generator.label}.nextAsync()`,
      (api) => [api.nextAsync()],
      (id, frame) => record(world, generator, id, frame),
    );
  }
  for (const call of READING_CALLS) {
    try {
      call.call(fixture);
    } catch (error) {
      throw new Defect(`afterwards, ${call.code} throws ${error.stack}`);
    }
  }
  for (const call of REFUSED_CALLS) shownRefusal(call, fixture);
}

async function stack({ seed, warm, dives }, stats, trace) {
  const world = new World(OVERFLOW_FORMATS, seed, stats, trace);
  const fixture = createFixture(world);
  for (let i = 0; i < warm; i++) await work(world, fixture);
  for (const one of dives) await diveOnce(world, fixture, one, trace);
  await work(world, fixture, trace);
}

/**
 * Grows the memory to its limit, makes generators until the core has no memory left, and asserts that the core still
 * works.
 */
async function memory({ seed, warm, grow }, stats, trace) {
  const world = new World(OVERFLOW_FORMATS, seed, stats, trace);
  const fixture = createFixture(world);
  for (let i = 0; i < warm; i++) await work(world, fixture);
  trace?.(`// grows the memory by ${grow} pages at a time, up to the limit`);
  // The engine without WebAssembly can't have more pages. It copies its memory whenever the memory grows.
  world.memory.grow(MOST_TRANSLATED_PAGES - world.memory.buffer.byteLength / PAGE);
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
  trace?.("// makes own-clock generators until one throws an error");
  for (let i = 0; i < 20_000 && refused === undefined; i++) {
    try {
      held.push(fixture.flakekit.generator(fixture.twitter, { machineId: i % 1024, clock: world.clock.read }));
    } catch (error) {
      refused = error;
      trace?.(`// generator ${i + 1}: ${error.name}: ${error.message}`);
    }
  }
  ensure(refused !== undefined, () => "20 000 generators fit into a memory that cannot grow");
  check(refused, { code: "generator(twitter, { clock })" });
  for (const generator of held) generator.free();
  await work(world, fixture, trace);
}

export const properties = [
  {
    name: "overflows.stack",
    about: "each call of the API at many depths of a full stack, with new cores",
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
    about: "a core whose memory cannot grow",
    share: 1,
    arbitrary: fc.record({ seed: seeds, warm: fc.nat(1), grow: fc.constantFrom(65_536, 16_384) }),
    run: memory,
  },
];
