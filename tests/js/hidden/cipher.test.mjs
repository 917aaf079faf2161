// The cipher of hidden IDs: compared with another one, and attacked by statistics. The long forms take minutes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TextEncoder } from "node:util";
import { FF1 } from "@noble/ciphers/ff1.js";
import fc from "fast-check";
import { defineFormat, discord, sno } from "flakekit";
import { hidden } from "flakekit/hidden";
import * as noWasm from "flakekit/hidden/no-wasm";
import { random } from "../vectors/populations.mjs";

const isLong = process.env.FLAKEKIT_LONG === "1";

/** A format of this width, whose IDs are bigints. */
const ofWidth = (bits) =>
  defineFormat({
    name: `of ${bits}`,
    bits,
    epoch: "2024-01-01",
    fields: [
      { kind: "time", bits: Math.min(bits - 1, 41) },
      { kind: "sequence", bits: Math.max(1, bits - 41) },
    ],
  });

/** The hidden number of an ID as `bits` digits 0 and 1. */
function hiddenBits(format, options) {
  const { toText } = hidden(format, { ...options, check: false, as: "base2" });
  return toText;
}

test("the hidden numbers are those of @noble/ciphers", () => {
  const numbers = random(7);
  const below = (count) => numbers.int(0, count - 1);
  const all = isLong ? 1_000_000 : 2000;
  let left = all;
  while (left > 0) {
    const bits = 20 + below(45);
    const key = Uint8Array.from({ length: [16, 24, 32][below(3)] }, () => below(256));
    const tweak = "orders1234".slice(0, below(11));
    const toText = hiddenBits(ofWidth(bits), { key, tweak });
    const { encrypt } = FF1(2, key, new TextEncoder().encode(tweak));
    for (let i = 0; i < Math.min(left, all / 100); i++) {
      const id = BigInt.asUintN(bits, (BigInt(below(2 ** 32)) << 32n) | BigInt(below(2 ** 32)));
      const digits = Array.from(id.toString(2).padStart(bits, "0"), Number);
      assert.equal(toText(id), encrypt(digits).join(""), `${id} of ${bits} bits`);
    }
    left -= Math.min(left, all / 100);
  }
});

test("each key, tweak and ID: what is written is read, by both entries", () => {
  const formats = [discord, sno, ...[20, 21, 31, 32, 33, 47, 53, 63].map(ofWidth)];
  fc.assert(
    fc.property(
      fc.constantFrom(...formats),
      fc.constantFrom(16, 24, 32).chain((length) => fc.uint8Array({ minLength: length, maxLength: length })),
      fc.string({ unit: "binary-ascii", maxLength: 10 }),
      fc.boolean(),
      fc.bigInt({ min: 0n, max: 2n ** 80n - 1n }),
      (format, key, tweak, check, seed) => {
        const value = BigInt.asUintN(format.bits, seed);
        const id = format.fromText(value.toString(2), { as: "base2" });
        const [one, other] = [hidden, noWasm.hidden].map((hide) => hide(format, { key, tweak, check }));
        const text = one.toText(id);
        assert.equal(other.toText(id), text);
        assert.equal(one.fromText(text), id);
        assert.equal(other.fromText(text), id);
      },
    ),
    { numRuns: isLong ? 20_000 : 500 },
  );
});

test("each bit of an ID changes half of the bits of the hidden number", () => {
  const IDS = isLong ? 10_000 : 400;
  for (const bits of [20, 53, 64]) {
    const toText = hiddenBits(ofWidth(bits), { key: new Uint8Array(16) });
    const base = 2n ** BigInt(bits - 1) / 3n;
    for (let input = 0n; input < bits; input++) {
      const changes = new Uint32Array(bits);
      for (let i = 0n; i < IDS; i++) {
        const [one, other] = [toText(base + i), toText((base + i) ^ (1n << input))];
        for (let at = 0; at < bits; at++) changes[at] += Number(one[at] !== other[at]);
      }
      // 9 standard deviations: no key fails by chance.
      const most = 9 * Math.sqrt(IDS / 4);
      for (const count of changes)
        assert.ok(Math.abs(count - IDS / 2) < most, `${bits} bits, bit ${input}: ${changes}`);
    }
  }
});

