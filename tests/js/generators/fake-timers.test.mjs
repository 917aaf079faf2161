// Users' tests that replace the clock and the timers: generators and leases in such tests, and a new start between two
// tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fresh, REFUSAL } from "../support/fresh.mjs";
import { builtIns } from "../support/generated/formats.mjs";

/** The beginnings of years in Unix ms. */
const IN_2026 = Date.UTC(2026, 0, 1);
const IN_2030 = Date.UTC(2030, 0, 1);

test("nextAsync and batchAsync settle under fake timers, also when the tick is used up", () => {
  const told = fresh(`
    import { mock } from "node:test";
    import { batchAsync, generator, sno, snowflakeSI, twitter, withOptions } from "flakekit";
    mock.timers.enable({ apis: ["setTimeout", "Date"], now: ${IN_2026} });
    const generators = [
      generator(twitter, { machineId: 1 }),
      generator(withOptions(snowflakeSI, { epoch: "2024-01-01" }), { machineId: 1 }),
      generator(sno, { partition: 1, sequenceRange: [0, 4095] }),
    ];
    const made = [];
    for (const ids of generators) {
      const one = await Promise.all(Array.from({ length: 5_000 }, () => ids.nextAsync()));
      made.push(new Set([...one, ...(await batchAsync(ids, 20_000))]).size);
    }
    tell(made);
  `);
  assert.deepEqual(told, [25_000, 25_000, 25_000]);
});

test("leases use the timers of the moment: a fake timer extends the window", () => {
  const told = fresh(`
    import { mock } from "node:test";
    import { setImmediate as turn } from "node:timers/promises";
    import { discord } from "flakekit";
    import { lease, memory } from "flakekit/lease";
    mock.timers.enable({ apis: ["setTimeout"] });
    let now = ${IN_2026};
    const ids = await lease(discord, { store: memory({ clock: () => now }), window: 600_000 });
    const { until } = ids.status();
    now += 300_000;
    mock.timers.tick(300_000);
    for (let turns = 0; turns < 100 && ids.status().until === until; turns++) await turn();
    tell(ids.status().until - until);
  `);
  assert.equal(told, 300_000);
});

test("if the clock was set back by years, the error says that, and not to raise maxWait", () => {
  const told = fresh(`${REFUSAL}
    import * as flakekit from "flakekit";
    import { builtIns } from "./support/generated/formats.mjs";
    const made = builtIns.map(({ name, nodes, hasEpoch }) => {
      const format = hasEpoch ? flakekit[name] : flakekit.withOptions(flakekit[name], { epoch: "2024-01-01" });
      const ids = flakekit.generator(format, { ...nodes, onRollback: "wait" });
      Date.now = () => ${IN_2030};
      ids.next();
      Date.now = () => ${IN_2026};
      return refusal(() => flakekit.generator(format, { ...nodes, onRollback: "wait" }).next());
    });
    Date.now = () => ${IN_2030};
    const ids = flakekit.generator(flakekit.twitter, { machineId: 9 });
    ids.next();
    Date.now = () => ${IN_2026};
    made.push(refusal(() => ids.next()));
    Date.now = () => ${IN_2030} - 20_000;
    tell({ made, soon: refusal(() => ids.next()) });
  `);
  assert.equal(told.made.length, builtIns.length + 1);
  for (const refusal of told.made) {
    assert.match(refusal, /^WAIT_TOO_LONG: .*the clock was set back.*in tests, use flakekit\/testing/);
    assert.doesNotMatch(refusal, /raise/);
  }
  assert.match(told.soon, /^WAIT_TOO_LONG: .*raise maxWait or maxLead, or ask again later$/);
});

/** How a test may load the package and `resetGenerators`. */
const WAYS = {
  imported: `
    import * as flakekit from "flakekit";
    import { resetGenerators } from "flakekit/testing";`,
  required: `
    import { createRequire } from "node:module";
    const require = createRequire(process.cwd() + "/");
    const flakekit = require("./node_modules/flakekit/umd/flakekit.js");
    const { resetGenerators } = require("./node_modules/flakekit/umd/testing.js");`,
  "imported, with the core of a required copy": `
    import { createRequire } from "node:module";
    import { resetGenerators } from "flakekit/testing";
    const flakekit = createRequire(import.meta.url)("./node_modules/flakekit/umd/flakekit.js");`,
  manual: `
    import { readFileSync } from "node:fs";
    import * as flakekit from "flakekit/manual";
    import { resetGenerators } from "flakekit/testing";
    flakekit.loadCore(readFileSync("node_modules/flakekit/core.wasm"));`,
};

