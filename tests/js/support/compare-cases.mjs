// Random formats, and the calls with each. A case is plain data that knows no layout, so that each part of it can
// become smaller by itself when a failure is made small: a number is `fit` to a field when it is used.

import fc from "fast-check";
import { builtIns, encodings } from "./generated/formats.mjs";
import { NOW } from "./shared.mjs";

/** The last instant of a `Date` in Unix ms. The first one is its negative. */
export const LAST_MS = 8.64e15;

const DAY_MS = 86_400_000;

/** The instant that the time of snowflakeSI must reach. */
const SI_REACH = 2_147_483_647_000;

const namesOf = (rows) => fc.constantFrom(...rows.map(({ name }) => name));

/** Mostly the usual value, `weight` times as often as a value of the arbitrary. */
const rarely = (arbitrary, usual, weight = 15) => fc.oneof({ weight, arbitrary: fc.constant(usual) }, arbitrary);

/** Numbers near the smallest or the largest number of any width, anywhere between, and seldom beyond. */
const pick = fc.record({
  isFromTop: fc.boolean(),
  number: fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, 2n ** 80n)),
  beyond: rarely(fc.constantFrom(1n, 2n, 2n ** 32n, 2n ** 53n, 2n ** 64n, 2n ** 80n), 0n),
});

/** The number of a pick for a field with this largest number. */
export function fit({ isFromTop, number, beyond }, largest) {
  if (beyond > 0n) return largest + beyond;
  const rest = number % (largest + 1n);
  return isFromTop ? largest - rest : rest;
}

/** Unix ms; `undefined` leaves the time out. */
const anyMs = fc.oneof(
  fc.constantFrom(0, -1, 1, NOW, -LAST_MS, 1 - LAST_MS, LAST_MS, LAST_MS - 1),
  fc.integer({ min: -(2 ** 42), max: 2 ** 42 }),
  fc.integer({ min: -LAST_MS, max: LAST_MS }),
);

const epoch = rarely(
  fc.constantFrom(NOW + 1, LAST_MS + 1, -LAST_MS - 1, 1e8, 1e8 - 1, 1e11, 1e11 + 1, 1_560_960_000),
  undefined,
  // Most layouts reach beyond the year 275760 if they begin late.
).chain((wrong) =>
  wrong === undefined ? anyMs.map((ms) => (ms > NOW ? NOW - (ms % 2 ** 42) : ms)) : fc.constant(wrong),
);

/** An epoch with which a format ends at an instant, or a ms beside it. */
const edge = fc.record({
  end: fc.constantFrom(LAST_MS, SI_REACH),
  ms: fc.integer({ min: -1, max: 1 }),
});

/** The epoch of a case, for a format that holds `length` ms. */
export const epochOf = (given, length) =>
  typeof given === "object" ? Math.max(given.end - length + given.ms, -LAST_MS - 1) : given;

/** The reading of the clock; 0 where the clock can't be read. */
const now = rarely(fc.constantFrom(0, 1, NOW + 1, LAST_MS), NOW);

const NAMES = [
  ...["node", "machineId", "shard", "n", "Ключ", "a b", "😀", "0", "7", "length", "name", "then", "meta", "sequence"],
  ...["x".repeat(60), "'", '"', "{}", "\0", "\ud7ff\ue000", "toBytes", "prototype", "epoch", "bits", "Timestamp", "…"],
];

/** The widths that kinds may have, and the widths that they mostly have in cases. */
const WIDTHS = {
  time: { least: 1, most: 53, usual: fc.integer({ min: 36, max: 44 }) },
  node: { least: 0, most: 32, usual: fc.nat(12) },
  sequence: { least: 1, most: 32, usual: fc.integer({ min: 1, max: 14 }) },
  random: { least: 1, most: 32, usual: fc.integer({ min: 1, max: 20 }) },
  metadata: { least: 1, most: 32, usual: fc.integer({ min: 1, max: 8 }) },
  toggle: { least: 1, most: 1, usual: fc.constant(1) },
};

