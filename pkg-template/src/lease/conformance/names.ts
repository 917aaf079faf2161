// Checks that a store keeps records, keys and names of spaces exactly, and does not confuse them.

import { append } from "../../values/index.js";
import { HEAD_KEY } from "../../generated/contract.js";
import { type Bench, type Check, guardOf } from "./bench.js";
import type { Answer } from "./connection.js";
import { expectSame, expectSameList, Failure, shown } from "./failure.js";
import { all } from "./deadline.js";
import { hardKeys, hardRecords, LONGEST_KEY, LONGEST_NAME, longestRecord, otherEnding, similarNames } from "./texts.js";

/** How many calls are made at a time. */
const AT_ONCE = 8;

/** Characters that stores put between the name of a space and a key. */
const SEPARATORS = ["", ":", "/", ".", "-", "_", " ", "|", ",", "#", "::", "\\"];

export const nameChecks: readonly Check[] = [
  ["records come back as they were written", exactRecords],
  ["the longest records, keys and names fit into one call", longest],
  ["keys that differ in any way are different records", differentKeys],
  ["spaces whose names differ in any way do not see each other", differentSpaces],
  ["the name of a space and a key are not mixed up", separateNames],
  ["a store that lists its spaces lists those that have records", listedSpaces],
  ["a store that lists the keys of a space lists those that have records", listedKeys],
];

async function exactRecords(bench: Bench): Promise<void> {
  const space = bench._space();
  const guard = await space._guard();
  let previous: string | null = null;
  for (const text of hardRecords()) {
    const applied = await space._swap("seat 0", previous, text, guard);
    await space._expectRecords(`the record ${shown(text)} after a swap that answered ${applied}`, { "seat 0": text });
    expectSame(`the answer of the swap from ${shown(previous)} to ${shown(text)}, which applied`, applied, true);
    previous = text;
  }
}

async function longest(bench: Bench): Promise<void> {
  const space = bench._space(bench._newName().padEnd(LONGEST_NAME, "x"));
  const [key, record] = ["k".repeat(LONGEST_KEY), longestRecord()];
  await space._write(HEAD_KEY, record);
  await space._write(key, record);
  await space._expectSwap(true, "the longest record is replaced", [key, record, otherEnding(record)]);
  await space._expectRecords("the records", { [HEAD_KEY]: record, [key]: otherEnding(record) });
}

async function differentKeys(bench: Bench): Promise<void> {
  const space = bench._space();
  await space._write(HEAD_KEY, `of ${HEAD_KEY}`);
  const guard = await space._guard();
  const keys = hardKeys();
  const applied: boolean[] = [];
  for (const key of keys) append(applied, await space._swap(key, null, `of ${key}`, guard));
  const { _records } = await space._read(keys);
  for (const [i, key] of keys.entries()) {
    expectSame(`the record of the key ${shown(key)}`, _records[i], `of ${key}`);
    expectSame(`the answer of the swap that has written the key ${shown(key)}`, applied[i], true);
  }
  expectSame("the head after other keys were written", (await space._read([HEAD_KEY]))._records[0], `of ${HEAD_KEY}`);
}

async function differentSpaces(bench: Bench): Promise<void> {
  const names = similarNames(bench._newName());
  const spaces = names.map((name) => bench._space(name));
  const texts = names.map((_, i) => `of space ${i}`);
  const views = await inGroups(spaces, (space) => space._read([HEAD_KEY, "seat 0"]));
  for (const [i, { _records }] of views.entries()) {
    expectSameList(`a read of the space ${ending(names[i] as string)}, which is new`, _records, [null, null]);
  }
  const applied = await inGroups(spaces, (space, i) =>
    space._swap("seat 0", null, texts[i] as string, guardOf(views[i] as Answer)),
  );
  const records = (await inGroups(spaces, (space) => space._read(["seat 0"]))).map(({ _records }) => _records[0]);
  for (const [i, name] of names.entries()) {
    const writer = names[texts.indexOf(records[i] ?? "")];
    if (writer !== name && writer !== undefined) {
      const what = `the space ${ending(name)} has the record that was written to the space`;
      throw new Failure(`${what} ${ending(writer)}`);
    }
    expectSame(`the record of the space ${ending(name)}`, records[i], texts[i]);
    expectSame(`the answer of the swap in the space ${ending(name)}`, applied[i], true);
  }
}

