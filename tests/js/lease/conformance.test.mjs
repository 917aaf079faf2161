// The checks of stores, on good and on broken stores.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers";
import { badStores } from "../support/bad-stores.mjs";
import { memory } from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { size } from "../support/shared.mjs";

/** The broken stores whose checks end by a time-out. All other stores have enough time, on a busy machine too. */
const HANGING = ["has a clock that stands still", "never answers", "never answers swaps"];
const SHORT_MS = 100;
const resultsOf = (name) => conformance(badStores[name](memory), HANGING.includes(name) ? { timeout: SHORT_MS } : {});

const CLOCK = "now is a whole number of Unix ms";
const CLOCK_BACK = "now never goes back";
const ONE_CLOCK = "all connections have one clock";
const GENERATION = "the generation is a text of 1 to 1000 printable ASCII characters without spaces";
const SAME_GENERATION = "the generation stays the same";
const ONE_GENERATION = "all connections have one generation";
const KEPT = "records stay as the last swap left them";
const MISSING = "a record that was never written is null";
const NO_KEYS = "a read of no keys answers the clock and the generation";
const ORDER = "records come in the order of the keys";
const REPEATED = "a key that is given twice is answered twice";
const PAGE = "records come in the order of the keys when there are 1025";
const MANY = "a read of 5000 keys works";
const READ_ARGUMENTS = "a read does not change or keep its keys, and gives every caller a list of its own";
const RECORDS = "records come back as they were written";
const LONGEST = "the longest records, keys and names fit into one call";
const KEYS = "keys that differ in any way are different records";
const SPACES = "spaces whose names differ in any way do not see each other";
const SEPARATE = "the name of a space and a key are not mixed up";
const LISTED = "a store that lists its spaces lists those that have records";
const KEYS_LISTED = "a store that lists the keys of a space lists those that have records";
const ANSWERS = "a swap answers true if it has replaced the record, and false if it has changed nothing";
const BY_RECORD = "a swap applies only if the record is as it was read";
const BY_HEAD = "a swap applies only if the head is as it was read";
const BY_GENERATION = "a swap applies only if the generation is as it was read";
const BY_CLOCK = "a swap applies only while the clock is below guard.before";
const OF_HEAD = "a swap of the head is guarded as any other";
const SAME_TEXT = "a swap to the same text applies";
const REFUSALS = "a store works on after refused swaps";
const SWAP_ARGUMENTS = "a swap does not change or keep its guard";
const ADVANCES = "now advances";
const DURABLE = "durable is the same in all connections";
const ONE_WINS = "of swaps at once from one record exactly one applies";
const ONE_OF_SEVERAL = "of swaps at once by several connections exactly one applies";
const HEAD_RACE = "of swaps of the head at once exactly one applies";
const COUNTED = "no write is lost when several loops count up one record";
const DIFFERENT = "swaps of different records at once do what they answer";
const REPLACED_HEAD = "once the head was replaced, no swap applies that was guarded by the old one";
const CONFIRMED = "a read shows every swap that was confirmed before it began, on all connections";
const ONE_MOMENT = "a read shows records as they were at one moment, and each written completely";
const CLOCK_MOMENT = "the clock of a read, and the one that limits a swap, belong to the moment of the records";

