// The formats that are fuzzed, in families. The formats of one family divide the same bits differently. In one core,
// their generators must not make the same ID.

// A path in the project that has the packed package installed: see scripts/consumer.mjs.
import { builtIns } from "../../support/generated/formats.mjs";

/** The time at which trials start, in Unix ms. */
export const T0 = Date.UTC(2026, 0, 1);

export const EPOCH = Date.UTC(2024, 0, 1);

/** A custom format with the given fields, such as "time:40 node:2 sequence:3". */
export function custom(fields, rest = {}) {
  const parsed = fields.split(" ").map((field, i) => {
    const [kind, bits] = field.split(":");
    return kind === "node" ? { kind, bits: Number(bits), name: `node${i}` } : { kind, bits: Number(bits) };
  });
  const bits = parsed.reduce((sum, field) => sum + field.bits, 0);
  const definition = { name: fields.replace(/[: ]/g, "-"), bits, epoch: EPOCH, fields: parsed, ...rest };
  return {
    code: `defineFormat(${JSON.stringify(definition)})`,
    make: (flakekit) => flakekit.defineFormat(definition),
    sequenceStart: rest.sequenceStart ?? "reset",
  };
}

export function builtIn(name, options) {
  const sequenceStart = builtIns.find((format) => format.name === name).increases ? "reset" : "rolling";
  if (options === undefined) return { code: name, make: (flakekit) => flakekit[name], sequenceStart };
  const code = `withOptions(${name}, ${JSON.stringify(options)})`;
  return { code, make: (flakekit) => flakekit.withOptions(flakekit[name], options), sequenceStart };
}

const TWITTER = { epoch: 1_288_834_974_657 };

/** Families of one format. */
export const SINGLE = [
  // sno, whose IDs are texts, has families of its own.
  ...builtIns
    .filter(({ type }) => type !== "string")
    .map(({ name, hasEpoch }) => [builtIn(name, hasEpoch ? undefined : { epoch: EPOCH })]),
  // Small sequences are exhausted often.
  [custom("time:40 node:2 sequence:3", { native: "number" })],
  [custom("time:40 sequence:1")],
  [custom("time:40 sequence:2 node:1", { sequenceStart: "rolling" })],
  [custom("time:40 sequence:2 random:5")],
  [custom("time:40 metadata:3 node:1 sequence:3")],
  [custom("node:2 time:40 sequence:4", { native: "number" })],
  // Ticks of a second and of a day. These sequences reach above the low 32 bits, so runs have a length of 1.
  [custom("time:32 sequence:1 node:1", { unit: 1000 })],
  [custom("time:20 sequence:3 random:32", { unit: 86_400_000 })],
  [custom("time:30 sequence:32", { unit: 1000 })],
  // The last tick of the format is near.
  [custom("time:10 sequence:3", { epoch: T0 - 1000 })],
];

/** Families with two timelines. */
export const TOGGLES = [
  [custom("time:40 toggle:1 node:4 sequence:3", { onRollback: "toggle" })],
  [custom("time:40 node:4 sequence:2 toggle:1", { onRollback: "toggle", sequenceStart: "rolling" })],
];

/** Families of several formats. */
export const SAME_BITS = [
  [
    builtIn("twitter"),
    custom("time:41 node:5 node:5 sequence:12", TWITTER),
    custom("time:42 node:10 sequence:12", TWITTER),
    custom("time:41 node:10 node:0 sequence:12", TWITTER),
    custom("time:41 node:9 sequence:13", TWITTER),
  ],
  [
    builtIn("snowflakeSI", { epoch: EPOCH, machineBits: 0, sequenceBits: 13 }),
    custom("time:40 sequence:13", { native: "number" }),
    builtIn("snowflakeSI", { epoch: EPOCH }),
    custom("time:40 node:5 sequence:8"),
    custom("time:40 node:2 node:3 sequence:8", { native: "number" }),
  ],
  [
    custom("time:40 node:2 sequence:3"),
    custom("time:40 node:1 node:1 sequence:3", { native: "number" }),
    custom("time:41 node:2 sequence:3"),
    custom("time:40 node:0 sequence:5"),
    custom("time:40 node:1 sequence:4"),
  ],
];

/** nanoflake. Its specification allows a generator only to wait or to throw an error. */
export const NANOFLAKE = [[builtIn("nanoflake", { epoch: EPOCH })]];

export const SNO = [[builtIn("sno")]];

/** Returns the layout by which a format's IDs are read without the package. */
export function layoutOf(format) {
  let shift = format.fields.reduce((sum, { bits }) => sum + bits, 0);
  const fields = format.fields.map(({ name, kind, bits }) => {
    shift -= bits;
    return { name, kind, bits, shift: BigInt(shift), mask: (1n << BigInt(bits)) - 1n };
  });
  const of = (wanted) => fields.filter(({ kind }) => kind === wanted);
  // Fields that do not make IDs different: metadata and random bits.
  const ignored = [...of("metadata"), ...of("random")].reduce((mask, field) => mask | (field.mask << field.shift), 0n);
  return {
    epoch: format.epoch,
    unit: format.unit,
    fields,
    nodes: of("node"),
    key: (value) => value & ~ignored,
    time: of("time")[0],
    sequence: of("sequence")[0],
    toggle: of("toggle")[0],
    metadata: of("metadata")[0],
  };
}

/** Returns a field of an ID as a number. */
export const read = (value, field) => Number((value >> field.shift) & field.mask);

/** Splits a number into the node fields. Returns their values by name. */
export function nodeOptions(layout, number) {
  const width = layout.nodes.reduce((sum, { bits }) => sum + bits, 0);
  let rest = number % 2 ** width;
  const options = {};
  for (const { name, bits } of layout.nodes.toReversed()) {
    options[name] = rest % 2 ** bits;
    rest = Math.floor(rest / 2 ** bits);
  }
  return options;
}
