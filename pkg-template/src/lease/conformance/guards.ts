// Checks of the conditions under which a swap applies.

import { HEAD_KEY } from "../../generated/contract.js";
import { type Bench, type Check } from "./bench.js";
import { expectSame, shown } from "./failure.js";
import { all } from "./deadline.js";
import { longestRecord, otherEnding } from "./texts.js";
import { GENERATION } from "../stores/index.js";

/** How often a swap is tried whose `before` is the last reading of the clock. */
const TRIES = 30;

/** How often five swaps are made that must be refused. */
const REFUSALS = 10;

const DAY = 86_400_000;

type Text = string | null;

/** Texts, each with other texts that are not equal to it. `null` is a record that is missing. */
function unequalTexts(): (readonly [text: Text, others: readonly Text[]])[] {
  const longest = longestRecord();
  return [
    [null, ["", "null", "undefined", "x"]],
    ["", [null, " ", "x"]],
    ["abc", [null, "", "ab", "abcd", "abd", "bbc", "ABC", "abc ", " abc", "ab%", "a_c", "a*", "a.c", "^abc$"]],
    ["007", ["7", "07", "7.0", "0007"]],
    ["1e3", ["1000", "1E3"]],
    [longest, [otherEnding(longest), longest.slice(1), longest.slice(0, -1)]],
  ];
}

export const guardChecks: readonly Check[] = [
  ["a swap answers true if it has replaced the record, and false if it has changed nothing", answers],
  ["a swap applies only if the record is as it was read", guardByRecord],
  ["a swap applies only if the head is as it was read", guardByHead],
  ["a swap applies only if the generation is as it was read", guardByGeneration],
  ["a swap applies only while the clock is below guard.before", guardByClock],
  ["a swap of the head is guarded as any other", guardOfHead],
  ["a swap to the same text applies", sameText],
  ["a store works on after refused swaps", manyRefusals],
  ["a swap does not change or keep its guard", argumentsOfSwaps],
];

async function answers(bench: Bench): Promise<void> {
  const space = bench._space();
  await space._expectSwap(true, "a swap of a record that is missing, as it was read", ["seat 0", null, "a"]);
  await space._expectSwap(true, "a swap of a record, as it was read", ["seat 0", "a", "b"]);
  await space._expectSwap(false, "a swap of a record that is missing, which was read as 'a'", ["seat 1", "a", "b"]);
  await space._expectSwap(false, "a swap of the record 'b', which was read as 'a'", ["seat 0", "a", "c"]);
  await space._expectRecords("the records after these swaps", { "seat 0": "b", "seat 1": null, [HEAD_KEY]: null });
}

async function guardByRecord(bench: Bench): Promise<void> {
  const space = bench._space();
  for (const [i, [text, others]] of unequalTexts().entries()) {
    const key = `seat ${i}`;
    if (text !== null) await space._write(key, text);
    for (const previous of others) {
      const what = `a swap of the record ${shown(text)} if it is ${shown(previous)}`;
      await space._expectSwap(false, what, [key, previous, "next"]);
    }
    await space._expectSwap(true, `a swap of the record ${shown(text)} if it is that`, [key, text, "next"]);
  }
}

async function guardByHead(bench: Bench): Promise<void> {
  for (const [text, others] of unequalTexts()) {
    const space = bench._space();
    await space._write("seat 0", "a");
    if (text !== null) await space._write(HEAD_KEY, text);
    for (const head of others) {
      const what = `a swap if the head is ${shown(head)}, while the head is ${shown(text)}`;
      await space._expectSwap(false, what, ["seat 0", "a", "b"], { head });
    }
    const what = `a swap of a missing record if the head is 'm', while the head is ${shown(text)}`;
    await space._expectSwap(false, what, ["seat 1", null, "b"], { head: "m" });
    await space._expectSwap(true, `a swap if the head is ${shown(text)}, which it is`, ["seat 0", "a", "b"]);
    await space._expectRecords("head after these swaps", { [HEAD_KEY]: text });
  }
}

async function guardByGeneration(bench: Bench): Promise<void> {
  const space = bench._space();
  await space._write("seat 0", "a");
  const { generation } = await space._guard();
  const what = (other: string): string => `if the generation is ${shown(other)}, while it is ${shown(generation)}`;
  const others = otherGenerations(generation);
  for (const other of others) {
    await space._expectSwap(false, `a swap ${what(other)}`, ["seat 0", "a", "b"], { generation: other });
  }
  const [other] = others as [string];
  const given = { generation: other };
  await space._expectSwap(false, `a swap of a missing record, ${what(other)}`, ["seat 1", null, "b"], given);
  await space._expectSwap(true, `a swap ${what(generation)}`, ["seat 0", "a", "b"]);
}

/** Generations that are similar to one, but not equal. */
function otherGenerations(generation: string): string[] {
  const longer = [`${generation}x`, `x${generation}`, "x".repeat(1000), `${generation}%`];
  const shorter = [generation.slice(1), generation.slice(0, -1), "*", "%", "null", "undefined"];
  const others = [...longer, ...shorter, generation.toUpperCase(), generation.toLowerCase()];
  return others.filter((other) => other !== generation && GENERATION.test(other));
}

