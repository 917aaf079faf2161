// Inspection: scores with their reasons, candidates as JSON, and integers of other libraries.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect, uid60 } from "flakekit";
import { vectors } from "./support.mjs";

const now = "2026-11-22";

test("the documented example of Discord is most likely Discord's, and the reasons say why", () => {
  const [best] = inspect("175928847299117063", { now });
  assert.equal(best.format, "discord");
  assert.equal(best.fit, "plausible");
  assert.ok(best.score > 0.9);
  assert.deepEqual(best.reasons, [
    "made 2016-04-30, after the first such ID, 2015-01-01",
    "workerId 1 is usual",
    "processId 0 is usual",
    "increment 7 is usual",
  ]);
});

test("the scores of all candidates have the sum 1, the highest first", () => {
  for (const { id } of vectors("published/instagram")) {
    const scores = inspect(id, { now }).map(({ score }) => score);
    assert.ok(Math.abs(scores.reduce((sum, score) => sum + score, 0) - 1) < 1e-9);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
  }
});

test("a candidate that is more than half as likely as the first one is called also likely, not equally", () => {
  const [best, second] = inspect("1117625108441743798", { now });
  assert.ok(best.score < 2 * second.score);
  assert.equal(best.reasons.at(-1), `${second.format} is also likely`);
  assert.equal(second.reasons.at(-1), `${best.format} is also likely`);
});

test("a word of up to nine letters is no ID", () => {
  for (const word of ["hello", "a", "Password", "xinaS8QBh"]) {
    assert.deepEqual(inspect(word, { now }), []);
    assert.equal(uid60.isValid(word), false);
  }
});

test("candidates can be written as JSON, with the value as decimal text, and are plain objects", () => {
  const found = inspect("175928847299117063", { now });
  const read = JSON.parse(JSON.stringify(found));
  assert.deepEqual(
    read,
    found.map((candidate) => ({ ...candidate, value: "175928847299117063", date: candidate.date?.toJSON() ?? null })),
  );
  assert.deepEqual(
    found,
    found.map((candidate) => ({ ...candidate })),
  );
  assert.ok(found.every((candidate) => !Object.keys(candidate).includes("toJSON")));
  assert.equal(JSON.parse(JSON.stringify(inspect("01ARZ3NDEKTSV4RRFFQ69G5FAV", { now })))[0].value, null);
});

test("a setter of toJSON on Object.prototype is not called", () => {
  const called = [];
  const set = (value) => void called.push(value);
  Object.defineProperty(Object.prototype, "toJSON", { set, configurable: true });
  try {
    const [best] = inspect("175928847299117063", { now });
    assert.equal(JSON.parse(JSON.stringify(best)).value, "175928847299117063");
  } finally {
    delete Object.prototype.toJSON;
  }
  assert.deepEqual(called, []);
});

test("an object with toBigInt, as BSON's Long, is read as its integer, once", () => {
  const id = 175928847299117063n;
  let reads = 0;
  const long = {
    get toBigInt() {
      reads += 1;
      return function () {
        assert.equal(this, long);
        return id;
      };
    },
  };
  assert.deepEqual(inspect(long, { now }), inspect(id, { now }));
  assert.equal(reads, 1);
  for (const [bad, words] of [
    [{ toBigInt: () => "5" }, /toBigInt\(\) of the ID is '5'/],
    [{ toBigInt: () => -1n }, /must be a text, a bigint/],
    [{ toBigInt: 5n }, /must be a text, a bigint/],
    [
      {
        toBigInt() {
          throw new Error("mine");
        },
      },
      /it threw Error: mine/,
    ],
  ]) {
    assert.throws(() => inspect(bad, { now }), { code: "INVALID_ID", message: words });
  }
});
