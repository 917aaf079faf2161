// The formats that are fuzzed, in families. The formats of a family make IDs of the same bits, cut in different ways:
// what one of them has made, no other of the same core may make again.

/** When trials begin, in Unix ms. */
export const T0 = Date.UTC(2026, 0, 1);

export const EPOCH = Date.UTC(2024, 0, 1);

/** A format of one's own from its fields, as "time:40 node:2 sequence:3". */
export function own(fields, rest = {}) {
  const parsed = fields.split(" ").map((field, i) => {
    const [kind, bits] = field.split(":");
    return kind === "node" ? { kind, bits: Number(bits), name: `node${i}` } : { kind, bits: Number(bits) };
  });
  const bits = parsed.reduce((sum, field) => sum + field.bits, 0);
  const definition = { name: fields.replace(/[: ]/g, "-"), bits, epoch: EPOCH, fields: parsed, ...rest };
  return {
    code: `defineFormat(${JSON.stringify(definition)})`,
    make: (flakekit) => flakekit.defineFormat(definition),
    sequence: rest.sequence ?? "reset",
  };
}

export function builtIn(name, options) {
  const sequence = name === "uid60" ? "rolling" : "reset";
  if (options === undefined) return { code: name, make: (flakekit) => flakekit[name], sequence };
  const code = `${name}.with(${JSON.stringify(options)})`;
  return { code, make: (flakekit) => flakekit[name].with(options), sequence };
}

const TWITTER = { epoch: 1_288_834_974_657 };

/** Families of one format. */
export const SINGLE = [
  ...["twitter", "discord", "instagram", "mastodon", "sonyflake", "uid60"].map((name) => [builtIn(name)]),
  [builtIn("snowflakeSI", { epoch: EPOCH })],
  [builtIn("nanoflake", { epoch: EPOCH })],
  // Small sequences are used up often.
  [own("time:40 node:2 sequence:3", { native: "number" })],
  [own("time:40 sequence:1")],
  [own("time:40 sequence:2 node:1", { sequence: "rolling" })],
  [own("time:40 sequence:2 random:5")],
  [own("time:40 metadata:3 node:1 sequence:3")],
  [own("node:2 time:40 sequence:4", { native: "number" })],
  // Ticks of a second, and of a day. These sequences reach above the low 32 bits, so they are lent one by one.
  [own("time:32 sequence:1 node:1", { unit: 1000 })],
  [own("time:20 sequence:3 random:32", { unit: 86_400_000 })],
  [own("time:30 sequence:32", { unit: 1000 })],
  // The last tick is near.
  [own("time:10 sequence:3", { epoch: T0 - 1000 })],
];

/** Families with two timelines. */
export const TOGGLES = [
  [own("time:40 toggle:1 node:4 sequence:3", { onRollback: "toggle" })],
  [own("time:40 node:4 sequence:2 toggle:1", { onRollback: "toggle", sequence: "rolling" })],
];

/** Families of several formats. */
export const CUTS = [
  [
    builtIn("twitter"),
    own("time:41 node:5 node:5 sequence:12", TWITTER),
    own("time:42 node:10 sequence:12", TWITTER),
    own("time:41 node:10 node:0 sequence:12", TWITTER),
    own("time:41 node:9 sequence:13", TWITTER),
  ],
  [
    builtIn("snowflakeSI", { epoch: EPOCH, machineBits: 0, sequenceBits: 13 }),
    own("time:40 sequence:13", { native: "number" }),
    builtIn("snowflakeSI", { epoch: EPOCH }),
    own("time:40 node:5 sequence:8"),
    own("time:40 node:2 node:3 sequence:8", { native: "number" }),
  ],
  [
    own("time:40 node:2 sequence:3"),
    own("time:40 node:1 node:1 sequence:3", { native: "number" }),
    own("time:41 node:2 sequence:3"),
    own("time:40 node:0 sequence:5"),
    own("time:40 node:1 sequence:4"),
  ],
];

/** Its document allows a generator to wait or to throw, and nothing else. */
export const NANOFLAKE = [[builtIn("nanoflake", { epoch: EPOCH })]];

export const SNO = [[builtIn("sno")]];

/** What a trial has to know of a format to read its IDs without the package's help. */
export function layoutOf(format) {
  let shift = format.fields.reduce((sum, { bits }) => sum + bits, 0);
  const fields = format.fields.map(({ name, kind, bits }) => {
    shift -= bits;
    return { name, kind, bits, shift: BigInt(shift), mask: (1n << BigInt(bits)) - 1n };
  });
  const of = (wanted) => fields.filter(({ kind }) => kind === wanted);
  // What does not tell IDs apart: the caller's own data, and random bits.
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

/** A field of an ID as a number. */
export const read = (value, field) => Number((value >> field.shift) & field.mask);

/** The node fields by name, whose bits side by side are this number. */
export function nodeOptions(layout, joined) {
  const width = layout.nodes.reduce((sum, { bits }) => sum + bits, 0);
  let rest = joined % 2 ** width;
  const options = {};
  for (const { name, bits } of layout.nodes.toReversed()) {
    options[name] = rest % 2 ** bits;
    rest = Math.floor(rest / 2 ** bits);
  }
  return options;
}