/** Which checks catch which broken store. */
const caught = {
  "ignores the record": [ANSWERS, BY_RECORD, OF_HEAD, REFUSALS],
  "takes an empty record for a missing one": [BY_RECORD],
  "compares records as numbers": [BY_RECORD],
  "compares records without case": [BY_RECORD],
  "compares the beginnings of records": [BY_RECORD],
  "compares lengths of records": [ANSWERS, BY_RECORD, OF_HEAD, REFUSALS],
  "ignores the head": [BY_HEAD, OF_HEAD, REFUSALS],
  "takes a missing guard.head for no guard": [BY_HEAD, OF_HEAD],
  "takes a missing head for one that fits": [BY_HEAD, OF_HEAD],
  "compares the head without spaces": [BY_HEAD],
  "does not guard swaps of the head": [OF_HEAD],
  "ignores the record of a swap of the head": [OF_HEAD],
  "ignores the generation": [BY_GENERATION, OF_HEAD, REFUSALS],
  "compares the beginning of the generation": [BY_GENERATION, OF_HEAD, REFUSALS],
  "ignores before": [BY_CLOCK, OF_HEAD, REFUSALS],
  "takes 0 for no limit": [BY_CLOCK],
  "lets swaps apply at before itself": [BY_CLOCK],
  "limits only swaps of existing records": [BY_CLOCK],

  "compares, and writes later": [ONE_WINS, ONE_OF_SEVERAL, COUNTED, REPLACED_HEAD],
  "has a lock for each connection": [ONE_OF_SEVERAL, COUNTED],
  "checks the head, and swaps later": [REPLACED_HEAD],
  "compares the head, and replaces it later": [HEAD_RACE],
  "checks the clock, and swaps later": [CLOCK_MOMENT],
  "writes all records of a space, each under its own lock": [DIFFERENT],
  "answers true without writing": [ANSWERS, RECORDS],
  "answers true before it writes": [ANSWERS, RECORDS],
  "writes and answers false": [ANSWERS],
  "answers true when it has not written": [ANSWERS],
  "writes what it refuses": [ANSWERS, REFUSALS],
  "sends a swap again without its guard": [KEPT],
  "refuses a swap to the same text": [SAME_TEXT],
  "fails after a refusal": [REFUSALS],
  "remembers its guards": [SWAP_ARGUMENTS],
  "changes its guard": [SWAP_ARGUMENTS],

  "caches what it has read": [CONFIRMED],
  "reads a replica that lags": [CONFIRMED, ANSWERS],
  "answers in the order of the sorted keys": [ORDER, PAGE, MANY],
  "answers a repeated key once": [REPEATED],
  "leaves out repeated keys": [REPEATED],
  "throws on more than 1000 keys": [PAGE, MANY],
  "throws on more than 4000 keys": [MANY],
  "throws on no keys": [NO_KEYS],
  "answers undefined for a missing record": [MISSING],
  "answers an empty text for a missing record": [MISSING],
  "finds what objects inherit": [MISSING],
  "reads one key after the other": [ONE_MOMENT],
  "shows a record that is half written": [ONE_MOMENT],
  "reads the clock after the records": [CLOCK_MOMENT],
  "reads the clock before the records, on one connection": [CLOCK_MOMENT],
  "keeps the caller's keys": [READ_ARGUMENTS],
  "sorts the caller's keys": [READ_ARGUMENTS],
  "gives every caller the same list": [READ_ARGUMENTS],

  "truncates long records": [RECORDS, LONGEST],
  "trims records": [RECORDS],
  "decodes percent signs": [RECORDS],
  "drops backslashes": [RECORDS],
  "keeps numbers as numbers": [RECORDS],
  "trims keys": [KEYS],
  "lowers keys": [KEYS],
  "cuts keys at 32 characters": [KEYS],
  "lowers names of spaces": [SPACES],
  "cuts names of spaces at 63 characters": [SPACES],
  "composes names of spaces": [SPACES],
  "takes names of spaces for paths": [SPACES],
  "has one space": [SPACES],
  "joins space and key": [SEPARATE],
  "lists spaces by the names of their files": [LISTED],
  "lists spaces that were only read": [LISTED],
  "lists a space once for each record": [LISTED],
  "lists its spaces with their sizes": [LISTED],
  "lists the keys of all spaces": [KEYS_LISTED],
  "lists keys by the names of their files": [KEYS_LISTED],
  "lists a key once for each write": [KEYS_LISTED],
  "lists at most 100 keys": [KEYS_LISTED],
  "lists its keys with their records": [KEYS_LISTED],
  "throws on long records": [LONGEST],

  "gives seconds": [CLOCK],
  "gives microseconds": [CLOCK],
  "gives ms since its start": [CLOCK],
  "gives fractions of ms": [CLOCK],
  "gives the time as text": [CLOCK],
  "gives no time": [CLOCK],
  "has a clock that goes back": [CLOCK_BACK],
  "has a clock that stands still": [ADVANCES],
  "has one clock for each connection": [ONE_CLOCK],
  "has a generation for each call": [SAME_GENERATION],
  "has a generation for each connection": [ONE_GENERATION],
  "has an empty generation": [GENERATION],
  "has a generation with spaces": [GENERATION],
  "has a generation that is no text": [GENERATION],
  "is durable on one connection": [DURABLE],

  "never answers": [CLOCK, MISSING, ANSWERS],
  "never answers swaps": [ANSWERS],
  rejects: [MISSING],
  "rejects with nothing": [MISSING],
  "rejects with a proxy that was revoked": [MISSING],
  throws: [ANSWERS],
  "has no methods": [MISSING],
  "answers numbers": [MISSING],
  "answers swaps with counts": [ANSWERS],
  "answers nothing": [MISSING],
  "answers with a list that is too long": [MISSING],
  "answers with an object in place of the list": [MISSING],
  "answers with getters that throw": [MISSING],
  "answers reads at once, not by promises": [MISSING],
};

