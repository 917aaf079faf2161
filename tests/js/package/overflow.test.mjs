// A full stack or a full memory is a RangeError, and afterwards everything works as before. Each program runs in a new
// process. tests/fuzz has many more of these tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fresh } from "../support/fresh.mjs";

const START = `
  import { readFileSync } from "node:fs";
  import {
    batch, generator, nanoflake, mastodon, next, resume, snapshot, sno, snowflakeSI, twitter, uid60, withOptions,
  } from "flakekit";
  const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });
  const made = [];
  const thrown = [];
  const finish = () =>
    tell({
      made: made.length,
      repeats: made.length - new Set(made).size,
      errors: [...new Set(thrown.map((error) => error.code ?? (error instanceof RangeError ? "RangeError" : error.stack)))],
    });
`;

/**
 * Makes IDs where a recursion without end is caught, at each depth until an ID is made, and then makes further IDs.
 *
 * @param make - gives IDs in an array; \`ids\` is a generator
 */
const overflow = (generator, make = "[ids.next()]") =>
  fresh(`
    ${START}
    const ids = ${generator};
    const make = () => ${make};
    // Frames of different sizes overflow at different places.
    const dives = [
      function dive() {
        try {
          dive();
        } catch (error) {
          thrown.push(error);
          made.push(...make());
        }
      },
      function dive(a, b, c) {
        try {
          return dive(a + 1, b + 1, c + 1) + a * b * c;
        } catch (error) {
          thrown.push(error);
          made.push(...make());
          return 0;
        }
      },
      function dive(...all) {
        try {
          dive(...all, all.length);
        } catch (error) {
          thrown.push(error);
          made.push(...make());
        }
      },
    ];
    for (let times = 0; times < 10; times++) for (const dive of dives) dive(1, 2, 3);
    for (let i = 0; i < 100; i++) made.push(...make());
    finish();
  `);

const kinds = {
  "of numbers": ["generator(si, { machineId: 1 })"],
  "of numbers, a batch": ["generator(si, { machineId: 1 })", "batch(ids, 3)"],
  "of bigints": ["generator(twitter, { machineId: 1 })"],
  "of bigints as texts": ["generator(withOptions(nanoflake, { epoch: 0 }), { generatorId: 1 })", "[ids.nextText()]"],
  "with random bits": ["generator(uid60)"],
  "with a random start": ["generator(mastodon, { sequenceStart: 'random' })"],
  "of texts": ["generator(sno, { partition: 1 })"],
  "of texts, a batch": ["generator(sno, { partition: 1 })", "batch(ids, 3)"],
  "with a clock of its own": ["generator(twitter, { machineId: 1, clock: () => Date.now() })"],
  "made for each ID": ["undefined", "[generator(sno).next()]"],
  "made for each ID with options": [
    "undefined",
    "[generator(twitter, { machineId: 1, sequenceRange: [0, 99] }).next()]",
  ],
  "restored for each ID": ["snapshot(generator(twitter, { machineId: 1 }))", "[resume(twitter, ids).next()]"],
};

/** Asserts that all errors are the engine's. */
function assertOverflows(errors) {
  assert.ok(errors.length > 0);
  assert.deepEqual(new Set(errors), new Set(["RangeError"]));
}

for (const [kind, [generator, make]] of Object.entries(kinds)) {
  test(`a generator ${kind} keeps working after a caught stack overflow, and repeats nothing`, () => {
    const { made, repeats, errors } = overflow(generator, make);
    assertOverflows(errors);
    assert.equal(repeats, 0);
    assert.ok(made >= 130, String(made));
  });
}

const readings = {
  inspect: "inspect(id, { formats })",
  scan: "scan(text, { formats }).map((found) => found.candidates)",
  inspectAll: "inspectAll(ids, { formats })",
};

