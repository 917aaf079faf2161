// Many copies of the package in one process: by import, by require, and in separate bundles.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import * as imported from "flakekit";
import * as leases from "flakekit/lease";
import { fresh, REFUSAL } from "../support/fresh.mjs";
import { repeats } from "../support/shared.mjs";
import { project } from "../support/project.mjs";

const require = createRequire(import.meta.url);
const required = require("../node_modules/flakekit/umd/flakekit.js");

/** A user's bundle that contains the package. */
async function bundled(name, format) {
  const outfile = join(project, "bundles", `${name}.${format === "esm" ? "mjs" : "cjs"}`);
  mkdirSync(join(project, "bundles"), { recursive: true });
  const entry = { contents: 'export * from "flakekit"', resolveDir: project };
  await build({ bundle: true, format, logLevel: "error", minify: true, outfile, platform: "neutral", stdin: entry });
  return format === "esm" ? import(outfile) : createRequire(import.meta.url)(outfile);
}

const copies = [
  imported,
  required,
  await bundled("one", "esm"),
  await bundled("two", "esm"),
  await bundled("three", "cjs"),
];

/** The copies that have leases. */
const leasing = [
  { ...imported, ...leases },
  { ...required, ...require("../node_modules/flakekit/umd/lease.js") },
];

/** Makes IDs with a generator of each copy in turns. The clock is constant. */
function inTurns(t, count, generatorOf) {
  t.mock.method(Date, "now", () => 1_900_000_000_000);
  const generators = copies.map(generatorOf);
  return Array.from({ length: count }, (_, i) => generators[i % generators.length].next());
}

test("the copies under test are separate module instances", () => {
  assert.equal(new Set(copies.map(({ discord }) => discord)).size, copies.length);
  assert.equal(new Set(leasing.map(({ lease }) => lease)).size, leasing.length);
});

test("copies of the package never make the same ID on the same machine number", (t) => {
  const options = { workerId: 7, processId: 7, onExhausted: "lead" };
  assert.equal(repeats(inTurns(t, 4000, ({ discord, generator }) => generator(discord, options))), 0);
});

test("copies never make the same ID in formats of numbers, whose generators hold runs", (t) => {
  const of = ({ generator, snowflakeSI, withOptions }) =>
    generator(withOptions(snowflakeSI, { epoch: "2024-01-01" }), { machineId: 31, onExhausted: "lead" });
  assert.equal(repeats(inTurns(t, 4000, of)), 0);
});

test("copies never make the same sno, with a given or a chosen partition", (t) => {
  assert.equal(repeats(inTurns(t, 4000, ({ generator, sno }) => generator(sno, { partition: 77 }))), 0);
  assert.equal(repeats(inTurns(t, 4000, ({ next, sno }) => ({ next: () => next(sno) }))), 0);
});

test("the functions of one copy take the formats of another, and both share the counter", (t) => {
  const options = { workerId: 7, processId: 8, onExhausted: "lead" };
  assert.equal(repeats(inTurns(t, 4000, ({ discord }) => imported.generator(discord, options))), 0);
  assert.equal(repeats(inTurns(t, 4000, ({ generator }) => generator(imported.discord, options))), 0);
  for (const { sno, twitter } of copies) {
    assert.equal(imported.withOptions(twitter, { epoch: 5 }).epoch, 5);
    assert.deepEqual(imported.sort(twitter, ["30", "4"]), ["4", "30"]);
    assert.deepEqual(imported.jsonSchema(twitter), imported.jsonSchema(imported.twitter));
    assert.deepEqual(imported.lost(twitter, 2 ** 60), imported.lost(imported.twitter, 2 ** 60));
    assert.equal(imported.decodeColumns(twitter, [1n]).machineId[0], 0);
    assert.equal(sno.meta(imported.next(sno, 9)), 9);
  }
});

test("the functions of one copy take the generators and leases of another", async () => {
  const clock = () => 1_900_000_000_000;
  for (const { discord, generator, lease, memory, sno } of leasing) {
    for (const copy of copies) {
      const [integers, texts] = [generator(discord, { workerId: 7, processId: 9, clock }), generator(sno, { clock })];
      const leased = [await lease(discord, { store: memory() }), await lease(sno, { store: memory() })];
      for (const ids of [integers, leased[0]]) {
        const made = [
          ...copy.batch(ids, 3),
          ...copy.fill(ids, new BigUint64Array(3)),
          ...(await copy.batchAsync(ids, 3)),
        ];
        assert.equal(new Set([...made, ids.next()]).size, 10);
      }
      for (const ids of [texts, leased[1]]) {
        const bytes = copy.batchBytes(ids, 3, 5);
        const many = [...copy.batch(ids, 3, 5), sno.fromBytes(bytes.subarray(20)), ...(await copy.batchAsync(ids, 3))];
        assert.deepEqual(
          many.map((id) => sno.meta(id)),
          [5, 5, 5, 5, 0, 0, 0],
        );
        assert.equal(new Set([...many, ids.next()]).size, 8);
      }
      // A generator goes on from its snapshot, whichever copies save and resume it.
      for (const ids of [integers, texts]) {
        ids.next();
        const resumed = copy.resume(ids.format, copy.snapshot(ids), { clock });
        assert.equal(resumed.next(), ids.next());
      }
      for (const ids of leased) await ids.close();
    }
  }
});

