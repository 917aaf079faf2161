// Texts of IDs, in every encoding, of built-in formats and of custom formats with the fields at any position.

import assert from "node:assert/strict";
import { test } from "node:test";
import { batch, defineFormat, discord, formats, generator, uid60 } from "flakekit";
import { allFormats, customEncodings, encodingsOf, NOW } from "../support/shared.mjs";

/** A custom format with these fields, each a kind and its width. */
const ofFields = (fields, options) =>
  defineFormat({
    name: "own",
    bits: fields.reduce((sum, [, bits]) => sum + bits, 0),
    epoch: "2024-01-01",
    fields: fields.map(([kind, bits]) => ({ kind, bits, ...(kind === "node" && { name: "node" }) })),
    ...options,
  });

test("next and nextText share one sequence, for every field order and encoding", () => {
  const orders = [
    ["time", "node", "sequence"],
    ["sequence", "node", "time"],
    ["node", "sequence", "time"],
    ["time", "sequence", "random"],
    ["time", "random", "sequence"],
    ["random", "time", "sequence"],
  ];
  const ofWidth = (bits) => ({ time: bits - 22, node: 10, sequence: 12, random: 10 });
  const styles = [
    ...customEncodings.map(({ as, width }) => [{ text: as }, ofWidth(width ?? 63)]),
    [{ native: "number" }, { time: 41, node: 6, sequence: 6, random: 6 }],
  ];
  for (const [order, [style, widths]] of orders.flatMap((order) => styles.map((style) => [order, style]))) {
    const fields = order.map((kind) => [kind, widths[kind]]);
    const format = ofFields(fields, style);
    const node = order.includes("node") ? { node: 5 } : {};
    const ids = generator(format, { ...node, clock: () => 1_900_000_000_123, onExhausted: "lead" });
    for (let turn = 0, expected = 0; turn < 600; turn++) {
      const text = turn % 3 === 0 ? format.toText(ids.next()) : ids.nextText();
      const id = format.fromText(text);
      assert.equal(format.toText(id), text);
      assert.equal(format.decode(id).sequence, expected);
      expected = (expected + 1) % 2 ** widths.sequence;
    }
  }
});

test("a 32-bit sequence continues past 2^31, also beside metadata", () => {
  const middle = 2 ** 31;
  const clock = () => 1_900_000_000_000;
  for (const [fields, metas] of [
    [
      [
        ["time", 31],
        ["sequence", 32],
      ],
      [0],
    ],
    [
      [
        ["time", 29],
        ["sequence", 30],
        ["metadata", 2],
      ],
      [3, 3, 1, 3],
    ],
  ]) {
    const format = ofFields(fields, { unit: 1000 });
    const first = fields.length === 2 ? middle - 50 : 2 ** 29 - 50;
    const ids = generator(format, { clock, sequenceRange: [first, first + 999] });
    for (let i = 0; i < 1000; i++) {
      const meta = metas[i % metas.length];
      const id = i % 2 ? ids.next(meta) : format.fromText(ids.nextText(meta));
      assert.equal(format.decode(id).sequence, first + i);
      assert.equal(format.decode(id).metadata ?? 0, meta);
    }
  }
});

test("nextText gives the text of the ID at every carry of digits, also for the smallest IDs", () => {
  const middle = 2 ** 31;
  for (const { as: text, width } of customEncodings) {
    const fields = [
      ["time", (width ?? 60) - 32],
      ["sequence", 32],
    ];
    const format = ofFields(fields, { text, unit: 1000 });
    for (const [tick, first] of [
      [0, 0],
      [0, middle - 20_000],
      [1, 2 ** 32 - 40_000],
      [123_456_789, middle - 20_000],
    ]) {
      const clock = () => format.epoch + tick * 1000;
      const options = { clock, sequenceRange: [first, first + 39_999] };
      const [texts, ids] = [generator(format, options), generator(format, options)];
      for (let i = 0; i < 40_000; i++) assert.equal(texts.nextText(), format.toText(ids.next()));
    }
  }
});

test("nextText gives the text of the ID with any metadata", () => {
  const largest = 2 ** 28 - 1;
  const fields = [
    ["time", 31],
    ["metadata", 28],
    ["sequence", 4],
  ];
  for (const { as: text } of encodingsOf(63)) {
    const format = ofFields(fields, { text, unit: 1000 });
    for (const metas of [
      [0, largest],
      [largest, 0],
      [0, largest, 0, largest / 3, 1, 0],
    ]) {
      const options = { clock: () => format.epoch + 1000 };
      const [texts, ids] = [generator(format, options), generator(format, options)];
      for (const meta of metas) assert.equal(texts.nextText(meta), format.toText(ids.next(meta)), text);
    }
  }
});