for (const [name, reading] of Object.entries(readings)) {
  test(`${name} in a full stack answers as otherwise or throws the engine's error, and works afterwards`, () => {
    const told = fresh(`
      ${START}
      import { inspect, inspectAll, scan } from "flakekit/inspect";
      const now = Date.UTC(2026, 10, 25);
      const formats = [withOptions(twitter, { epoch: "2024-01-01" })];
      const [id, ...ids] = batch(generator(formats[0], { machineId: 1, clock: () => now - 1000 }), 9);
      const text = ids.map((id) => '{"guild_id":"' + id + '"}').join("\\n") + " xx-1541815603606036480 ".repeat(50);
      const shown = () => JSON.stringify(${reading.replace("{ formats }", "{ formats, now }")});
      const expected = shown();
      // The answers are compared later, because a comparison needs room, too.
      const read = () => {
        made.push(${reading.replace("{ formats }", "{ formats, now }")});
      };
      const dives = [
        function dive() {
          try {
            dive();
          } catch (error) {
            thrown.push(error);
            read();
          }
        },
        function dive(...all) {
          try {
            dive(...all, all.length);
          } catch (error) {
            thrown.push(error);
            read();
          }
        },
      ];
      for (let times = 0; times < 10; times++) for (const dive of dives) dive(1, 2, 3);
      made.push(JSON.parse(shown()));
      const wrong = made.map((answer) => JSON.stringify(answer)).filter((answer) => answer !== expected);
      const errors = [...new Set(thrown.map((error) => (error instanceof RangeError ? "RangeError" : error.stack)))];
      tell({ answers: made.length, wrong: wrong.slice(0, 1), errors });
    `);
    assertOverflows(told.errors);
    assert.deepEqual(told.wrong, []);
    assert.equal(told.answers, 21);
  });
}

test("the package works after its first use on a full stack", () => {
  const told = fresh(`
    ${START}
    const dive = () => {
      try {
        dive();
      } catch (error) {
        thrown.push(error);
        made.push(generator(twitter, { machineId: 1 }).next(), next(sno));
      }
    };
    dive();
    for (let i = 0; i < 100; i++) made.push(generator(twitter, { machineId: 1 }).next(), next(sno));
    finish();
  `);
  assertOverflows(told.errors);
  assert.equal(told.repeats, 0);
});

test("if the core's memory can't grow, a RangeError is thrown and existing generators keep working", () => {
  const told = fresh(`
    ${START}
    const { version } = JSON.parse(readFileSync("node_modules/flakekit/package.json"));
    const generators = [generator(si, { machineId: 1 }), generator(twitter, { machineId: 1 }), generator(sno, { partition: 1 })];
    const makeSome = () => generators.forEach((ids) => made.push(ids.next(), ...batch(ids, 10)));
    makeSome();
    const { memory } = globalThis[Symbol.for("flakekit " + version + " core")];
    for (let pages = 1 << 15; pages > 0; ) {
      try {
        memory.grow(pages);
      } catch {
        pages >>= 1;
      }
    }
    const alone = [];
    const fill = () => {
      try {
        for (;;) alone.push(generator(twitter, { machineId: 2, clock: () => Date.now() }));
      } catch (error) {
        thrown.push(error);
      }
      makeSome();
    };
    for (let i = 0; i < 5; i++) fill();
    for (const ids of alone.splice(0)) ids.free();
    fill();
    makeSome();
    for (const ids of alone.slice(-3)) ids.next();
    finish();
  `);
  assert.deepEqual(told, { made: 264, repeats: 0, errors: ["RangeError"] });
});

test("a memory that cannot grow by a quarter grows by what is needed", () => {
  const made = fresh(`
    import { readFileSync } from "node:fs";
    import { generator, twitter } from "flakekit";
    const { version } = JSON.parse(readFileSync("node_modules/flakekit/package.json"));
    const make = (clock) => generator(twitter, { machineId: 1, clock });
    make().next();
    const { memory } = globalThis[Symbol.for("flakekit " + version + " core")];
    // Fewer than 16 pages are left.
    for (let pages = 1 << 15; pages >= 16; ) {
      try {
        memory.grow(pages);
      } catch {
        pages >>= 1;
      }
    }
    const ids = Array.from({ length: 300 }, () => make(() => Date.now()).next());
    tell(ids.length);
  `);
  assert.equal(made, 300);
});
