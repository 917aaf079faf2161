// Many copies of the package in one process: by import, by require, and in separate bundles.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as imported from "flakekit";
import { fresh } from "./fresh.mjs";
import { repeats } from "./support.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const required = createRequire(import.meta.url)("./node_modules/flakekit/umd/flakekit.js");

/** A user's bundle that contains the package. */
async function bundled(name, format) {
  const outfile = join(here, "bundles", `${name}.${format === "esm" ? "mjs" : "cjs"}`);
  mkdirSync(join(here, "bundles"), { recursive: true });
  const entry = { contents: 'export * from "flakekit"', resolveDir: here };
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

/** Makes IDs with a generator of each copy in turns. The clock is constant. */
function inTurns(t, count, generatorOf) {
  t.mock.method(Date, "now", () => 1_900_000_000_000);
  const generators = copies.map(generatorOf);
  return Array.from({ length: count }, (_, i) => generators[i % generators.length].next());
}

test("the copies under test are separate module instances", () => {
  assert.equal(new Set(copies.map(({ discord }) => discord)).size, copies.length);
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
    assert.equal(imported.decodeColumns(twitter, [1n]).machineId[0], 0);
    assert.equal(sno.meta(imported.next(sno, 9)), 9);
  }
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
    // Otherwise Node fails at the end of a process whose process object is frozen.
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
      assert.throws(() => thrower.generator(thrower.twitter, { machineId: 1 }).batch(-1), FlakeError);
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
