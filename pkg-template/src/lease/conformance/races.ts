// Checks with several calls at once.

import { HEAD_KEY } from "../../generated/contract.js";
import { type Bench, type Check } from "./bench.js";
import type { Connection } from "./connection.js";
import { expectSame, Failure, shown } from "./failure.js";
import { all } from "./deadline.js";

const KEY = "seat 0";

/** How often each race is run. */
const ROUNDS = 12;

/** How many swaps are made at once. */
const RIVALS = 6;

/** How many loops count up one record, and how far each of them counts. */
const COUNTERS = 4;
const COUNTS = 8;

/**
 * After this many attempts, a loop fails. A correct store refuses fewer attempts: each refusal means that another loop
 * has counted.
 */
const MAX_ATTEMPTS = 2000;

export const raceChecks: readonly Check[] = [
  [
    "of swaps at once from one record exactly one applies",
    (bench) => oneApplies(bench, bench._connections.slice(0, 1)),
  ],
  ["of swaps at once by several connections exactly one applies", (bench) => oneApplies(bench, bench._connections)],
  ["of swaps of the head at once exactly one applies", (bench) => oneApplies(bench, bench._connections, HEAD_KEY)],
  ["no write is lost when several loops count up one record", noLostWrites],
  ["swaps of different records at once do what they answer", differentRecords],
  ["once the head was replaced, no swap applies that was guarded by the old one", replacedHead],
];

async function oneApplies(bench: Bench, connections: readonly Connection[], key = KEY): Promise<void> {
  const space = bench._space();
  const guard = await space._guard();
  let previous: string | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const from = previous;
    const texts = Array.from({ length: RIVALS }, (_, i) => `round ${round}, swap ${i}`);
    const swaps = texts.map((text, i) => {
      const connection = connections[i % connections.length] as Connection;
      return connection._swap(space._name, key, from, text, key === HEAD_KEY ? { ...guard, head: from } : guard);
    });
    const applied = await all(swaps);
    const winners = texts.filter((_, i) => applied[i]);
    expectSame(`how many of ${RIVALS} swaps at once from ${shown(from)} answered true`, winners.length, 1);
    previous = winners[0] as string;
    await space._expectRecords("the record after the only swap that answered true", { [key]: previous });
  }
}

async function noLostWrites(bench: Bench): Promise<void> {
  const space = bench._space();
  await space._write(KEY, "0");
  const guard = await space._guard();
  const count = async (connection: Connection): Promise<void> => {
    let counted = 0;
    for (let attempts = 0; counted < COUNTS; attempts++) {
      if (attempts === MAX_ATTEMPTS) throw new Failure(`of ${attempts} swaps, each after a read, ${counted} applied`);
      const [record = null] = (await connection._read(space._name, [KEY]))._records;
      if (await connection._swap(space._name, KEY, record, String(Number(record) + 1), guard)) counted += 1;
    }
  };
  const counters = Math.max(COUNTERS, bench._connections.length);
  await all(Array.from({ length: counters }, () => count(bench._next())));
  await space._expectRecords(`the record after ${counters} loops have each added 1 to it ${COUNTS} times`, {
    [KEY]: String(counters * COUNTS),
  });
}

async function differentRecords(bench: Bench): Promise<void> {
  const space = bench._space();
  await space._write(HEAD_KEY, "m");
  const guard = await space._guard();
  const keys = Array.from({ length: RIVALS }, (_, i) => `seat ${i}`);
  const records = new Map<string, string | null>(keys.map((key) => [key, null]));
  for (let round = 0; round < ROUNDS; round++) {
    const next = `round ${round}`;
    const swaps = keys.map((key) => space._swap(key, records.get(key) as string | null, next, guard));
    for (const [i, applied] of (await all(swaps)).entries()) if (applied) records.set(keys[i] as string, next);
    await space._expectRecords("the records after swaps of different ones at once", Object.fromEntries(records));
  }
}

async function replacedHead(bench: Bench): Promise<void> {
  const space = bench._space();
  await space._write(HEAD_KEY, "the first head");
  for (let round = 0; round < ROUNDS; round++) {
    const guard = await space._guard();
    const next = `the head of round ${round}`;
    const keys = Array.from({ length: RIVALS }, (_, i) => `seat ${round}.${i}`);
    const swap = (key: string): Promise<boolean> => space._swap(key, null, "by the old head", guard);
    // Some swaps begin before the swap of the head, some after it.
    const earlier = keys.slice(0, round % RIVALS).map(swap);
    const replacement = space._swap(HEAD_KEY, guard.head, next, guard);
    const seen = replacement.then(() => space._read(keys));
    const later = keys.slice(round % RIVALS).map(swap);
    const [replaced, { _records: then }, applied] = await all([replacement, seen, all([...earlier, ...later])]);
    const { _records: now } = await space._read(keys);
    for (const [i, record] of now.entries()) {
      if (!replaced || record === then[i]) continue;
      throw new Failure(
        "a swap guarded by the old head applied after a read of its record that began after the head was replaced",
      );
    }
    const expected = keys.map((key, i) => [key, applied[i] ? "by the old head" : null] as const);
    const records = Object.fromEntries([[HEAD_KEY, replaced ? next : guard.head], ...expected]);
    await space._expectRecords("the records after swaps that were guarded by the old head", records);
  }
}
