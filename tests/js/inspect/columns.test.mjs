// The judgement of columns. tests/rust/column.rs has its promises; these are those of the wrapper.

import assert from "node:assert/strict";
import { test } from "node:test";
import { defineFormat, discord, prefixed, twitter, withOptions } from "flakekit";
import { inspect, inspectAll } from "flakekit/inspect";
import * as noWasm from "flakekit/inspect/no-wasm";
import { populations, random } from "../vectors/populations.mjs";
import { refused } from "../support/shared.mjs";

const now = "2026-11-28";

/** IDs of a population. */
function drawn(name, count, seed = 7) {
  const source = random(seed);
  return Array.from({ length: count }, () => populations[name](source).text);
}

test("IDs of one maker with an epoch of its own are of the kind own, without a date", () => {
  const { count, candidates, warning, misfits } = inspectAll(drawn("own epoch, 8 machines (README)", 20), { now });
  assert.deepEqual([count, candidates[0].format, warning, misfits], [20, "own", null, []]);
  assert.ok(candidates[0].score > 0.9);
  assert.deepEqual(candidates[0].reasons, ["the epoch of its service, or other IDs of it, would tell the date"]);
  assert.equal(candidates[0].date, null);
});

test("a column of IDs that JSON.parse has rounded is called rounded, as texts and as bigints", () => {
  const ids = ["1541815603606036500", "1541934469743640600", "1545831557906829300"];
  for (const given of [ids, ids.map(BigInt)]) {
    const { warning, warningScore } = inspectAll(given, { now });
    assert.equal(warning, "rounded");
    assert.ok(warningScore > 0.9);
  }
  assert.equal(inspectAll(drawn("x", 20), { now }).warning, null);
});

test("the candidates say when the first and the last ID were made", () => {
  const ids = ["2023-01-05", "2023-03-07", "2023-02-01", "2023-02-11"].map((day) => twitter.firstAt(day) + 0x17a_000n);
  const [best] = inspectAll(ids, { now }).candidates;
  assert.equal(best.format, "twitter");
  assert.deepEqual(best.reasons, ["made 2023-01-05 to 2023-03-07"]);
  assert.deepEqual([best.value, best.timestamp, best.date, best.fields], [null, null, null, {}]);
});

test("a column of two kinds has two candidates, each with its share, and is called rounded if both are", () => {
  for (const [write, warning] of [
    [(id) => id, null],
    [(id) => String(Number(id)), "rounded"],
  ]) {
    const ids = [...drawn("x", 100), ...drawn("discord", 100)].map(write);
    const column = inspectAll(ids, { now });
    const [first, second] = column.candidates;
    assert.deepEqual([first.format, second.format].sort(), ["discord", "twitter"]);
    for (const { score } of [first, second]) assert.ok(score > 0.35 && score < 0.62, `${score}`);
    assert.deepEqual([column.warning, column.misfits], [warning, []]);
  }
});

test("misfits are positions, and empty cells are none of them", () => {
  const ids = drawn("x", 30);
  const given = [...ids.slice(0, 10), "hello", null, "", ...ids.slice(10), undefined, "42"];
  const { count, misfits } = inspectAll(given, { now });
  assert.deepEqual([count, misfits], [32, [10, given.length - 1]]);
  assert.deepEqual(inspectAll([], { now }), { count: 0, candidates: [], warning: null, warningScore: 0, misfits: [] });
});

test("formats of the caller, with a prefix or without, are kinds of a column; kinds and minScore choose candidates", () => {
  const orders = defineFormat({
    name: "orders",
    bits: 63,
    epoch: "2025-01-01",
    fields: [
      { kind: "time", bits: 41 },
      { kind: "node", name: "shop", bits: 10 },
      { kind: "sequence", bits: 12 },
    ],
  });
  const ids = Array.from({ length: 10 }, (_, at) => orders.firstAt(Date.UTC(2026, at)) + 0x3000n);
  const texts = prefixed(orders, "order");
  for (const [given, formats] of [
    [ids, [orders]],
    [ids.map(texts.toText), [texts]],
  ]) {
    const { candidates, misfits } = inspectAll(given, { now, formats });
    assert.deepEqual([candidates[0].format, misfits], ["orders", []]);
    const chosen = inspectAll(given, { now, formats, kinds: ["orders"], minScore: 0.5 });
    assert.deepEqual(chosen.candidates, [candidates[0]]);
  }
});

test("a value that is no ID is refused, and the reader works on", () => {
  for (const bad of [1.5, 2 ** 60, true, {}, -1n]) refused("INVALID_ID", () => inspectAll(["1", bad]));
  refused("INVALID_ID", () => inspectAll(5), "ids is 5", "a list or another iterable");
  assert.equal(inspect("175928847299117063", { now })[0].format, "discord");
  assert.equal(inspectAll(drawn("discord", 20), { now }).candidates[0].format, "discord");
});

test("a format of the caller is known to the reader of IDs and to the judgement of columns", () => {
  const ours = withOptions(discord, { epoch: "2020-01-01", name: "ours" });
  const ids = [1, 2, 3].map((month) => ours.firstAt(Date.UTC(2026, month, 5, 7, 9, 11, 333)) + 1n);
  for (let round = 0; round < 2; round++) {
    assert.equal(inspect(ids[0], { now, formats: [ours] })[0].format, "ours");
    assert.equal(inspectAll(ids, { now, formats: [ours] }).candidates[0].format, "ours");
  }
});

test("without WebAssembly, columns are judged the same", () => {
  for (const name of Object.keys(populations)) {
    const ids = drawn(name, 10);
    assert.deepEqual(noWasm.inspectAll(ids, { now }), inspectAll(ids, { now }), name);
  }
});
