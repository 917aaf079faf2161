// Compares the package with the Rust crate: both know the terms of leases, the IDs of a seat, and the meaning of a
// snapshot. The comparison is with the crate's program tests/reader/, on random formats and options.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import * as flakekit from "flakekit";
import { lease, memory } from "flakekit/lease";
import { resetGenerators } from "flakekit/testing";
import { unitOf } from "../support/compare-calls.mjs";
import { Reader } from "../support/compare-reader.mjs";
import { NOW, size } from "../support/shared.mjs";

/** The seed. Set it to the seed of a failure to repeat the failure. */
const SEED = Number(process.env.FLAKEKIT_COMPARE_SEED ?? size(1, Date.now() % 2 ** 31));

const reader = new Reader();
after(() => reader.end());

async function hold(property, numRuns) {
  const { counterexample, errorInstance, failed } = await fc.check(property, { seed: SEED, numRuns });
  if (!failed) return;
  const repeat = `to repeat it: FLAKEKIT_COMPARE_SEED=${SEED}`;
  assert.fail(`${errorInstance?.message}\nof ${JSON.stringify(counterexample)}\n${repeat}`);
}

/** The fields of a layout from high bits to low bits, the time first, in the middle or last. */
const customFields = fc
  .record({
    nodes: fc.array(fc.record({ bits: fc.nat(10), cut: fc.option(fc.nat(10)) }), { maxLength: 2 }),
    sequence: fc.integer({ min: 0, max: 12 }),
    others: fc.shuffledSubarray([
      { kind: "random", bits: 3 },
      { kind: "toggle", bits: 1 },
      { kind: "metadata", bits: 4 },
    ]),
    timeAt: fc.nat(5),
  })
  .map(({ nodes, sequence, others, timeAt }) => {
    const fields = nodes.map(({ bits, cut }, i) => ({
      kind: "node",
      name: `n${i}`,
      bits,
      ...(cut !== null && cut <= bits && { parts: [part(i, "a", cut), part(i, "b", bits - cut)] }),
    }));
    // Without a sequence, or with fine ticks, IDs are only read.
    if (sequence > 0) fields.push({ kind: "sequence", bits: sequence });
    fields.push(...others);
    fields.splice(timeAt % (fields.length + 1), 0, { kind: "time", bits: 40 });
    return fields;
  })
  .filter((fields) => fields.reduce((sum, { bits }) => sum + bits, 0) <= 64);

const part = (i, name, bits) => ({ name: `n${i}${name}`, bits });

const format = fc.oneof(
  fc.constantFrom("twitter", "discord", "sonyflake", "mastodon", "uid60", "sno", "tsid").map((name) => ({ name })),
  fc.record({ fields: customFields, unit: fc.constantFrom(1, 1, 4, 10, 1000, 1.5) }),
);

/** A format, and the command with which the reader makes it. */
function make({ name, fields, unit }) {
  if (name !== undefined) return [flakekit.formatNamed(name), { do: "named", name }];
  const bits = fields.reduce((sum, field) => sum + field.bits, 0);
  const definition = { name: "custom", bits, unit, epoch: 1_600_000_000_000, native: "bigint", text: "decimal" };
  const rows = fields.flatMap(({ kind, name = kind, bits, parts = [] }) => [
    { kind, name: kind === "time" ? "timestamp" : name, bits },
    ...parts.map((part) => ({ kind: "part", ...part })),
  ]);
  return [
    flakekit.defineFormat({ ...definition, fields }),
    { do: "define", ...definition, ...unitOf(definition), fields: rows },
  ];
}

const nodesOf = ({ fields }) =>
  fields.flatMap(({ kind, name, bits, parts }) => (kind === "node" ? [{ name, bits }, ...parts] : []));

/** The given node fields and parts: their numbers, of which few are too large. */
const given = fc.array(fc.record({ isGiven: fc.boolean(), number: fc.nat(2 ** 16), excess: fc.nat(40) }), {
  minLength: 6,
  maxLength: 6,
});

function numbersOf(format, given) {
  return nodesOf(format).flatMap(({ name, bits }, i) => {
    const { isGiven, number, excess } = given[i];
    return isGiven ? [{ name, number: excess === 0 ? 2 ** bits : number % 2 ** bits }] : [];
  });
}

const namesAndNumbers = (rows) => Object.fromEntries(rows.map(({ name, number }) => [name, number]));

const refusalOf = ({ code, message }) => ({ code, message });

const optional = (arbitrary) => fc.option(arbitrary, { nil: undefined });

const terms = fc.record({
  format,
  given,
  nodes: optional(fc.tuple(fc.nat(1100), fc.nat(1100))),
  shares: optional(fc.constantFrom(1, 1, 2, 4, 8, 64, 3, 4096)),
  window: optional(fc.constantFrom(10, 100, 5000, 60_000, 86_400_000, 86_400_001)),
  skew: optional(fc.constantFrom(0, 1000, 86_400_000, 86_400_001)),
});

/** The record that a lease with these terms writes to its store, and the IDs that it can make; or its refusal. */
async function leased(format, numbers, { nodes, shares, window, skew }) {
  const store = memory();
  const { swap } = store;
  let head;
  store.swap = (space, key, previous, next, guards) => {
    if (key === "head") head = next;
    return swap(space, key, previous, next, guards);
  };
  const options = { ...namesAndNumbers(numbers), nodes, shares, window, clockSkew: skew };
  for (const [name, option] of Object.entries(options)) if (option === undefined) delete options[name];
  try {
    const ids = await lease(format, { ...options, store });
    const { fields, sequenceRange } = ids.status();
    await ids.close();
    return { head, fields: Object.entries(fields), range: [...sequenceRange] };
  } catch (error) {
    return refusalOf(error);
  }
}