async function guardByClock(bench: Bench): Promise<void> {
  const space = bench._space();
  await space._write("seat 0", "a");
  const { _now } = await space._read([HEAD_KEY]);
  for (const before of [0, 1, _now - DAY, _now - 1, _now]) {
    const what = `a swap before ${before}, when the clock has read ${_now}`;
    await space._expectSwap(false, what, ["seat 0", "a", "b"], { before });
    await space._expectSwap(false, `${what}, of a record that is missing`, ["seat 1", null, "b"], { before });
  }
  // A store that compares by <= instead of < is recognised only if the swap comes in the ms of the read.
  const guard = await space._guard();
  for (let i = 0; i < TRIES; i++) {
    const before = (await space._read([HEAD_KEY]))._now;
    const applied = await space._swap("seat 0", "a", "b", { ...guard, before });
    expectSame(`a swap before ${before}, when the clock has read ${before}`, applied, false);
  }
  const before = _now + DAY;
  await space._expectSwap(true, "a swap a day before its time is up", ["seat 0", "a", "b"], { before });
}

async function guardOfHead(bench: Bench): Promise<void> {
  const space = bench._space();
  const { _now, _generation } = await space._read([HEAD_KEY]);
  const [generation] = otherGenerations(_generation) as [string];
  const wrong = [
    ["guard.head is 'x' and the head is missing", { head: "x" }],
    [`the generation is ${shown(generation)}, which it is not`, { generation }],
    ["its time is up", { before: _now }],
  ] as const;
  for (const [what, guard] of wrong)
    await space._expectSwap(false, `a swap of the head; ${what}`, [HEAD_KEY, null, "m1"], guard);
  await space._expectSwap(false, "a swap of the head, which is missing, if it is 'x'", [HEAD_KEY, "x", "m1"]);
  await space._expectSwap(true, "a swap of the head if it is missing, as it is", [HEAD_KEY, null, "m1"]);

  const [, ...others] = wrong;
  for (const [what, guard] of others)
    await space._expectSwap(false, `a swap of the head; ${what}`, [HEAD_KEY, "m1", "m2"], guard);
  const refused = "a swap of the head, which is 'm1'";
  await space._expectSwap(false, `${refused}, if it is missing`, [HEAD_KEY, null, "m2"]);
  await space._expectSwap(false, `${refused}, if it is 'm0'`, [HEAD_KEY, "m0", "m2"]);
  await space._expectSwap(false, `${refused}, if guard.head is missing`, [HEAD_KEY, "m1", "m2"], { head: null });
  await space._expectSwap(false, `${refused}, if guard.head is 'm0'`, [HEAD_KEY, "m1", "m2"], { head: "m0" });
  await space._expectSwap(false, `${refused}, if both are 'm0'`, [HEAD_KEY, "m0", "m2"], { head: "m0" });
  await space._expectSwap(true, `${refused}, if it is that`, [HEAD_KEY, "m1", "m2"]);
  await space._expectSwap(true, "a swap of a record after the head was replaced", ["seat 0", null, "a"], {
    head: "m2",
  });
}

async function sameText(bench: Bench): Promise<void> {
  const space = bench._space();
  await space._write("seat 0", "a");
  await space._write(HEAD_KEY, "m");
  // Some databases do not count a row as changed if its new content is the old one.
  await space._expectSwap(true, "a swap of 'a' to 'a'", ["seat 0", "a", "a"]);
  await space._expectSwap(true, "a swap of the head 'm' to 'm'", [HEAD_KEY, "m", "m"]);
}

async function manyRefusals(bench: Bench): Promise<void> {
  const space = bench._space();
  await space._write(HEAD_KEY, "m");
  await space._write("seat 0", "a");
  const guard = await space._guard();
  const [generation] = otherGenerations(guard.generation) as [string];
  for (let i = 0; i < REFUSALS; i++) {
    const swaps = [
      space._swap("seat 0", "b", "c", guard),
      space._swap("seat 1", "b", "c", guard),
      space._swap("seat 0", "a", "c", { ...guard, head: "other" }),
      space._swap("seat 0", "a", "c", { ...guard, generation }),
      space._swap("seat 0", "a", "c", { ...guard, before: 1 }),
    ];
    expectSame("whether any of five swaps applied that must be refused", (await all(swaps)).includes(true), false);
  }
  await space._expectRecords("the records after refused swaps", { [HEAD_KEY]: "m", "seat 0": "a", "seat 1": null });
  await space._expectSwap(true, "a swap after refused ones", ["seat 0", "a", "b"]);
  await space._expectSwap(true, "a swap of a missing record after refused ones", ["seat 1", null, "b"]);
}

async function argumentsOfSwaps(bench: Bench): Promise<void> {
  const space = bench._space();
  const guard = await space._guard();
  await space._expectSwap(true, "a swap with a frozen guard", ["seat 0", null, "a"], Object.freeze(guard));
  const ours = { ...guard };
  expectSame("the answer of a swap whose guard holds", await space._swap("seat 0", "a", "0", ours), true);
  expectSame("the guard after the call", JSON.stringify(ours), JSON.stringify(guard));
  let count = 0;
  for (const connection of [...bench._connections, ...bench._connections]) {
    ours.before = ours.before === 0 ? guard.before : 0;
    const applied = await connection._swap(space._name, "seat 0", `${count}`, `${count + 1}`, ours);
    const what = `a swap before ${ours.before}, with a guard that was used before, and had another limit then`;
    expectSame(`the answer of ${what}`, applied, ours.before > 0);
    if (applied) count += 1;
  }
  await space._expectRecords("the record after these swaps", { "seat 0": `${count}` });
}