test("a function that does not suit the generator or lease, of whatever copy, says what does", async () => {
  for (const { discord, generator, lease, memory, sno } of leasing) {
    for (const { batchBytes, fill, snapshot } of copies) {
      const integers = [generator(discord, { workerId: 7, processId: 9 }), await lease(discord, { store: memory() })];
      const texts = [generator(sno), await lease(sno, { store: memory() })];
      const says = (call, message) => assert.throws(call, { code: "INVALID_OPTION", message });
      for (const ids of integers) says(() => batchBytes(ids, 3), /^batchBytes is for sno; .* discord .*: use batch$/);
      for (const ids of texts) says(() => fill(ids, []), /^fill is for IDs that are integers; .* sno .*: use batch$/);
      for (const [, leased] of [integers, texts]) {
        says(() => snapshot(leased), /^a lease needs no snapshot: /);
        await leased.close();
      }
    }
  }
});

test("a freed generator or a closed lease, of whatever copy, is GENERATOR_FREED to every function", async () => {
  for (const { discord, generator, lease, memory, sno } of leasing) {
    for (const { batch, batchAsync, batchBytes, fill, snapshot } of copies) {
      const integers = [generator(discord, { workerId: 7, processId: 9 }), await lease(discord, { store: memory() })];
      const texts = [generator(sno), await lease(sno, { store: memory() })];
      for (const [ids, leased] of [integers, texts]) {
        ids.free();
        await leased.close();
        const said = { code: "GENERATOR_FREED", message: /^the lease has been closed/ };
        const freed = { code: "GENERATOR_FREED", message: /^the generator has been freed/ };
        const more = (ids) => (ids.format.native === "string" ? batchBytes(ids, 1) : fill(ids, new BigUint64Array(1)));
        for (const make of [(ids) => batch(ids, 1), more]) {
          assert.throws(() => make(ids), freed);
          assert.throws(() => make(leased), said);
        }
        assert.throws(() => snapshot(ids), freed);
        await assert.rejects(batchAsync(ids, 1), freed);
        await assert.rejects(batchAsync(leased, 1), said);
      }
    }
  }
});

test("functions of generators refuse all that is no generator or lease", async () => {
  const ids = imported.generator(imported.discord, { workerId: 7, processId: 10 });
  const lookAlike = { ...ids, format: imported.discord, fields: ids.fields };
  const others = {
    "a look-alike": lookAlike,
    "a look-alike with the methods": Object.assign(Object.create(Object.getPrototypeOf(ids)), lookAlike),
    "an object that inherits from a generator": Object.create(ids),
    "a proxy": new Proxy(ids, {}),
    "a proxy that throws": new Proxy(ids, { get: () => assert.fail("it was asked"), has: () => assert.fail() }),
    "a format": imported.discord,
    "the name of a format": "discord",
    "an ID": ids.next(),
    "the class": Object.getPrototypeOf(ids).constructor,
    "a function": ids.next,
    "a promise": Promise.resolve(ids),
    "a snapshot": imported.snapshot(ids),
    undefined: undefined,
    null: null,
  };
  const newer = { [Symbol.for("flakekit generator")]: () => "9.9.9" };
  for (const { batch, batchAsync, batchBytes, fill, snapshot } of copies) {
    for (const [name, other] of Object.entries(others)) {
      const said = { code: "INVALID_OPTION", message: /^the generator / };
      for (const call of [batch, batchBytes, fill, snapshot]) assert.throws(() => call(other, 1), said, name);
      await assert.rejects(batchAsync(other, 1), said, name);
    }
    assert.throws(() => batch(newer, 1), { message: /^the generator is of flakekit 9\.9\.9, not / });
    assert.throws(() => batch(undefined, 1), {
      message: /^the generator is undefined; it must be what generator\(\), resume\(\) or lease\(\) has returned/,
    });
  }
  assert.equal(imported.batch(ids, 2).length, 2);
});