for (const [way, load] of Object.entries(WAYS)) {
  test(`resetGenerators, ${way}, frees every generator, and the next ones start anew`, () => {
    const told = fresh(`${REFUSAL}${load}
      import { builtIns } from "./support/generated/formats.mjs";
      const named = ({ name, hasEpoch }) =>
        hasEpoch ? flakekit[name] : flakekit.withOptions(flakekit[name], { epoch: "2024-01-01" });
      const fields = [{ kind: "time", bits: 40 }, { kind: "node", name: "shard", bits: 4 }, { kind: "sequence", bits: 8 }];
      const mine = flakekit.defineFormat({ name: "mine", bits: 52, epoch: "2024-01-01", native: "number", fields });
      const all = [...builtIns.map((one) => [named(one), one.nodes]), [mine, { shard: 3 }]];
      const open = () => all.flatMap(([format, nodes]) => [
        flakekit.generator(format, nodes),
        flakekit.generator(format, { ...nodes, clock: () => Date.now() }),
      ]);
      // Some generators hold a run with numbers that are left.
      Date.now = () => ${IN_2030};
      const old = open();
      for (const [i, ids] of old.entries()) for (let n = 0; n < 5 + (i % 7) * 16; n++) ids.next();
      const before = flakekit.next(flakekit.sno);
      resetGenerators();
      const uses = old.flatMap((ids) => [
        () => ids.next(), () => ids.nextText(), () => flakekit.batch(ids, 1), () => flakekit.snapshot(ids),
      ]);
      const sameClock = uses.map(refusal);
      Date.now = () => ${IN_2026};
      const otherClock = uses.map(refusal);
      const asynchronous = await Promise.all(
        old.map((ids) => ids.nextAsync().then(String, ({ code, message }) => code + ": " + message)),
      );
      const young = open();
      Date.now = () => ${IN_2026 + 60_000};
      const later = uses.map(refusal);
      for (const ids of old) ids.free();
      const times = [...young, ...open()].map((ids) => {
        const { timestamp, sequence, increment } = ids.format.decode(ids.next());
        return timestamp - ${IN_2026 + 60_000};
      });
      tell({
        refusals: [...new Set([...sameClock, ...otherClock, ...asynchronous, ...later])],
        times: [...new Set(times)].sort(),
        sno: flakekit.sno.timestamp(flakekit.next(flakekit.sno)) - ${IN_2026 + 60_000},
      });
    `);
    assert.deepEqual(told.refusals, ["GENERATOR_FREED: the generator has been freed; make another"]);
    // A tick of instagram or sno may begin before the clock's reading.
    assert.ok(
      told.times.every((ms) => ms <= 0 && ms > -100),
      String(told.times),
    );
    assert.ok(told.sno <= 0 && told.sno > -100, String(told.sno));
  });
}

test("after resetGenerators, the same clock and node make the same IDs again", () => {
  const told = fresh(`
    import { batch, discord, generator } from "flakekit";
    import { resetGenerators } from "flakekit/testing";
    Date.now = () => ${IN_2030};
    const make = () => String(batch(generator(discord, { workerId: 1, processId: 2 }), 100));
    const first = make();
    resetGenerators();
    tell(make() === first);
  `);
  assert.equal(told, true);
});

test("resetGenerators starts no core, and a core that starts later works", () => {
  const told = fresh(`
    import { resetGenerators } from "flakekit/testing";
    import { discord, generator } from "flakekit";
    const { Module } = WebAssembly;
    let started = 0;
    WebAssembly.Module = Object.assign(
      function (bytes) {
        started++;
        return new Module(bytes);
      },
      { exports: Module.exports },
    );
    resetGenerators();
    const before = started;
    const id = generator(discord, { workerId: 1, processId: 2 }).next();
    tell([before, started, typeof id]);
  `);
  assert.deepEqual(told, [0, 1, "bigint"]);
});

test("resetGenerators refuses while a lease is open, and frees nothing then", () => {
  const told = fresh(`${REFUSAL}
    import { discord, generator } from "flakekit";
    import { lease, memory } from "flakekit/lease";
    import { resetGenerators } from "flakekit/testing";
    const store = memory();
    const leased = await lease(discord, { store });
    const own = generator(discord, { workerId: 31, processId: 31, clock: () => Date.now() });
    const refused = refusal(resetGenerators);
    const made = [leased.next(), own.next()].length;
    await leased.close();
    const after = refusal(resetGenerators);
    const again = await lease(discord, { store });
    const late = typeof again.next();
    await again.close();
    tell({ refused, made, after, freed: refusal(() => own.next()), late });
  `);
  assert.match(told.refused, /^INVALID_OPTION: .*resetGenerators.*lease is open.*close/);
  assert.equal(told.made, 2);
  assert.equal(told.after, "undefined");
  assert.match(told.freed, /^GENERATOR_FREED/);
  assert.equal(told.late, "bigint");
});

test("a generator in use when its clock calls resetGenerators throws GENERATOR_FREED", () => {
  const told = fresh(`${REFUSAL}
    import { batch, generator, snapshot, sno, twitter } from "flakekit";
    import { resetGenerators } from "flakekit/testing";
    const uses = [
      (ids) => ids.next(), (ids) => ids.nextText(), (ids) => batch(ids, 20_000), snapshot,
    ];
    const said = [];
    for (const open of [
      (clock) => generator(twitter, { machineId: 1, clock }),
      (clock) => generator(sno, { partition: 1, clock }),
    ]) {
      for (const use of uses) {
        let readings = 0;
        let now = Date.now();
        const ids = open(() => {
          now += 1;
          if (readings++ === 3) resetGenerators();
          return now;
        });
        ids.next();
        ids.next();
        ids.next();
        said.push(refusal(() => use(ids)).slice(0, 15));
      }
    }
    tell([...new Set(said)]);
  `);
  assert.deepEqual(told, ["GENERATOR_FREED"]);
});
