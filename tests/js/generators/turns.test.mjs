// Equal generators in turns: the sequencer keeps numbers ready for the generator that asked last, and takes them back
// when the other generator asks.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { batch, generator, resume, snapshot } from "flakekit";
import { allFormats, NOW, repeats } from "../support/shared.mjs";

const lead = { onExhausted: "lead", onRollback: "lead" };

/** The ID that `nextText` makes. */
const nextByText = (format, ids) => (format.native === "string" ? ids.nextText() : format.fromText(ids.nextText()));

/** The calls that take back the numbers that are ready. They return the IDs that they make. */
const settling = {
  snapshot: (ids) => (snapshot(ids), []),
  batch: (ids) => [...batch(ids, 1)],
  free: (ids) => (ids.free(), []),
  nextAsync: async (ids) => [await ids.nextAsync()],
};

/** Replaces `Date.now` during a test. Unlike `t.mock.method`, it keeps no record of the calls. */
function replaceClock(t, read) {
  const { now } = Date;
  Date.now = read;
  t.after(() => (Date.now = now));
}

test("numbers that are taken back from one generator are granted once, whoever asks then", async (t) => {
  let now = NOW;
  replaceClock(t, () => now);
  for (const [format, options] of allFormats) {
    for (const [name, settle] of Object.entries(settling)) {
      // The counts are small and large.
      for (const count of [1, 2, 5, 40]) {
        now += 1000;
        const [first, second, third] = [1, 2, 3].map(() => generator(format, { ...options, ...lead }));
        const made = [];
        const make = (ids) => made.push(...Array.from({ length: count }, () => ids.next()));
        make(first);
        make(second);
        made.push(...(await settle(first)));
        make(third);
        make(second);
        made.push(...(await settle(second)));
        make(third);
        assert.equal(repeats(made), 0, `${format.name}, ${name}, ${count}`);
      }
    }
  }
});

test("property: no ID repeats, however equal generators take turns, are freed, saved and restored", (t) => {
  let now = NOW + 1_000_000;
  replaceClock(t, () => now);
  const step = fc.record({
    who: fc.nat(2),
    action: fc.constantFrom("next", "next", "next", "nextText", "batch", "snapshot", "replace", "elsewhere", "move"),
    count: fc.integer({ min: 1, max: 40 }),
  });
  for (const [format, options] of allFormats) {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        // The sequencer of the previous trial is used again. It may lead the clock.
        now += 1000;
        const open = () => generator(format, { ...options, ...lead });
        const reopen = (ids, more) => resume(format, snapshot(ids), { ...options, ...lead, ...more });
        const generators = [open(), open(), open()];
        const made = [];
        for (const { who, action, count } of steps) {
          const ids = generators[who];
          if (action === "next") for (let i = 0; i < count; i++) made.push(ids.next());
          if (action === "nextText") for (let i = 0; i < count; i++) made.push(nextByText(format, ids));
          if (action === "batch") made.push(...batch(ids, count));
          if (action === "snapshot") generators[who] = reopen(ids);
          if (action === "replace") {
            ids.free();
            generators[who] = open();
          }
          if (action === "elsewhere") {
            const elsewhere = reopen(ids, { clock: () => now });
            made.push(...batch(elsewhere, count));
            generators[who] = reopen(elsewhere);
          }
          if (action === "move") now += count % 3;
        }
        assert.equal(repeats(made), 0);
      }),
      { numRuns: 50 },
    );
  }
});
