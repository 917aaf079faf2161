// Compares the package with the Rust crate: both know formats, how an ID is read, written and checked, and the messages
// of refusals. The comparison is with the crate's program tests/reader/, on random formats and calls.

import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import { after, test } from "node:test";
import fc from "fast-check";
import { callsOf } from "../support/compare-calls.mjs";
import { builtIn, custom, steps } from "../support/compare-cases.mjs";
import { agrees, DIFFERENCES } from "../support/compare-differences.mjs";
import { Reader } from "../support/compare-reader.mjs";
import { size } from "../support/shared.mjs";

/** How many cases `npm test` tries for each kind of format. The cases are always the same. */
const CASES = 2500;

/** For how many ms `npm run test:long` tries other cases for each kind of format. */
const LONG_MS = Number(process.env.FLAKEKIT_COMPARE_MINUTES ?? 4) * 30_000;

/** The seed. Set it to the seed of a failure to repeat the failure. */
const SEED = Number(process.env.FLAKEKIT_COMPARE_SEED ?? size(1, Date.now() % 2 ** 31));

const reader = new Reader();
after(() => reader.end());

/** The counts of calls that differed by design, by the reason. */
const counts = new Map();
let compared = 0;

/** Cases of a kind of format, whose calls must agree. `change` changes the calls. */
const property = (kind, change = (calls) => calls) =>
  fc.asyncProperty(fc.record({ format: kind, steps }), async (trial) => {
    const calls = change(callsOf(trial));
    const answers = await reader.ask(calls.map(({ command }) => command));
    compared += calls.length;
    const wrong = calls.findIndex((call, i) => !agrees(call, answers[i], counts));
    if (wrong >= 0) throw new Error(report(calls, answers, wrong));
  });

/** Compares all calls of cases, in turns of `CASES`. */
async function compare(kind, t) {
  const [begin, before] = [performance.now(), compared];
  let seed = SEED;
  do {
    const { failed, errorInstance } = await fc.check(property(kind), { seed, numRuns: CASES });
    if (failed) assert.fail(`${errorInstance?.stack}\nto repeat it: FLAKEKIT_COMPARE_SEED=${seed}`);
    seed += 1;
  } while (performance.now() - begin < size(0, LONG_MS));
  t.diagnostic(`${(seed - SEED) * CASES} cases, ${compared - before} calls, seeds from ${SEED}`);
}

function report(calls, answers, wrong) {
  const { command, outcome } = calls[wrong];
  const made = calls.slice(0, wrong).filter(({ command }) => ["named", "define", "with"].includes(command.do));
  return [
    "the package and the Rust crate differ",
    ...made.map(({ command }) => `  of ${JSON.stringify(command)}`),
    `  in ${JSON.stringify(command)}`,
    `  Rust:       ${JSON.stringify(answers[wrong])}`,
    `  TypeScript: ${JSON.stringify(outcome)}`,
  ].join("\n");
}

test("a custom format is checked, read and written as the Rust crate does it", (t) => compare(custom, t));

test("a built-in format, also with another epoch or other widths, is read and written as the Rust crate does it", (t) =>
  compare(builtIn, t));

test("a difference of one ms is found", async () => {
  const late = (calls) =>
    calls.map((call) => {
      const { command } = call;
      return command.do === "tick" ? { ...call, command: { ...command, ms: command.ms + 1 } } : call;
    });
  const { failed, errorInstance } = await fc.check(property(builtIn, late), { seed: SEED, endOnFailure: true });
  assert.ok(failed);
  assert.match(errorInstance.message, /differ/);
});

test("each difference that is by design occurs", () => {
  const missing = DIFFERENCES.filter(({ why }) => !counts.has(why));
  assert.deepEqual(missing, []);
});