test("functions take the generators of a realm that shares the core, and refuse those of one with a core of its own", () => {
  const told = fresh(`${REFUSAL}
    import { readFileSync } from "node:fs";
    import vm from "node:vm";
    import * as flakekit from "flakekit";
    const script = readFileSync("node_modules/flakekit/umd/flakekit.js", "utf8");
    const inRealm = (sandbox) => {
      const realm = { ...sandbox, module: { exports: {} } };
      vm.runInNewContext(script, realm);
      return realm.module.exports;
    };
    const refusals = async (one, other) => {
      const ids = other.generator(other.discord, { workerId: 7, processId: 11 });
      const rejection = await one.batchAsync(ids, 2).then(() => "no refusal", ({ code, message }) => code + ": " + message);
      const texts = other.generator(other.sno, { partition: 7 });
      return [
        refusal(() => one.batch(ids, 2).length),
        refusal(() => one.batchBytes(texts, 2).length),
        refusal(() => one.fill(ids, new BigUint64Array(2)).length),
        refusal(() => one.snapshot(ids).version),
        rejection,
      ];
    };
    const { crypto, setTimeout, TextDecoder, atob } = globalThis;
    const [near, far] = [inRealm({ process }), inRealm({ crypto, setTimeout, TextDecoder, atob })];
    tell({
      near: [await refusals(flakekit, near), await refusals(near, flakekit)],
      far: [...await refusals(flakekit, far), ...await refusals(far, flakekit)],
    });
  `);
  const made = ["2", "20", "2", "1", "no refusal"];
  assert.deepEqual(told.near, [made, made]);
  assert.deepEqual(
    [...new Set(told.far)],
    ["INVALID_OPTION: the generator is of another realm; call the function of that realm's flakekit"],
  );
});

/** Makes IDs in turns with copies that have the same node, in a new process. Returns the counts of copies and of repeats. */
const repeatsOfCopies = (setUp, copies) =>
  fresh(`
    import { readFileSync } from "node:fs";
    import { createRequire } from "node:module";
    import vm from "node:vm";
    const script = readFileSync("node_modules/flakekit/umd/flakekit.js", "utf8");
    // A copy in another realm, with these globals.
    const inRealm = (sandbox) => {
      const realm = { ...sandbox, module: { exports: {} } };
      vm.runInNewContext("Date.now = () => 1900000000000;" + script, realm);
      return realm.module.exports;
    };
    const require = createRequire(process.cwd() + "/");
    const required = () => require("./node_modules/flakekit/umd/flakekit.js");
    Date.now = () => 1900000000000;
    ${setUp}
    const copies = [${copies}];
    const made = [];
    for (const [name, options] of [["discord", { workerId: 7, processId: 7 }], ["sno", { partition: 7 }]]) {
      const generators = copies.map((copy) => copy.generator(copy[name], { ...options, onExhausted: "lead" }));
      for (let i = 0; i < 4000; i++) made.push(String(generators[i % generators.length].next()));
    }
    tell([new Set(copies.map(({ discord }) => discord)).size, made.length - new Set(made).size]);
    // The process ends by reallyExit, because Node fails at the usual end of a process whose process object is
    // frozen.
    process.reallyExit(0);
  `);

const TWO = 'await import("flakekit"), required()';

test("copies share the core even if globalThis and process are frozen before the first import", () => {
  assert.deepEqual(repeatsOfCopies("Object.freeze(globalThis);", TWO), [2, 0]);
  assert.deepEqual(repeatsOfCopies("Object.freeze(globalThis); Object.freeze(process);", TWO), [2, 0]);
  assert.deepEqual(repeatsOfCopies("Object.freeze(process); Object.freeze(WebAssembly);", TWO), [2, 0]);
});

test("realms with the same process object share one counter, also with the realm of that object", () => {
  assert.deepEqual(repeatsOfCopies("", `inRealm({ process, WebAssembly }), ${TWO}`), [3, 0]);
  assert.deepEqual(repeatsOfCopies("", `${TWO}, inRealm({ process }), inRealm({ process })`), [4, 0]);
  assert.deepEqual(repeatsOfCopies("", "inRealm({ process }), inRealm({ process })"), [2, 0]);
});

test("instanceof FlakeError holds across copies, but not for subclasses", () => {
  for (const thrower of copies) {
    for (const { FlakeError } of copies) {
      class Special extends FlakeError {}
      assert.throws(() => thrower.twitter.decode(""), FlakeError);
      assert.throws(() => thrower.batch(thrower.generator(thrower.twitter, { machineId: 1 }), -1), FlakeError);
      assert.ok(!(new thrower.FlakeError("INVALID_ID", "") instanceof Special));
      assert.ok(new Special("INVALID_ID", "") instanceof thrower.FlakeError);
    }
  }
  assert.ok(!(new Error("") instanceof imported.FlakeError));
  assert.ok(!(null instanceof imported.FlakeError));
});

test("the error keeps its name in minified bundles", () => {
  for (const { FlakeError } of copies) {
    assert.equal(FlakeError.name, "FlakeError");
    assert.match(new FlakeError("INVALID_ID", "said").stack, /^FlakeError: said\n/);
  }
});
