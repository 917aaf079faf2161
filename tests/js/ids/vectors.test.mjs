// The vectors by format: every file of vectors/ids, vectors/texts and vectors/traces, which are named after their format.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { test } from "node:test";
import * as flakekit from "flakekit";
import { vectors } from "../support/shared.mjs";

/** The names of the formats with vectors in a folder. */
function formatsIn(folder) {
  const path = new URL(`../vectors/${folder}/`, import.meta.url);
  return existsSync(path) ? readdirSync(path).map((name) => name.replace(/\.json$/, "")) : [];
}

assert.notDeepEqual(formatsIn("ids"), []);

for (const name of formatsIn("ids")) {
  test(`${name}: each ID of the vectors is decoded to its fields, encoded from them, written and read`, () => {
    const format = flakekit[name];
    for (const { label, id, text, timestamp, fields } of vectors(`ids/${name}`)) {
      const own = format.fromText(text);
      assert.equal(String(own), id, label);
      assert.equal(format.toText(own), text, label);
      const { date, ...decoded } = format.decode(text);
      assert.equal(date.getTime(), timestamp, label);
      assert.deepEqual({ ...decoded, timestamp, ...fields }, decoded, label);
      assert.equal(format.encode(decoded), own, label);
      assert.ok(format.isValid(text), label);
    }
  });
}

for (const name of formatsIn("texts")) {
  test(`${name}: each text of the vectors is read as its ID or refused`, () => {
    const format = flakekit[name];
    for (const { label, input, id } of vectors(`texts/${name}`)) {
      assert.equal(format.isValid(input), id !== null, label);
      if (id === null) {
        assert.throws(() => format.fromText(input), { code: "INVALID_TEXT" }, label);
      } else {
        assert.equal(String(format.fromText(input)), id, label);
      }
    }
  });
}

for (const name of formatsIn("traces")) {
  test(`${name}: a generator on a scripted clock makes the IDs of each trace`, () => {
    for (const { name: trace, options, steps } of vectors(`traces/${name}`)) {
      let now = 0;
      const ids = flakekit.generator(flakekit[name], { ...options, clock: () => now });
      steps.forEach(({ clockMs, count, first, last }, step) => {
        now = clockMs;
        const made = flakekit.batch(ids, count);
        assert.deepEqual([String(made[0]), String(made.at(-1))], [first, last], `${trace}, step ${step}`);
      });
    }
  });
}