async function separateNames(bench: Bench): Promise<void> {
  for (const separator of SEPARATORS) {
    const name = bench._newName();
    const [one, other] = [bench._space(`${name}${separator}a`), bench._space(name)];
    await one._write("b", "one");
    await other._expectRecords(`the key 'a${separator}b' after the key 'b' was written in a space that ends with 'a'`, {
      [`a${separator}b`]: null,
    });
    await other._write(`a${separator}b`, "other");
    await one._expectRecords("the record that was written first", { b: "one" });
  }
}

async function listedSpaces(bench: Bench): Promise<void> {
  const base = bench._newName();
  // Some of the names, among them one of 200 characters.
  const written = similarNames(base).filter((name, i) => i % 8 === 0 || name.endsWith("日日"));
  for (const name of written) await bench._space(name)._write("seat 0", "x");
  const refused = bench._space(`${base}without records`);
  await refused._expectSwap(false, "a swap of a missing record if it is 'a'", ["seat 0", "a", "b"]);
  for (const connection of bench._connections) {
    const listed = await connection._spaces();
    const ours = listed?.filter((name) => name.startsWith(base));
    const surplus = ours?.find((name) => !written.includes(name));
    if (surplus !== undefined) throw new Failure(`spaces lists ${ending(surplus)}, which has no records`);
    for (const name of ours === undefined ? [] : written) {
      expectSame(`how often spaces lists ${ending(name)}`, ours?.filter((one) => one === name).length, 1);
    }
  }
}

async function listedKeys(bench: Bench): Promise<void> {
  const base = bench._newName();
  const [space, other] = [bench._space(base), bench._space(`${base}a`)];
  await other._write("of another space", "x");
  if (bench._connections.every(({ _store }) => _store.keysOf === undefined)) return;
  // Some of the hard keys, and more keys than some databases return at a time: 100.
  const keys = [...hardKeys().filter((_, i) => i % 8 === 0), ...Array.from({ length: 110 }, (_, i) => `seat ${i}.0`)];
  const guard = await space._guard();
  for (const key of keys) {
    expectSame(`the answer of the swap that writes ${shown(key)}`, await space._swap(key, null, "x", guard), true);
  }
  await space._expectSwap(true, "a record is replaced", ["seat 0.0", "x", "y"]);
  await space._expectSwap(false, "a swap of a missing record if it is 'a'", ["refused", "a", "b"]);
  await space._read(["only read"]);
  for (const connection of bench._connections) {
    const listed = await connection._keysOf(base);
    const surplus = listed?.find((key) => !keys.includes(key));
    if (surplus !== undefined) throw new Failure(`keysOf lists ${shown(surplus)}, which has no record in the space`);
    for (const key of listed === undefined ? [] : keys) {
      expectSame(`how often keysOf lists ${shown(key)}`, listed?.filter((one) => one === key).length, 1);
    }
    expectSame("how many keys keysOf lists of a new space", (await connection._keysOf(`${base}new`))?.length ?? 0, 0);
  }
}

/** The end of a space's name. The names of one check differ only in their ends. */
function ending(name: string): string {
  return shown(`…${name.slice(-20)}`);
}

/** Makes calls, a few at a time. */
async function inGroups<T, U>(items: readonly T[], call: (item: T, index: number) => Promise<U>): Promise<U[]> {
  const results: U[] = [];
  for (let i = 0; i < items.length; i += AT_ONCE) {
    const some = await all(items.slice(i, i + AT_ONCE).map((item, j) => call(item, i + j)));
    for (const result of some) append(results, result);
  }
  return results;
}
