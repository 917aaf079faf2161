// Checks of the answers to reads.

import { HEAD_KEY } from "../../generated/contract.js";
import { type Bench, type Check } from "./bench.js";
import { expectSame, expectSameList } from "./failure.js";

export const readChecks: readonly Check[] = [
  ["a record that was never written is null", missingRecords],
  ["a read of no keys answers the clock and the generation", noKeys],
  ["records come in the order of the keys", order],
  ["a key that is given twice is answered twice", repeatedKeys],
  // The calls of operators read 1024 seats and the head at a time.
  ["records come in the order of the keys when there are 1025", (bench) => manyKeys(bench, 1025)],
  ["a read of 5000 keys works", (bench) => manyKeys(bench, 5000)],
  ["a read does not change or keep its keys, and gives every caller a list of its own", argumentsOfReads],
];

async function missingRecords(bench: Bench): Promise<void> {
  const space = bench._space();
  const keys = [HEAD_KEY, "seat 0", "seat 1.3"];
  const missing = [null, null, null];
  expectSameList("a read of a new space", (await space._read(keys))._records, missing);
  await space._write("seat 1", "x");
  expectSameList("a read of other keys after one was written", (await space._read(keys))._records, missing);
  // Properties that every object of JavaScript inherits must not be taken for records. Nothing is written to these spaces.
  for (const name of ["constructor", "__proto__", "toString", "length", "..", "/"]) {
    const { _records } = await bench._space(name)._read(["constructor", "toString", "length", "name"]);
    expectSameList(`a read of the space '${name}', which nobody uses`, _records, [null, null, null, null]);
  }
}

async function noKeys(bench: Bench): Promise<void> {
  const space = bench._space();
  await space._read([]);
  await space._write("seat 0", "x");
  await space._read([]);
}

async function order(bench: Bench): Promise<void> {
  const space = bench._space();
  // The keys are not sorted in any way, and are not read in the order in which they were written.
  const keys = ["seat 10", "b", "2", "seat 9", "a", HEAD_KEY, "10", "Z", "1"];
  for (const key of keys) await space._write(key, `of ${key}`);
  for (const read of [keys, [...keys].reverse(), ["missing", "a", "also missing", "10", "none", "9"]]) {
    const expected = read.map((key) => (keys.includes(key) ? `of ${key}` : null));
    expectSameList(`a read of ${read.join(", ")}`, (await space._read(read))._records, expected);
  }
}

async function repeatedKeys(bench: Bench): Promise<void> {
  const space = bench._space();
  await space._write("a", "of a");
  await space._write("b", "of b");
  const { _records } = await space._read(["b", "a", "none", "b", "a", "a", "none"]);
  const expected = ["of b", "of a", null, "of b", "of a", "of a", null];
  expectSameList("a read of b, a, none, b, a, a, none", _records, expected);
}

async function manyKeys(bench: Bench, count: number): Promise<void> {
  const space = bench._space();
  const written = [0, 1, 2, 127, 128, 999, 1000, 1023, 1024, count - 1];
  const texts = new Map(written.map((i) => [i, `of ${i}`]));
  for (const [i, text] of texts) await space._write(`seat ${i}`, text);
  // The numbers go down, because no store returns keys in this order by itself.
  const numbers = Array.from({ length: count }, (_, i) => count - 1 - i);
  const { _records } = await space._read(numbers.map((i) => `seat ${i}`));
  expectSameList(
    `a read of ${count} keys`,
    _records,
    numbers.map((i) => texts.get(i) ?? null),
  );
}

async function argumentsOfReads(bench: Bench): Promise<void> {
  const space = bench._space();
  await space._write("a", "of a");
  await space._write("b", "of b");
  const keys = ["b", "a", "none"];
  const answer = await space._read(keys);
  expectSame("the keys after a read of b, a, none", keys.join(), "b,a,none");
  const { _records: ofFrozen } = await space._read(Object.freeze(["b", "a"]));
  expectSameList("a read of frozen keys", ofFrozen, ["of b", "of a"]);
  Reflect.set(answer._list, 0, "changed by the caller");
  const { _records: again } = await space._read(["b", "a", "none"]);
  expectSameList("a read of the same keys after the caller has changed its answer", again, ["of b", "of a", null]);
  for (const connection of bench._connections) {
    keys.reverse();
    const expected = keys.map((key) => (key === "none" ? null : `of ${key}`));
    const { _records } = await connection._read(space._name, keys);
    expectSameList("a read of the same list of keys, in which the keys have changed", _records, expected);
  }
}