/** The broken stores that only one check catches, although there are checks of similar promises. */
const caughtByNoOther = [
  "takes an empty record for a missing one",
  "compares the head without spaces",
  "does not guard swaps of the head",
  "sends a swap again without its guard",
  "refuses a swap to the same text",
  "answers a repeated key once",
  "leaves out repeated keys",
  "throws on no keys",
  "throws on more than 4000 keys",
  "keeps the caller's keys",
  "lowers keys",
  "lowers names of spaces",
  "joins space and key",
  "lists spaces that were only read",
  "lists the keys of all spaces",
  "lists a key once for each write",
  "lists at most 100 keys",
  "is durable on one connection",
];

const failed = (results) => results.filter(({ passed }) => !passed);

/** The store of `memory`, which records its calls. */
function recording() {
  const good = memory();
  const calls = [];
  const store = {
    durable: true,
    read(...call) {
      calls.push(["read", ...call]);
      return good.read(...call);
    },
    swap(...call) {
      calls.push(["swap", ...call]);
      return good.swap(...call);
    },
  };
  return { store, calls };
}

test("a correct store passes all checks, with one connection and with three", async () => {
  const store = memory();
  assert.deepEqual(failed(await conformance(store)), []);
  assert.deepEqual(failed(await conformance([store, store, store])), []);
});

/** Three connections to a correct store. `wait` delays each call before and after its only step. */
function delayed(wait) {
  const good = memory();
  const connect = () => ({
    async read(space, keys) {
      await wait();
      const answer = await good.read(space, keys);
      await wait();
      return answer;
    },
    async swap(space, key, previous, next, guard) {
      await wait();
      const applied = await good.swap(space, key, previous, next, guard);
      await wait();
      return applied;
    },
  });
  return [connect(), connect(), connect()];
}

