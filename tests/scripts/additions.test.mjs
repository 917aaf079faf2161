// A format, an error code and a store are added as CONTRIBUTING.md says, in a copy of the repository: no list is kept by hand.
//
// The copy is in `target/`, so its scripts find the npm packages of the repository. The WebAssembly modules are those of the last
// build: the core knows no formats, so it makes IDs of the new one too. Inspection does not find it until its module is compiled.

import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { root, run } from "../../scripts/run.mjs";
import { withFiles } from "./support.mjs";

const copy = join(root, "target", "additions", "copy");
const built = join(copy, "dist");
const read = (path) => readFileSync(join(copy, path), "utf8");

const FORMAT = `    Row {
        name: "foo",
        alias: "fu",
        fields: &[time(41), node("workerId", 10), sequence(12)],
        epoch: Some(1_704_067_200_000),
        since: 1_704_067_200_000,
        ..USUAL
    },
];`;

const CODE = `codes! {
    /// A foo did not answer in time.
    FooLate = "FOO_LATE", Moment;`;

/** The files that are written by hand, each as a function of its text. */
const BY_HAND = {
  "src/formats/table.rs": (text) => text.replace(/\];\s*$/, `${FORMAT}\n`),
  "src/error.rs": (text) => text.replace(/^codes! \{/m, CODE),
  "pkg-template/src/lease/stores/foo/index.ts":
    () => `import type { LeaseStore } from "../../../../types/lease/store.js";
    import { memory } from "../index.js";
    export const foo = (): LeaseStore => memory({ generation: "foo" });\n`,
  "pkg-template/types/lease/foo.d.ts": () => `import type { LeaseStore } from "./store.js";
    /** A store in the memory of this thread. */
    export function foo(): LeaseStore;\n`,
};

const NOT_COPIED = [".git", ".tools", "dist", "node_modules", "target"];

before(async () => {
  rmSync(copy, { recursive: true, force: true });
  const filter = (source) => !NOT_COPIED.includes(basename(source));
  for (const name of readdirSync(root).filter(filter)) {
    // With the times, so cargo compiles only what the additions reach.
    cpSync(join(root, name), join(copy, name), { filter, preserveTimestamps: true, recursive: true });
  }
  for (const [path, change] of Object.entries(BY_HAND)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), change(existsSync(join(copy, path)) ? read(path) : ""));
  }
  const build = `const { buildForDevelopment } = await import("./scripts/build.mjs");
    await buildForDevelopment({ modules: [], generates: true });`;
  // A target directory of its own, so no other cargo waits.
  const env = { CARGO_TARGET_DIR: join(root, "target", "additions", "cargo") };
  await run("node", ["--input-type=module", "--eval", build], { cwd: copy, env, quiet: true });
});

/** The paths of the files in the copy that are or may be in a commit. */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [relative(copy, path).replaceAll("\\", "/")];
    return [...NOT_COPIED, "core"].includes(entry.name) ? [] : filesOf(path);
  });
}

const isChanged = (path) =>
  !existsSync(join(root, path)) || !readFileSync(join(root, path)).equals(readFileSync(join(copy, path)));

test("what changes beside the files that are written by hand is generated, and CONTRIBUTING names it", () => {
  const [section] = read("CONTRIBUTING.md").match(/^## What a new thing consists of$[^]*?^## /m);
  const named = Array.from(section.matchAll(/`([\w./-]+)`/g), ([, path]) => path).filter((path) => path.includes("/"));
  const changed = filesOf(copy).filter(isChanged);
  const byHand = Object.keys(BY_HAND);
  for (const path of byHand) assert.ok(changed.includes(path), path);
  const isNamed = (path) => byHand.includes(path) || named.some((one) => path.startsWith(one));
  assert.deepEqual(
    changed.filter((path) => !isNamed(path)),
    [],
  );
  const [, generated] = section.match(/^\| (.*) \| generated \|$/m);
  for (const [, path] of generated.matchAll(/`([^`]+)`/g))
    assert.ok(
      changed.some((one) => one.startsWith(path)),
      `${path} has not changed`,
    );
});

test("the built package exports a new format by its names, reads, writes, checks and makes its IDs", async () => {
  const flakekit = await import(pathToFileURL(join(built, "index.js")));
  const { foo, formatNamed, formats, generator } = flakekit;
  assert.ok(foo !== undefined, "flakekit has no export foo; pkg-template/src/formats/generated.ts has the formats");
  assert.equal(flakekit.fu, foo);
  assert.equal(formatNamed("fu"), foo);
  assert.equal(formats().at(-1), foo);
  // By arithmetic: a ms after the epoch, worker 5, sequence 7.
  const id = (1n << 22n) | (5n << 12n) | 7n;
  const fields = { timestamp: 1_704_067_200_001, workerId: 5, sequence: 7 };
  assert.deepEqual({ ...foo.decode(id) }, fields);
  assert.equal(foo.encode(fields), id);
  assert.equal(foo.toText(id), String(id));
  assert.ok(foo.isValid(id) && !foo.isValid(1n << 63n));
  assert.equal(foo.decode(generator(foo, { workerId: 5 }).next()).workerId, 5);
});

test("the folder of a new store is an entry: a module, a script and a row of package.json", async () => {
  const { exports } = JSON.parse(readFileSync(join(built, "package.json"), "utf8"));
  const { default: module, require: script } = exports["./lease/foo"];
  const { lease } = await import(pathToFileURL(join(built, "lease.js")));
  const { discord } = await import(pathToFileURL(join(built, "index.js")));
  const { foo } = await import(pathToFileURL(join(built, module.default)));
  const ids = await lease(discord, { store: foo() });
  assert.ok(discord.isValid(ids.next()));
  await ids.close();
  assert.equal(typeof createRequire(import.meta.url)(join(built, script.default)).foo, "function");
  for (const { types } of [module, script]) assert.ok(existsSync(join(built, types)), types);
});

const PROGRAM = `import { foo, fu, generator, type BuiltInFormats, type FlakeErrorCode } from "flakekit";
import { foo as store } from "flakekit/lease/foo";
import type { LeaseStore } from "flakekit/lease";
const format: BuiltInFormats["foo"] = fu;
const id: bigint = generator(format, { workerId: 5 }).next();
export const worker: number = foo.decode(id).workerId;
export const code: FlakeErrorCode = "FOO_LATE";
export const opened: LeaseStore = store();
// @ts-expect-error: the row has no such field.
foo.decode(id).machineId;
`;

test("the types of a new format, error code and store are those of their rows", () =>
  withFiles({ "use.ts": PROGRAM, "package.json": '{ "type": "module" }' }, async (folder) => {
    cpSync(built, join(folder, "node_modules", "flakekit"), { recursive: true });
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext"];
    await run("tsc", [...options, "use.ts"], { cwd: folder, quiet: true });
  }));

test("the documents have a row of a new format, and one of a new error code", () => {
  assert.match(read("docs/formats.md"), /^\| `foo`.*workerId 10/m);
  assert.match(read("docs/errors.md"), /^\| `FOO_LATE` \| .*did not answer/m);
});

test("a new store without a row in the table of modules is told by the check of imports, with the row", async () => {
  await assert.rejects(run("node", ["scripts/imports.mjs"], { cwd: copy, quiet: true }), /lease\/stores\/foo/);
});
