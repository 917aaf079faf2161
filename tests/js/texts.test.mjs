// IDs and their texts, one after the other, of formats whose fields stand anywhere.

import assert from "node:assert/strict";
import { test } from "node:test";
import { defineFormat } from "flakekit";

/** A format of these fields, each a kind and its bits. */
const ofFields = (fields, options) =>
  defineFormat({
    name: "own",
    bits: fields.reduce((sum, [, bits]) => sum + bits, 0),
    epoch: "2024-01-01",
    fields: fields.map(([kind, bits]) => ({ kind, bits, ...(kind === "node" && { name: "node" }) })),
    ...options,
  });

const TIME = ["time", 41];

test("next and nextText share one sequence, for every field order and encoding", () => {
  const orders = [
    [TIME, ["node", 10], ["sequence", 12]],
    [["sequence", 12], ["node", 10], TIME],
    [["node", 10], ["sequence", 12], TIME],
    [TIME, ["sequence", 12], ["random", 10]],
    [TIME, ["random", 10], ["sequence", 12]],
    [["random", 10], TIME, ["sequence", 12]],
  ];
  const styles = ["decimal", "hex", "base36", "base62"].map((text) => ({ text }));
  styles.push({ native: "number" });
  const narrow = (fields) => fields.map(([kind, bits]) => [kind, Math.min(bits, kind === "time" ? 41 : 6)]);
  for (const [fields, style] of orders.flatMap((fields) => styles.map((style) => [fields, style]))) {
    const format = ofFields(style.native ? narrow(fields) : fields, style);
    const node = fields.some(([kind]) => kind === "node") ? { node: 5 } : {};
    const ids = format.generator({ ...node, clock: () => 1_900_000_000_123, onExhausted: "lead" });
    for (let turn = 0, expected = 0; turn < 600; turn++) {
      const text = turn % 3 === 0 ? format.toText(ids.next()) : ids.nextText();
      const id = format.fromText(text);
      assert.equal(format.toText(id), text);
      assert.equal(format.decode(id).sequence, expected);
      expected = style.native ? (expected + 1) % 64 : expected + 1;
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
    const ids = format.generator({ clock, sequenceRange: [first, first + 999] });
    for (let i = 0; i < 1000; i++) {
      const meta = metas[i % metas.length];
      const id = i % 2 ? ids.next(meta) : format.fromText(ids.nextText(meta));
      assert.equal(format.decode(id).sequence, first + i);
      assert.equal(format.decode(id).metadata ?? 0, meta);
    }
  }
});

test("nextText gives the text of the ID at every carry of digits, also for the smallest IDs", () => {
  const fields = [
    ["time", 28],
    ["sequence", 32],
  ];
  const middle = 2 ** 31;
  for (const text of ["decimal", "hex", "base36", "base62", "rotatedBase64"]) {
    const format = ofFields(fields, { text, unit: 1000 });
    for (const [tick, first] of [
      [0, 0],
      [0, middle - 20_000],
      [1, 2 ** 32 - 40_000],
      [123_456_789, middle - 20_000],
    ]) {
      const clock = () => format.epoch + tick * 1000;
      const options = { clock, sequenceRange: [first, first + 39_999] };
      const [texts, ids] = [format.generator(options), format.generator(options)];
      for (let i = 0; i < 40_000; i++) assert.equal(texts.nextText(), format.toText(ids.next()));
    }
  }
});