/** The words of the head record that come from the terms. */
const wordsOf = (text) =>
  text
    .split(" ")
    .filter((word) => /^(layout|skew|age)=/.test(word))
    .sort();

test("the terms of leases, and the numbers of their seats, are those of the Rust crate", async (t) => {
  let compared = 0;
  const property = fc.asyncProperty(terms, async (trial) => {
    const [format, command] = make(trial.format);
    const numbers = numbersOf(format, trial.given);
    const { nodes, shares, window, skew } = trial;
    const [, answer] = await reader.ask([command, { do: "seats", numbers, nodes, shares, window, skew }]);
    // The seat is of the first node, so that both sides have the same seat.
    const first =
      answer.ok === undefined
        ? nodes
        : answer.ok.terms
            .match(/section=(\d+)-/)
            .slice(1)
            .map(Number);
    const own = await leased(format, numbers, { ...trial, nodes: first?.length === 1 ? [first[0], first[0]] : first });
    resetGenerators();
    compared += 1;
    if (answer.ok === undefined) return assert.deepEqual(own, refusalOf(answer));
    assert.deepEqual(wordsOf(own.head), wordsOf(answer.ok.terms));
    assert.deepEqual(own.fields, answer.ok.fields);
    if (shares === undefined || shares === 1) assert.deepEqual(own.range, answer.ok.range);
  });
  await hold(property, size(200, 10_000));
  t.diagnostic(`${compared} terms`);
});

const near = fc.oneof(fc.nat(40), fc.constantFrom(65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 40, 2 ** 53 - 1));

const resumed = fc.record({
  format,
  given,
  range: fc.tuple(fc.nat(8), fc.nat(20)),
  state: fc.record({ ticks: fc.integer({ min: -3, max: 3 }), lead: fc.nat(3), next: fc.nat(20), used: fc.nat(20) }),
  wrong: fc.option(fc.record({ at: fc.nat(7), number: near }), { freq: 3 }),
});

test("what a snapshot means, and the next snapshot, are those of the Rust crate", async (t) => {
  let [compared, refused] = [0, 0];
  const property = fc.asyncProperty(resumed, async ({ format: asked, given, range, state, wrong }) => {
    const [format, command] = make(asked);
    const nodes = nodesOf(format).map(({ name, bits }, i) => ({ name, number: given[i].number % 2 ** bits }));
    const whole = nodes.filter(({ name }) => format.fields.some((field) => field.name === name));
    const now = NOW - (NOW % 8000);
    const tick = Math.floor((now - format.epoch) / format.unit) + state.ticks;
    const isSno = format.name === "sno";
    // Most snapshots are possible.
    const numbers = 2 ** (format.fields.find(({ kind }) => kind === "sequence")?.bits ?? 0);
    const [first, last] = range.map((number) => number % numbers).sort((a, b) => a - b);
    const length = last - first + 1;
    const [next, used] = [first + (state.next % length), state.used % (length + 1)];
    const snapshot = isSno
      ? [first, last, next, tick + state.lead, tick, 0, 0, state.used % 3 === 0 ? null : used]
      : [first, last, tick, tick - state.lead, next, used, 0, 0];
    if (wrong !== null) snapshot[wrong.at] = wrong.number;
    const [, answer] = await reader.ask([command, { do: "resume", numbers: whole, snapshot, now }]);
    const names = isSno
      ? ["sequenceMin", "sequenceMax", "sequence", "now", "wallHi", "wallSafe", "drifts", "used"]
      : ["first", "last", "tick", "seen", "next", "used", "safe", "drifts"];
    const all = Object.fromEntries(names.flatMap((name, i) => (snapshot[i] === null ? [] : [[name, snapshot[i]]])));
    const { first: from, last: to, ...rest } = all;
    const saved = isSno
      ? { ...namesAndNumbers(whole), ...all }
      : { version: 1, layout: layoutOf(format), fields: namesAndNumbers(whole), sequenceRange: [from, to], ...rest };
    let own;
    try {
      const ids = flakekit.resume(format, saved, { clock: () => now });
      const { sequenceRange = [], ...written } = flakekit.snapshot(ids);
      [written.first, written.last] = sequenceRange;
      own = { ok: names.map((name) => written[name] ?? null) };
      ids.free();
    } catch (error) {
      own = refusalOf(error);
      refused += 1;
    }
    compared += 1;
    if (answer.ok !== undefined || own.ok !== undefined) return assert.deepEqual(own, answer);
    // The messages differ: the package says where the wrong number is, and the crate says that the snapshot is damaged.
    assert.equal(own.code, answer.code);
  });
  await hold(property, size(1500, 100_000));
  t.diagnostic(`${compared} snapshots, ${refused} of them refused`);
  assert.ok(refused > compared / 20 && refused < (compared * 3) / 4, `${refused} of ${compared} were refused`);
});

/** The layout that a snapshot of the format names. */
function layoutOf(format) {
  const fields = format.fields.map(({ kind, bits }) => `${kind}:${bits} `).join("");
  return `${fields}unit:${format.unit} epoch:${format.epoch}`;
}