test("nextText gives the text of the ID from the first tick to the last, for IDs of any width", () => {
  const cases = [5, 12, 21, 40, 53, 60, 63, 64].flatMap((bits) =>
    encodingsOf(bits).flatMap(({ as: text }) =>
      (bits === 53 ? ["bigint", "number"] : ["bigint"]).map((native) => ({ bits, text, native })),
    ),
  );
  for (const { bits, text, native } of cases) {
    const fields = [["time", Math.min(bits - 4, 42)], ["sequence", 4], ...(bits > 46 ? [["node", bits - 46]] : [])];
    const format = ofFields(fields, { text, unit: 1, native });
    const [{ bits: timeBits }] = format.fields;
    const ticks = Array.from({ length: timeBits + 1 }, (_, size) => [
      Math.floor(2 ** size * 0.77),
      2 ** size - 1,
    ]).flat();
    let tick;
    const options = { ...(bits > 46 && { node: 2 ** (bits - 46) - 1 }), clock: () => format.epoch + tick };
    const [texts, ids] = [generator(format, options), generator(format, options)];
    for (tick of new Set(ticks)) {
      for (let i = 0; i < 3; i++) assert.equal(texts.nextText(), format.toText(ids.next()), `${bits} bits, ${text}`);
    }
  }
});

test("every encoding round-trips, and padded texts sort like their IDs, where the digits are in the order of ASCII", () => {
  for (const [format, options] of allFormats) {
    const ids = [...batch(generator(format, { ...options, clock: () => NOW }), 50)];
    for (const { as, sorts } of encodingsOf(format.bits)) {
      for (const padded of [false, true]) {
        for (const id of ids) assert.equal(format.fromText(format.toText(id, { as, padded }), { as, padded }), id);
      }
      if (!sorts) continue;
      const texts = ids.map((id) => format.toText(id, { as, padded: true }));
      const byValue = [...ids].sort(format.compare);
      assert.deepEqual(
        [...texts].sort(),
        byValue.map((id) => format.toText(id, { as, padded: true })),
      );
    }
  }
});

test("uid60's short form is written and read on request only", () => {
  const published = 11093174944930914n;
  for (const text of ["xinaS8QBh", "hello", "AA"]) {
    assert.equal(uid60.isValid(text), false);
    assert.throws(() => uid60.fromText(text), { code: "INVALID_TEXT" });
    assert.equal(uid60.isValid(text, { short: true }), true);
    assert.equal(uid60.toText(uid60.fromText(text, { short: true }), { short: true }), text);
  }
  assert.equal(uid60.toText(published, { short: true }), "xinaS8QBh");
  assert.equal(uid60.fromText("xinaS8QBh", { short: true }), published);
  assert.deepEqual(uid60.decode("xinaS8QBh", { short: true }), uid60.decode(published));
  assert.equal(uid60.toText(published), "xiAnaS8QBh");
  assert.equal(uid60.isValid("xiAnaS8QBh", { short: true }), false);
  for (const as of [undefined, "rotatedBase64"]) {
    assert.equal(uid60.toText(published, { as, short: false, padded: true }), "xiAnaS8QBh");
  }
});

test("an ID as text is unchanged by JSON", () => {
  const id = generator(discord, { workerId: 1, processId: 0 }).nextText();
  assert.equal(JSON.parse(JSON.stringify({ id })).id, id);
  assert.equal(discord.toText(discord.fromText(id)), id);
});

/** A custom format with this width and this encoding. */
function ofWidth(bits, text) {
  const time = Math.min(bits - 1, 40);
  const fields = [
    { kind: "time", bits: time },
    { kind: "sequence", bits: bits - time },
  ];
  return defineFormat({ name: "own", bits, epoch: 0, text, fields });
}

test("isValid accepts exactly the texts that can be read, at every width and in every encoding", () => {
  const widths = [2, 3, 4, 7, 31, 32, 33, 52, 53, 54, 60, 63, 64];
  const custom = customEncodings.flatMap(({ as, width }) =>
    (width === null ? widths : [width]).map((bits) => ofWidth(bits, as)),
  );
  let valid = 0;
  for (const format of [...formats(), ...custom].filter(({ epoch }) => epoch !== null)) {
    const bytes = Math.ceil(format.bits / 8);
    const high = 0xff >> (bytes * 8 - format.bits);
    const texts = [0, 1, 0x35, 0x80, 0xfe, 0xff].flatMap((byte) => {
      const id = new Uint8Array(bytes).fill(byte);
      id[0] = Math.min(byte, high);
      return [format.toText(format.fromBytes(id)), format.toText(format.fromBytes(id.fill(0, 0, -1)))];
    });
    for (const text of texts) {
      const changed = [..."0129azAZilouILOU-_ é\u{1F600}"].flatMap((other) => [
        other + text,
        text + other,
        other + text.slice(1),
        text.slice(0, -1) + other,
        text.slice(0, 2) + other + text.slice(3),
      ]);
      for (const tried of [
        "",
        text,
        text.toUpperCase(),
        text.toLowerCase(),
        text.slice(1),
        text.slice(0, -1),
        `${text}\n`,
        ...changed,
      ]) {
        const reads = decodes(format, tried);
        assert.equal(format.isValid(tried), reads, `${format.text} of ${format.bits} bits: ${tried}`);
        valid += Number(reads);
      }
    }
  }
  assert.ok(valid > 1000);
});

function decodes(format, text) {
  try {
    format.decode(text);
    return true;
  } catch {
    return false;
  }
}
