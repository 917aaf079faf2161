// The fields below the time that the search for a layout finds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, TIMES, USUAL, idsOf, randomOf, samplesOf, usual } from "../support/samples.mjs";
import { room } from "../support/room.mjs";

const { behavioursOf, bitsOf, statesOf } = await room("layout/bits.ts");
const { lowFieldsOf } = await room("layout/fields.ts");
const { solve } = await room("layout/index.ts");
const find = (samples) => solve(samples, [], Date.UTC(2026, 0, 2));

test("fields are found: bits that stay, those of some nodes, that count, and that are random", () => {
  const fieldsOf = (options) =>
    find(usual({ count: 100, ...options })).low.map(({ behaviour, bits }) => `${behaviour} ${bits}`);
  assert.deepEqual(fieldsOf({}), ["stays 10", "counts 12"]);
  assert.deepEqual(fieldsOf({ nodes: 4 }), ["few 10", "counts 12"]);
  assert.deepEqual(
    fieldsOf({
      fields: [
        ["sequence", 8],
        ["node", 16],
      ],
    }),
    ["counts 8", "stays 16"],
  );
  assert.deepEqual(fieldsOf({ fields: [["random", 20]] }), ["random 20"]);
  assert.deepEqual(
    fieldsOf({
      fields: [
        ["sequence", 9],
        ["random", 9],
      ],
    }),
    ["counts 9", "random 9"],
  );
});

/** IDs of some nodes, above a counter of 12 bits that is mostly small, as `behaviour bits`. */
const fieldsWith = (nodes, counterOf = () => 0) => {
  const random = randomOf(31);
  const idAt = idsOf(random, { ...USUAL, fields: [] });
  const samples = samplesOf((at) => idAt(at), { random, count: 100, span: 300 * DAY_MS, ...TIMES[0] });
  const ids = samples.map(({ id }, n) => (id << 22n) | BigInt(nodes[n % nodes.length] << 12) | BigInt(counterOf(n)));
  const { low } = find(samples.map((sample, n) => ({ ...sample, id: ids[n] })));
  return low.map(({ behaviour, bits }) => `${behaviour} ${bits}`);
};

const FORTY = Array.from({ length: 40 }, (_, n) => 700 + 7 * n);
const TEN_NODES = Array.from({ length: 10 }, (_, n) => 2 * n + 1);

/** Made of numbers for each ID, high bits first. */
const foundIn = (count, parts, widths) => {
  const random = randomOf(33);
  const ids = Array.from({ length: count }, (_, n) =>
    parts.reduce((id, [bits, value]) => (id << BigInt(bits)) | BigInt(value(random, n)), 0n),
  );
  const width = parts.reduce((sum, [bits]) => sum + bits, 0);
  const bits = bitsOf(ids, width);
  const low = lowFieldsOf(bits, statesOf(behavioursOf(bits), width), widths);
  return low.map(({ behaviour, bits }) => `${behaviour} ${bits}`).join(", ");
};
const randomBits = (bits) => [bits, (random) => Math.floor(random() * 2 ** bits)];
const counter = (bits) => [bits, (random) => (random() < 0.7 ? 0 : Math.floor(8 * random()))];
const node = (bits, ...numbers) => [bits, (_, n) => numbers[n % numbers.length]];

for (const [what, found, expected] of [
  [
    "zeros above a counter of a usual width are a node's",
    foundIn(100, [node(10, 0), counter(12)]),
    "stays 10, counts 12",
  ],
  ["zeros above a short counter are its own", foundIn(100, [counter(14)]), "counts 14"],
  ["a counter of 8 bits is more usual than one of 9", foundIn(100, [node(8, 6), counter(8)]), "stays 8, counts 8"],
  [
    "a fourth as many numbers as IDs are those of nodes",
    foundIn(100, [node(10, ...TEN_NODES), counter(12)]),
    "few 10, counts 12",
  ],
  [
    "of few IDs, two numbers are those of nodes",
    foundIn(6, [node(10, 5, 9), counter(12)], [10, 12]),
    "few 10, counts 12",
  ],
  [
    "more numbers are as good as random",
    foundIn(100, [node(10, ...FORTY), counter(12)], [10, 12]),
    "random 10, counts 12",
  ],
  ["3 random bits are no field of nodes, if they are alone", foundIn(100, [randomBits(3)]), "random 3"],
  [
    "few bits of a counter below random ones are a field",
    foundIn(200, [randomBits(10), counter(3)]),
    "random 10, few 3",
  ],
  [
    "fields of a known layout keep their widths",
    foundIn(100, [node(5, 11), node(5, 26), counter(12)], [5, 5, 12]),
    "stays 5, stays 5, counts 12",
  ],
  [
    "random bits of a known layout are random, although they have few numbers",
    foundIn(400, [node(5, 11), randomBits(4)], [5, 4]),
    "stays 5, random 4",
  ],
]) {
  test(what, () => assert.equal(found, expected));
}

test("zeros below a node's number are its own, if a usual counter is then below", () =>
  assert.deepEqual(fieldsWith([0b100]), ["stays 10", "counts 12"]));

test("zeros below the numbers of several nodes are the counter's: some of them would end with a 1", () =>
  assert.deepEqual(fieldsWith([0b1000, 0b10000, 0b11000, 0b100000]), ["few 7", "counts 15"]));

test("bits that change are the counter's, although a counter without them would be more usual", () => {
  const random = randomOf(32);
  assert.deepEqual(
    fieldsWith([0b1000], () => (random() < 0.7 ? 0 : Math.floor(2 ** (13 * random())))),
    ["stays 7", "counts 15"],
  );
});

test("zeros above the numbers of a column are theirs, and above a counter only up to a usual width", () => {
  const random = randomOf(34);
  const numbers = Array.from({ length: 30 }, (_, n) => ({ till: 1 + (n % 5), seq: Math.floor(4 * random()) }));
  const idAt = idsOf(random, { ...USUAL, fields: [] });
  const samples = samplesOf((at) => idAt(at), { random, count: 30, span: 300 * DAY_MS, ...TIMES[0] });
  const fieldsOf = (idOf, ...names) => {
    const fields = names.map((name) => ({ name, values: numbers.map((row) => row[name]) }));
    const all = samples.map((sample, n) => ({ ...sample, id: (sample.id << 22n) | BigInt(idOf(numbers[n])) }));
    const { low } = solve(all, [], Date.UTC(2026, 0, 2), { fields });
    return low.map(({ name = "-", bits }) => `${name} ${bits}`);
  };
  const both = ({ till, seq }) => (till << 12) | seq;
  assert.deepEqual(fieldsOf(both, "till", "seq"), ["till 10", "seq 12"]);
  assert.deepEqual(fieldsOf(both, "till"), ["till 10", "- 12"]);
  assert.deepEqual(
    fieldsOf(({ seq }) => seq, "seq"),
    ["- 10", "seq 12"],
  );
  // Numbers that are not in the IDs, and those that are in them twice, name nothing.
  assert.deepEqual(
    fieldsOf(({ seq }) => seq, "till"),
    ["- 10", "- 12"],
  );
  assert.ok(fieldsOf(({ till }) => (till << 12) | till, "till").every((field) => field.startsWith("-")));
});
