// Hidden IDs when the engine's stack is full: a call returns what it returns otherwise, or throws the engine's error.

import assert from "node:assert/strict";
import { test } from "node:test";
import { discord, prefixed, sno } from "flakekit";
import { hidden } from "flakekit/hidden";
import * as noWasm from "flakekit/hidden/no-wasm";

/** The count of the deepest levels at which calls are made, and at every which of them. */
const LEVELS = 1500;
const EVERY = 3;

/** Fills the stack with frames of one size. On the way back, makes the call at some of the deepest levels. */
function dive(state, ...pad) {
  try {
    dive(state, ...pad);
  } catch (error) {
    if (error.name !== "RangeError") throw error;
  }
  if (state.left === 0) return;
  state.left -= 1;
  if (state.left % EVERY !== 0) return;
  try {
    state.results[state.left] = state.call(state.left);
  } catch (error) {
    if (error.name !== "RangeError") state.other = error;
    else state.overflows += 1;
  }
}

for (const [entry, { hidden: hide }] of [
  ["flakekit/hidden", { hidden }],
  ["flakekit/hidden/no-wasm", noWasm],
]) {
  test(`${entry}: in a full stack, no text and no ID is another one, and afterwards all works`, () => {
    // More ciphers than the module has places, so that they are opened again and again.
    const key = (i) => new Uint8Array(32).fill(i);
    const all = Array.from({ length: 20 }, (_, i) => hide(i % 2 ? discord : sno, { key: key(i), tweak: `${i}` }));
    const ids = all.map(({ format }) => format.firstAt("2026-01-01"));
    const texts = all.map(({ toText }, i) => toText(ids[i]));
    const calls = [
      ["toText", (at) => all[at % 20].toText(ids[at % 20]), (at) => texts[at % 20]],
      ["fromText", (at) => all[at % 20].fromText(texts[at % 20]), (at) => ids[at % 20]],
      ["toText of one", () => all[0].toText(ids[0]), () => texts[0]],
      ["isValid", (at) => all[at % 20].isValid(texts[(at + 2) % 20]), () => false],
      [
        "hidden",
        (at) => hide(all[at % 20].format, { key: key(at % 20), tweak: `${at % 20}` }).toText(ids[at % 20]),
        (at) => texts[at % 20],
      ],
      ["prefixed", (at) => prefixed(all[at % 20], "a").toText(ids[at % 20]), (at) => `a_${texts[at % 20]}`],
    ];
    let [overflows, results] = [0, 0];
    for (const [name, call, expected] of calls) {
      for (let pad = 0; pad < 12; pad++) {
        const state = { call, left: LEVELS, results: Array(LEVELS).fill(undefined), overflows: 0, other: undefined };
        dive(state, ...Array(pad).fill(0));
        assert.equal(state.other, undefined, `${name}: ${state.other?.stack}`);
        overflows += state.overflows;
        state.results.forEach((result, at) => {
          if (result === undefined) return;
          results += 1;
          assert.equal(result, expected(at), name);
        });
        assert.deepEqual(
          all.map(({ toText }, i) => toText(ids[i])),
          texts,
          `afterwards: ${name}`,
        );
      }
    }
    assert.ok(overflows > 100 && results > 1000, `${overflows} overflows, ${results} results`);
  });
}
