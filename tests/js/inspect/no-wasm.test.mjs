// Inspection without WebAssembly: the same judgement.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { twitter, withOptions } from "flakekit";
import { inspect, scan } from "flakekit/inspect";
import * as noWasm from "flakekit/inspect/no-wasm";
import { populations, random } from "../vectors/populations.mjs";
import { fresh } from "../support/fresh.mjs";
import { vectors } from "../support/shared.mjs";

const now = "2026-11-22";

/** Texts of all kinds: published IDs, numbers of known populations, IDs of other families, and texts that are no IDs. */
function texts() {
  const numbers = random(5);
  return [
    ...["twitter", "discord", "instagram", "mastodon", "tsid", "others"].flatMap((name) =>
      vectors(`published/${name}`).map(({ id }) => id),
    ),
    ...Object.values(populations).flatMap((draw) => Array.from({ length: 10 }, () => draw(numbers).text)),
    ...[
      "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
      "01ARZ3NDEKTSV4RRFFQ69G5FAV",
      "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
      "xiAnaS8QBh",
    ],
    ...["42", "", "hello", "1.54182E+18", "🦀", "-4611686018427387904", "18446744073709551616", "0xffffffff81000000"],
  ];
}

test("without WebAssembly, each ID has the same candidates", () => {
  const options = { now, minScore: 0, formats: [withOptions(twitter, { epoch: "2024-01-01", name: "ours" })] };
  for (const text of texts()) assert.deepEqual(noWasm.inspect(text, options), inspect(text, options), text);
});

test("without WebAssembly, the same IDs are found in texts", () => {
  const folder = new URL("../vectors/corpora/", import.meta.url);
  for (const name of readdirSync(folder)) {
    const text = readFileSync(new URL(name, folder), "utf8").slice(0, 60_000);
    const place = ({ start, end, warning }) => [start, end, warning];
    assert.deepEqual(noWasm.scan(text, { now }).map(place), scan(text, { now }).map(place), name);
  }
});

test("in an engine without WebAssembly, flakekit/inspect/no-wasm reads IDs, also by require where that can load modules", () => {
  const [imported, required] = fresh(`
    delete globalThis.WebAssembly;
    const { inspect } = await import("flakekit/inspect/no-wasm");
    const { createRequire } = await import("node:module");
    const read = (inspect) => inspect("175928847299117063", { now: "2026-11-22" })[0].format;
    const load = () => read(createRequire(import.meta.url)("flakekit/inspect/no-wasm").inspect);
    let required;
    try {
      required = load();
    } catch (error) {
      required = error.code;
    }
    tell([read(inspect), required]);
  `);
  assert.equal(imported, "discord");
  // Node before 20.19 and 22.12 cannot require modules.
  assert.ok(["discord", "ERR_REQUIRE_ESM"].includes(required), required);
});