test("no pair of bits of the hidden numbers of consecutive IDs depends on each other", () => {
  const IDS = isLong ? 10_000_000 : 20_000;
  const toText = hiddenBits(discord, { key: new Uint8Array(32), tweak: "orders" });
  const base = 175928847299117063n;
  // For each bit, the bits of 32 numbers are a word, so that one instruction compares 32 of them.
  const words = new Uint32Array(64);
  const unequal = new Float64Array(64 * 64);
  const ones = new Float64Array(64);
  for (let done = 0; done < IDS; done += 32) {
    words.fill(0);
    for (let i = 0; i < 32; i++) {
      const text = toText(base + BigInt(done + i));
      for (let at = 0; at < 64; at++) words[at] |= (text.charCodeAt(at) & 1) << i;
    }
    for (let one = 0; one < 64; one++) {
      ones[one] += bitsIn(words[one]);
      for (let other = 0; other < one; other++) unequal[one * 64 + other] += bitsIn(words[one] ^ words[other]);
    }
  }
  const chiSquare = (count) => (count - IDS / 2) ** 2 / (IDS / 4);
  const pairs = Array.from(unequal).flatMap((count, i) => (i % 64 < Math.floor(i / 64) ? [chiSquare(count)] : []));
  assert.equal(pairs.length, 2016);
  const [largest, mean] = [Math.max(...pairs), pairs.reduce((sum, one) => sum + one) / pairs.length];
  if (isLong)
    console.log(
      `largest chi-square ${largest.toFixed(2)}, mean ${mean.toFixed(3)}, of a bit ${Math.max(...Array.from(ones, chiSquare)).toFixed(2)}`,
    );
  // With one degree of freedom, one of 10^9 random tables has a larger one. The mean is 1, its standard deviation 0.03.
  assert.ok(largest < 52, `${largest}`);
  assert.ok(Math.abs(mean - 1) < 0.3, `${mean}`);
  assert.ok(Math.max(...Array.from(ones, chiSquare)) < 45);
});

/** The count of ones of a word. */
function bitsIn(word) {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

test("texts of neighbouring IDs share no more characters than random texts, and do not sort as the IDs do", () => {
  const { toText } = hidden(discord, { key: new Uint8Array(16) });
  const IDS = 5000;
  const texts = Array.from({ length: IDS }, (_, i) => toText(175928847299117063n + BigInt(i)));
  let [equal, rises] = [0, 0];
  for (let i = 1; i < IDS; i++) {
    // The first character has few values, so it is left out.
    for (let at = 1; at < 17; at++) equal += Number(texts[i][at] === texts[i - 1][at]);
    rises += Number(texts[i] > texts[i - 1]);
  }
  const mean = equal / (IDS - 1);
  assert.ok(Math.abs(mean - 16 / 36) < 0.1, `${mean}`);
  assert.ok(Math.abs(rises / IDS - 0.5) < 0.06, `${rises}`);
});

test("invented texts have a wrong check: one of a million has a right one", () => {
  const { isValid, toText } = hidden(discord, { key: new Uint8Array(16) });
  const numbers = random(3);
  const invented = () =>
    toText(numbers.int(0, 2 ** 40)).slice(0, 13) +
    numbers
      .int(0, 2 ** 20 - 1)
      .toString(36)
      .padStart(4, "0");
  const count = isLong ? 4_000_000 : 20_000;
  let right = 0;
  for (let i = 0; i < count; i++) right += Number(isValid(invented()));
  assert.ok(right <= count / 2 ** 20 + 12, `${right}`);
});
