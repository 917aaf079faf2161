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
        name: "added",
        alias: "alsoAdded",
        fields: &[time(38), node("workerId", 10), sequence(12)],
        bits: 60,
        epoch: Some(1_704_067_200_000),
        since: 1_704_067_200_000,
        ..USUAL
    },
];`;

const CODE = `codes! {
    /// An addition did not answer in time.
    AddedLate = "ADDED_LATE", Moment;`;

/** The files that are written by hand, each as a function of its text. */
const BY_HAND = {
  "src/formats/table.rs": (text) => text.replace(/\];\s*$/, `${FORMAT}\n`),
  "src/error.rs": (text) => text.replace(/^codes! \{/m, CODE),
  "pkg-template/src/lease/stores/added/index.ts":
    () => `import type { LeaseStore } from "../../../../types/lease/store.js";
    import { memory } from "../index.js";
    export const added = (): LeaseStore => memory({ generation: "added" });\n`,
  "pkg-template/types/lease/added.d.ts": () => `import type { LeaseStore } from "./store.js";
    /** A store in the memory of this thread. */
    export function added(): LeaseStore;\n`,
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
  const { added, formatNamed, formats, generator } = flakekit;
  assert.ok(added !== undefined, "flakekit has no export added; pkg-template/src/formats/generated.ts has the formats");
  assert.equal(flakekit.alsoAdded, added);
  assert.equal(formatNamed("alsoAdded"), added);
  assert.equal(formats().at(-1), added);
  // By arithmetic: a ms after the epoch, worker 5, sequence 7.
  const id = (1n << 22n) | (5n << 12n) | 7n;
  const fields = { timestamp: 1_704_067_200_001, workerId: 5, sequence: 7 };
  assert.deepEqual({ ...added.decode(id) }, fields);
  assert.equal(added.encode(fields), id);
  assert.equal(added.toText(id), String(id));
  // An encoding of 60 bits, which moves the last two of the digits AAAAAAQFAH to the front.
  assert.equal(added.toText(id, { as: "rotatedBase64" }), "AHAAAAAAQF");
  assert.equal(added.fromText("AHAAAAAAQF", { as: "rotatedBase64" }), id);
  assert.ok(added.isValid(id) && !added.isValid(1n << 63n));
  assert.equal(added.decode(generator(added, { workerId: 5 }).next()).workerId, 5);
});

test("the folder of a new store is an entry: a module, a script and a row of package.json", async () => {
  const { exports } = JSON.parse(readFileSync(join(built, "package.json"), "utf8"));
  const { default: module, require: script } = exports["./lease/added"];
  const { lease } = await import(pathToFileURL(join(built, "lease.js")));
  const { discord } = await import(pathToFileURL(join(built, "index.js")));
  const { added } = await import(pathToFileURL(join(built, module.default)));
  const ids = await lease(discord, { store: added() });
  assert.ok(discord.isValid(ids.next()));
  await ids.close();
  assert.equal(typeof createRequire(import.meta.url)(join(built, script.default)).added, "function");
  for (const { types } of [module, script]) assert.ok(existsSync(join(built, types)), types);
});

const PROGRAM = `import { added, alsoAdded, generator, type BuiltInFormats, type FlakeErrorCode } from "flakekit";
import { added as store } from "flakekit/lease/added";
import type { LeaseStore } from "flakekit/lease";
const format: BuiltInFormats["added"] = alsoAdded;
const id: bigint = generator(format, { workerId: 5 }).next();
export const worker: number = added.decode(id).workerId;
export const code: FlakeErrorCode = "ADDED_LATE";
export const opened: LeaseStore = store();
// @ts-expect-error: the row has no such field.
added.decode(id).machineId;
`;

test("the types of a new format, error code and store are those of their rows", () =>
  withFiles({ "use.ts": PROGRAM, "package.json": '{ "type": "module" }' }, async (folder) => {
    cpSync(built, join(folder, "node_modules", "flakekit"), { recursive: true });
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext"];
    await run("tsc", [...options, "use.ts"], { cwd: folder, quiet: true });
  }));

test("the documents have a row of a new format, and one of a new error code", () => {
  assert.match(read("docs/formats.md"), /^\| `added`.*workerId 10/m);
  assert.match(read("docs/errors.md"), /^\| `ADDED_LATE` \| .*did not answer/m);
});

test("a new store without a row in the table of modules is told by the check of imports, with the row", async () => {
  await assert.rejects(run("node", ["scripts/imports.mjs"], { cwd: copy, quiet: true }), /lease\/stores\/added/);
});