test("a correct store passes all checks if its calls overtake each other on their way", async () => {
  let calls = 0;
  const turns = async () => {
    // The count of turns is 0 to 4, without an order.
    for (let turn = (++calls * 7) % 5; turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
  };
  assert.deepEqual(failed(await conformance(delayed(turns))), []);
});

test("a correct store passes all checks if each space has a clock and a generation of its own", async () => {
  const stores = new Map();
  const storeOf = (space) => {
    const number = stores.size;
    const store = stores.get(space) ?? memory({ clock: () => Date.now() - number * 5000, generation: `g${number}` });
    stores.set(space, store);
    return store;
  };
  const store = {
    read: (space, keys) => storeOf(space).read(space, keys),
    swap: (space, ...swap) => storeOf(space).swap(space, ...swap),
  };
  assert.deepEqual(failed(await conformance([store, store, store])), []);
  assert.ok(stores.size > 100);
});

/** Some broken stores of the table, so that every check has to catch one of them. */
function oneForEachCheck() {
  const caughtSoFar = new Set();
  return Object.keys(caught).filter((name) => {
    const before = caughtSoFar.size;
    for (const check of caught[name]) caughtSoFar.add(check);
    return caughtSoFar.size > before;
  });
}

describe("a broken store is caught by the checks that name its fault", () => {
  test("the table has every broken store", () => assert.deepEqual(Object.keys(caught), Object.keys(badStores)));

  test("every check catches a broken store", async () => {
    const checks = (await conformance(memory())).map(({ check }) => check);
    const catching = Object.values(caught).flat();
    assert.deepEqual(
      checks.filter((check) => !catching.includes(check)),
      [],
    );
    assert.deepEqual(
      catching.filter((check) => !checks.includes(check)),
      [],
    );
  });

  for (const name of size(oneForEachCheck(), Object.keys(badStores))) {
    test(`a store that ${name}`, async () => {
      const found = failed(await resultsOf(name));
      const checks = found.map(({ check }) => check);
      const missed = caught[name].filter((check) => !checks.includes(check));
      assert.deepEqual(missed, [], `found instead: ${JSON.stringify(found, null, 1)}`);
      if (caughtByNoOther.includes(name)) assert.deepEqual(checks, caught[name]);
    });
  }
});

test("a failed check leaves no records behind that a later check expects", async () => {
  for (const name of ["truncates long records", "keeps numbers as numbers", "compares, and writes later"]) {
    const results = await resultsOf(name);
    assert.equal(results.find(({ check }) => check === KEPT).reason, undefined, name);
  }
});

test("the results are those of the same checks in the same order; a failed one has a reason, a passed one has none", async () => {
  const results = await resultsOf("throws on no keys");
  const checks = (await conformance(memory())).map(({ check }) => check);
  assert.deepEqual(
    results.map(({ check }) => check),
    checks,
  );
  assert.equal(new Set(checks).size, checks.length);
  for (const { passed, ...result } of results) {
    assert.deepEqual(Object.keys(result), passed ? ["check"] : ["check", "reason"]);
    if (!passed) assert.match(result.reason, /syntax error near \(\)/);
  }
});

test("a reason says what was expected and what came", async () => {
  const reasonOf = async (name, check) => {
    const results = await resultsOf(name);
    return results.find((result) => result.check === check).reason;
  };
  assert.equal(
    await reasonOf("answers an empty text for a missing record", MISSING),
    "a read of a new space, records[0]: expected null, got ''",
  );
  assert.equal(
    await reasonOf("compares records without case", BY_RECORD),
    "a swap of the record 'abc' if it is 'ABC': expected false and then the record 'abc', got true and the record 'next'",
  );
  assert.match(
    await reasonOf("lowers names of spaces", SPACES),
    /^the space '….*-A' has the record that was written to the space '….*-a'$/,
  );
  assert.equal(await reasonOf("rejects", MISSING), "read threw Error: connection refused");
  assert.equal(
    await reasonOf("never answers swaps", ANSWERS),
    `not tried, because 3 calls had no answer within ${SHORT_MS} ms`,
  );
});

test("a store that hangs is called three times, and no more", async () => {
  let calls = 0;
  const hang = () => {
    calls += 1;
    return new Promise(() => undefined);
  };
  const results = await conformance({ read: hang, swap: hang }, { timeout: 1 });
  assert.equal(calls, 3);
  assert.ok(results.length > 30);
  assert.deepEqual(
    results.filter(({ passed, check }) => passed && check !== DURABLE),
    [],
  );
});

test("the calls keep to the interface, also with the longest beginning of names", async () => {
  const { store, calls } = recording();
  const isText = (text, longest) => typeof text === "string" && text.length <= longest && /^[ -~]*$/.test(text);
  const isName = (name) => name.length <= 200 && name.isWellFormed() && !/\p{Cc}/u.test(name);
  assert.deepEqual(failed(await conformance(store, { space: "s".repeat(100) })), []);
  for (const [method, space, ...rest] of calls) {
    assert.ok(isName(space), space);
    for (const key of method === "read" ? rest[0] : [rest[0]]) assert.ok(isText(key, 40), key);
    if (method === "read") continue;
    const [, previous, next, guard] = rest;
    for (const record of [previous ?? "", next, guard.head ?? ""]) assert.ok(isText(record, 4000), record);
    assert.match(guard.generation, /^[!-~]{1,1000}$/);
    assert.ok(Number.isSafeInteger(guard.before));
  }
});

test("all writes go to new spaces whose names begin as given, so that checks can be repeated", async () => {
  const { store, calls } = recording();
  for (const space of ["conformance", "mine: ", "mine: "]) {
    const begin = calls.length;
    assert.deepEqual(failed(await conformance(store, space === "conformance" ? undefined : { space })), []);
    const written = calls.slice(begin).filter(([method]) => method === "swap");
    assert.deepEqual(
      written.filter(([, name]) => !name.startsWith(`${space}-`)),
      [],
    );
  }
});

test(
  "the signal ends the checks, also while a call hangs, and is left alone afterwards",
  { timeout: 10_000 },
  async () => {
    const { store, calls } = recording();
    const reason = new Error("enough");
    await assert.rejects(conformance(store, { signal: AbortSignal.abort(reason) }), reason);
    assert.deepEqual(calls, []);

    const controller = new globalThis.AbortController();
    const hanging = {
      read() {
        setImmediate(() => controller.abort(reason));
        return new Promise(() => undefined);
      },
    };
    await assert.rejects(conformance(hanging, { signal: controller.signal, timeout: 20_000 }), reason);
    assert.equal(getEventListeners(controller.signal, "abort").length, 0);

    const { signal } = new globalThis.AbortController();
    assert.deepEqual(failed(await conformance(store, { signal })), []);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  },
);

test("wrong arguments are refused, by name", async () => {
  const refused = (words, ...given) =>
    assert.rejects(conformance(...given), (error) => error.code === "INVALID_OPTION" && error.message.includes(words));
  for (const stores of [
    undefined,
    null,
    5,
    "store",
    [],
    [memory(), undefined],
    [[memory()]],
    new Array(65).fill(memory()),
  ]) {
    await refused("stores is ", stores);
  }
  for (const space of ["", "s".repeat(101), "a\n", "a\x85", 5, null]) await refused("space is ", memory(), { space });
  for (const timeout of [0, -1, 1.5, 600_001, NaN, "5", null]) await refused("timeout is ", memory(), { timeout });
  for (const signal of [5, null, {}]) await refused("signal is ", memory(), { signal });
  await refused("conformance() has no option 'rounds'", memory(), { rounds: 5 });
});
