// A property of IDs and their texts: IDs of ready numbers, in this tick and in later ticks, are the IDs that the
// sequencer grants one by one.

import fc from "fast-check";
import { defineFormat, generator, snapshot } from "flakekit";
import { display, ensure } from "./lib/defect.mjs";

const EPOCH = Date.UTC(2024, 0, 1);

/** The largest widths of fields. The sum of all fields may be larger than an ID: then the lower fields get the rest. */
const WIDEST = { time: 42, sequence: 32, node: 20, metadata: 32, random: 32 };
const MOST_BITS = 64;

/** How many sequence numbers a trial uses. */
const RANGE = 5000;

/** Numbers near the smallest or the largest number of a field of any width, or anywhere between. */
const numbers = fc.record({ isFromTop: fc.boolean(), number: fc.oneof(fc.nat(3), fc.nat(2 ** 32 - 1)) });

/** The number of a field with this largest number. */
const fit = ({ isFromTop, number }, largest) =>
  isFromTop ? largest - (number % (largest + 1)) : number % (largest + 1);

const width = (kind, least) => fc.integer({ min: least, max: WIDEST[kind] });

const trials = fc.record({
  kinds: fc.shuffledSubarray(["time", "sequence", "node", "metadata", "random"], { minLength: 5 }),
  widths: fc.record({
    time: width("time", 1),
    sequence: width("sequence", 1),
    node: width("node", 0),
    metadata: width("metadata", 0),
    // The IDs of most formats have no random bits.
    random: fc.oneof(fc.constant(0), width("random", 0)),
  }),
  text: fc.constantFrom("decimal", "hex", "base36", "base62"),
  sequenceStart: fc.constantFrom("reset", "rolling"),
  first: numbers,
  node: numbers,
  tick: numbers,
  isNumber: fc.boolean(),
  calls: fc.array(fc.record({ step: fc.oneof(fc.nat(2), fc.nat(2 ** 21)), meta: numbers }), {
    maxLength: 60,
    size: "max",
  }),
});

/** The fields from high to low bits. Time and sequence numbers keep at least a bit. */
function fieldsOf(kinds, widths) {
  let left = MOST_BITS - 2;
  return kinds.flatMap((kind) => {
    const least = kind === "time" || kind === "sequence" ? 1 : 0;
    const bits = least + Math.min(widths[kind] - least, left);
    left -= bits - least;
    return bits === 0 ? [] : [{ kind, bits, ...(kind === "node" && { name: "node" }) }];
  });
}

function run({ kinds, widths, text, sequenceStart, first, node, tick, isNumber, calls }, stats, trace) {
  const fields = fieldsOf(kinds, widths);
  const bits = fields.reduce((sum, field) => sum + field.bits, 0);
  const largestOf = (kind) => 2 ** (fields.find((field) => field.kind === kind)?.bits ?? 0) - 1;
  const native = isNumber && bits <= 53 && largestOf("metadata") === 0 ? "number" : "bigint";
  const format = defineFormat({ name: "own", bits, epoch: EPOCH, unit: 1, native, text, fields });
  const [lastTick, lastNumber, largestMeta] = ["time", "sequence", "metadata"].map(largestOf);
  const start = fit(first, lastNumber);
  const range = lastNumber === 0 ? {} : { sequenceRange: [start, Math.min(lastNumber, start + RANGE)] };
  let time = EPOCH + fit(tick, lastTick);
  const given = {
    ...(largestOf("node") > 0 && { node: fit(node, largestOf("node")) }),
    ...{ sequenceStart, onExhausted: "throw", clock: () => time },
    ...range,
  };
  trace?.(`defineFormat with ${bits} bits of ${text} and ${display(fields)}; the generators: ${display(given)}`);
  const random = randomBitsOf(fields);
  /** An ID without its random bits, which differ, or the code of its refusal. */
  const known = (make) => attempt(() => BigInt(make()) & ~random);
  // Generators with clocks of their own share no numbers: all make the same IDs.
  const [texts, ids, slow] = [1, 2, 3].map(() => generator(format, given));
  for (const { step, meta } of calls) {
    time = Math.min(time + step, EPOCH + lastTick);
    const metadata = fit(meta, largestMeta);
    const written = attempt(() => texts.nextText(metadata));
    const isRefused = written.startsWith("refused");
    const read = isRefused ? written : known(() => format.fromText(written));
    const id = known(() => ids.next(metadata));
    // A snapshot takes back the ready numbers, so the sequencer grants the next ID.
    snapshot(slow);
    const expected = known(() => slow.next(metadata));
    trace?.(`nextText(${metadata}) at tick ${time - EPOCH} is ${written}`);
    stats.count(isRefused ? "nextText refused" : "nextText");
    stats.ids += 1;
    const isCanonical = isRefused || written === format.toText(format.fromText(written));
    ensure(isCanonical, () => `the text ${written} is not the one that toText writes`);
    ensure(read === expected, () => `the text ${written} says ${read}, but the ID that was granted is ${expected}`);
    ensure(id === expected, () => `the ID is ${id}, but the one that was granted is ${expected}`);
  }
  for (const made of [texts, ids, slow]) made.free();
}

/** The random bits of all IDs. */
function randomBitsOf(fields) {
  const at = fields.findIndex(({ kind }) => kind === "random");
  if (at < 0) return 0n;
  const shift = fields.slice(at + 1).reduce((sum, { bits }) => sum + bits, 0);
  return (2n ** BigInt(fields[at].bits) - 1n) << BigInt(shift);
}

/** The result of a call, or the code of its refusal. */
function attempt(call) {
  try {
    return call();
  } catch (error) {
    if (typeof error.code !== "string") throw error;
    return `refused: ${error.code}`;
  }
}

export const properties = [
  {
    name: "texts.random",
    about: "IDs and texts of generators of random formats, with metadata",
    share: 1,
    arbitrary: trials,
    run,
  },
];