const field = (kind) => {
  const { least, most, usual } = WIDTHS[kind];
  const cuts = fc.array(fc.nat(32), { minLength: 1, maxLength: 3 });
  return fc.record({
    kind: fc.constant(kind),
    bits: fc.oneof({ weight: 2, arbitrary: usual }, fc.integer({ min: least, max: most })),
    cuts: kind === "node" ? fc.option(cuts) : fc.constant(null),
  });
};

const fields = fc
  .tuple(
    fc.boolean(),
    fc.shuffledSubarray(["node", "node", "node", "random", "metadata", "toggle"]),
    fc.constantFrom(["sequence"], ["sequence"], ["sequence"], []),
  )
  .map(([isTimeFirst, kinds, sequence]) => [isTimeFirst, [...sequence, ...kinds]])
  .chain(([isTimeFirst, kinds]) =>
    isTimeFirst
      ? fc.shuffledSubarray(kinds, { minLength: kinds.length }).map((rest) => ["time", ...rest])
      : fc.shuffledSubarray(["time", ...kinds], { minLength: kinds.length + 1 }),
  )
  .chain((kinds) => fc.tuple(...kinds.map(field)));

const wrongBits = fc.constantFrom(0, 1, 2, 33, 54, 63, 65, 255, 256, 2 ** 32, Number.MAX_SAFE_INTEGER);

/** A mistake in a definition. */
const mistake = fc.oneof(
  fc.record({ wrong: fc.constant("total"), bits: wrongBits }),
  fc.record({ wrong: fc.constant("width"), at: fc.nat(20), bits: wrongBits }),
  fc.record({ wrong: fc.constant("missing"), at: fc.nat(20) }),
  fc.record({ wrong: fc.constant("repeated"), at: fc.nat(20) }),
  fc.record({ wrong: fc.constant("renamed"), at: fc.nat(20), bits: fc.nat(40) }),
  fc.record({ wrong: fc.constant("part"), at: fc.nat(20), bits: wrongBits }),
  fc.record({ wrong: fc.constant("many"), bits: fc.integer({ min: 10, max: 20 }) }),
);

const definition = fc.record({
  names: fc.shuffledSubarray(NAMES, { minLength: NAMES.length }),
  fields,
  /** To which width the fields are made wider or narrower; 60 is that of uid60's encoding. */
  total: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.constantFrom(8, 32, 53, 60, 63, 64)),
  unit: rarely(fc.constantFrom(0, DAY_MS, DAY_MS + 1, 2 ** 32, Number.MAX_SAFE_INTEGER), undefined, 20).chain(
    (wrong) =>
      wrong === undefined
        ? fc.oneof(
            { weight: 2, arbitrary: fc.constantFrom(1, 4, 10, 1000) },
            { weight: 2, arbitrary: fc.integer({ min: 1, max: 5000 }) },
            fc.oneof(fc.constantFrom(1, 10, 1500, 2250), fc.nat(5_000_000)).map((us) => us / 1000),
          )
        : fc.constant(wrong),
  ),
  epoch: fc.oneof({ weight: 8, arbitrary: epoch }, edge),
  native: fc.constantFrom("bigint", "bigint", "number"),
  text: namesOf(encodings),
  /** Whether the width is given; otherwise it follows from the fields. */
  hasBits: fc.boolean(),
  mistakes: rarely(fc.array(mistake, { maxLength: 2 }), [], 5),
});

