// Random hostile arguments for every method and function: each call returns a value or throws a FlakeError, without other effects.

import fc from "fast-check";
import { generator, sno, snapshot, twitter } from "flakekit";
import { seeds } from "./lib/commands.mjs";
import { Defect, display, ensure } from "./lib/defect.mjs";
import { EPOCH, T0 } from "./lib/layouts.mjs";
import { ownEngine, seeded, startProcess } from "./lib/process.mjs";
import { hostile, IteratorError, valueOf, describe } from "./lib/values.mjs";

/** The node of the generators that must go on: no hostile value is this number, so no snapshot restores their counters. */
const OWN = 877;

/** Larger batches are cut to this size, to save time. */
const LARGE_BATCH = 5000;

const METHODS = {
  format: "isValid compare toText fromText toBytes fromBytes decode encode range firstAt",
  sno: "isValid compare toText fromText toBytes fromBytes decode encode range firstAt toUUID fromUUID withMeta meta",
  generator: "next nextText nextAsync",
  texts: "next nextText nextBytes nextAsync nextWithTime",
  flakekit: [
    "defineFormat inspect generator resume next withOptions decodeColumns jsonSchema lost sort",
    "batch batchAsync batchBytes fill snapshot",
    ...(ownEngine === "wasm" ? ["loadCore"] : []),
  ].join(" "),
};

/** Functions that take one of these formats or generators first. */
const FUNCTIONS = {
  format: "generator resume withOptions decodeColumns jsonSchema lost sort",
  sno: "generator resume next withOptions decodeColumns jsonSchema lost sort",
  generator: "batch batchAsync batchBytes fill snapshot",
  texts: "batch batchAsync batchBytes fill snapshot",
};

const callsOf = (all, isFunction) =>
  Object.entries(all).flatMap(([of, names]) => names.split(" ").map((name) => ({ of, name, isFunction })));

const CALLS = [...callsOf(METHODS, false), ...callsOf(FUNCTIONS, true)];

/** Valid options. Hostile properties are added to them. */
const VALID_OPTIONS = {
  generator: { machineId: 1 },
  defineFormat: {
    ...{ name: "custom", bits: 53, epoch: "2025-01-01" },
    fields: [
      { kind: "time", bits: 40 },
      { kind: "node", name: "shop", bits: 5 },
      { kind: "sequence", bits: 8 },
    ],
  },
  encode: { timestamp: 1656432460105, machineId: 378, sequence: 0 },
  withOptions: { epoch: "2024-01-01" },
};

/** Valid options of calls of sno and of the format, by the name of the function. */
const VALID_FOR = {
  sno: { generator: { partition: 1 }, resume: snapshot(generator(sno, { partition: 1, clock: () => T0 })) },
  format: { resume: snapshot(generator(twitter, { machineId: 1, clock: () => T0 })) },
};

/** Makes the formats and generators that the calls use. */
function createFixture(seed, stats) {
  const clock = { time: T0, readings: 0 };
  // The clock advances, so that no wait is long.
  const now = () => (clock.readings++ % 8 === 0 ? (clock.time += 1) : clock.time);
  const sleep = (wake) => queueMicrotask(wake);
  const { flakekit } = startProcess({ now, random: seeded(seed), sleep });
  stats.count("cores");
  const format = flakekit.twitter;
  const fixture = {
    flakekit,
    format,
    sno: flakekit.sno,
    si: flakekit.withOptions(flakekit.snowflakeSI, { epoch: EPOCH }),
  };
  fixture.generator = flakekit.generator(format, { machineId: OWN });
  fixture.texts = flakekit.generator(fixture.sno, { partition: OWN });
  fixture.last = [fixture.generator.next(), fixture.texts.next()];
  fixture.layouts = JSON.stringify([format.fields, fixture.sno.fields]);
  return fixture;
}

/** Asserts that a call has not changed the formats, and that the generators still make increasing IDs. */
function ensureUnchanged(fixture, call) {
  const next = [fixture.generator.next(), fixture.texts.next()];
  next.forEach((id, i) =>
    ensure(id > fixture.last[i], () => `after ${call}: ${display(id)} follows ${display(fixture.last[i])}`),
  );
  fixture.last = next;
  const decoded = fixture.format.decode(1541815603606036480n);
  ensure(decoded.timestamp === 1656432460105 && decoded.machineId === 378, () => `after ${call}: ${display(decoded)}`);
  const layouts = JSON.stringify([fixture.format.fields, fixture.sno.fields]);
  ensure(layouts === fixture.layouts, () => `after ${call}: the fields of the formats are ${layouts}`);
}

/** Asserts that an error is a FlakeError with a message of limited length. */
function check(error, call) {
  if (error instanceof Defect) throw error;
  if (error instanceof IteratorError) return;
  const right = error?.name === "FlakeError" && /^[A-Z_]+$/.test(error.code);
  ensure(right, () => `${call} throws a value that is not a FlakeError: ${error?.stack ?? display(String(error))}`);
  ensure(error.message.length < 2000, () => `${call} throws a message of ${error.message.length} characters`);
}

async function oneCall(fixture, { call: number, given, merged }, stats, trace) {
  const { of, name, isFunction } = CALLS[number];
  const values = given.map(valueOf);
  const words = given.map(describe);
  const right = VALID_FOR[of]?.[name] ?? VALID_OPTIONS[name];
  if (merged && right !== undefined && given[0] !== undefined && "object" in given[0]) {
    values[0] = Object.defineProperties({ ...right }, Object.getOwnPropertyDescriptors(values[0]));
    words[0] = `{ ...${JSON.stringify(right)}, ...${words[0]} }`;
  }
  if (name.startsWith("batch") && Number.isInteger(values[0]) && values[0] > LARGE_BATCH) values[0] = LARGE_BATCH;
  const written = isFunction ? `${name}(${[of, ...words].join(", ")})` : `${of}.${name}(${words.join(", ")})`;
  trace?.(written);
  try {
    const answer = await (isFunction ? fixture.flakekit[name](fixture[of], ...values) : fixture[of][name](...values));
    stats.count(name);
    trace?.("// returns");
    if (name === "generator" || name === "resume") tryNext(answer, `${written}.next()`, stats);
  } catch (error) {
    trace?.(`// ${error?.name}: ${error?.message}`);
    check(error, written);
    stats.count(`${name} refused`);
  }
  ensureUnchanged(fixture, written);
}

/** Asserts that a generator with hostile options makes an ID or throws a FlakeError. */
function tryNext(generator, call, stats) {
  try {
    generator.next();
    stats.ids += 1;
  } catch (error) {
    // Errors that the hostile clock throws are allowed.
    if (error?.message !== "hostile") check(error, call);
  }
}

export const properties = [
  {
    name: "hostile.values",
    about: "random hostile arguments for every method and function",
    share: 1,
    arbitrary: fc.record({
      seed: seeds,
      calls: fc.array(
        fc.record({
          call: fc.nat(CALLS.length - 1),
          given: fc.array(hostile, { minLength: 1, maxLength: 2 }),
          merged: fc.boolean(),
        }),
        { minLength: 1, maxLength: 60, size: "max" },
      ),
    }),
    async run({ seed, calls }, stats, trace) {
      const fixture = createFixture(seed, stats);
      for (const call of calls) await oneCall(fixture, call, stats, trace);
    },
  },
];
