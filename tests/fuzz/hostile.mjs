// Random hostile values to every method: a FlakeError or an answer, and nothing is harmed.

import fc from "fast-check";
import { seeds } from "./lib/commands.mjs";
import { Defect, promise, shown } from "./lib/defect.mjs";
import { EPOCH, T0 } from "./lib/layouts.mjs";
import { seeded, startProcess } from "./lib/process.mjs";
import { hostile, IteratorError, valueOf, wordsOf } from "./lib/values.mjs";

/** So many IDs are enough for a batch. */
const LARGE_BATCH = 5000;

const METHODS = {
  format: "isValid compare toText fromText toBytes fromBytes sort decode encode range with generator",
  sno: "isValid compare toText fromText toBytes fromBytes sort decode encode range with generator next toUUID fromUUID withMeta meta",
  generator: "next nextText batch fill nextAsync",
  texts: "next nextText batch nextBytes batchBytes nextAsync nextWithTime",
  flakekit: "defineFormat inspect loadCore",
};

const CALLS = Object.entries(METHODS).flatMap(([of, names]) => names.split(" ").map((name) => ({ of, name })));

/** Options that are right, to which hostile ones are added. */
const RIGHT = {
  generator: { machineId: 1 },
  defineFormat: {
    ...{ name: "own", bits: 53, epoch: "2025-01-01" },
    fields: [
      { kind: "time", bits: 40 },
      { kind: "node", name: "shop", bits: 5 },
      { kind: "sequence", bits: 8 },
    ],
  },
  encode: { timestamp: 1656432460105, machineId: 378, sequence: 0 },
  with: { epoch: "2024-01-01" },
};

/** What calls are made of; all of it is as before after them. */
function kitOf(seed, stats) {
  const clock = { time: T0, readings: 0 };
  // The clock goes on, so that no wait is long.
  const now = () => (clock.readings++ % 8 === 0 ? (clock.time += 1) : clock.time);
  const sleep = (wake) => queueMicrotask(wake);
  const { flakekit } = startProcess({ now, random: seeded(seed), sleep });
  stats.count("cores");
  const format = flakekit.twitter;
  const kit = { flakekit, format, sno: flakekit.sno, si: flakekit.snowflakeSI.with({ epoch: EPOCH }) };
  kit.generator = format.generator({ machineId: 5 });
  kit.texts = kit.sno.generator({ partition: 5 });
  kit.last = [kit.generator.next(), kit.texts.next()];
  kit.layouts = JSON.stringify([format.fields, kit.sno.fields]);
  return kit;
}

/** Asserts that everything is as it was. */
function unharmed(kit, call) {
  const next = [kit.generator.next(), kit.texts.next()];
  next.forEach((id, i) => promise(id > kit.last[i], () => `after ${call}: ${shown(id)} follows ${shown(kit.last[i])}`));
  kit.last = next;
  const decoded = kit.format.decode(1541815603606036480n);
  promise(decoded.timestamp === 1656432460105 && decoded.machineId === 378, () => `after ${call}: ${shown(decoded)}`);
  const layouts = JSON.stringify([kit.format.fields, kit.sno.fields]);
  promise(layouts === kit.layouts, () => `after ${call}: the formats are ${layouts}`);
}

/** A FlakeError, whose message is a text of some length. */
function check(error, call) {
  if (error instanceof Defect) throw error;
  if (error instanceof IteratorError) return;
  const right = error?.name === "FlakeError" && /^[A-Z_]+$/.test(error.code);
  promise(right, () => `${call} throws what is no FlakeError: ${error?.stack ?? shown(String(error))}`);
  promise(error.message.length < 2000, () => `${call} throws a message of ${error.message.length} characters`);
}

async function oneCall(kit, { call: number, given, merged }, stats, trace) {
  const { of, name } = CALLS[number];
  const values = given.map(valueOf);
  const words = given.map(wordsOf);
  if (merged && RIGHT[name] !== undefined && given[0] !== undefined && "object" in given[0]) {
    const right = of === "sno" && name === "generator" ? { partition: 1 } : RIGHT[name];
    values[0] = Object.defineProperties({ ...right }, Object.getOwnPropertyDescriptors(values[0]));
    words[0] = `{ ...${JSON.stringify(right)}, ...${words[0]} }`;
  }
  if (name.startsWith("batch") && Number.isInteger(values[0]) && values[0] > LARGE_BATCH) values[0] = LARGE_BATCH;
  const written = `${of}.${name}(${words.join(", ")})`;
  trace?.(written);
  try {
    const answer = await kit[of][name](...values);
    stats.count(name);
    trace?.("// is answered");
    if (name === "generator") tryOut(answer, `${written}.next()`, stats);
  } catch (error) {
    trace?.(`// ${error?.name}: ${error?.message}`);
    check(error, written);
    stats.count(`${name} refused`);
  }
  unharmed(kit, written);
}

/** A generator that was made from such options makes an ID, or says why not. */
function tryOut(generator, call, stats) {
  try {
    generator.next();
    stats.ids += 1;
  } catch (error) {
    // A clock may throw what it likes.
    if (error?.message !== "hostile") check(error, call);
  }
}

export const properties = [
  {
    name: "hostile.values",
    about: "random hostile values to every method",
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
      const kit = kitOf(seed, stats);
      for (const call of calls) await oneCall(kit, call, stats, trace);
    },
  },
];