/** The definition that a case describes, as users write it. */
export function definitionOf({ names, fields, total, unit, epoch, native, text, hasBits, mistakes }) {
  const free = names.filter((name) => name !== "sequence");
  const widths = fitWidths(fields, total);
  const written = fields.map(({ kind, cuts }, i) => {
    const bits = widths[i];
    const isNamed = kind === "node" || kind === "random";
    const parts = cuts?.length > 0 && free.length > 8 ? { parts: partsOf(bits, cuts, free) } : {};
    return { kind, bits, ...(isNamed && { name: free.pop() }), ...parts };
  });
  const bits = widths.reduce((sum, width) => sum + width, 0);
  // Most encodings that have only one width are wrong here.
  const isWrong = (text === "rotatedBase64" && bits !== 60 && unit % 8 > 0) || (text.startsWith("sno") && unit % 8 > 0);
  const native53 = bits > 53 && unit % 8 > 0 ? "bigint" : native;
  const ticks = 2 ** widths[fields.findIndex(({ kind }) => kind === "time")];
  const definition = {
    name: names[0],
    fields: written,
    ...(hasBits && { bits }),
    unit,
    epoch: epochOf(epoch, Math.ceil(ticks * unit)),
    native: native53,
    text: isWrong ? "hex" : text,
  };
  for (const wrong of mistakes) makeMistake(definition, wrong, names);
  return definition;
}

/** The widths, of which the lower fields get less where the sum is too large, and the upper ones more where it is too small. */
function fitWidths(fields, total) {
  let left = (total || 64) - fields.reduce((sum, { kind }) => sum + WIDTHS[kind].least, 0);
  const widths = fields.map(({ kind, bits }) => {
    const more = Math.max(0, Math.min(bits - WIDTHS[kind].least, left));
    left -= more;
    return WIDTHS[kind].least + more;
  });
  return total === 0
    ? widths
    : widths.map((bits, i) => {
        const more = Math.max(0, Math.min(WIDTHS[fields[i].kind].most - bits, left));
        left -= more;
        return bits + more;
      });
}

/** Parts of a field of this width, some of which have no bits. */
function partsOf(bits, cuts, names) {
  const edges = [0, ...cuts.map((cut) => cut % (bits + 1)).sort((a, b) => a - b), bits];
  return edges.slice(1).map((edge, i) => ({ name: names.pop(), bits: edge - edges[i] }));
}

function makeMistake(definition, { wrong, at = 0, bits }, names) {
  const { fields } = definition;
  const i = fields.length > 0 ? at % fields.length : 0;
  if (wrong === "total") definition.bits = bits;
  if (wrong === "many") {
    for (let count = 0; count < bits; count++) fields.push({ kind: "node", name: `more${count}`, bits: 0 });
  }
  if (fields[i] === undefined) return;
  if (wrong === "width") fields[i].bits = bits;
  if (wrong === "missing") fields.splice(i, 1);
  if (wrong === "repeated") fields.push({ ...fields[i] });
  if (wrong === "renamed") fields[i].name = [...names, "", "date", "clock"][bits % (names.length + 3)];
  if (wrong === "part") fields[i].parts = [...(fields[i].parts ?? []), { name: "part", bits: bits % 40 }];
}

const width = fc.option(fc.oneof(fc.integer({ min: 0, max: 14 }), fc.integer({ min: 38, max: 53 }), wrongBits), {
  nil: undefined,
});

const change = fc.record({
  epoch: fc.option(fc.oneof(epoch, edge, fc.integer({ min: NOW - 2 ** 41, max: NOW })), { nil: undefined }),
  timeBits: width,
  machineBits: width,
  sequenceBits: width,
  name: fc.option(fc.constantFrom("orders", "twitter", "the rows"), { nil: undefined }),
});

export const custom = fc.record({
  now,
  definition,
  change: rarely(change, undefined, 4),
});

export const builtIn = fc.record({
  now,
  name: namesOf(builtIns),
  change: fc.option(change, { nil: undefined }),
});

/** Characters that no encoding reads, or that some read as others. */
const STRANGE = [
  ...["\0", "\x7f", "\x80", "\n", " ", "+", "-", "_", "/", "=", "'", "…", "é", "İ", "ı", "ſ", "K", "Ａ", "٠", "０"],
  ...["😀", "\ud800", "\udc00", "O", "o", "I", "i", "L", "l", "U", "u", "y", "z", "0", "1", "A", "a"],
];

const edit = fc.record({
  how: fc.constantFrom("insert", "replace", "remove", "upper", "lower", "swap", "zeros", "repeat", "last"),
  at: fc.nat(40),
  character: fc.constantFrom(...STRANGE),
  count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.nat(70)),
});

/** A text that is derived from the text of a value. */
export function textOf(canonical, changes, zero) {
  return changes.reduce((text, { how, at, character, count }) => {
    const i = at % (text.length + 1);
    const [before, after] = [text.slice(0, i), text.slice(i)];
    switch (how) {
      case "insert":
        return before + character + after;
      case "replace":
        return before + character + after.slice(1);
      case "remove":
        return before + after.slice(count);
      case "upper":
        return before + after.toUpperCase();
      case "lower":
        return before + after.toLowerCase();
      case "swap":
        return after + before;
      case "zeros":
        return zero.repeat(count) + text;
      case "repeat":
        return text.repeat(Math.min(count, 8)).slice(0, 500);
      default:
        return text.slice(0, -1) + character;
    }
  }, canonical);
}

const style = fc.record({
  as: fc.oneof(
    fc.constant(undefined),
    // The encodings of any width.
    { weight: 2, arbitrary: namesOf(encodings.filter(({ width }) => width === null)) },
    namesOf(encodings),
  ),
  zeros: fc.oneof({ weight: 4, arbitrary: fc.constantFrom("", "padded") }, fc.constant("short")),
});

/** Half of the styles are a format's own, so that most texts can be read. */
const readStyle = fc.oneof(fc.constant({ as: undefined, zeros: "" }), style);

const form = fc.constantFrom("bigint", "number", "object", "bytes", "text");

const anyText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  // Code units, among them halves of surrogate pairs.
  fc.array(fc.nat(65_535), { maxLength: 80 }).map((units) => String.fromCharCode(...units)),
  fc.bigInt(0n, 2n ** 81n).map(String),
);

/** An instant near an edge of a format's time, at a tick, or anywhere. */
const instant = fc.record({
  near: fc.constantFrom("tick", "tick", "tick", "first", "end", "any"),
  pick,
  any: anyMs,
  ticks: rarely(fc.constantFrom(-1, 1), 0, 3),
  ms: rarely(fc.constantFrom(-1, 1, 2), 0, 3),
  form: fc.constantFrom("number", "bigint", "date", "iso", "fraction"),
});

const open = fc.option(instant, { freq: 4 });

/** For each field and part: whether it is given, and whether it agrees with the field that it is a part of. */
const given = fc.record({
  isGiven: fc.boolean(),
  agrees: rarely(fc.constant(false), true, 5),
  pick,
  isBigint: fc.boolean(),
});

export const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("decode"), pick, form }),
    fc.record({
      do: fc.constant("read"),
      pick,
      written: style,
      style: readStyle,
      changes: fc.oneof(fc.constant([]), fc.array(edit, { maxLength: 3 })),
      other: rarely(anyText, undefined, 6),
    }),
    fc.record({ do: fc.constant("write"), pick, style, form }),
    fc.record({
      do: fc.constant("encode"),
      instant,
      all: fc.boolean(),
      given: fc.array(given, { minLength: 16, maxLength: 16 }),
      partial: fc.boolean(),
      byTicks: fc.boolean(),
    }),
    fc.record({ do: fc.constant("range"), from: open, to: open, clamp: fc.boolean(), halfOpen: fc.boolean() }),
    fc.record({ do: fc.constant("firstAt"), instant, clamp: fc.boolean() }),
    fc.record({
      do: fc.constant("columns"),
      picks: fc.array(pick, { maxLength: 4 }),
      list: fc.constantFrom("BigUint64Array", "BigInt64Array", "Float64Array", "bytes", "list"),
    }),
    fc.record({ do: fc.constant("metadata"), pick, meta: pick, changes: fc.array(edit, { maxLength: 2 }) }),
  ),
  { minLength: 4, maxLength: 16, size: "max" },
);
